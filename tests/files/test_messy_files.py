"""Files as research groups leave them: mapped where somebody says how, refused with exact words where nobody does.

Their shapes are those of published evaluation data; everything in them is invented.
"""

from dataclasses import replace

import pandas as pd
import pytest

from files.layouts import Layout
from files.problems import FileError
from files.scores import read_scores
from files.suggestions import axis_columns, columns_of, glimpse, likely, odd_scores, suggested
from rubrics.schema import Benchmark
from store.score_intake import NewAnswer
from tests.builders import a_benchmark, a_benchmark_table

IDS = ("65aa", "65ab")
RESPONSES = pd.DataFrame(
    [(f"R-{place}222222222", "P-1", "Alder", place, one) for place, one in enumerate(IDS, start=2)],
    columns=["response", "prompt", "system", "replication", "own_id"],
)
# One judge's samples, with the probability of each score beside them.
SAMPLES = "text_id\tcriterion\tsample_llm\tp0\tp1\n65aa\tQ1\t3\t0.1\t0.9\n65ab\tQ2\t0\t0.9\t0.1\n"
# People's scores, one column for each question; 0 where a question did not apply.
PEOPLE = "system\ttext_id\tQ1\tQ2\tannotator_id\n2\t65aa\t3\t0\t22\n0\t65ab\t1\t2\t7\n"
# Three ways of reading one judge, in columns beside each other; the person of the conversation is no rater here.
BASELINES = (
    "text_id\tannotator_id\tcriterion\tsample_llm\tlikeliest_llm\texpected_llm\n65aa\t22\tQ1\t3.0\t2.0\t2.7183\n"
)
QUESTIONS = {"Q1": "care", "Q2": "truth"}
ID = {"own_id": "text_id"}


def a_scale(**judging: bool) -> Benchmark:
    table = a_benchmark_table()
    table["judging"] |= judging
    return Benchmark.model_validate(table)


def read(text: str, layout: Layout, **judging: bool) -> list[NewAnswer]:
    return read_scores(text.encode(), "m.tsv", benchmark=a_scale(**judging), responses=RESPONSES, layout=layout)


def problems(text: str, layout: Layout = Layout(), **judging: bool) -> list[str]:  # noqa: B008  # frozen
    with pytest.raises(FileError) as refused:
        read(text, layout, **judging)
    return [line.removeprefix("m.tsv, ") for line in str(refused.value).splitlines()]


def values(answers: list[NewAnswer]) -> list[tuple[str, str, dict[str, float | None]]]:
    return [(one.rater, one.label, {axis: entry.value for axis, entry in one.entries.items()}) for one in answers]


def test_samples_of_one_judge_are_mapped() -> None:
    columns = {**ID, "axis": "criterion", "score": "sample_llm"}
    layout = Layout(columns=columns, fixed={"rater": "Hollin", "rater_kind": "llm"}, axes=QUESTIONS, others=True)
    assert values(read(SAMPLES, layout)) == [
        ("Hollin", "R-2222222222", {"care": 3}),
        ("Hollin", "R-3222222222", {"truth": 0}),
    ]


def test_unmapped_each_unknown_column_is_named_and_what_is_missing_too() -> None:
    assert [line.partition("; allowed")[0] for line in problems(SAMPLES)][:7] == [
        "row 1, column rater: found no such column (there are: text_id, criterion, sample_llm, p0, p1)",
        "row 1, column rater_kind: found no such column (there are: text_id, criterion, sample_llm, p0, p1)",
        "row 1, column axis: found no such column (there are: text_id, criterion, sample_llm, p0, p1)",
        "row 1, column score: found no such column (there are: text_id, criterion, sample_llm, p0, p1)",
        "row 1, column criterion: found an unknown column",
        "row 1, column p0: found an unknown column",
        "row 1, column p1: found an unknown column",
    ]


def test_peoples_scores_in_columns_are_mapped_and_a_code_needs_a_word() -> None:
    table = a_benchmark_table()
    for axis in table["axes"]:
        axis |= {"lowest": 1, "highest": 4, "may_not_apply": True, "partial_anchors": True, "anchors": {}}
    benchmark = Benchmark.model_validate(table)
    columns = {**ID, "rater": "annotator_id"}
    layout = Layout(
        columns=columns, fixed={"rater_kind": "human"}, axes=QUESTIONS, ignored=frozenset({"system"}), others=True
    )
    unsaid = {"benchmark": benchmark, "responses": RESPONSES}
    with pytest.raises(FileError, match=r"m.tsv, row 2, column q2: found '0'; allowed: on axis truth: 1, 2, 3, 4"):
        read_scores(PEOPLE.encode(), "m.tsv", layout=layout, **unsaid)  # type: ignore[arg-type]  # both as named
    assert odd_scores(PEOPLE.encode(), "m.tsv", benchmark=benchmark, layout=layout) == {"0": 1}


def test_a_code_of_people_needs_a_word_also_where_judges_scores_may_be_any_number() -> None:
    layout = Layout(columns={**ID, "rater": "annotator_id"}, axes=QUESTIONS, others=True)
    benchmark = a_scale(any_number=True)
    coded = PEOPLE.replace("\t0\t22", "\t9\t22")
    found = {}
    for kind in ("human", "llm"):
        said = replace(layout, fixed={"rater_kind": kind})
        found[kind] = odd_scores(coded.encode(), "m.tsv", benchmark=benchmark, layout=said)
    assert found == {"human": {"9": 1}, "llm": {}}


def test_the_systems_column_of_a_wide_file_must_fit_or_be_left_out() -> None:
    columns = {**ID, "rater": "annotator_id"}
    layout = Layout(columns=columns, fixed={"rater_kind": "human"}, axes=QUESTIONS)
    told = "which is not the system of"
    assert problems(PEOPLE, replace(layout, others=True)) == [
        f"row 2, column system: found '2', {told} '65aa'; allowed: 'Alder', or a column that is not read",
        f"row 3, column system: found '0', {told} '65ab'; allowed: 'Alder', or a column that is not read",
    ]
    fits = PEOPLE.replace("\n2\t", "\nAlder\t").replace("\n0\t", "\nAlder\t")
    assert [one.rater for one in read(fits, replace(layout, others=True))] == ["22", "7"]
    assert [
        one.rater for one in read(PEOPLE.replace("system", "dialogue"), Layout(**{**vars(layout), "others": True}))
    ] == ["22", "7"]


def test_a_judge_read_in_three_ways_is_three_raters_and_an_expected_score_is_no_score() -> None:
    raters = {"sample_llm": "sampled", "likeliest_llm": "likeliest", "expected_llm": "expected"}
    layout = Layout(
        columns={**ID, "axis": "criterion"}, fixed={"rater_kind": "llm"}, axes=QUESTIONS, raters=raters, others=True
    )
    assert problems(BASELINES, layout) == [
        "row 2, column expected_llm: found '2.7183'; allowed: on axis care: 0, 1, 2, 3"
    ]
    assert [one[0] for one in values(read(BASELINES, layout, any_number=True))] == ["sampled", "likeliest", "expected"]


def test_what_columns_are_is_suggested_by_their_names_and_only_suggested() -> None:
    _, rows = glimpse(SAMPLES.encode(), "m.tsv", holding=None, layout=Layout())
    assert likely(columns_of(rows)) == "scores"
    found = suggested(rows, ["rater", "rater_kind", "axis", "score", "own_id", "prompt"], "scores")
    assert found == {"own_id": "text_id", "axis": "criterion", "score": "sample_llm"}
    assert axis_columns(["text_id", "care", "truth"], a_benchmark()) == {"care": "care", "truth": "truth"}
    assert likely(["prompt", "system", "text"]) == "responses"
    assert likely(["id", "question", "tier"]) == "prompts"
    assert likely(["model", "provider"]) == "systems"


def test_a_file_that_names_responses_by_an_id_needs_no_system() -> None:
    rows = [{"text_id": "65aa", "dialogue_system": "2", "criterion": "Q1", "sample_llm": "3"}]
    ours = ["own_id", "system", "axis", "score"]
    assert suggested(rows, ours, "scores") == {"own_id": "text_id", "axis": "criterion", "score": "sample_llm"}
    del rows[0]["text_id"]
    assert suggested(rows, ours, "scores")["system"] == "dialogue_system"


def test_a_column_called_response_is_the_text_the_label_or_an_id_by_what_is_in_it() -> None:
    ours = [{"response": "R-2222222222", "prompt": "x", "system": "s", "text": "t"}]
    assert "response" not in suggested(ours, ["response", "own_id"], "responses")
    assert suggested([{"response": "R-0001", "text": "t"}], ["response", "own_id"], "responses") == {
        "own_id": "response"
    }
    assert suggested([{"response": "A whole answer."}], ["response", "text"], "responses")["text"] == "response"
