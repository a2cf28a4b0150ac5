"""Laying out all axes at once gives what laying out one gives."""

import numpy as np
import pandas as pd
import pytest

from analysis.frames import Kind, count_missing, settled, wide
from analysis.score_tables import score_tables
from tests.analysis.frame_builders import a_frame, rows

FRAME = pd.concat(
    [
        a_frame({"ruth": [1, "not_applicable", 2], "paul": [None, 0, "cannot_assess"]}, [1.5, "unreadable", 2]),
        a_frame({"ruth": ["rubric_unclear", 3]}, axis="care"),
    ],
    ignore_index=True,
)


@pytest.mark.parametrize("axis", ["truth", "care", "no such axis"])
@pytest.mark.parametrize("kind", ["human", "llm", "settled"])
def test_tables_and_counts_are_those_of_frames(axis: str, kind: Kind) -> None:
    tables = score_tables(FRAME)
    pd.testing.assert_frame_equal(
        tables.scores(axis, kind), wide(FRAME, axis, kind), check_names=False, check_column_type=False
    )
    assert tables.count_missing(axis, kind) == count_missing(FRAME, axis, kind)
    pd.testing.assert_series_equal(tables.settled(axis), settled(FRAME, axis), check_names=False)


def test_applicability_is_yes_no_or_nothing() -> None:
    said = score_tables(FRAME).applies("truth", "human")
    # paul, ruth: never asked and 1; 0 is a score; "cannot assess" says nothing.
    assert np.array_equal(said, np.array([[np.nan, 1], [1, 0], [np.nan, 1]]), equal_nan=True)


def test_responses_are_counted_where_they_have_a_row() -> None:
    tables = score_tables(FRAME)
    assert [tables.count_responses(axis) for axis in ("truth", "care", "none")] == [3, 2, 0]


def test_two_rules_may_settle_different_responses() -> None:
    frame = pd.concat([a_frame({}, [1, None, 3]), pd.DataFrame(rows("third opinion", "settled", [None, 2]))])
    assert score_tables(frame).settled("truth").tolist() == [1, 2, 3]
