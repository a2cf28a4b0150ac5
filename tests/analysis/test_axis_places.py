"""The place of an axis in the prompt, with its own level taken out; by hand."""

import pandas as pd
import pytest

from analysis.axis_places import place_slope


def scores(*rows: tuple[str, int, float | None]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["axis", "place", "value"]).astype({"value": float})


def test_the_slope_is_within_axes() -> None:
    """Truth stands at 1, 2, 3 (about 2) with 0, 1, 1 (about 2/3), care at 3, 2, 1 with 3, 2, 3 (about 8/3).

    Sum of place times value, about their means: truth 1 * 2/3 + 1 * 1/3 = 1; care 1 * 1/3 - 1 * 1/3 = 0. Squares of
    places: 2 + 2 = 4. Slope 1/4. Squares of values: 2/3 + 2/3 = 4/3, of which 4 * 1/16 = 1/4 is explained; the rest is
    13/12 on 6 - 2 - 1 = 3 degrees of freedom, so the error is sqrt(13/12 / 3 / 4) = 0.300463, and t is 3.182446.
    """
    found = place_slope(
        scores(("truth", 1, 0), ("truth", 2, 1), ("truth", 3, 1), ("care", 3, 3), ("care", 2, 2), ("care", 1, 3))
    )
    assert found.n == 6
    assert found.value == pytest.approx(0.25)
    assert found.low == pytest.approx(0.25 - 0.956206, abs=1e-5)
    assert found.high == pytest.approx(0.25 + 0.956206, abs=1e-5)


def test_axes_that_always_stand_in_one_place_say_nothing_of_places() -> None:
    found = place_slope(scores(*[("truth", 1, value) for value in (0, 1, 2)], *[("care", 2, 3.0)] * 3))
    assert (found.value, found.why_undefined) == (None, "every axis always stood in the same place")


def test_too_few_scores_have_no_slope_and_not_applicable_is_no_score() -> None:
    found = place_slope(scores(("truth", 1, 0), ("truth", 2, 1), ("truth", 3, 1), ("truth", 3, None)))
    assert (found.n, found.why_undefined) == (3, "3 scores on 1 axes; 4 are needed")


def test_a_judge_without_any_spread_has_a_slope_without_interval() -> None:
    found = place_slope(scores(*[("truth", place, 2) for place in (1, 2, 3, 4)]))
    assert (found.value, found.low, found.why_no_interval) == (0.0, None, "axis and place explain everything")
