"""Replies are read exactly or not at all: the file of replies beside this one says what must come of each."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.prompts.render import render
from judging.replies.read import Reading, read
from rubrics.loader import load
from rubrics.schema import Benchmark
from tests.builders import a_benchmark, a_benchmark_table
from tests.judging.prompts.cards_to_render import a_card

FOLDER = Path(__file__).parents[3] / "rubrics"
REPLIES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("replies.toml").read_text(encoding="utf-8"))[
    "replies"
]
BENCHMARK = a_benchmark()


def read_it(text: str | None, benchmark: Benchmark = BENCHMARK, **more: Any) -> Reading:
    return read(text, benchmark=benchmark, stage="cross", axis_order=benchmark.axis_ids, **more)


def a_reply(truth: Any = 2, care: Any = 3) -> dict[str, Any]:
    return {"axes": {"truth": {"reason": "So.", "score": truth}, "care": {"reason": "Kind.", "score": care}}}


@pytest.mark.parametrize("reply", REPLIES, ids=[reply["name"] for reply in REPLIES])
def test_every_reply_of_the_file_ends_in_its_state(reply: dict[str, Any]) -> None:
    reading = read_it(reply.get("text"), finish_reason=reply.get("finish_reason"), refusal=reply.get("refusal"))
    assert (reading.state, reading.salvaged) == (reply["state"], reply.get("salvaged", False)), reading.problems
    expected = {axis: None if score == "null" else score for axis, score in reply.get("scores", {}).items()}
    assert {axis: entry.value for axis, entry in reading.entries.items()} == expected
    assert reply.get("says", "") in "\n".join(reading.problems)


def test_the_file_has_replies_of_every_state() -> None:
    assert len(REPLIES) >= 30
    assert {reply["state"] for reply in REPLIES} == {"valid", "unreadable", "refused"}


def test_not_applicable_is_an_answer_and_no_score() -> None:
    entry = read_it(json.dumps(a_reply(care=None))).entries["care"]
    assert (entry.kind, entry.value, entry.why) == ("not_applicable", None, "Kind.")


def test_everything_wrong_is_said_at_once() -> None:
    reply = {"axes": {"truth": {"reason": 7, "score": 9}, "zeal": {}}, "total": 1}
    assert read_it(json.dumps(reply)).problems == (
        "axes: 'care' is missing",
        "axes: unknown key 'zeal'; allowed: truth, care",
        "axes.truth.reason: found the number 7; a text",
        "axes.truth.score: found the number 9; allowed: 0, 1, 2, 3",
        "the reply: unknown key 'total'; allowed: axes",
    )


def test_a_reply_in_another_order_than_asked_for_is_noted() -> None:
    reply = json.dumps(a_reply())
    reading = read(reply, benchmark=BENCHMARK, stage="cross", axis_order=("care", "truth"))
    assert (reading.state, reading.problems) == (
        "valid",
        ("the axes came in another order than asked for: truth, care",),
    )


def test_a_long_reason_is_kept_whole_and_noted() -> None:
    reply = a_reply()
    reply["axes"]["truth"]["reason"] = why = "So it is. " * 150 + "End."
    reading = read_it(json.dumps(reply))
    assert (reading.state, reading.entries["truth"].why) == ("valid", why)
    assert reading.problems == ("truth: the reason has 1,504 characters; one sentence was asked for",)


def test_a_reason_is_due_from_judges_even_where_people_need_not_give_one() -> None:
    people = {**a_benchmark_table()["people"], "justification": "never"}
    reply = json.dumps(a_reply()).replace("So.", "")
    assert read_it(reply, a_benchmark(people=people)).state == "unreadable"


@pytest.mark.parametrize("text", ['{"a":' * 100_000, "[" * 100_000, '{"axes": ' + "9" * 5000 + "}"])
def test_what_breaks_other_readers_is_unreadable(text: str) -> None:
    assert read_it(text).state == "unreadable"


def test_an_enormous_number_is_no_score() -> None:
    (problem,) = read_it(json.dumps(a_reply(truth=10**400))).problems
    assert problem.startswith("axes.truth.score: found the number 1000")


# What the prompt shows in the place of a reason.


@pytest.mark.parametrize(
    "why",
    [
        "<why, in one sentence, at most 300 characters>",
        "why, in one sentence, at most 120 characters",
        "<why, in one sentence…>",
        "Why, in one",
        "<why>",
        "Truth: why, in one sentence, at most 300 characters. It is so.",
        "<0, 1, 2, 3>",
        "how sure you are: 0 to 1",
    ],
)
def test_a_reason_that_is_the_prompts_own_words_makes_the_reply_unreadable(why: str) -> None:
    reply = a_reply()
    reply["axes"]["truth"]["reason"] = why
    reading = read_it(json.dumps(reply))
    assert (reading.state, reading.problems) == (
        "unreadable",
        (f"axes.truth.reason: found the prompt's own words {why[:60]!r}; a reason is allowed",),
    )


@pytest.mark.parametrize(
    "why",
    [
        "It says why in one sentence, at most two, and leaves the reader alone.",
        "Why not?",
        "At most 300 characters would have done.",
        "Cites Matthew 5:3, 1, 2 and 3 out of place.",
        "Nobody can be sure: 0 to 1 of the claims hold.",
    ],
)
def test_a_reason_that_only_sounds_like_the_prompt_is_a_reason(why: str) -> None:
    reply = a_reply()
    reply["axes"]["truth"]["reason"] = why
    assert read_it(json.dumps(reply)).state == "valid"


def shown_shape(benchmark: Benchmark) -> str:
    """The shape of a reply as a judge is really shown it."""
    card = a_card(benchmark)
    standing = render(benchmark, card, stage="cross").messages[0].text
    return standing[standing.index("{") : standing.rindex("}") + 1]


def test_the_shape_that_is_shown_is_no_reply_however_it_is_filled() -> None:
    shown = shown_shape(BENCHMARK)
    assert read_it(shown).state == "unreadable"
    filled = re.sub(r'("score": )<[^>]*>', r"\g<1>2", shown)
    assert (
        read_it(filled).problems[0].startswith("axes.truth.reason: found the prompt's own words '<why, in one sentence")
    )
    assert len(read_it(filled).problems) == 2
    assert read_it(f"{shown}\n\n{json.dumps(a_reply())}").state == "unreadable"


# A scale of 0 to 100 in bands.


def reliability(score: Any) -> Reading:
    benchmark = load(FOLDER / "credo" / "v1.1.toml")
    reply = {"axes": {"reliability": {"reason": "It says so plainly.", "score": score}}}
    return read(json.dumps(reply), benchmark=benchmark, stage="first", axis_order=("reliability",))


@pytest.mark.parametrize("score", [0, 64, 65, 100])
def test_every_whole_number_of_a_long_scale_is_a_score(score: int) -> None:
    assert reliability(score).entries["reliability"].value == score


@pytest.mark.parametrize("score", [-1, 101, 84.5, "85", "85/100", "65-84", "Hedged", None, True])
def test_nothing_else_is(score: Any) -> None:
    reading = reliability(score)
    assert reading.state == "unreadable"
    assert reading.problems[0].endswith("allowed: whole numbers from 0 to 100")


# Any text at all.

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
_SCORES = st.none() | st.booleans() | st.integers(-2, 6) | st.floats() | st.text(max_size=5)
_ENTRY = st.fixed_dictionaries({"reason": st.text(max_size=20), "score": _SCORES}) | _JSON
_NEARLY = st.fixed_dictionaries({"axes": st.fixed_dictionaries({"truth": _ENTRY, "care": _ENTRY})}) | _JSON
_PIECES = st.sampled_from(['{"axes":', "{", "}", "[", "]", '"', ":", ",", "```json\n", "<think>", "</think>", "2", " "])


def holds_what_a_reading_promises(reading: Reading) -> None:
    if reading.state != "valid":
        assert (dict(reading.entries), reading.confidence, dict(reading.extras)) == ({}, None, {})
        assert reading.problems
        return
    assert tuple(reading.entries) == BENCHMARK.axis_ids
    for axis in BENCHMARK.axes:
        entry = reading.entries[axis.id]
        assert entry.value in axis.values() if entry.kind == "value" else axis.may_not_apply


@settings(deadline=None, derandomize=True)
@given(st.text() | st.lists(_PIECES | st.text(max_size=3), max_size=30).map("".join))
def test_reading_never_raises_on_any_text(text: str) -> None:
    holds_what_a_reading_promises(read_it(text))


@settings(deadline=None, derandomize=True)
@given(_NEARLY)
def test_a_valid_reading_has_exactly_the_axes_with_scores_they_allow(reply: Any) -> None:
    holds_what_a_reading_promises(read_it(json.dumps(reply)))


_GOOD = st.builds(a_reply, st.integers(0, 3), st.none() | st.integers(0, 3))
_BEFORE = st.sampled_from(["", " \n", "```json\n", "```\n", "\ufeff", "<think>So? {2}</think>\n", "Here it is: "])
_AFTER = st.sampled_from(["", "\n\n", "\n```", " That is all."])


@settings(deadline=None, derandomize=True)
@given(_GOOD, _BEFORE, _AFTER, st.sampled_from([None, 2]))
def test_what_stands_around_a_valid_reply_does_not_change_what_is_read(
    reply: dict[str, Any], before: str, after: str, indent: int | None
) -> None:
    bare, dressed = (
        read_it(json.dumps(reply)),
        read_it(f"{before}{json.dumps(reply, indent=indent, ensure_ascii=False)}{after}"),
    )
    assert (bare.state, bare.salvaged) == ("valid", False)
    assert (dressed.state, dressed.entries) == ("valid", bare.entries)
