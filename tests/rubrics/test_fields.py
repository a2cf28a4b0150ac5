"""Names are plain text: nothing in them may become a link, an icon or markup on a screen."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rubrics.fields import Choice, Label, Prose

LABEL: TypeAdapter[str] = TypeAdapter(Label)
CHOICE: TypeAdapter[str] = TypeAdapter(Choice)
PROSE: TypeAdapter[str] = TypeAdapter(Prose)


@pytest.mark.parametrize(
    "name",
    [
        "Scripture Fidelity",
        "Identity-vs-Performance Framing",
        "10X Life Plan (v1): leaders",
        "אמת",
        "الدقة اللاهوتية",
        "教义准确性",
        "Wahrheit & Güte",
        "Tier A",
        "5",
    ],
)
def test_a_plain_name_is_taken_as_it_is(name: str) -> None:
    assert LABEL.validate_python(name) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("See https://example.org/x", "a web or mail address"),
        ("See www.example.org", "a web or mail address"),
        ("See example.com", "a web or mail address"),
        ("javascript://alert", "a web or mail address"),
        ("Write to a@b.de", "a web or mail address"),
        ("Good :star: axis", "an icon name"),
        (":material/home: axis", "an icon name"),
        ("**Bold** axis", "markup"),
        ("`code`", "markup"),
        ("A -> B", "markup"),
        ("$x$ axis", "markup"),
        ("# Heading", "markup"),
        ("1. List", "markup"),
        ("<b>Bold</b>", "markup"),
        ("[link](x)", "markup"),
        ("Truth &amp; care", "HTML"),
        ("Two\nlines", "a line break"),
        ("Nul\x00l", "U+0000"),
        ("Turned \u202eround", "U+202E"),
        ("\u200b\u200b", "no letter or number"),
        ("   ", "no letter or number"),
        ("...", "no letter or number"),
        ("", "no letter or number"),
        ("x" * 121, "at most 120"),
    ],
)
def test_a_name_that_a_screen_would_change_is_refused(name: str, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        LABEL.validate_python(name)
    assert said in str(refused.value)


def test_a_choice_may_have_quotes_brackets_and_verses() -> None:
    text = "Treats identity as doctrine (Eph 2:10, 2 Cor 5:17), not 'affirmation'; hedges with \"many traditions...\"."
    assert CHOICE.validate_python(text) == text


@pytest.mark.parametrize(
    "text", ["See https://x.y", "An ![img](x) here", "A <img src=x> here", "A :smile: here", "!!!"]
)
def test_a_choice_that_a_screen_would_change_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        CHOICE.validate_python(text)


def test_prose_keeps_its_paragraphs_and_needs_words() -> None:
    assert PROSE.validate_python("One.\n\nTwo, see https://example.org.") == "One.\n\nTwo, see https://example.org."
    with pytest.raises(ValidationError, match="words are needed"):
        PROSE.validate_python(" \n ")
