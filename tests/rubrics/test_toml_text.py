"""What is written is what is read back, to the last character."""

import tomllib
from typing import Any

import pytest

from rubrics.toml_text import toml_text

HOSTILE = [
    "",
    " ",
    "quote \" and backslash \\ and '",
    "two\nlines\r\nthree\ttab",
    "\x00\x1f\x7f\x85\u2028\ufeff",
    "שלום עולם 好 👨‍👩‍👧",
    "[table]",
    "a.b",
    "1.5",
    "end\n",
    "true",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_comes_back_as_it_was_as_a_value_and_as_a_key(text: str) -> None:
    table = {"value": text, "many": [text, text], text or "empty": {text: text}, "rows": [{text: text}, {}]}
    assert tomllib.loads(toml_text(table)) == table


@pytest.mark.parametrize("value", [0, -7, 1.5, 1e-9, float("inf"), True, False, [], [1, 2], [[1], ["a"]]], ids=repr)
def test_other_values_come_back_as_they_were(value: Any) -> None:
    assert tomllib.loads(toml_text({"a": value})) == {"a": value}


def test_tables_keep_their_place_after_the_plain_values() -> None:
    table = {"a": {"b": {"c": 1}, "d": [{"e": {"f": 2}}, {"e": {"f": 3}}]}, "g": 4}
    text = toml_text(table)
    assert text.startswith("g = 4\n")
    assert tomllib.loads(text) == table


def test_what_toml_cannot_say_is_left_out_or_refused() -> None:
    assert toml_text({"a": None, "b": 1}) == "b = 1\n"
    with pytest.raises(TypeError, match="complex"):
        toml_text({"a": 1j})
