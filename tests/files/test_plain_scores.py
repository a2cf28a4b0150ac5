"""Scores of a data set: read as they stand, refused with every problem named."""

import pandas as pd
import pytest

from files.axes_json import PlainAxis
from files.plain_scores import read_plain_scores
from files.problems import FileError

AXES = (PlainAxis("truth", "Truth", (0.0, 1.0, 2.0, 3.0)), PlainAxis("care", "Care", (1.0, 2.0)))
HEADER = "item_id,rater_id,rater_kind,axis,score"


def read(*lines: str) -> pd.DataFrame:
    return read_plain_scores("\n".join((HEADER, *lines)).encode(), "scores.csv", AXES)


def problems(*lines: str) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(*lines)
    return str(refused.value).splitlines()


def test_people_and_judges_become_a_long_frame() -> None:
    frame = read("s1,Anna,human,truth,2", "s1,J,LLM,truth,2.5", "s2,Anna,human,truth,")
    assert frame.to_dict("list")["value"][:2] == [2.0, 2.5]
    assert frame["kind"].tolist() == ["human", "llm", "human"]
    assert frame["missing"].tolist() == [None, None, "not_scored"]
    assert frame["value"].isna().tolist() == [False, False, True]


def test_other_columns_are_not_read() -> None:
    content = b'model,item_id,rater_id,rater_kind,axis,score,why\ngpt,s1,A,human,care,1,"so, so"\n'
    assert len(read_plain_scores(content, "scores.csv", AXES)) == 1


def test_a_judges_score_may_lie_between_and_outside_the_scale() -> None:
    values = read("s1,J,llm,truth,-1", "s2,J,llm,truth,1.6666666666666667", "s3,J,llm,truth,1e-05")["value"].tolist()
    assert values == [-1, 1.6666666666666667, 0.00001]


def test_every_problem_is_told_at_once_where_it_stands() -> None:
    assert problems(
        "s1,A,human,truth,2",
        "s1,A,human,truth,3",
        "s2,B,robot,truth,1",
        "s2,C,human,mood,1",
        "s2,D,human,truth,1.5",
        "s2,E,human,truth,two",
        ",F,human,truth,1",
        "s3,A,llm,truth,1",
        "s3,G,llm,care,NaN",
        "s3,H,llm,care,1e99",
        "s3,I,llm",
    ) == [
        "scores.csv, row 3: found rater 'A' again on item 's1', axis truth; "
        "allowed: one score for a rater, item and axis; the first is in row 2",
        "scores.csv, row 4, column rater_kind: found 'robot'; allowed: human or llm",
        "scores.csv, row 5, column axis: found 'mood'; allowed: the axes truth, care",
        "scores.csv, row 6, column score: found '1.5'; allowed: a person's score on axis truth: 0, 1, 2, 3; or empty",
        "scores.csv, row 7, column score: found 'two'; "
        "allowed: a number with a decimal point, or an empty cell where there is no score",
        "scores.csv, row 8, column item_id: found an empty cell; allowed: the item's id",
        "scores.csv, row 9, column rater_kind: found llm for rater 'A'; "
        "allowed: one kind for a rater; row 2 says human",
        "scores.csv, row 10, column score: found 'NaN'; "
        "allowed: a number with a decimal point, or an empty cell where there is no score",
        "scores.csv, row 11, column score: found '1e99'; "
        "allowed: a number with a decimal point, or an empty cell where there is no score",
        "scores.csv, row 12: found 3 cells; allowed: 5, as in the header; put quotes around a cell with ',' in it",
    ]


def test_a_missing_column_is_told_once() -> None:
    with pytest.raises(FileError) as refused:
        read_plain_scores(b"item_id,rater_id,axis\ns1,A,truth\ns2,A,truth\n", "scores.csv", AXES)
    assert [(one.row, one.column) for one in refused.value.problems] == [(1, "rater_kind"), (1, "score")]


def test_a_file_without_rows_is_refused() -> None:
    assert "no rows" in problems()[0]
