"""Who is furthest apart, derived by hand; what cannot be said has no line."""

import pytest

from analysis.disagreements import disagreements, furthest
from analysis.frames import Row, long_frame
from analysis.score_tables import score_tables
from tests.builders import a_benchmark

AXES = a_benchmark().axes
FRAME = long_frame(
    [
        Row("R-1", "truth", "Ann", "human", 0.0),
        Row("R-1", "truth", "Ben", "human", 1.0),
        Row("R-1", "truth", "Hollin", "llm", 3.0),
        Row("R-1", "truth", "Marlpit", "llm", 2.0),
        Row("R-1", "truth", "median", "settled", 2.5),
        Row("R-2", "truth", "Ann", "human", 2.0),
        Row("R-2", "truth", "Hollin", "llm", 2.0),
        Row("R-2", "truth", "median", "settled", 2.0),
        Row("R-2", "care", "Ann", "human", 0.0),
        Row("R-2", "care", "Ben", "human", 3.0),
        Row("R-2", "care", "Hollin", "llm", None, "not_applicable"),
        Row("R-3", "care", "Ann", "human", None, "cannot_assess"),
        Row("R-3", "care", "median", "settled", 1.0),
    ]
)


def found(between: str) -> list[tuple[str, str, float]]:
    frame = disagreements(score_tables(FRAME), AXES, between)  # type: ignore[arg-type]
    return list(frame[["response", "axis", "gap"]].itertuples(index=False, name=None))


def test_what_counts_against_the_mean_of_the_people() -> None:
    """R-1: 2.5 against 0.5; R-2: 2 against 2; on care no response has both."""
    assert found("sides") == [("R-1", "truth", 2.0), ("R-2", "truth", 0.0)]


def test_people_and_judges_among_themselves_need_two() -> None:
    assert found("people") == [("R-2", "care", 3.0), ("R-1", "truth", 1.0)]
    assert found("judges") == [("R-1", "truth", 1.0)]


def test_whether_an_axis_applies_is_counted_apart() -> None:
    """R-2, care: two people scored, one judge set it aside: one of three on the smaller side; R-3 said neither."""
    assert found("applies")[0] == ("R-2", "care", 1.0)
    assert [one for one in found("applies") if one[0] == "R-3"] == []


def test_axes_of_different_length_are_brought_together_by_their_range() -> None:
    frame = disagreements(score_tables(FRAME), AXES, "people")
    assert frame["share"].tolist() == pytest.approx([1.0, 1 / 3])


def test_the_furthest_axis_of_each_response() -> None:
    frame = furthest(disagreements(score_tables(FRAME), AXES, "applies"))
    assert frame["response"].tolist() == ["R-2", "R-1"]
    assert frame["axis"].tolist() == ["care", "truth"]


def test_no_axis_no_line() -> None:
    assert disagreements(score_tables(FRAME), (), "sides").empty
