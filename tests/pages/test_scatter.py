"""The scatter plot: responses on one spot are counted, not painted over each other."""

import json

import numpy as np
import pandas as pd
import pytest

from pages.scatter import MOST_SPOTS, chart, in_words, spots

SIDES = ("Mean of the people", "Judges’ settled score")


def test_responses_on_one_spot_are_counted() -> None:
    found = spots(pd.Series([1.5, 3, 1.5, np.nan]), pd.Series([2.0, 2, 2, 2]), 0, 3)
    assert found.counts.to_dict("list") == {"people": [1.5, 3], "judges": [2, 2], "responses": [2, 1]}
    assert found.numbered
    assert found.cell == 0


def test_scores_that_differ_in_their_last_bit_are_one_spot() -> None:
    assert len(spots(pd.Series([1 / 3, 1 - 2 / 3]), pd.Series([1.0, 1.0]), 0, 3).counts) == 1


def test_too_many_spots_are_counted_on_a_grid() -> None:
    people = pd.Series(np.linspace(0, 100, 5000))
    found = spots(people, people[::-1].reset_index(drop=True), 0, 100)
    assert len(found.counts) <= MOST_SPOTS
    assert found.counts["responses"].sum() == 5000
    assert found.cell == 2.5
    assert not found.numbered


def test_no_response_makes_no_spot() -> None:
    assert spots(pd.Series([np.nan]), pd.Series([1.0]), 0, 3).counts.empty


@pytest.mark.parametrize(("lowest", "highest", "ticks"), [(0, 3, [0, 1, 2, 3]), (0, 100, list(range(0, 101, 10)))])
def test_the_scale_is_whole_on_both_sides(lowest: float, highest: float, ticks: list[int]) -> None:
    found = spots(pd.Series([0.0, 1, 3]), pd.Series([1.0, 1, 3]), lowest, highest)
    drawn = json.loads(chart(found, lowest, highest, sides=SIDES).to_json())
    for side in ("x", "y"):
        encoded = drawn["layer"][1]["encoding"][side]
        assert encoded["axis"]["values"] == ticks
        assert encoded["scale"]["domain"][0] < lowest
        assert encoded["scale"]["domain"][1] > highest


def test_the_plot_is_said_in_words() -> None:
    said = in_words("Truth", spots(pd.Series([0.0, 1]), pd.Series([1.0, 1]), 0, 3), sides=SIDES)
    assert said.startswith("Scatter plot for Truth: 2 responses; Mean of the people from left to right")
