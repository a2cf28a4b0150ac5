"""Hash, axis order and schema of a prompt: the same for the same, another for another."""

import json
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from judging.prompts.render import Prompt, render
from judging.replies.read import read
from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table
from tests.judging.prompts.cards_to_render import a_card, credo, ten_x, worldviews

TEN_X = ten_x()


def rendered(benchmark: Benchmark = TEN_X, shuffle: str | None = None, **changes: object) -> Prompt:
    stage = {"cross_judge": "cross", "second_reading": "first", "audited": "primary"}[benchmark.protocol.kind]
    return render(benchmark, a_card(benchmark, **changes), stage=stage, shuffle=shuffle)


def test_the_hash_is_that_of_messages_and_schema() -> None:
    prompt = rendered()
    sent = {
        "messages": [{"role": message.role, "content": message.text} for message in prompt.messages],
        "schema": prompt.schema,
    }
    canonical = json.dumps(sent, sort_keys=True, separators=(",", ":"))
    assert prompt.hash == sha256(canonical.encode()).hexdigest()


def test_the_same_target_gives_the_same_hash_and_another_text_another() -> None:
    assert rendered().hash == rendered().hash
    assert rendered().hash == rendered(label="R-3456789234").hash  # the label is not sent
    others = [rendered(response_text="No."), rendered(prompt_text="Why?"), rendered(shuffle="s")]
    assert len({rendered().hash, *(other.hash for other in others)}) == 4


def test_the_axes_stand_in_the_order_of_the_file_unless_they_are_shuffled() -> None:
    assert rendered().axis_order == TEN_X.axis_ids
    orders = {rendered(shuffle=seed, label=f"R-{n}").axis_order for seed, n in product(("a", "b"), range(6))}
    assert len(orders) > 4
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(TEN_X.axis_ids))}


@pytest.mark.parametrize("benchmark", [ten_x(), worldviews()], ids=["ours", "published"])
def test_a_shuffled_order_is_the_same_in_the_text_the_schema_and_the_record(benchmark: Benchmark) -> None:
    prompt = rendered(benchmark, shuffle="seed of the study")
    assert prompt.axis_order != benchmark.axis_ids
    text = prompt.messages[0].text
    places = [text.index(f"{axis}: {benchmark.axis(axis).name}\n") for axis in prompt.axis_order]
    assert places == sorted(places)
    (axes,) = [part for part in prompt.schema["properties"].values() if part["type"] == "object"]
    assert list(axes["properties"]) == axes["required"] == list(prompt.axis_order)


def everywhere(schema: Any) -> list[dict[str, Any]]:
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    return ([schema] if isinstance(schema, dict) else []) + [found for part in inner for found in everywhere(part)]


@pytest.mark.parametrize("benchmark", [ten_x(), credo(), worldviews(), a_benchmark()], ids=lambda one: one.id)
def test_a_schema_is_closed_and_everything_in_it_has_a_bound(benchmark: Benchmark) -> None:
    for part in everywhere(rendered(benchmark).schema):
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        if part.get("type") == "string" and "enum" not in part:
            assert 0 < part["maxLength"] <= 2000
        if part.get("type") == "array":
            assert part["maxItems"] == 3


def score_of(benchmark: Benchmark, axis: str) -> dict[str, Any]:
    found: dict[str, Any] = rendered(benchmark).schema["properties"]["axes"]["properties"][axis]["properties"]
    return dict(found["score"])


def test_a_few_scores_are_listed_and_many_are_a_range() -> None:
    assert score_of(TEN_X, "lane") == {"type": ["integer", "null"], "enum": [0, 1, 2, 3, None]}
    assert score_of(a_benchmark(), "truth") == {"type": "integer", "enum": [0, 1, 2, 3]}
    assert score_of(credo(), "reliability") == {"type": "integer", "minimum": 0, "maximum": 100}


def test_half_points_and_long_scales_that_may_not_apply() -> None:
    truth, care = a_benchmark_table()["axes"]
    halves = {**truth, "step": 0.5, "partial_anchors": True}
    long = {**care, "highest": 100, "anchors": {}, "partial_anchors": True}
    benchmark = a_benchmark(axes=[halves, long])
    assert score_of(benchmark, "truth") == {"type": "number", "enum": [0, 0.5, 1, 1.5, 2, 2.5, 3]}
    scale = {"type": "integer", "minimum": 0, "maximum": 100}
    assert score_of(benchmark, "care") == {"anyOf": [scale, {"type": "null"}]}


def test_the_reason_stands_before_the_score_in_the_schema() -> None:
    axes = rendered().schema["properties"]["axes"]["properties"]
    assert {tuple(entry["properties"]) for entry in axes.values()} == {("reason", "score")}


def test_the_published_shape_is_the_schema() -> None:
    schema = rendered(worldviews()).schema
    assert list(schema["properties"]) == [
        "authority_classification",
        "dimensions",
        "major_errors",
        "important_omissions",
        "answer_evidence",
        "rubric_evidence",
        "overall_confidence",
        "summary",
    ]
    one = schema["properties"]["dimensions"]["properties"]["non_evasion"]["properties"]
    assert one["score"] == {"type": "integer", "enum": [0, 1, 2, 3, 4]}
    assert one["confidence"] == {"type": "number", "minimum": 0, "maximum": 1}


def test_a_run_may_ask_for_shorter_reasons() -> None:
    prompt = render(TEN_X, a_card(TEN_X), stage="cross", longest_reason=120)
    axes = prompt.schema["properties"]["axes"]["properties"]
    assert {entry["properties"]["reason"]["maxLength"] for entry in axes.values()} == {120}
    assert prompt.messages[0].text.count("at most 120 characters") == len(TEN_X.axes)


def least(schema: dict[str, Any]) -> Any:
    """The first thing a schema allows, in the order of its keys."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: least(part) for name, part in schema["properties"].items()}
    return {"string": "Well said.", "array": [], "integer": 0, "number": 0}[schema["type"]]


@pytest.mark.parametrize("benchmark", [ten_x(), credo(), worldviews(), a_benchmark()], ids=lambda one: one.id)
def test_what_the_schema_allows_can_be_read(benchmark: Benchmark) -> None:
    prompt = rendered(benchmark, shuffle="any")
    reading = read(json.dumps(least(dict(prompt.schema))), benchmark=benchmark, axis_order=prompt.axis_order)
    assert (reading.state, reading.problems) == ("valid", ())
