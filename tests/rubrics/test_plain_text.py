"""Markdown as plain text: without marks, and without losing a letter."""

import pytest

from rubrics.plain_text import is_right_to_left, letters, plain


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**Bread** is *good*\nand `warm`.", "Bread is good and warm."),
        ("One.\n\nTwo.", "One.\nTwo."),
        ("- a\n- b\n  1. c\n  2) d", "\u2022 a\n\u2022 b\n    1. c\n    2) d"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2"),
        ("> quoted\n\n---\n\n# Head", "quoted\nHead"),
        ("see [this](http://x.example) and snake_case", "see [this](http://x.example) and snake_case"),
        ("    code = 1", "    code = 1".strip()),
        ("", ""),
    ],
)
def test_marks_go_and_words_stay(markdown: str, text: str) -> None:
    assert plain(markdown) == text


def test_what_markdown_would_leave_out_is_given_as_it_was_typed() -> None:
    table = "| a |\n|---|\n| 1 | lost beyond the columns |"
    assert plain(table) == table


def test_direction_is_that_of_the_first_letter_that_has_one() -> None:
    assert is_right_to_left("1. (العدل) and more")
    assert is_right_to_left("שלום")
    assert not is_right_to_left("Peace, שלום")
    assert not is_right_to_left("12 ...")


def test_only_letters_and_digits_are_compared() -> None:
    assert letters("“Yes”,  he said — no. 2") == letters('"Yes", he said - no. 2')
    assert letters("cafe\u0301") == letters("caf\u00e9")
