"""The check before anything is stored: complete, known, on the scale, and with a reason in words."""

import math
from typing import Any

import pytest

from rubrics.entries import Entry, Problem, check, check_judge
from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table

WHY = "It says what the text says."
SOUND = {"truth": Entry("value", 2, WHY), "care": Entry("value", 3, WHY)}


def said(entries: dict[str, Entry], benchmark: Benchmark | None = None) -> list[str]:
    return [problem.message for problem in check(benchmark or a_benchmark(), entries)]


def with_truth(entry: Entry) -> dict[str, Entry]:
    return {**SOUND, "truth": entry}


def with_rule(**people: Any) -> Benchmark:
    return a_benchmark(people={**a_benchmark_table()["people"], **people})


def test_complete_entries_have_no_problem() -> None:
    assert check(a_benchmark(), SOUND) == []


def test_every_missing_axis_is_named_in_the_order_of_the_file() -> None:
    problems = check(a_benchmark(), {})
    assert [problem.axis for problem in problems] == ["truth", "care"]
    assert problems[0] == Problem("truth", "Truth has no score yet. Please choose one.")


def test_an_axis_of_another_benchmark_is_refused() -> None:
    assert check(a_benchmark(), {**SOUND, "zeal": Entry("value", 1, WHY)}) == [
        Problem("zeal", "'zeal' is not part of this benchmark. Its parts are: Truth, Care.")
    ]


@pytest.mark.parametrize("value", [-1, 4, 99, 1.5, 2.0000001, math.nan, math.inf, True])
def test_a_score_that_no_anchor_has_is_refused_and_not_moved(value: float) -> None:
    (message,) = said(with_truth(Entry("value", value, WHY)))
    assert message.endswith("is not one of its scores. Possible: 0, 1, 2, 3.")


def test_a_score_sent_as_text_is_refused() -> None:
    entry = Entry("value", "2", WHY)  # type: ignore[arg-type]  # what a form sent by hand could hold
    assert "'2' is not one of its scores" in said(with_truth(entry))[0]


def test_a_whole_number_may_be_written_either_way() -> None:
    assert said(with_truth(Entry("value", 2.0, WHY))) == []


def test_a_long_scale_is_described_and_not_listed() -> None:
    axis = {**a_benchmark_table()["axes"][0], "highest": 100, "partial_anchors": True, "anchors": {}}
    benchmark = a_benchmark(axes=[axis])
    assert said({"truth": Entry("value", 100.5, WHY)}, benchmark) == [
        "Truth: 100.5 is not one of its scores. Possible: whole numbers from 0 to 100."
    ]


def test_no_score_with_the_kind_value_is_a_missing_score() -> None:
    assert said(with_truth(Entry("value", None, WHY))) == ["Truth has no score yet. Please choose one."]


@pytest.mark.parametrize("kind", ["not_applicable", "cannot_assess", "rubric_unclear"])
def test_an_answer_without_a_score_has_no_score(kind: Any) -> None:
    assert said({**SOUND, "care": Entry(kind, None, WHY)}) == []
    assert "both a score and an answer without a score" in said({**SOUND, "care": Entry(kind, 1, WHY)})[0]


def test_not_applicable_is_only_for_axes_that_may_not_apply() -> None:
    assert "cannot be marked as not applicable" in said(with_truth(Entry("not_applicable", None, WHY)))[0]
    assert said(with_truth(Entry("cannot_assess", None, WHY))) == []


def test_an_unknown_kind_is_refused() -> None:
    entry = Entry("skipped", None, WHY)  # type: ignore[arg-type]  # what a form sent by hand could hold
    assert "'skipped' is not one that can be given here" in said(with_truth(entry))[0]


@pytest.mark.parametrize("why", ["", "   ", "...", "👍", "\u200b\u200b", "1234", "\u3164"])
def test_a_reason_without_words_is_refused(why: str) -> None:
    assert said(with_truth(Entry("value", 2, why))) == [
        "Truth has no reason yet. Please write one sentence, in words, saying why."
    ]


@pytest.mark.parametrize("why", ["הציטוט מדויק.", "الاقتباس دقيق.", "引用准确。"])
def test_a_reason_may_be_in_any_script(why: str) -> None:
    assert said(with_truth(Entry("value", 2, why))) == []


def test_answers_without_a_score_need_a_reason_too() -> None:
    assert "Care has no reason yet" in said({**SOUND, "care": Entry("rubric_unclear", None, " ")})[0]


def test_a_reason_of_a_thousand_characters_fits_and_one_more_does_not() -> None:
    assert said(with_truth(Entry("value", 2, "ab" * 500))) == []
    assert (
        "has 1,001 characters. Please shorten it to 1,000 or fewer."
        in said(with_truth(Entry("value", 2, "ab" * 500 + "c")))[0]
    )


def test_a_reason_that_no_database_takes_is_refused() -> None:
    assert "U+0000" in said(with_truth(Entry("value", 2, "fine\x00text")))[0]


@pytest.mark.parametrize("confidence", [-0.1, 1.1, math.nan])
def test_confidence_lies_between_nought_and_one(confidence: float) -> None:
    assert "between 0 and 1" in said(with_truth(Entry("value", 2, WHY, confidence)))[0]
    assert said(with_truth(Entry("value", 2, WHY, 1.0))) == []


def test_all_problems_are_named_at_once() -> None:
    entries = {"truth": Entry("value", 9, "..."), "care": Entry("not_applicable", 1, "", 3)}
    assert [problem.axis for problem in check(a_benchmark(), entries)] == ["truth"] * 2 + ["care"] * 3


def test_a_judge_scores_or_says_not_applicable() -> None:
    benchmark = a_benchmark()
    assert check_judge(benchmark, SOUND) == []
    assert check_judge(benchmark, {**SOUND, "care": Entry("not_applicable", None, WHY)}) == []
    (problem,) = check_judge(benchmark, {**SOUND, "care": Entry("cannot_assess", None, WHY)})
    assert problem.message.endswith("Possible: value, not applicable.")


def test_reasons_only_below_a_score() -> None:
    benchmark = with_rule(justification="below", justification_below=2)
    assert said({**SOUND, "truth": Entry("value", 2, "")}, benchmark) == []
    assert "no reason yet" in said({**SOUND, "truth": Entry("value", 1, "")}, benchmark)[0]
    assert "no reason yet" in said({**SOUND, "truth": Entry("cannot_assess", None, "")}, benchmark)[0]


def test_reasons_only_at_the_extremes() -> None:
    benchmark = with_rule(justification="extremes")
    assert said({**SOUND, "truth": Entry("value", 2, "")}, benchmark) == []
    assert "no reason yet" in said({**SOUND, "truth": Entry("value", 0, "")}, benchmark)[0]
    assert "no reason yet" in said({**SOUND, "care": Entry("value", 3, "")}, benchmark)[0]


def test_a_reason_that_is_not_due_may_be_empty_but_not_dots() -> None:
    benchmark = with_rule(justification="never")
    assert said({**SOUND, "truth": Entry("value", 2, "")}, benchmark) == []
    assert "no words in it" in said({**SOUND, "truth": Entry("value", 2, "...")}, benchmark)[0]
