"""No clue can be made slow by a text: the work for a start position has a bound, proved from the patterns.

A matcher takes long when it may go back and try again: a repeat that gives characters up, a choice that is made anew.
So every repeat must be possessive and bounded, and every choice the last thing in an atomic group. Then each part of a
pattern is tried at most once for each start, and the sum of the parts bounds the work for one character of text.
"""

import importlib
import re
from typing import Any

import pytest

from blinding import leak_clues
from blinding.leak_clues import clues, folded
from blinding.leaks import ENTRY, HEADER, find_marks

NAMES = ["Cedar 2", "Northfield Companion (grounded)", "C++", "Meta", "a" * 60]
BOUND = 10_000
"""Steps for one character of text, over all patterns together."""

parser: Any = importlib.import_module("re._parser")
codes: Any = importlib.import_module("re._constants")


def work(parts: Any, *, atomic: bool = False) -> int:
    """Steps for one start position at most; fails where the matcher could go back."""
    steps = 0
    for place, (code, argument) in enumerate(parts):
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            raise ValueError("a repeat that gives characters back")
        if code is codes.BRANCH:
            if not atomic or place != len(parts) - 1:
                raise ValueError("a choice that can be made anew")
            steps += sum(work(choice, atomic=True) for choice in argument[1])
        elif code is codes.POSSESSIVE_REPEAT:
            _, most, body = argument
            if most is codes.MAXREPEAT:
                raise ValueError("a repeat without bound")
            steps += most * work(body, atomic=True)
        elif code is codes.ATOMIC_GROUP:
            steps += work(argument, atomic=True)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            steps += work(argument[1], atomic=True)
        elif code is codes.SUBPATTERN:
            steps += work(argument[-1], atomic=atomic and place == len(parts) - 1)
        else:
            steps += 1
    return steps


@pytest.mark.parametrize("pattern", [*(clue.pattern for clue in clues(NAMES)), HEADER, ENTRY])
def test_no_pattern_can_go_back(pattern: re.Pattern[str]) -> None:
    assert 0 < work(parser.parse(pattern.pattern, pattern.flags)) < BOUND


def test_all_patterns_together_stay_within_the_bound() -> None:
    assert sum(work(parser.parse(clue.pattern.pattern)) for clue in clues(NAMES)) < BOUND


@pytest.mark.parametrize("pattern", ["(a+)+b", "a*b", "a?b", "(?>a|b)(?:c|dd)e", "a*+", "(?>(?:a|bb)c)", "(a|bb)"])
def test_the_proof_refuses_patterns_that_could(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"repeat|choice"):
        work(parser.parse(pattern))


TABLES = [
    "MODELS",
    "MODELS_ALSO_WORDS",
    "MODELS_BY_VERSION",
    "EDITIONS",
    "MAKERS_OF_MUCH",
    "NOT_MAKERS",
    "MADE",
    "INTERNAL_TAGS",
    "PIECES",
    "GIVEN",
    "GIVEN_TEXTS",
]


@pytest.mark.parametrize("table", TABLES)
def test_no_word_hides_a_longer_one_behind_it(table: str) -> None:
    # In an atomic group the first word that fits is final: "text" before "texts" would never find "texts".
    entries = getattr(leak_clues, table).split("|")
    hidden = [(a, b) for i, a in enumerate(entries) for b in entries[i + 1 :] if b.startswith(a)]
    assert hidden == []


@pytest.mark.parametrize(
    "piece",
    [
        " ", "\n", "a", "As ", "As an ", "[", "[1", "(", "(Source: ", "Source:\n", "- x\n", "<tool_call ", "chunk",
        "Claude ", "Claude-3.", "I am A", "¹", "【", "```tool_", "made by A ", "AI model ", "⟦", "<sup>", "([a](",
    ],
)  # fmt: skip
def test_a_hundred_thousand_hostile_characters_are_searched_to_the_end(piece: str) -> None:
    text = (piece * 100_000)[:99_970] + "\n\n and so says ChatGPT."
    assert find_marks(text, names=NAMES)[-1].found.endswith("ChatGPT")


def test_every_reason_is_a_sentence() -> None:
    assert all(clue.reason[0].isupper() or clue.reason[0] == "“" for clue in clues(NAMES))
    assert all(clue.reason.endswith(".") for clue in clues(NAMES))


SAMPLES = (
    "As Claude 3 Opus, an AI assistant made by Anthropic, I think so.",
    "I am Larkspur, your helpful language model. My training data ends in May; as of my last update, no.",
    "According to the retrieved documents [1][2], see (Source: x) and 【4†a】 chunk id: 7 ([a](b)).",
    "<think>hm</think> <|end|> ```tool_code citeturn0search1 :contentReference[oaicite:2] ⟦x⟧ word⁵ <sup>1</sup>",
    "I was developed by Oxbow Labs, from Google. I searched the web; the search results say: from my documents.",
    "kimi KİMI LARKSPUR-2 Straße larkspur_2 openai OPENAI o1 Phi-4",
)


def test_whatever_a_clue_finds_holds_one_of_the_words_it_needs() -> None:
    """Texts without any of the words are not searched, so a word that is missing here would hide a name."""
    for clue in clues(["Larkspur 2", "Straße AI", "Kimi", "meta"]):
        for text in SAMPLES:
            for found in clue.pattern.finditer(text):
                assert not clue.needs or any(word in folded(found[0]) for word in clue.needs), (clue.pattern, found[0])


def test_every_word_a_clue_needs_is_written_as_texts_are_folded() -> None:
    for clue in clues(["Larkspur 2", "Kimi"]):
        assert all(word and word == folded(word) for word in clue.needs)
