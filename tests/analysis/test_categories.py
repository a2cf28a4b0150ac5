"""Kappa, Fleiss' kappa and AC by hand; the declared categories count, and used ones are not enough."""

import math

import numpy as np
import pytest

from analysis.categories import Chance, Weighting, chance_corrected, classified
from analysis.resampling import Columns, Plan, sums
from analysis.scales import Floats
from analysis.standard_errors import published_errors
from blinding.resamples import resamples

NAN = math.nan


def corrected(places: Floats, categories: int, weighting: Weighting = "identity") -> Chance:
    table = classified(places, categories)
    return chance_corrected(table, table.columns.sum(axis=1, keepdims=True))[weighting]


# Two raters, categories 0 to 2: pairs 00 00 11 22 01 12. Agreement 4/6. Shares of the first 3/6 2/6 1/6, of the
# second 2/6 2/6 2/6, pi 5/12 4/12 3/12.
SIX = np.array([[0, 0], [0, 0], [1, 1], [2, 2], [0, 1], [1, 2]], dtype=float)


def test_unweighted_by_hand() -> None:
    found = corrected(SIX, 3)
    assert found.agreement[0] == pytest.approx(4 / 6)
    by_chance = (3 * 2 + 2 * 2 + 1 * 2) / 36
    assert found.kappa[0] == pytest.approx((4 / 6 - by_chance) / (1 - by_chance))
    by_chance = (25 + 16 + 9) / 144
    assert found.fleiss[0] == pytest.approx((4 / 6 - by_chance) / (1 - by_chance))
    by_chance = (5 / 12 * 7 / 12 + 4 / 12 * 8 / 12 + 3 / 12 * 9 / 12) / 2
    assert found.gwet[0] == pytest.approx((4 / 6 - by_chance) / (1 - by_chance))


def test_weighted_by_hand() -> None:
    # Distances 1 are half (linear) or a quarter (quadratic) of the way: two of six pairs lie 1 apart.
    linear, quadratic = corrected(SIX, 3, "linear"), corrected(SIX, 3, "quadratic")
    assert linear.agreement[0] == pytest.approx(1 - 2 / 6 / 2)
    assert quadratic.agreement[0] == pytest.approx(1 - 2 / 6 / 4)
    # By chance: cells 1 apart 3*2 + 2*2 + 2*2 + 1*2 = 16, cells 2 apart 3*2 + 1*2 = 8, of 36.
    assert linear.kappa[0] == pytest.approx(1 - (2 / 6 / 2) / (16 / 36 / 2 + 8 / 36))
    assert quadratic.kappa[0] == pytest.approx(1 - (2 / 6 / 4) / (16 / 36 / 4 + 8 / 36))
    # T is the sum of the weights: 3 + 4 * .75 = 6 for quadratic ones.
    by_chance = 6 / (3 * 2) * (5 / 12 * 7 / 12 + 4 / 12 * 8 / 12 + 3 / 12 * 9 / 12)
    assert quadratic.gwet[0] == pytest.approx((1 - 2 / 6 / 4 - by_chance) / (1 - by_chance))


def test_more_declared_categories_change_ac_and_leave_kappa() -> None:
    three, five = corrected(SIX, 3), corrected(SIX, 5)
    assert five.kappa[0] == pytest.approx(three.kappa[0])
    assert five.gwet[0] > three.gwet[0] + 0.05


def test_an_unused_category_in_the_middle_keeps_its_distance() -> None:
    gap = np.array([[0, 0], [2, 2], [3, 3], [0, 2], [2, 3]], dtype=float)
    squeezed = np.array([[0, 0], [1, 1], [2, 2], [0, 1], [1, 2]], dtype=float)
    assert corrected(gap, 4, "quadratic").kappa[0] != pytest.approx(
        corrected(squeezed, 3, "quadratic").kappa[0], abs=0.01
    )


def test_a_unit_with_one_score_counts_for_the_marginals_alone() -> None:
    # As Gwet: pi over all scored units, agreement over those with two scores.
    scores = np.array([[0, 0], [1, 1], [0, 1], [1, NAN]], dtype=float)
    found = corrected(scores, 2)
    assert found.agreement[0] == pytest.approx(2 / 3)
    pi = (1 + 0 + 0.5 + 0) / 4
    by_chance = 2 * pi * (1 - pi)
    assert found.gwet[0] == pytest.approx((2 / 3 - by_chance) / (1 - by_chance))


def test_all_scores_the_same_or_none_is_undefined() -> None:
    for scores in (np.ones((4, 2)), np.full((4, 2), NAN), np.array([[1, NAN], [NAN, 0]], dtype=float)):
        found = corrected(scores, 2)
        assert all(math.isnan(part[0]) for part in (found.kappa, found.fleiss, found.gwet))


def test_kappa_is_undefined_when_one_of_two_raters_is_constant() -> None:
    found = corrected(np.array([[0, 1], [1, 1], [0, 1]], dtype=float), 2)
    assert math.isnan(found.kappa[0])
    assert not math.isnan(found.fleiss[0])


def test_a_draw_is_the_coefficient_of_the_drawn_units() -> None:
    chance = np.random.default_rng(3)
    scores = chance.integers(0, 4, (15, 3)).astype(float)
    scores[chance.random(scores.shape) < 0.2] = NAN
    table, plan = classified(scores, 4), Plan("a seed", draws=20)
    found = chance_corrected(table, sums([Columns(table.columns)], plan)[0])
    block = next(resamples(15, plan.draws, seed=plan.seed, purpose=plan.purpose))
    counts = block.counts.transpose(1, 0, 2).reshape(15, -1)[:, block.used]
    for draw in range(plan.draws):
        again = np.repeat(scores, counts[:, draw], axis=0)
        for weighting, drawn in found.items():
            alone = corrected(again, 4, weighting)
            for one, other in zip(drawn, alone, strict=True):
                assert one[draw] == pytest.approx(other[0], rel=1e-12, nan_ok=True)


def test_published_standard_errors_are_none_where_there_is_no_coefficient() -> None:
    assert published_errors(np.ones((4, 2)), 3) == (None, None, None, None)
    assert published_errors(np.full((4, 2), NAN), 3) == (None, None, None, None)
    three = published_errors(np.array([[0, 1, 1], [2, 2, 2], [1, 1, 0]], dtype=float), 3)
    assert (three.kappa, three.kappa_quadratic) == (None, None)
    assert three.ac1 is not None
