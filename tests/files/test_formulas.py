"""Cells that a spreadsheet would run: inert on the way out, letter by letter the same on the way in."""

import pytest

from files.formulas import inert, restored

DANGEROUS = [
    '=HYPERLINK("http://bad.example","click")',
    "=1+1",
    "+1",
    "-2",
    "- a list that begins with a dash",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " +1",
    "\n=1",
    "\u200b=1",
    "\ufeff=1",
    "\u202e=1",
    "\u00a0=1",
    "\u2060\u200d @x",
    "\u00ad-1",
    "＝1+1",
    "'=1",
    "''@x",
]
HARMLESS = [
    "",
    "Good answer",
    "a=b",
    "'tis the season",
    "'quoted'",
    "3 - good",
    "שלום",
    "Ἐν ἀρχῇ",
    "🙂 +1",
    "  two blanks first",
    "(-1)",
]


@pytest.mark.parametrize("text", DANGEROUS)
def test_what_would_run_gets_an_apostrophe_and_comes_back(text: str) -> None:
    assert inert(text) == "'" + text
    assert restored(inert(text)) == text


@pytest.mark.parametrize("text", HARMLESS)
def test_what_would_not_run_stays_as_it_is(text: str) -> None:
    assert inert(text) == text
    assert restored(text) == text


def test_going_out_twice_comes_back_twice() -> None:
    assert restored(restored(inert(inert("=1")))) == "=1"
