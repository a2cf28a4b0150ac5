"""A reason must say something, in any script; an emoji, dots or invisible characters say nothing."""

import pytest

from rubrics.words import has_words, unprintable


@pytest.mark.parametrize(
    "text",
    [
        "It quotes the verse in context.",
        "ok",
        "זה נכון",
        "בְּרֵאשִׁית",
        "صحيح",
        "می\u200cشود",
        "好",
        "はい",
        "예",
        "እውነት",
        "सही",
        "ἀλήθεια",
        "e\u0301te\u0301",
        "👍 because it is kind",
    ],
)
def test_words_of_every_script_are_words(text: str) -> None:
    assert has_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n\t ",
        "\u00a0\u2003",
        "...",
        "…",
        "-",
        "?!",
        "👍",
        "❤️‍🔥",
        "123",
        "٣٤٥",
        "a",
        "a b c",
        "a. b.",
        "\u200b\u200b\u200b",
        "\u200d\ufeff\u2060",
        "\u3164\u3164",
        "\u115f\u1160",
        "\u0301\u0301",
        "。、",
        "\u2800",
    ],
)
def test_what_is_no_word_is_not_taken_for_one(text: str) -> None:
    assert not has_words(text)


def test_a_character_that_cannot_be_stored_is_named_once() -> None:
    assert unprintable("a\x00b\x00\ud800") == ["U+0000", "U+D800"]


def test_characters_that_people_write_with_are_left_alone() -> None:
    assert unprintable("line\nline\ttab\r\n שָׁלוֹם \u200f👨‍👩‍👧 می\u200cشود") == []


@pytest.mark.parametrize("ch", ["\u202e", "\u202d", "\ufffe", "\U0001ffff", "\x1b", "\x85"])
def test_controls_and_direction_overrides_are_named(ch: str) -> None:
    assert unprintable(f"a{ch}b") == [f"U+{ord(ch):04X}"]


def test_the_marks_that_word_processors_put_into_hebrew_are_taken() -> None:
    assert unprintable("\u2067שלום\u2069 and \u202bעולם\u202c") == []
