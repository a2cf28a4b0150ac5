"""Correlations of many pairs on shared draws."""

import numpy as np
import pytest
from scipy import stats

from analysis.drawn_correlations import correlations, drawn_correlations
from analysis.resampling import Plan

NAN = float("nan")
X = np.array([1.0, 2, 3, 4, NAN])
Y = np.array([1.0, 3, 2, 4, 5])


def test_each_pair_uses_the_units_it_has() -> None:
    found = correlations([(X, Y), (Y, Y[::-1])])
    wanted = [stats.pearsonr(X[:4], Y[:4]).statistic, stats.pearsonr(Y, Y[::-1]).statistic]
    assert found.found.tolist() == pytest.approx(wanted, rel=1e-12)
    assert found.n.tolist() == [4, 5]


def test_without_each_unit_it_is_the_r_of_the_others() -> None:
    found = correlations([(X, Y)]).left_out[0].tolist()
    wanted = [stats.pearsonr(np.delete(X[:4], unit), np.delete(Y[:4], unit)).statistic for unit in range(4)]
    assert found[:4] == pytest.approx(wanted, rel=1e-9)
    assert found[4] == pytest.approx(correlations([(X, Y)]).found[0], rel=1e-12)


def test_a_side_that_never_varies_or_too_few_units_have_no_r() -> None:
    constant = np.full(5, 1 / 3)
    few = np.array([1.0, 2, NAN, NAN, NAN])
    nothing = np.full(5, NAN)
    assert np.isnan(correlations([(constant, Y), (few, Y), (nothing, Y)]).found).all()
    assert np.isnan(drawn_correlations([(constant, Y), (nothing, Y)], Plan("s", draws=64))).all()


def test_draws_are_shared_by_pairs_and_undefined_ones_are_marked() -> None:
    # Y with itself is 1 in every draw that has it vary; five times one unit, one draw in 625, is marked.
    drawn = drawn_correlations([(Y, Y), (-Y, -Y), (Y, -Y)], Plan("s", draws=5000))
    assert np.array_equal(drawn[0], drawn[1], equal_nan=True)
    assert np.array_equal(drawn[0], -drawn[2], equal_nan=True)
    assert np.nanmin(drawn[0]) == pytest.approx(1.0, rel=1e-12)
    assert 0 < np.isnan(drawn[0]).sum() < 25


def test_moving_and_stretching_a_side_changes_no_draw() -> None:
    plan = Plan("s", draws=300)
    first = drawn_correlations([(X, Y)], plan)
    second = drawn_correlations([(X * 0.5 + 7, 100 - 3 * Y)], plan)
    assert second == pytest.approx(-first, rel=1e-9, nan_ok=True)


def test_thirds_and_odd_decimals_enter_the_draws() -> None:
    rough = np.array([0.1234567, 2.7182818, 3.1415926, 4.6692016, 1.6180339])
    drawn = drawn_correlations([(rough, Y), (Y / 3, Y)], Plan("s", draws=300))
    assert abs(np.nanmedian(drawn[0]) - correlations([(rough, Y)]).found[0]) < 0.3
    assert np.nanmin(drawn[1]) == pytest.approx(1.0, abs=1e-12)
