"""The permutation p is the share of orders with as large an r: exact for few, drawn for many, never 0."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from analysis.permutation import permutation_p


@pytest.mark.parametrize("n", [4, 6, 8])
def test_up_to_eight_responses_every_order_is_looked_at(n: int) -> None:
    chance = np.random.default_rng(n)
    first, second = chance.integers(0, 4, n).astype(float), chance.integers(0, 7, n) / 2
    # Shuffling leaves means and spreads alone, so |r| grows with how far the sum of products is from its mean.
    orders = second[np.array(list(permutations(range(n))))]
    middle = first.sum() * second.sum() / n
    share = (np.abs(orders @ first - middle) >= abs(first @ second - middle) - 1e-9).mean()
    found = permutation_p(first, second, seed="a seed")
    assert found.exact
    assert found.orders == len(orders)
    assert found.p == pytest.approx(share)


def test_p_is_two_sided_by_the_size_of_r() -> None:
    # Of the 6 orders of 0 0 3 only 3 differ: against 0 1 2 the sums of products are 6, 3, 0, so r is .87, 0 and
    # -.87: two in three are as large.
    assert permutation_p(np.array([0.0, 1, 2]), np.array([0.0, 0, 3]), seed="a seed").p == pytest.approx(2 / 3)


def test_drawn_orders_come_near_the_exact_share_and_never_below_one_in_all() -> None:
    first = np.array([0.0, 1, 1, 2, 3, 0, 2, 1, 3])
    second = np.array([1.0, 0, 2, 1, 3, 1, 1, 2, 2])
    # Shuffling leaves means and spreads alone, so the sums of products decide; they are whole numbers.
    products = second[np.array(list(permutations(range(9))))] @ first
    middle = first.sum() * second.sum() / 9
    exact = (np.abs(products - middle) >= abs(first @ second - middle) - 1e-9).mean()
    found = permutation_p(first, second, seed="a seed")
    assert not found.exact
    assert found.p == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / found.orders))
    perfect = permutation_p(np.arange(30.0), np.arange(30.0), seed="a seed")
    assert perfect.p == 1 / (perfect.orders + 1)


def test_without_a_relation_p_is_spread_evenly() -> None:
    chance = np.random.default_rng(0)
    p = [
        permutation_p(chance.normal(size=25).round(1), chance.normal(size=25).round(1), seed=str(i)).p
        for i in range(300)
    ]
    assert stats.kstest(p, "uniform").pvalue > 0.01


def test_with_many_responses_p_is_that_of_t() -> None:
    chance = np.random.default_rng(3)
    first = chance.integers(0, 4, 5000).astype(float)
    second = np.clip(first * 0.03 + chance.integers(0, 4, 5000), 0, 3).round(0)
    found = permutation_p(first, second, seed="a seed")
    assert found.orders == 40_000
    assert found.p == pytest.approx(stats.pearsonr(first, second).pvalue, abs=0.01)


def test_the_same_seed_gives_the_same_p_for_ever_and_another_one_nearly() -> None:
    chance = np.random.default_rng(1)
    first, second = chance.integers(0, 4, 40).astype(float), chance.integers(0, 4, 40).astype(float)
    found = permutation_p(first, second, seed="a seed")
    assert found == permutation_p(first, second, seed="a seed")
    assert permutation_p(first, second, seed="another").p == pytest.approx(found.p, abs=0.03)
