"""Scores from a file: read strictly, and every problem named with row, column, what was found and what is allowed."""

import pandas as pd
import pytest

from files.problems import FileError
from files.scores import read_scores
from files.systems import Judge
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from store.score_intake import NewAnswer
from tests.builders import a_benchmark, a_benchmark_table

RESPONSES = pd.DataFrame(
    [("R-AAAAAAAAAA", "P-1", "Alder", 1), ("R-BBBBBBBBBB", "P-1", "Alder", 2), ("R-CCCCCCCCCC", "P-2", "Beech", 1)],
    columns=["response", "prompt", "system", "replication"],
)
HEAD = "rater,rater_kind,response,axis,score,missing,why\n"


def read(text: str, benchmark: Benchmark | None = None, judges: dict[str, Judge] | None = None) -> list[NewAnswer]:
    return read_scores(text.encode(), "s.csv", benchmark=benchmark or a_benchmark(), responses=RESPONSES, judges=judges)


def problems(text: str, benchmark: Benchmark | None = None, judges: dict[str, Judge] | None = None) -> list[str]:
    with pytest.raises(FileError) as refused:
        read(text, benchmark, judges)
    return [line.removeprefix("s.csv, ") for line in str(refused.value).splitlines()]


def problem(score: str, missing: str = "", *, axis: str = "care", kind: str = "human", why: str = "") -> list[str]:
    """The report on one row."""
    cells = ",".join(f'"{cell}"' for cell in ("Ruth", kind, "R-AAAAAAAAAA", axis, score, missing, why))
    return problems(HEAD + cells + "\n")


def test_rows_gather_to_one_answer_for_each_rater_and_response() -> None:
    answers = read(
        "rater,rater_kind,prompt,system,replication,response,axis,score,missing,why,confidence,family,model\n"
        "Ruth,human,P-1,Alder,,,truth,3,,Well said.,,,\n"
        "Hollin,llm,P-1,Alder,2,,care,0,,,0.25,Westerby,Hollin 3\n"
        "Ruth,Human,,,,R-AAAAAAAAAA,care,,Not applicable,\"Line one\nline two\",,,\n"
        "Ruth,human,P-2,Beech,1,R-CCCCCCCCCC,truth,2.0,,,,,\n"
    )  # fmt: skip
    assert answers == [
        NewAnswer(
            "Ruth",
            "human",
            "R-AAAAAAAAAA",
            "plain",
            {
                "truth": Entry("value", 3.0, "Well said."),
                "care": Entry("not_applicable", None, "Line one\nline two"),
            },
        ),
        NewAnswer(
            "Hollin", "llm", "R-BBBBBBBBBB", "plain", {"care": Entry("value", 0.0, "", 0.25)}, "Westerby", "Hollin 3"
        ),
        NewAnswer("Ruth", "human", "R-CCCCCCCCCC", "plain", {"truth": Entry("value", 2.0, "")}),
    ]


@pytest.mark.parametrize("kind", ["not_applicable", "cannot_assess", "rubric_unclear"])
def test_a_person_may_leave_out_a_score_in_three_ways(kind: str) -> None:
    (answer,) = read(f"{HEAD}Ruth,human,R-AAAAAAAAAA,care,,{kind},\n")
    assert answer.entries == {"care": Entry(kind, None, "")}  # type: ignore[arg-type]  # one of the three


@pytest.mark.parametrize("word", ["not_scored", "unreadable"])
def test_rows_without_an_answer_and_settled_rows_of_an_export_are_passed_over(word: str) -> None:
    text = f"{HEAD}Hollin,llm,R-AAAAAAAAAA,care,,{word},\nmedian of judges,settled,R-AAAAAAAAAA,care,1.5,,\n"
    assert read(text + "Ruth,human,R-AAAAAAAAAA,care,3,,\n") == [
        NewAnswer("Ruth", "human", "R-AAAAAAAAAA", "plain", {"care": Entry("value", 3.0, "")})
    ]


@pytest.mark.parametrize(
    ("score", "allowed"),
    [
        ("4", "on axis care: 0, 1, 2, 3"),
        ("2.5", "on axis care: 0, 1, 2, 3"),
        ("4 - good", "the number alone, without words; on axis care: 0, 1, 2, 3"),
        ("3/3", "the number alone, without words; on axis care: 0, 1, 2, 3"),
        ("good", "a number; on axis care: 0, 1, 2, 3"),
        ("2,5", "a decimal point, not a comma (2.5); on axis care: 0, 1, 2, 3"),
        ("1e0", "the number alone, without words; on axis care: 0, 1, 2, 3"),
        ("٣", "a number; on axis care: 0, 1, 2, 3"),
        ("NaN", "a score; when there is none, leave the cell empty and say which kind in column missing"),
        ("N/A", "a score; when there is none, leave the cell empty and say which kind in column missing"),
        (
            "-1",
            "on axis care: 0, 1, 2, 3; a code for a missing score is not guessed, use column missing",
        ),
        (
            "99",
            "on axis care: 0, 1, 2, 3; a code for a missing score is not guessed, use column missing",
        ),
    ],
)
def test_a_score_that_the_axis_does_not_have_is_refused_and_never_moved(score: str, allowed: str) -> None:
    assert problem(score) == [f"row 2, column score: found '{score}'; allowed: {allowed}"]


def test_a_long_scale_is_said_by_its_ends_and_step() -> None:
    table = a_benchmark_table()
    table["axes"][1] |= {"highest": 100, "step": 0.5, "partial_anchors": True}
    benchmark = Benchmark.model_validate(table)
    assert read(f"{HEAD}Ruth,human,R-AAAAAAAAAA,care,99,,\n", benchmark)[0].entries["care"].value == 99
    found = problems(f"{HEAD}Ruth,human,R-AAAAAAAAAA,care,100.5,,\n", benchmark)
    assert found == ["row 2, column score: found '100.5'; allowed: on axis care: 0 to 100 in steps of 0.5"]


def test_a_score_and_a_missing_kind_together_or_neither_are_refused() -> None:
    assert problem("3", "not_applicable") == [
        "row 2, column missing: found 'not_applicable' beside the score '3'; allowed: one of the two"
    ]
    assert problem("") == [
        "row 2, column score: found an empty cell, and none in column missing; "
        "allowed: a score; when there is none, leave the cell empty and say which kind in column missing"
    ]


def test_a_missing_kind_must_be_known_and_fit_axis_and_rater() -> None:
    assert problem("", "skipped") == [
        "row 2, column missing: found 'skipped'; allowed: empty or not_applicable, cannot_assess, rubric_unclear "
        "(a person has no other on axis care)"
    ]
    assert problem("", "not_applicable", axis="truth") == [
        "row 2, column missing: found 'not_applicable'; allowed: empty or cannot_assess, rubric_unclear "
        "(a person has no other on axis truth)"
    ]
    assert problem("", "cannot_assess", kind="llm") == [
        "row 2, column missing: found 'cannot_assess'; allowed: empty or not_applicable "
        "(a judge has no other on axis care)"
    ]
    assert problem("", "not_applicable", axis="truth", kind="llm")[0].endswith(
        "allowed: empty (a judge has no other on axis truth)"
    )


@pytest.mark.parametrize("why", ["...", "!?", "🙂", "\u200b."])
def test_a_reason_without_words_is_refused(why: str) -> None:
    (found,) = problem("3", why=why)
    assert found.startswith("row 2, column why: found ")
    assert found.endswith("without a word in it; allowed: a sentence in words, or empty")


def test_who_and_what_is_scored_must_be_known() -> None:
    found = problems(
        "rater,rater_kind,response,prompt,system,replication,axis,score\n"
        ",human,R-AAAAAAAAAA,,,,care,3\n"
        "Ruth,person,R-AAAAAAAAAA,,,,care,3\n"
        "Ruth,human,R-ZZZZZZZZZZ,,,,care,3\n"
        "Ruth,human,,P-9,Alder,,care,3\n"
        "Ruth,human,,P-1,Adler,,care,3\n"
        "Ruth,human,,P-2,Alder,,care,3\n"
        "Ruth,human,,P-1,Alder,3,care,3\n"
        "Ruth,human,,P-1,Alder,x,care,3\n"
        "Ruth,human,,,,,care,3\n"
        "Ruth,human,R-AAAAAAAAAA,P-2,Beech,,care,3\n"
        "Ruth,human,R-AAAAAAAAAA,,,,kindness,3\n"
        "Ruth,human,R-AAAAAAAAAA,,,,,3\n"
    )
    assert found == [
        "row 2, column rater: found an empty cell; allowed: the rater's name",
        "row 3, column rater_kind: found 'person'; allowed: human or llm",
        "row 4, column response: found 'R-ZZZZZZZZZZ'; allowed: the label of a response of this study",
        "row 5, column prompt: found 'P-9', which is not in this study; allowed: a response of this study",
        "row 6, column system: found 'Adler', which is not in this study; allowed: a response of this study",
        "row 7, column system: found 'Alder', which has no response to 'P-2' in this study; "
        "allowed: a response of this study",
        "row 8, column replication: found '3'; allowed: a response of this study",
        "row 9, column replication: found 'x'; allowed: a response of this study",
        "row 10, column response: found no response; "
        "allowed: a label in column response, an id in column own_id, or prompt and system (and replication)",
        "row 11, column response: found R-AAAAAAAAAA, which is not the response of 'Beech' to 'P-2'; "
        "allowed: R-CCCCCCCCCC, or an empty cell",
        "row 12, column axis: found 'kindness'; allowed: one of truth, care",
        "row 13, column axis: found an empty cell; allowed: one of truth, care",
    ]


def test_the_same_rater_response_and_axis_twice_is_named_with_both_rows() -> None:
    row = "Ruth,human,R-AAAAAAAAAA,care,3,,\n"
    assert problems(HEAD + row + "Ruth,human,R-BBBBBBBBBB,care,3,,\n" + row) == [
        "row 4: found 'Ruth' on this response and axis again (first in row 2); "
        "allowed: each rater, response and axis once"
    ]


def test_a_rater_is_one_person_or_one_judge_of_one_maker_throughout() -> None:
    head = "rater,rater_kind,response,axis,score,family,model\n"
    found = problems(
        f"{head}Hollin,llm,R-AAAAAAAAAA,care,3,Westerby,Hollin 3\n"
        "Hollin,llm,R-BBBBBBBBBB,care,3,Oxbow,\n"
        "Hollin,human,R-CCCCCCCCCC,care,3,,\n"
        "Ruth,human,R-CCCCCCCCCC,care,3,Oxbow,\n"
    )
    assert found == [
        "row 3, column family: found 'Oxbow' for 'Hollin'; allowed: the same as in row 2: 'Westerby'",
        "row 4, column rater_kind: found 'human' for 'Hollin'; allowed: the same as in row 2: 'llm'",
        "row 5: found a family or model for the person 'Ruth'; allowed: these for judges only",
    ]


def test_judges_described_elsewhere_bring_maker_and_model_and_no_other_may_come() -> None:
    judges = {"Hollin": Judge("Westerby", "Hollin 3")}
    (answer,) = read(f"{HEAD}Hollin,llm,R-AAAAAAAAAA,care,3,,\n", judges=judges)
    assert (answer.family, answer.model) == ("Westerby", "Hollin 3")
    found = problems(f"{HEAD}Holin,llm,R-AAAAAAAAAA,care,3,,\n", judges=judges)
    assert found == ["row 2, column rater: found the judge 'Holin'; allowed: one of Hollin"]


def test_with_several_modules_the_module_must_be_named() -> None:
    modules = [{"id": one, "name": one, "standpoint": "Here."} for one in ("left", "right")]
    benchmark = a_benchmark(modules=modules)
    head = "rater,rater_kind,response,axis,score,module\n"
    row = "Ruth,human,R-AAAAAAAAAA,care,3"
    answers = read(f"{head}{row},left\n{row},right\n", benchmark)
    assert [answer.module for answer in answers] == ["left", "right"]
    assert problems(f"{head}{row},\n{row},middle\n", benchmark) == [
        "row 2, column module: found an empty cell; allowed: one of left, right",
        "row 3, column module: found 'middle'; allowed: one of left, right",
    ]


@pytest.mark.parametrize("confidence", ["1.5", "-0.1", "high", "80%"])
def test_confidence_lies_between_0_and_1(confidence: str) -> None:
    head = "rater,rater_kind,response,axis,score,confidence\n"
    assert problems(f"{head}Ruth,human,R-AAAAAAAAAA,care,3,{confidence}\n") == [
        f"row 2, column confidence: found '{confidence}'; allowed: a number from 0 to 1, or empty"
    ]


def test_missing_columns_do_not_hide_other_problems() -> None:
    found = problems("rater,response,axis,score\nRuth,R-AAAAAAAAAA,kindness,3\n")
    assert found[0].startswith("row 1, column rater_kind: found no such column")
    assert found[1] == "row 2, column axis: found 'kindness'; allowed: one of truth, care"
    assert len(found) == 2


def test_scores_come_as_jsonl_too() -> None:
    lines = (
        '{"rater": "Ruth", "rater_kind": "human", "response": "R-AAAAAAAAAA", "axis": "care", "score": 3}\n'
        '{"rater": "Ruth", "rater_kind": "human", "response": "R-AAAAAAAAAA", "axis": "truth", "score": null,'
        ' "missing": "cannot_assess"}\n'
    )
    (answer,) = read(lines)
    assert answer.entries == {"care": Entry("value", 3.0, ""), "truth": Entry("cannot_assess", None, "")}
    assert problems(lines.replace(": 3}", ": NaN}"))[0].startswith("line 1: found NaN, which is no number")
    assert problems(lines.replace(', "score": 3', ""))[0].startswith("line 1, column score: found an empty cell")
