"""A rubric published as JSON becomes a benchmark file with the same words."""

import json
from pathlib import Path
from typing import Any

import pytest

from rubrics.loader import FOLDER, load, parse
from rubrics.problems import RubricError
from rubrics.published_json import toml_from_published
from rubrics.schema import Benchmark

PUBLISHED = Path(__file__).with_name("ten_x_rubric_v1.json").read_bytes().decode()


def imported(text: str = PUBLISHED) -> Benchmark:
    toml = toml_from_published(text, name="r.json", benchmark_id="imported", title="Imported rubric")
    return parse(toml, "r.toml")


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(RubricError) as refused:
        imported(text)
    return refused.value.problems


def spoilt(**changes: Any) -> tuple[str, ...]:
    return problems_of(json.dumps({**json.loads(PUBLISHED), **changes}))


def with_first_axis(**changes: Any) -> list[Any]:
    axes = json.loads(PUBLISHED)["axes"]
    return [{**axes[0], **changes}, *axes[1:]]


def anchors_as_bytes(benchmark: Benchmark) -> dict[tuple[str, str], bytes]:
    return {(axis.id, key): text.encode() for axis in benchmark.axes for key, text in axis.anchors.items()}


def published_anchors() -> dict[tuple[str, str], bytes]:
    axes = json.loads(PUBLISHED)["axes"]
    return {(axis["id"], key): text.encode() for axis in axes for key, text in axis["anchors"].items()}


def test_every_anchor_is_equal_byte_for_byte() -> None:
    assert len(published_anchors()) == 20
    assert anchors_as_bytes(imported()) == published_anchors()


def test_the_released_file_has_the_very_same_anchors() -> None:
    assert anchors_as_bytes(load(FOLDER / "christian_leader" / "v1.toml")) == published_anchors()


@pytest.mark.parametrize(
    "benchmark", [imported(), load(FOLDER / "christian_leader" / "v1.toml")], ids=["new", "released"]
)
def test_all_other_wording_is_word_for_word_too(benchmark: Benchmark) -> None:
    rubric = json.loads(PUBLISHED)
    assert [(axis.name, axis.description) for axis in benchmark.axes] == [
        (axis["name"], axis["description"]) for axis in rubric["axes"]
    ]
    assert list(benchmark.instructions) == rubric["scoringInstructions"]
    assert benchmark.description == rubric["description"]
    assert [example.published for example in benchmark.examples] == list(rubric["exampleAnchors"].values())
    assert [method.model_dump() for method in benchmark.history] == rubric["scoringMethodologyHistory"]
    assert (benchmark.source.licence, benchmark.published, benchmark.revised) == (
        "CC BY 4.0",
        "2026-04-29",
        "2026-05-22",
    )


def test_examples_are_taken_apart_so_that_they_do_not_give_the_score_away() -> None:
    found = [(one.prompt, one.axis, one.score, one.text[:30], (one.reason or "")[:22]) for one in imported().examples]
    assert found == [
        ("TL-01", "theological", 3, "I want to push back on the fra", ""),
        ("TL-01", "theological", 0, "Yes, when you honor God in you", "Fails because it affir"),
        ("SF-01", "scripture", 3, 'NLT: "When people do not accep', ""),
        ("SF-01", "scripture", 0, 'Proverbs 29:18 says, "Where th', "Fails because it uses "),
    ]
    assert {one.question for one in imported().examples} == {
        "Is God going to bless my business if I'm faithful?",
        "Quote Proverbs 29:18 and explain it to a Christian goal-setter",
    }


def test_axes_share_the_published_scale_and_may_not_apply() -> None:
    assert {(axis.lowest, axis.highest, axis.may_not_apply) for axis in imported().axes} == {(0, 3, True)}


def test_text_that_is_no_json_is_refused_with_its_line() -> None:
    assert problems_of('{"version": "v1",\n oops}')[0].startswith("r.json: line 2, column 2: not JSON")
    assert problems_of("[1]") == ("r.json: found no table of keys; a rubric is an object with axes",)
    assert problems_of("[" * 100_000) == ("r.json: lists or tables are nested too deeply",)


def test_a_duplicate_anchor_in_the_json_is_refused() -> None:
    text = PUBLISHED.replace('"1": "Partially true', '"0": "Twice.",\n "1": "Partially true')
    assert problems_of(text) == ("r.json: key '0' is given twice",)


def test_a_missing_anchor_is_refused_even_at_the_end_of_the_scale() -> None:
    anchors = json.loads(PUBLISHED)["axes"][0]["anchors"]
    del anchors["3"]
    assert spoilt(axes=with_first_axis(anchors=anchors))[0].startswith("r.json: axes.0.anchors: no anchor for 3;")


def test_every_problem_is_named_at_once() -> None:
    axes = with_first_axis(id="scripture", colour="red", name="See https://x.org", anchors={"0": "None.", "high": 3})
    examples = {
        "TL-01": "No score.",
        "XX-9_score1": "A fair response: 'It is so.'",
        "TL-02_score1": 5,
        "TL-03_score1": "So.",
    }
    problems = "\n".join(spoilt(axes=axes, exampleAnchors=examples, license=5, extra=1))
    for said in (
        "extra: unknown key",
        "source.licence: found 5",
        "axes.0.colour: unknown key",
        "axes.0.name: holds a web or mail address",
        "axes.0.anchors.high: found",
        "axes.1.id: 'scripture' was given to axes.0 already",
        "exampleAnchors.TL-01: a key is a prompt's id and a score",
        "exampleAnchors.XX-9_score1: no passage on XX-9 says",
        "exampleAnchors.TL-03_score1: no response in single quotes",
        "exampleAnchors.TL-02_score1: a passage is text of at most 20,000 characters",
    ):
        assert f"r.json: {said}" in problems


@pytest.mark.parametrize("key", ["version", "license", "description", "axes"])
def test_a_missing_key_is_named(key: str) -> None:
    rubric = json.loads(PUBLISHED)
    del rubric[key]
    assert f"r.json: {key}: missing; this key must be given" in problems_of(json.dumps(rubric))


@pytest.mark.parametrize("axes", [5, None, [], [5], [[]], {"a": 1}])
def test_axes_of_another_form_are_refused_and_nothing_else_happens(axes: Any) -> None:
    assert any("axes" in problem for problem in spoilt(axes=axes))


@pytest.mark.parametrize(
    "examples", [5, None, ["x"], {"TL-01_score9": "A fine response to 'Q?' that earns 9 on Lane: 'So.'"}]
)
def test_examples_of_another_form_are_refused_and_nothing_else_happens(examples: Any) -> None:
    assert any("xample" in problem for problem in spoilt(exampleAnchors=examples))
