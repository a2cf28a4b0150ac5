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
from blinding.leak_clues import clues
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
