"""Checks that look across the tables of a benchmark file, each with the sound file one change away."""

from typing import Any

import pytest
from pydantic import ValidationError

from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table

EXAMPLE = {"prompt": "P-1", "question": "What is true?", "axis": "truth", "score": 3, "text": "This is true."}
TIER = {"id": "A", "name": "Tier A", "description": "The first.", "prompts": 2}
AUDITED = {
    "kind": "audited",
    "exclude": "family",
    "audit_share": 0.25,
    "audit_family": "other_than_author_and_primary",
    "adjudicator_family": "other_than_author_and_both",
    "adjudicate": "audited_only",
    "dispute_on": "composite",
    "dispute_gap": 2,
    "low_confidence": 0.5,
    "audited_counts": "mean",
    "adjudicator_replaces": "all",
}
SECOND_READING = {
    "kind": "second_reading",
    "exclude": "model",
    "empty_answer_scores": 0,
    "second_judge": {"systems": "own", "other_family": True, "counts": "lower", "instruction": "Look for mistakes."},
}
EVALUATION = "Judge {ANSWER_TEXT} by {DIMENSIONS}."


def refusal(**changes: Any) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        a_benchmark(**changes)
    return [f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in refused.value.errors()]


def judging(**changes: Any) -> dict[str, Any]:
    return {**a_benchmark_table()["judging"], **changes}


def totals(**changes: Any) -> dict[str, Any]:
    return {**a_benchmark_table()["totals"], **changes}


def axes(**first: Any) -> list[dict[str, Any]]:
    """The two axes, with changes to the first."""
    table = a_benchmark_table()["axes"]
    return [{**table[0], **first}, table[1]]


def test_axes_are_found_by_id_in_the_order_of_the_file() -> None:
    benchmark = a_benchmark(axes=axes(in_composite=False))
    assert benchmark.axis_ids == ("truth", "care")
    assert benchmark.axis("care").name == "Care"
    assert [axis.id for axis in benchmark.composite_axes] == ["care"]
    with pytest.raises(KeyError, match="'zeal' is not one of truth, care"):
        benchmark.axis("zeal")


def test_two_axes_cannot_share_an_id_or_a_name() -> None:
    assert refusal(axes=axes(id="care", name="Care")) == [
        "axes.1.id: 'care' was given to axes.0 already; each id must be its own",
        "axes.1.name: 'Care' was given to axes.0 already; each name must be its own",
    ]


def test_a_shared_id_is_found_beside_a_spoilt_axis() -> None:
    problems = refusal(axes=axes(id="care", colour="red"))
    assert any(problem.startswith("axes.1.id: 'care' was given") for problem in problems)
    assert any(problem.startswith("axes.0.colour: ") for problem in problems)


def test_modules_and_tiers_are_told_apart_too() -> None:
    module = a_benchmark_table()["modules"][0]
    assert refusal(modules=[module, {**module, "name": "Other"}])[0].startswith("modules.1.id: 'plain' was given")
    tasks = {"called": "Prompt", "languages": ["en"], "tiers": [TIER, {**TIER, "name": "Tier B"}]}
    assert refusal(tasks=tasks)[0].startswith("tasks.tiers.1.id: 'A' was given to tasks.tiers.0")


@pytest.mark.parametrize("key", ["axes", "modules", "claim_limits"])
def test_a_list_that_must_not_be_empty(key: str) -> None:
    assert f"{key}: found 0; at least 1 and at most 50 are allowed" in refusal(**{key: []})


def test_some_axis_must_count() -> None:
    table = [{**axis, "in_composite": False} for axis in a_benchmark_table()["axes"]]
    assert refusal(axes=table) == ["axes: no axis has in_composite = true; at least one must count"]


def test_an_axis_that_may_not_apply_needs_the_rule_for_it() -> None:
    table = a_benchmark_table()
    del table["nulls"]
    with pytest.raises(ValidationError, match="an axis has may_not_apply = true"):
        Benchmark.model_validate(table)
    table["axes"][1]["may_not_apply"] = False
    assert Benchmark.model_validate(table).nulls is None


def test_an_example_belongs_to_an_axis_and_has_one_of_its_scores() -> None:
    assert a_benchmark(examples=[EXAMPLE]).examples[0].score == 3
    assert refusal(examples=[{**EXAMPLE, "axis": "zeal"}, {**EXAMPLE, "score": 1.5}]) == [
        "examples.0.axis: 'zeal' is no axis of this file; allowed: truth, care",
        "examples.1.score: 1.5 is no score of truth; allowed: 0 to 3 in steps of 1",
    ]


def test_an_example_is_word_for_word_what_its_source_prints() -> None:
    whole = "A good response: 'This is true.'"
    assert a_benchmark(examples=[{**EXAMPLE, "published": whole}]).examples[0].published == whole
    assert refusal(examples=[{**EXAMPLE, "published": whole, "text": "This is True."}]) == [
        "examples.0.published: text is not word for word in it"
    ]


def test_a_gap_no_pair_can_have_is_refused() -> None:
    people = {**a_benchmark_table()["people"], "human_gap": 4}
    assert refusal(people=people) == ["people.human_gap: 4 can never be reached; the widest axis spans 3"]


def test_the_reason_rule_and_its_threshold_go_together() -> None:
    people = a_benchmark_table()["people"]
    assert "missing" in refusal(people={**people, "justification": "below"})[0]
    assert "belongs to the rule 'below'" in refusal(people={**people, "justification_below": 2})[0]


def test_only_one_axis_where_only_one_counts() -> None:
    assert refusal(totals=totals(within_response="only_axis")) == [
        "totals.within_response: 'only_axis' needs one composite axis; the file has 2"
    ]


def test_tiers_must_exist_to_be_reported_and_add_up() -> None:
    tasks = {"called": "Prompt", "languages": ["en"], "prompts": 2, "tiers": [TIER]}
    assert a_benchmark(tasks=tasks, totals=totals(by_tier=True)).tasks.tiers[0].prompts == 2
    assert refusal(totals=totals(by_tier=True)) == ["totals.by_tier: is true, but tasks.tiers is empty"]
    assert refusal(tasks={**tasks, "prompts": 3}) == ["tasks.tiers: the tiers have 2 prompts together, not 3"]


def test_ties_by_overlap_need_intervals() -> None:
    ties = {"rule": "overlapping_intervals"}
    assert a_benchmark(ties=ties, bootstrap={"draws": 100, "unit": "prompt"}).ties.below is None
    assert refusal(ties=ties) == ["bootstrap: missing; the tie rule looks at intervals"]


def test_ties_by_gap_need_the_gap() -> None:
    assert "needs the difference" in refusal(ties={"rule": "gap"})[0]
    assert "has no gap" in refusal(ties={"rule": "none", "below": 5})[0]


def test_an_empty_answer_gets_a_score_the_axes_have() -> None:
    assert a_benchmark(protocol=SECOND_READING).protocol.kind == "second_reading"
    problems = refusal(protocol={**SECOND_READING, "empty_answer_scores": -1})
    assert problems[0] == "protocol.empty_answer_scores: -1 is no score of axis truth (0 to 3)"


def test_an_audit_that_looks_at_confidence_needs_it_in_the_reply() -> None:
    assert a_benchmark(protocol=AUDITED, judging=judging(overall_confidence=True)).protocol.kind == "audited"
    assert refusal(protocol=AUDITED) == [
        "judging.overall_confidence: must be true; the protocol looks at the overall confidence"
    ]


def test_a_dispute_gap_no_pair_can_have_is_refused() -> None:
    protocol = {**AUDITED, "dispute_gap": 5}
    assert refusal(protocol=protocol, judging=judging(overall_confidence=True)) == [
        "protocol.dispute_gap: 5 can never be reached; the widest axis spans 3"
    ]


def test_what_a_template_names_must_be_in_the_file() -> None:
    text = EVALUATION + "{CONDITION_NOTE}{MODULE_CHARTER}{AUTHORITY_CLASSIFICATION}{INSTRUCTIONS}"
    places = [problem.split(": ")[0] for problem in refusal(judging=judging(templates={"evaluation": text}))]
    assert places == ["judging.templates.condition_note", *["judging.templates.evaluation"] * 3]
    sound = judging(templates={"evaluation": EVALUATION})
    assert a_benchmark(judging=sound).judging.templates is not None


def test_an_audit_with_templates_needs_one_for_the_adjudicator() -> None:
    rules = judging(overall_confidence=True, templates={"evaluation": EVALUATION})
    assert refusal(protocol=AUDITED, judging=rules) == [
        "judging.templates.adjudication_addition: missing; the protocol sends disputes to an adjudicator"
    ]


def test_word_limits_stand_in_order() -> None:
    collecting = {**a_benchmark_table()["collecting"], "checks": {"min_words": 450, "max_words": 250}}
    assert "at most 250 words, but min_words is 450" in refusal(collecting=collecting)[0]


def test_a_benchmark_cannot_be_changed_after_loading() -> None:
    with pytest.raises(ValidationError):
        a_benchmark().title = "Other"
