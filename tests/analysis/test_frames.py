"""The long frame keeps what is missing, and a broken one is refused with every problem."""

import math

import pandas as pd
import pytest

from analysis.frame_check import check_frame
from analysis.frames import COLUMNS, Row, count_missing, long_frame, settled, wide
from tests.analysis.frame_builders import AScale, a_frame, rows

NAN = math.nan


def test_an_empty_frame_has_its_columns_and_types() -> None:
    frame = long_frame([])
    assert list(frame.columns) == list(COLUMNS)
    assert frame["value"].dtype == "float64"
    check_frame(frame, [])
    assert wide(frame, "truth", "human").shape == (0, 0)
    assert settled(frame, "truth").empty


def test_the_wide_table_has_a_line_for_every_response_and_rater_of_the_frame() -> None:
    frame = long_frame(
        [
            *rows("ruth", "human", [2, "not_applicable", 0]),
            *rows("amos", "human", ["cannot_assess", None, "not_scored"]),
            *rows("nora", "human", [1], axis="care"),
            *rows("judge", "llm", [3]),
        ]
    )
    table = wide(frame, "truth", "human")
    assert list(table.columns) == ["amos", "nora", "ruth"]
    assert list(table.index) == ["R01", "R02", "R03"]
    assert table["amos"].isna().all()
    assert table["nora"].isna().all()
    assert table["ruth"].tolist()[::2] == [2.0, 0.0]
    assert table["ruth"].isna().tolist() == [False, True, False]


def test_an_axis_without_a_row_is_a_table_of_nothing_not_an_empty_table() -> None:
    frame = a_frame({"ruth": [1, 2]}, median=[1, 2])
    assert wide(frame, "care", "human").shape == (2, 1)
    assert wide(frame, "care", "human").isna().all(axis=None)
    assert settled(frame, "care").isna().tolist() == [True, True]


def test_not_applicable_is_missing_and_never_nought() -> None:
    frame = a_frame({"ruth": ["not_applicable", 0]}, median=["not_applicable", 0])
    assert wide(frame, "truth", "human")["ruth"].isna().tolist() == [True, False]
    assert settled(frame, "truth").isna().tolist() == [True, False]


def test_missing_rows_are_counted_by_reason_zeros_included() -> None:
    frame = a_frame({"ruth": ["not_applicable", 0, None], "amos": ["not_applicable", "rubric_unclear", None]})
    assert count_missing(frame, "truth", "human") == {
        "not_applicable": 2,
        "cannot_assess": 0,
        "rubric_unclear": 1,
        "not_scored": 0,
    }
    assert count_missing(frame, "truth", "llm") == {"not_applicable": 0, "unreadable": 0, "not_scored": 0}
    assert set(count_missing(frame, "care", "human").values()) == {0}


def test_a_sound_frame_passes_with_half_points_only_where_they_are_settled() -> None:
    check_frame(a_frame({"ruth": [0, 3, "not_applicable"]}, median=[0.5, 2.5, "not_applicable"]), [AScale()])


def test_every_problem_of_a_frame_is_named_at_once() -> None:
    frame = long_frame(
        [
            *rows("ruth", "human", [4, 1.5, "unreadable"]),
            Row("R09", "truth", "ruth", "human", 2, "cannot_assess"),
            Row("R10", "truth", "ruth", "human"),
            Row("R01", "truth", "ruth", "human", 1),
            Row("R01", "truth", "ruth", "llm", 1),
            Row("R01", "truth", "median", "settled", 3.5),
            Row("R01", "truth", "lower of two", "settled", 1),
            Row("R01", "hope", "amos", "human", 1),
            Row("R02", "truth", "amos", "machine", 1),  # type: ignore[arg-type]
        ]
    )
    with pytest.raises(ValueError, match="the frame of scores cannot be used") as refusal:
        check_frame(frame, [AScale()])
    message = str(refusal.value)
    for problem in (
        "kind 'machine' is unknown; allowed are human, llm, settled",
        "missing 'unreadable' cannot occur for kind human; allowed are not_applicable,",
        "rater 'ruth' occurs with more than one kind",
        "response 'R09', axis 'truth', rater 'ruth': has both the value 2 and the reason 'cannot_assess'",
        "response 'R10', axis 'truth', rater 'ruth': has neither a value nor a reason",
        "response 'R01', axis 'truth', rater 'ruth': occurs more than once",
        "response 'R01', axis 'truth', rater 'lower of two': is a second settled score",
        "axis 'hope' is unknown; allowed are truth",
        "response 'R01', axis 'truth', rater 'ruth': score 4 is not on the scale 0, 1, 2, 3",
        "response 'R02', axis 'truth', rater 'ruth': score 1.5 is not on the scale 0, 1, 2, 3",
        "response 'R01', axis 'truth', rater 'median': score 3.5 is not on the scale 0, 1, 2, 3",
    ):
        assert problem in message
    assert message.count("\n") == 12


def test_a_frame_with_other_columns_is_refused_before_anything_else() -> None:
    with pytest.raises(ValueError, match="columns are response, axis; allowed are exactly response, axis, rater"):
        check_frame(pd.DataFrame({"response": ["R01"], "axis": ["truth"]}), [AScale()])


def test_scores_written_as_text_are_refused() -> None:
    frame = a_frame({"ruth": [1]})
    with pytest.raises(ValueError, match=r"column value holds .*; it must hold float64"):
        check_frame(frame.assign(value=["1"]), [AScale()])


def test_an_empty_id_is_refused() -> None:
    frame = a_frame({"ruth": [1, 2]})
    with pytest.raises(ValueError, match="column rater is empty in 1 rows"):
        check_frame(frame.assign(rater=pd.Series(["ruth", None], dtype=object)), [AScale()])


def test_an_infinite_score_is_refused() -> None:
    with pytest.raises(ValueError, match="value is inf; it must be a finite number"):
        check_frame(a_frame({"ruth": [math.inf]}), [AScale()])


def test_scales_with_tenths_accept_their_own_values() -> None:
    tenths = AScale(allowed=tuple(number * 0.1 for number in range(31)))
    check_frame(a_frame({"ruth": [0.3, 0.7, 3.0]}), [tenths])
    with pytest.raises(ValueError, match=r"score 0.35 is not on the scale 0 to 3 in steps of 0\.1"):
        check_frame(a_frame({"ruth": [0.35]}), [tenths])


def test_a_frame_read_from_a_file_may_mark_no_reason_as_nan() -> None:
    check_frame(a_frame({"ruth": [1, 2]}).assign(missing=pd.Series([NAN, None], dtype=object)), [AScale()])


def test_where_judges_may_give_any_number_people_still_may_not() -> None:
    off = [Row(f"R0{place}", "truth", "hollin", "llm", value) for place, value in enumerate((4 / 3, -0.5), start=1)]
    judged = pd.concat([long_frame(off), a_frame({}, median=[4 / 3, -0.5])], ignore_index=True)
    check_frame(judged, [AScale()], any_number=True)
    with pytest.raises(ValueError, match=r"rater 'hollin': score -0\.5 is not on the scale"):
        check_frame(judged, [AScale()])
    with pytest.raises(ValueError, match=r"rater 'ruth': score 1\.5 is not on the scale"):
        check_frame(a_frame({"ruth": [1.5]}), [AScale()], any_number=True)
