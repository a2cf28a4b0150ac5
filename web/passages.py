"""Scripture references in a text, and the passages they name, in a public-domain translation.

The text that is scored is never touched: references are listed beside it, and a passage is opened on demand. The
American Standard Version (1901) is in the public domain in every country; it comes with the package pythonbible.
"""

import re
from functools import lru_cache
from typing import NamedTuple

import pythonbible
from pythonbible import Book, NormalizedReference

TRANSLATION = "American Standard Version (1901, public domain)"
MOST_VERSES = 60
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014", "-"))
ALSO_WORDS = {Book.NUMBERS, Book.JUDGES, Book.JOB, Book.MARK, Book.ACTS, Book.RUTH}


class Reference(NamedTuple):
    """A reference as people write it, and the verses it names."""

    label: str
    verses: tuple[int, ...]


@lru_cache(maxsize=4096)
def references(*texts: str) -> tuple[Reference, ...]:
    """Return every passage named in the texts, once each, in the order they are named."""
    found: dict[str, Reference] = {}
    for text in texts:
        plain = text.translate(DASHES)
        for one in pythonbible.get_references(plain):
            verses = pythonbible.convert_reference_to_verse_ids(one) if _is_meant(one, plain) else None
            if verses:
                label = pythonbible.format_scripture_references([one])
                found.setdefault(label, Reference(label, tuple(verses)))
    return tuple(found.values())


def _is_meant(reference: NormalizedReference, text: str) -> bool:
    """Tell a passage from a chance likeness ("Mark 3 items"): it has a verse, or its book's full name and a chapter."""
    if reference.start_verse is not None:
        return True
    if reference.start_chapter is None or reference.book in ALSO_WORDS:
        return False
    name = re.escape(reference.book.title).replace("Psalms", "Psalms?")
    return re.search(rf"(?<!\w){name}\s+{reference.start_chapter}(?!\w)", text) is not None


def passage(reference: Reference) -> list[tuple[str, str]]:
    """Return the verses of a reference as (chapter:verse, text) pairs, at most MOST_VERSES."""
    lines = []
    for verse in reference.verses[:MOST_VERSES]:
        chapter, number = pythonbible.get_chapter_number(verse), pythonbible.get_verse_number(verse)
        text = pythonbible.get_verse_text(verse, version=pythonbible.Version.AMERICAN_STANDARD)
        if text:
            lines.append((f"{chapter}:{number}", text))
    return lines
