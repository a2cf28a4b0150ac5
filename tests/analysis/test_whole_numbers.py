"""Scores become whole numbers by their smallest denominator; nothing is lost, or it is said."""

import math

import numpy as np
import pytest

from analysis.whole_numbers import whole_numbers


@pytest.mark.parametrize(
    ("scores", "origin", "scale", "values"),
    [
        ([0, 1, 2, 3], 0, 1, [0, 1, 2, 3]),
        ([1, 2.5, 3], 1, 2, [0, 3, 4]),
        ([2, 2 + 1 / 3, 2 + 2 / 3], 2, 3, [0, 1, 2]),
        ([2, 2.333333333, 2.666666667], 2, 3, [0, 1, 2]),
        ([0.5, 1 / 3], 1 / 3, 6, [1, 0]),
        ([-1.5, 0.1], -1.5, 5, [0, 8]),
        ([40, 85, 100], 40, 1, [0, 45, 60]),
        ([2, 2], 2, 1, [0, 0]),
    ],
)
def test_smallest_denominator(scores: list[float], origin: float, scale: float, values: list[float]) -> None:
    found = whole_numbers(np.array(scores))
    assert (found.origin, found.scale, found.exact) == (origin, scale, True)
    assert found.values.tolist() == values


def test_missing_stays_missing() -> None:
    values = whole_numbers(np.array([[1.0, math.nan], [math.nan, 1.5]])).values
    assert values[0, 0] == 0
    assert values[1, 1] == 1
    assert np.isnan(values).tolist() == [[False, True], [True, False]]
    assert np.isnan(whole_numbers(np.array([math.nan, math.nan])).values).all()


def test_scores_without_a_denominator_go_to_a_fine_grid_and_it_is_said() -> None:
    scores = np.array([0.0, math.sqrt(2), math.pi])
    found = whole_numbers(scores)
    assert not found.exact
    assert (found.values == np.rint(found.values)).all()
    assert found.values / found.scale + found.origin == pytest.approx(scores, abs=math.pi / 2**20)


def test_a_denominator_that_makes_numbers_too_large_is_not_used() -> None:
    assert not whole_numbers(np.array([0, 1 / 7, 100.0]), largest=500).exact
    assert whole_numbers(np.array([0, 1 / 7, 100.0]), largest=700).exact
