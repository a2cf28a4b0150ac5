"""Signs and signed ranks, exact for a handful of pairs."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies
from scipy import stats

from analysis.signed_tests import sign_test, signed_rank_normal_p, signed_rank_test
from tests.analysis.benchmark_reference import a_reference_table, expected


def test_signs_by_hand() -> None:
    # 5 above, 1 below, 2 ties: two-sided 2 (C(6,0) + C(6,1)) / 64 = 14/64.
    found = sign_test(np.array([1, 1, 2, 0.5, 3, -1, 0, 0], dtype=float))
    assert found[1:4] == (5, 1, 2)
    assert found.p == pytest.approx(14 / 64, rel=1e-12)


def test_signed_ranks_by_hand() -> None:
    # Ranks 1 2 3 4 with only rank 1 negative: sums of negative ranks of at most 1 are {} and {1}, 2/16 two-sided 4/16.
    assert signed_rank_test(np.array([-1.0, 2.0, 3.0, 4.0])).p == pytest.approx(0.25, rel=1e-12)


def test_signed_ranks_with_equal_sizes_by_hand() -> None:
    # Sizes 1 1 2 with mid-ranks 1.5 1.5 3, all positive: one of the 8 patterns of signs reaches 6, two-sided 2/8.
    assert signed_rank_test(np.array([1.0, 1.0, 2.0])).p == pytest.approx(0.25, rel=1e-12)


def test_a_hair_is_no_difference_and_thirds_are_equal() -> None:
    third = np.array([1 / 3, -(1 - 2 / 3), 1e-12, np.nan])
    assert signed_rank_test(third)[:4] == (1.0, 1, 1, 1)


@pytest.mark.parametrize("name", ["bland_altman_1986_pefr", "credo_23x2"])
def test_normal_approximation_as_r_gives_it(name: str) -> None:
    table = a_reference_table(name)
    found = signed_rank_normal_p((table[0] - table[1]).to_numpy())
    assert found == pytest.approx(expected(name, "wilcoxon_signed_rank_p"), rel=1e-9)


def test_nothing_differs_gives_no_p() -> None:
    for test in (sign_test, signed_rank_test):
        assert test(np.zeros(4))[:4] == (None, 0, 0, 4)
        assert test(np.array([])).why_undefined == "no pair differs"
    assert signed_rank_normal_p(np.zeros(4)) is None


@settings(deadline=None, derandomize=True)
@given(strategies.lists(strategies.integers(1, 60), min_size=1, max_size=12, unique=True), strategies.data())
def test_without_equal_sizes_exact_p_equals_scipys(sizes: list[int], data: strategies.DataObject) -> None:
    signs = data.draw(strategies.lists(strategies.sampled_from([-1, 1]), min_size=len(sizes), max_size=len(sizes)))
    differences = np.array(sizes, dtype=float) * signs
    by_scipy = stats.wilcoxon(differences, method="exact").pvalue
    assert signed_rank_test(differences).p == pytest.approx(by_scipy, rel=1e-12)


@settings(deadline=None, derandomize=True)
@given(strategies.lists(strategies.integers(-5, 5), min_size=1, max_size=40))
def test_turning_every_sign_changes_no_p(differences: list[int]) -> None:
    values = np.array(differences, dtype=float)
    for test in (sign_test, signed_rank_test):
        found, turned = test(values).p, test(-values).p
        assert (found is None) == (turned is None) == (not any(differences))
        assert found is None or found == pytest.approx(turned, rel=1e-12)
