"""Somebody else's columns and words: read as they are said to be meant, never as they might be."""

import pandas as pd
import pytest

from files.layouts import Layout
from files.problems import FileError
from files.scores import outside_the_scale, read_scores
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from store.score_intake import NewAnswer
from tests.builders import a_benchmark

RESPONSES = pd.DataFrame(
    [("R-AAAAAAAAAA", "P-1", "Alder", 1, "t7"), ("R-BBBBBBBBBB", "P-2", "Alder", 1, "t8")],
    columns=["response", "prompt", "system", "replication", "own_id"],
)
TASK = {"own_id": "text_id"}


def read(text: str | bytes, layout: Layout, benchmark: Benchmark | None = None) -> list[NewAnswer]:
    content = text if isinstance(text, bytes) else text.encode()
    return read_scores(content, "s.tsv", benchmark=benchmark or a_benchmark(), responses=RESPONSES, layout=layout)


def problems(text: str, layout: Layout, benchmark: Benchmark | None = None) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(text, layout, benchmark)
    return [line.removeprefix("s.tsv, ") for line in str(refused.value).splitlines()]


def test_columns_by_other_names_with_a_fixed_rater_and_others_left_out() -> None:
    # One LLM's scores of many texts, with the probabilities of each score beside them.
    layout = Layout(
        columns={**TASK, "axis": "criterion", "score": "sampled"},
        fixed={"rater": "Hollin", "rater_kind": "llm"},
        axes={"Q1": "care"},
        others=True,
    )
    (answer,) = read("text_id\tcriterion\tsampled\tp0\tp1\nt7\tQ1\t2\t0.1\t0.9\n", layout)
    assert answer == NewAnswer("Hollin", "llm", "R-AAAAAAAAAA", "plain", {"care": Entry("value", 2.0, "")})


def test_a_column_for_each_axis_becomes_a_row_for_each() -> None:
    layout = Layout(
        columns={**TASK, "rater": "annotator"}, fixed={"rater_kind": "human"}, axes={"q1": "care", "q2": "truth"}
    )
    answers = read("text_id,Q1,Q2,annotator\nt7,3,1,22\nt8,0,2,22\n", layout)
    assert [(one.rater, one.label, {axis: e.value for axis, e in one.entries.items()}) for one in answers] == [
        ("22", "R-AAAAAAAAAA", {"care": 3.0, "truth": 1.0}),
        ("22", "R-BBBBBBBBBB", {"care": 0.0, "truth": 2.0}),
    ]


def test_a_column_for_each_rater_becomes_a_row_for_each() -> None:
    layout = Layout(
        columns={**TASK, "axis": "criterion"},
        fixed={"rater_kind": "llm"},
        raters={"sampled": "Hollin sampled", "likeliest": "Hollin likeliest"},
        ignored=frozenset({"mean"}),
    )
    answers = read("text_id,criterion,sampled,likeliest,mean\nt7,care,3.0,2.0,2.5\n", layout)
    assert [(one.rater, one.entries["care"].value) for one in answers] == [
        ("Hollin sampled", 3.0),
        ("Hollin likeliest", 2.0),
    ]


def test_a_problem_names_the_column_and_row_of_the_file() -> None:
    layout = Layout(
        columns={**TASK, "rater": "annotator"}, fixed={"rater_kind": "human"}, axes={"q1": "care", "q2": "truth"}
    )
    assert problems("text_id,Q1,Q2,annotator\nt7,3,7,22\nt9,x,1,\n", layout) == [
        "row 2, column q2: found '7'; allowed: on axis truth: 0, 1, 2, 3",
        "row 3, column annotator: found an empty cell; allowed: the rater's name",
        "row 3, column text_id: found 't9'; allowed: the id that a response of this study came with",
        "row 3, column q1: found 'x'; allowed: a score; when there is none, leave the cell empty and say which kind in "
        "column missing",
    ]


def test_the_same_empty_cell_in_further_rows_is_named_there_too() -> None:
    layout = Layout(
        columns={**TASK, "rater": "annotator"}, fixed={"rater_kind": "human"}, axes={"q1": "care", "q2": "truth"}
    )
    found = problems("text_id,Q1,Q2,annotator\nt7,3,1,\nt8,3,1,\n", layout)
    assert [line.partition(":")[0] for line in found] == ["row 2, column annotator", "row 3, column annotator"]


def test_a_column_that_is_not_there_is_named_with_those_that_are() -> None:
    found = problems("text_id,score\nt7,1\n", Layout(columns={**TASK, "rater": "who"}, fixed={"rater_kind": "llm"}))
    assert (
        found[0]
        == "row 1, column who: found no such column (there are: text_id, score); allowed: the column that holds rater"
    )


HEAD = "rater,rater_kind,own_id,axis,score\n"


def test_words_codes_and_empty_cells_stand_for_what_is_said() -> None:
    values = {"3 - good": "3", "-1": "not_applicable", "99": "cannot_assess", "": "not_scored", "n/a": "not_applicable"}
    rows = ["Ruth,human,t7,care,3 - good", "Ruth,human,t7,truth,99", "Ruth,human,t8,care,-1", "Ruth,human,t8,truth,"]
    answers = read(HEAD + "\n".join(rows) + "\n", Layout(values=values))
    assert [one.entries for one in answers] == [
        {"care": Entry("value", 3.0, ""), "truth": Entry("cannot_assess", None, "")},
        {"care": Entry("not_applicable", None, "")},
    ]


def test_nothing_stands_for_anything_without_a_word() -> None:
    rows = ["Ruth,human,t7,care,4 - good", "Ruth,human,t7,truth,99", "Ruth,human,t8,care,-1", "Ruth,human,t8,truth,NaN"]
    found = problems(HEAD + "\n".join(rows) + "\n", Layout())
    assert [line.partition("; allowed: ")[2] for line in found] == [
        "the number alone, without words; on axis care: 0, 1, 2, 3",
        "on axis truth: 0, 1, 2, 3; a code for a missing score is not guessed, use column missing",
        "on axis care: 0, 1, 2, 3; a code for a missing score is not guessed, use column missing",
        "a score; when there is none, leave the cell empty and say which kind in column missing",
    ]


def test_what_a_word_is_said_to_mean_must_be_a_score_of_the_axis() -> None:
    found = problems(HEAD + "Ruth,human,t7,care,splendid\n", Layout(values={"splendid": "9"}))
    assert found[0].startswith("row 2, column score: found '9'; allowed: on axis care: 0, 1, 2, 3")


def test_a_decimal_comma_is_read_where_it_is_said_to_be_one() -> None:
    text = "rater;rater_kind;own_id;axis;score\nRuth;human;t7;care;2,0\n"
    assert read(text, Layout(decimal_comma=True))[0].entries["care"].value == 2.0
    assert "allowed: a decimal point, not a comma (2.0)" in problems(text, Layout())[0]


def test_an_axis_may_be_called_by_its_name() -> None:
    (answer,) = read(HEAD + "Ruth,human,t7,Care,1\n", Layout())
    assert list(answer.entries) == ["care"]


def test_the_only_axis_need_not_be_named() -> None:
    benchmark = a_benchmark(axes=a_benchmark().model_dump(mode="json")["axes"][:1])
    (answer,) = read("rater,rater_kind,own_id,score\nRuth,human,t7,1\n", Layout(), benchmark)
    assert list(answer.entries) == ["truth"]
    assert (
        "column axis: found no such column" in problems("rater,rater_kind,own_id,score\nRuth,human,t7,1\n", Layout())[0]
    )


def test_a_judges_score_off_the_scale_needs_the_benchmarks_word_and_a_persons_is_never_taken() -> None:
    judging = {"temperature": 0, "attempts": 2, "reason_before_score": True, "any_number": True}
    benchmark = a_benchmark(judging=judging)
    text = HEAD + "Hollin,llm,t7,care,1.3333333333333333\nHollin,llm,t8,care,-0.5\n"
    answers = read(text, Layout(), benchmark)
    assert [one.entries["care"].value for one in answers] == [1.3333333333333333, -0.5]
    assert outside_the_scale(answers, benchmark) == 1
    assert len(problems(text, Layout())) == 2
    assert problems(text.replace("llm", "human"), Layout(), benchmark) == problems(
        text.replace("llm", "human"), Layout()
    )


def test_an_id_of_their_own_finds_the_response_and_must_fit_the_label_beside_it() -> None:
    head = "rater,rater_kind,response,own_id,axis,score\n"
    assert read(f"{head}Ruth,human,R-AAAAAAAAAA,t7,care,1\n", Layout())[0].label == "R-AAAAAAAAAA"
    assert problems(f"{head}Ruth,human,R-BBBBBBBBBB,t7,care,1\n", Layout()) == [
        "row 2, column response: found R-BBBBBBBBBB, which is not 't7'; allowed: R-AAAAAAAAAA, or empty"
    ]
