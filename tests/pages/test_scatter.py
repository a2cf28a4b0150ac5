"""The scatter plot: responses on one spot are counted, not painted over each other."""

import json

import pytest

from analysis.frames import Row, long_frame
from analysis.report import AxisReport, Point, axis_report
from pages.scatter import chart, in_words, spots
from tests.builders import a_benchmark


def a_report(scores: list[tuple[float, float]]) -> AxisReport:
    """One person and a settled score on each response."""
    rows = [
        row
        for number, (person, judges) in enumerate(scores)
        for row in (
            Row(f"R-{number}", "truth", "Rater 1", "human", person),
            Row(f"R-{number}", "truth", "median", "settled", judges),
        )
    ]
    return axis_report(long_frame(rows), a_benchmark().axis("truth"))


def test_responses_on_one_spot_are_counted() -> None:
    points = [Point("R-1", 1.5, 2, 2), Point("R-2", 1.5, 2, 2), Point("R-3", 3, 2, 2)]
    assert spots(points).to_dict("list") == {"people": [1.5, 3], "judges": [2, 2], "responses": [2, 1]}


def test_every_response_is_in_the_plot() -> None:
    drawn = json.loads(chart(a_report([(0, 1), (0, 1), (3, 3)]), 0, 3).to_json())
    values = [row for rows in drawn["datasets"].values() for row in rows if "responses" in row]
    assert sum({(row["people"], row["judges"]): row["responses"] for row in values}.values()) == 3


@pytest.mark.parametrize(("lowest", "highest", "ticks"), [(0, 3, [0, 1, 2, 3]), (0, 100, list(range(0, 101, 10)))])
def test_the_scale_is_whole_on_both_sides(lowest: float, highest: float, ticks: list[int]) -> None:
    drawn = json.loads(chart(a_report([(0, 1), (1, 1), (3, 3)]), lowest, highest).to_json())
    for side in ("x", "y"):
        encoded = drawn["layer"][1]["encoding"][side]
        assert encoded["axis"]["values"] == ticks
        assert encoded["scale"]["domain"][0] < lowest
        assert encoded["scale"]["domain"][1] > highest


def test_the_plot_is_said_in_words() -> None:
    said = in_words(a_report([(0, 1), (1, 1), (3, 3)]))
    assert said.startswith("Scatter plot for Truth: 3 responses,")
    assert said.endswith("A table lists the points.")
