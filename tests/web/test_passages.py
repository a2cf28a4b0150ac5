"""References to Scripture are found by chapter and verse; words that are also names of books mean nothing."""

import csv
from pathlib import Path

import pytest

from tests.web.clock import seconds_of
from web.passages import MOST_VERSES, passage, references

DEMO = Path(__file__).parents[2] / "demo" / "study" / "responses.csv"


def labels(*texts: str) -> list[str]:
    return [reference.label for reference in references(*texts)]


def demo_response(prompt: str, system: str) -> str:
    with DEMO.open(encoding="utf-8", newline="") as file:
        (text,) = (row["text"] for row in csv.DictReader(file) if (row["prompt"], row["system"]) == (prompt, system))
    return text


def test_a_response_without_references_shows_nothing() -> None:
    text = demo_response("MW-01", "Larkspur 2")
    assert len(text) > 200
    assert labels(text) == []


def test_a_response_shows_exactly_what_it_names() -> None:
    """Read off the text by hand; "Job's friends" stands before the reference to Job."""
    text = demo_response("TL-01", "Fellmoor Companion")
    assert "Job's friends" in text
    assert labels(text) == ["Proverbs 10:4", "Job 42:7", "Psalm 73:2-3", "Habakkuk 3:17-18", "Ephesians 1:3"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mark 3 items on the list, and give it a mark.",
        "The job of a judge acts on numbers; Ruth, Mark and John will judge.",
        "Job 2 is harder than job 1. Numbers 3 and 4 are odd and even. Acts 2 people.",
        "Is 10:30 too late? It is 9:15 now. Mark 10:30 am in your diary, Dan 9:30 pm, and John 11:15 o'clock.",
        "mark 3:1",
        "Mark 3.5 points. Numbers 2.5 million. Version 1.2:3.",
        "A ratio of 3:1, at 16:9, in 1:1 talks; see 2:3.",
        "John 3:99, John 30:1, Obadiah 2:1, Psalm 151, Genesis 0:1",
        "Romans, Hebrews and Galatians are letters. The Revelation of John.",
        "https://example.org/john3:16x and John 3:16th",
    ],
)
def test_a_chance_likeness_is_no_reference(text: str) -> None:
    assert labels(text) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Job's friends spoke of the job; God answered (Job 42:7).", ["Job 42:7"]),
        ("John 3:16", ["John 3:16"]),
        ("john 3:16 and PSALM 23:1", ["John 3:16", "Psalm 23:1"]),
        ("1 John 4:8; I John 4:9; First John 4:10; 1st John 4:11", [f"1 John 4:{n}" for n in (8, 9, 10, 11)]),
        ("II Corinthians 5:17, 3 John 1:2", ["2 Corinthians 5:17", "3 John 2"]),
        ("Isaiah 1:1; 1 Samuel 3:1", ["Isaiah 1:1", "1 Samuel 3:1"]),
        ("Ps. 73:2–3, Mt 5:3-10, Rev. 21:4", ["Psalm 73:2-3", "Matthew 5:3-10", "Revelation 21:4"]),
        ("Genesis 1:1—2:3", ["Genesis 1:1-2:3"]),
        ("Romans 8:28; 12:2, 5-6 and more", ["Romans 8:28", "Romans 12:2", "Romans 12:5-6"]),
        ("See John 3:16, 17.", ["John 3:16", "John 3:17"]),
        ("John 3:16, 5 days later", ["John 3:16"]),
        ("Genesis 1:1, 3 John 2", ["Genesis 1:1", "3 John 2"]),
        ("John 3:16ff and Isaiah 40:31a", ["John 3:16", "Isaiah 40:31"]),
        ("Romans 8.28", ["Romans 8:28"]),
        ("Psalm 23 and Psalms 120-134", ["Psalm 23", "Psalms 120-134"]),
        ("Jude 3, Philemon 6", ["Jude 3", "Philemon 6"]),
        ("Song of Songs 2:4, Song of Solomon 2:5", ["Song of Songs 2:4", "Song of Songs 2:5"]),
        ("John 3:16 and again John 3:16", ["John 3:16"]),
        ("(**Mark 4:39**) _Acts 2:42_ “Numbers 6:24–26”", ["Mark 4:39", "Acts 2:42", "Numbers 6:24-26"]),
        ("Revelation 3:16-3", ["Revelation 3:16"]),
    ],
)
def test_references_are_named_in_the_order_of_the_text(text: str, named: list[str]) -> None:
    assert labels(text) == named


def test_prompt_and_response_are_listed_together_once_each() -> None:
    assert labels("What of John 3:16?", "John 1:1 and John 3:16") == ["John 3:16", "John 1:1"]


def verses(text: str) -> list[tuple[str, str]]:
    (reference,) = references(text)
    return passage(reference)


def test_a_passage_is_read_verse_by_verse() -> None:
    """The American Standard Version of 1901."""
    assert verses("John 11:35") == [("11:35", "Jesus wept.")]
    assert [number for number, _ in verses("Psalm 73:2-3")] == ["73:2", "73:3"]
    assert verses("Psalm 23")[0] == ("23:1", "Jehovah is my shepherd; I shall not want.")
    assert len(verses("Psalm 23")) == 6


def test_a_verse_that_the_translation_does_not_have_is_passed_over() -> None:
    """Acts 8:37 stands in older translations; the American Standard Version has it in the margin."""
    assert [number for number, _ in verses("Acts 8:36-38")] == ["8:36", "8:38"]


def test_a_long_passage_is_cut_and_says_so() -> None:
    lines = verses("Psalms 119-120")
    assert len(lines) == MOST_VERSES + 1
    assert lines[-1] == ("…", f"The passage goes on; these are its first {MOST_VERSES} verses.")


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 100_000,
        "John " * 40_000,
        "John 3:16, " * 18_000,
        "Song of " * 25_000,
        "3:16-" * 40_000,
        "1 1 John 3:" * 18_000,
    ],
    ids=lambda text: text[:11],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    """200,000 characters; a pattern that goes astray takes minutes."""
    assert seconds_of(lambda: references.__wrapped__(text)) < 10
