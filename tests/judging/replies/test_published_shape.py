"""Replies in the shape that a benchmark publishes in its own prompt."""

import json
from pathlib import Path
from typing import Any

import pytest

from judging.replies.read import Reading, read
from judging.replies.shape import ShapeError, shape_of
from rubrics.loader import load
from tests.builders import a_benchmark, a_benchmark_table

BENCHMARK = load(Path(__file__).parents[3] / "rubrics" / "worldviews" / "v1.toml")


def a_reply(**changes: Any) -> dict[str, Any]:
    return {
        "authority_classification": "settled",
        "dimensions": {axis: {"score": 3, "confidence": 0.75} for axis in BENCHMARK.axis_ids},
        "major_errors": [],
        "important_omissions": ["The neighbour is not heard."],
        "answer_evidence": ["tell him today"],
        "rubric_evidence": ["candour"],
        "overall_confidence": 0.5,
        "summary": "Decides, and says why.",
        **changes,
    }


def read_it(reply: dict[str, Any], stage: str = "primary") -> Reading:
    return read(json.dumps(reply), benchmark=BENCHMARK, stage=stage, axis_order=BENCHMARK.axis_ids)


def with_dimension(name: str, entry: Any) -> dict[str, Any]:
    return a_reply(dimensions={**a_reply()["dimensions"], name: entry})


def test_the_shape_is_the_one_the_published_prompt_shows() -> None:
    shape = shape_of(BENCHMARK)
    assert [(field.name, field.kind) for field in shape.fields] == [
        ("authority_classification", "choice"),
        ("dimensions", "axes"),
        ("major_errors", "texts"),
        ("important_omissions", "texts"),
        ("answer_evidence", "texts"),
        ("rubric_evidence", "texts"),
        ("overall_confidence", "confidence"),
        ("summary", "text"),
    ]
    assert shape.parts == {"score": "score", "confidence": "confidence"}
    assert shape.fields[0].choices == BENCHMARK.authority_classes
    assert (shape.most_entries, shape.words_below) == (3, 80)


def test_a_whole_reply_is_read() -> None:
    reading = read_it(a_reply())
    assert (reading.state, reading.problems, reading.confidence) == ("valid", (), 0.5)
    entry = reading.entries["non_evasion"]
    assert (entry.kind, entry.value, entry.why, entry.confidence) == ("value", 3, "", 0.75)
    assert reading.extras["authority_classification"] == "settled"
    assert reading.extras["important_omissions"] == ("The neighbour is not heard.",)
    assert "overall_confidence" not in reading.extras


@pytest.mark.parametrize("confidence", [1.2, -0.1, 75, "0.75", None, True])
@pytest.mark.parametrize("where", ["axis", "overall"])
def test_a_confidence_off_its_scale_is_not_moved(where: str, confidence: Any) -> None:
    entry = {"score": 3, "confidence": confidence}
    reply = with_dimension("non_evasion", entry) if where == "axis" else a_reply(overall_confidence=confidence)
    (problem,) = read_it(reply).problems
    assert problem.endswith("allowed: a number from 0 to 1")


@pytest.mark.parametrize("score", [5, -1, 3.5, "3", None, True])
def test_a_score_off_the_scale_is_unreadable(score: Any) -> None:
    (problem,) = read_it(with_dimension("non_evasion", {"score": score, "confidence": 1})).problems
    assert problem.startswith("dimensions.non_evasion.score: found ")
    assert problem.endswith("; allowed: 0, 1, 2, 3, 4")


@pytest.mark.parametrize("name", sorted(a_reply()))
def test_every_part_is_needed(name: str) -> None:
    reply = a_reply()
    del reply[name]
    assert read_it(reply).problems == (f"the reply: {name!r} is missing",)


def test_a_classification_there_is_not_is_unreadable() -> None:
    (problem,) = read_it(a_reply(authority_classification="settled|disputed_boundary")).problems
    assert problem.endswith("allowed: settled, bounded_prudential, open_prudential, disputed_boundary")


def test_a_list_that_is_no_list_and_a_text_that_is_none() -> None:
    assert read_it(a_reply(major_errors="none")).problems == (
        "major_errors: found the text 'none'; a list of texts is allowed",
    )
    assert read_it(a_reply(major_errors=[1])).problems == ("major_errors: found the number 1; a text is allowed",)
    assert read_it(a_reply(summary=None)).problems == ("summary: found null; a text is allowed",)
    assert "U+0000" in read_it(a_reply(summary="a\x00b")).problems[0]


def test_too_long_a_list_or_summary_is_kept_and_noted() -> None:
    reading = read_it(a_reply(major_errors=["a", "b", "c", "d"], summary="word " * 80))
    assert reading.state == "valid"
    assert reading.extras["major_errors"] == ("a", "b", "c", "d")
    assert reading.problems == (
        "major_errors has 4 entries; at most 3 were asked for",
        "summary has 80 words; fewer than 80 were asked for",
    )
    assert read_it(a_reply(major_errors=["a", "b", "c"], summary="word " * 79)).problems == ()


def test_an_adjudicator_who_says_nothing_is_noted() -> None:
    assert read_it(a_reply(summary=""), stage="audit").problems == ()
    (note,) = read_it(a_reply(summary="–"), stage="adjudication").problems
    assert note == "summary says nothing; an adjudicator is to explain the resolution in it"


def test_the_example_of_the_prompt_given_back_is_no_opinion() -> None:
    shown = {"score": 0, "confidence": 0.0}
    given_back = {
        "dimensions": dict.fromkeys(BENCHMARK.axis_ids, shown),
        **{key: ["..."] for key in ("major_errors", "important_omissions", "answer_evidence", "rubric_evidence")},
        "overall_confidence": 0.0,
        "summary": "...",
    }
    reading = read_it(a_reply(**given_back))
    assert (reading.state, reading.problems) == (
        "unreadable",
        ("the reply is the example that the prompt shows, given back",),
    )
    word_for_word = a_reply(**given_back) | {"dimensions": {"dimension_name": shown}}
    assert read_it(word_for_word).state == "unreadable"


def test_one_place_of_the_example_given_back_is_noted() -> None:
    reading = read_it(a_reply(major_errors=["..."]))
    assert (reading.state, reading.problems) == ("valid", ("major_errors is what the prompt shows in its place",))
    assert read_it(a_reply(summary="Decides...")).problems == ()


def test_evidence_that_is_not_in_the_response_is_noted() -> None:
    reply = json.dumps(a_reply(answer_evidence=["“tell him today”", "“never tell anyone”"]))
    reading = read(reply, benchmark=BENCHMARK, response="Recommendation: tell him today.")
    assert reading.problems == ("answer_evidence quotes words that are not in the response: 'never tell anyone'",)
    assert read(reply, benchmark=BENCHMARK).problems == ()


def with_template(evaluation: str) -> Any:
    rules = {**a_benchmark_table()["judging"], "templates": {"evaluation": evaluation}}
    return a_benchmark(judging=rules)


def test_a_published_prompt_that_shows_no_shape_is_refused() -> None:
    with pytest.raises(ShapeError, match="shows no JSON object"):
        shape_of(with_template("{DIMENSIONS} {ANSWER_TEXT}"))
    with pytest.raises(ShapeError, match="one score for each axis"):
        shape_of(with_template('{DIMENSIONS} {ANSWER_TEXT} {"summary": "..."}'))
    with pytest.raises(ShapeError, match="not known what may stand there"):
        shape_of(with_template('{DIMENSIONS} {ANSWER_TEXT} {"total": 1}'))


def test_another_published_shape_needs_no_code() -> None:
    shown = '{DIMENSIONS} {ANSWER_TEXT} {"grades": {"axis": {"because": "...", "grade": 0}}, "verdict": "good|bad"}'
    reply = {
        "grades": {"truth": {"because": "So.", "grade": 1}, "care": {"because": "Kind.", "grade": None}},
        "verdict": "good",
    }
    reading = read(json.dumps(reply), benchmark=with_template(shown))
    assert (reading.state, reading.extras) == ("valid", {"verdict": "good"})
    assert (reading.entries["truth"].value, reading.entries["care"].kind) == (1, "not_applicable")


def test_a_reason_that_is_the_published_places_own_words_is_no_reason() -> None:
    shown = '{DIMENSIONS} {ANSWER_TEXT} {"grades": {"axis": {"because": "one plain sentence", "grade": 0}}}'
    grades = {"truth": {"because": "One plain sentence.", "grade": 1}, "care": {"because": "Kind.", "grade": 2}}
    reading = read(json.dumps({"grades": grades}), benchmark=with_template(shown))
    assert reading.problems == (
        "grades.truth.because: found the prompt's own words 'One plain sentence.'; a reason is allowed",
    )
    grades["truth"]["because"] = "One plain sentence, and it is true."
    assert read(json.dumps({"grades": grades}), benchmark=with_template(shown)).state == "valid"
