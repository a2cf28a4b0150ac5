"""Scripture references in a text, and the passages they name, in a public-domain translation.

The text that is scored is never touched: references are listed beside it, and a passage is opened on demand. Each
reference is found by its own chapter and verse, so that a word that is also a book's name ("the job", "a mark of 3")
means nothing. The American Standard Version (1901) is in the public domain in every country; it comes with the package
pythonbible.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import pythonbible
from pythonbible import Book, NormalizedReference

from web.book_names import ALSO_WORDS, NAMES, NUMBERS, TITLES, book_named

TRANSLATION = "American Standard Version (1901, public domain)"
MOST_VERSES = 60
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014", "-"))


class Reference(NamedTuple):
    """A reference as people write it, and the verses it names."""

    label: str
    verses: tuple[int, ...]


class _Found(NamedTuple):
    """A reference and where it begins in the text."""

    start: int
    span: "Span"


Span = tuple[Book, int, int | None, int, int | None]
"""Book, chapter and verse from, chapter and verse to; without verses, whole chapters."""


def _any_of(names: Iterator[str]) -> str:
    longest_first = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)


_NUMBER = rf"(?:(?P<number>{_any_of(way for ways in NUMBERS.values() for way in ways)})\s*)?"
_VERSE = r"(?P<verse>\d{1,3})(?:[a-c]?(?:ff?\.?)?)(?!\w)"
_TO = r"(?:\s?-\s?(?:(?P<to_chapter>\d{1,3})[:.])?(?P<to_verse>\d{1,3})[a-c]?(?!\w|[:.]\d))?"
_NO_TIME = r"(?!:\d|\s?%|\s?(?:[ap]\.?m\b|h\b|hrs?\b|o'clock|o’clock|Uhr\b))"

FIRST = re.compile(
    rf"(?<![\w:.-]){_NUMBER}(?P<book>{_any_of(name for _, name in NAMES)})\.?\s*"
    rf"(?P<chapter>\d{{1,3}})(?P<mark>[:.]){_VERSE}{_TO}{_NO_TIME}",
    re.IGNORECASE,
)
FURTHER = re.compile(rf"\s?[,;]\s?(?P<chapter>\d{{1,3}}):{_VERSE}{_TO}{_NO_TIME}")
_END = r"(?=\s?[,;:.)\]!?\"'”’]|\s*$)(?![:.]\d)"
FURTHER_VERSE = re.compile(rf"\s?,\s?{_VERSE}{_TO}(?:(?<=\d-\d)|(?<=\d-\d\d)|{_END})", re.MULTILINE)
CHAPTER = re.compile(
    rf"(?<![\w:.-])(?P<title>{_any_of(iter(TITLES))})\s(?P<chapter>\d{{1,3}})(?:-(?P<to>\d{{1,3}}))?(?![\w%-]|[:.]\d)"
)


@lru_cache(maxsize=1024)
def references(*texts: str) -> tuple[Reference, ...]:
    """Return every passage named in the texts, once each, in the order they are named."""
    named: dict[str, Reference] = {}
    for text in texts:
        plain = text.translate(DASHES)
        for found in sorted([*_verses(plain), *_chapters(plain)], key=lambda one: one.start):
            if reference := _known(found.span):
                named.setdefault(reference.label, reference)
    return tuple(named.values())


@lru_cache(maxsize=4096)
def _known(span: Span) -> Reference | None:
    """Return the reference, None where the Bible has no such chapter or verse."""
    reference = NormalizedReference(*span)
    if not pythonbible.is_valid_reference(reference):
        return None
    verses = pythonbible.convert_reference_to_verse_ids(reference)
    return Reference(_label(reference), tuple(verses))


def _label(reference: NormalizedReference) -> str:
    first, last = reference.start_chapter, reference.end_chapter
    if reference.start_verse is not None:
        label: str = pythonbible.format_scripture_references([reference])
    else:
        label = f"{reference.book.title} {first}" if first == last else f"{reference.book.title} {first}-{last}"
    return label if reference.start_verse is None and first != last else label.replace("Psalms", "Psalm", 1)


def _verses(text: str) -> Iterator[_Found]:
    """Find each book with chapter and verse, and the further chapters and verses of that book behind it."""
    for match in FIRST.finditer(text):
        book = book_named(match["number"], match["book"])
        if book is None or (match["mark"] == "." and book in ALSO_WORDS):
            continue
        chapter = int(match["chapter"])
        place = match
        while True:
            yield _Found(place.start(), _span(book, chapter, place))
            chapter = int(place["to_chapter"] or chapter)
            further = FURTHER.match(text, place.end())
            if further:
                chapter, place = int(further["chapter"]), further
            elif verse := FURTHER_VERSE.match(text, place.end()):
                place = verse
            else:
                break


def _span(book: Book, chapter: int, place: "re.Match[str]") -> Span:
    verse = int(place["verse"])
    to_chapter, to_verse = int(place["to_chapter"] or chapter), int(place["to_verse"] or verse)
    to_chapter, to_verse = max((to_chapter, to_verse), (chapter, verse))
    return book, chapter, verse, to_chapter, to_verse


def _chapters(text: str) -> Iterator[_Found]:
    """Find each book's full name with a whole chapter, or, where a book has but one, a verse ("Jude 3")."""
    for match in CHAPTER.finditer(text):
        book, first = TITLES[" ".join(match["title"].split())], int(match["chapter"])
        last = max(first, int(match["to"] or first))
        if book in ALSO_WORDS:
            continue
        if pythonbible.get_number_of_chapters(book) == 1:
            yield _Found(match.start(), (book, 1, first, 1, last))
        else:
            yield _Found(match.start(), (book, first, None, last, None))


def passage(reference: Reference) -> list[tuple[str, str]]:
    """Return the verses of a reference as (chapter:verse, text) pairs, at most MOST_VERSES and a word that there are
    more."""
    lines = []
    for verse in reference.verses[:MOST_VERSES]:
        chapter, number = pythonbible.get_chapter_number(verse), pythonbible.get_verse_number(verse)
        text = pythonbible.get_verse_text(verse, version=pythonbible.Version.AMERICAN_STANDARD)
        if text:
            lines.append((f"{chapter}:{number}", text))
    if len(reference.verses) > MOST_VERSES:
        lines.append(("…", f"The passage goes on; these are its first {MOST_VERSES} verses."))
    return lines
