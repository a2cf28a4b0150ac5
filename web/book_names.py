"""The names of the books of the Bible as people write them, and which book each name means."""

import pythonbible
from pythonbible import Book

APOCRYPHA_BEGIN = Book.ESDRAS_1
ALSO_WORDS = {Book.NUMBERS, Book.JUDGES, Book.JOB, Book.MARK, Book.ACTS, Book.RUTH}
"""Books whose names are also words or first names: "Mark 3 items", "Job 2"."""

NOT_NAMES = {"act", "cant", "est", "jo", "mar", "phi", "pro"}
"""Abbreviations that stand for other things more often: a play's act, March, an estimate."""

NUMBERS = {
    1: ("1", "I", "1st", "First"),
    2: ("2", "II", "2nd", "Second"),
    3: ("3", "III", "3rd", "Third"),
}
MORE = {
    "Gn": Book.GENESIS,
    "Ex": Book.EXODUS,
    "Lv": Book.LEVITICUS,
    "Nm": Book.NUMBERS,
    "Dt": Book.DEUTERONOMY,
    "Jgs": Book.JUDGES,
    "Psalm": Book.PSALMS,
    "Prov": Book.PROVERBS,
    "Song of Solomon": Book.SONG_OF_SONGS,
    "Mt": Book.MATTHEW,
    "Mk": Book.MARK,
    "Lk": Book.LUKE,
    "Rv": Book.REVELATION,
    "Revelations": Book.REVELATION,
}


def _books() -> list[Book]:
    return [book for book in pythonbible.Book if book.value < APOCRYPHA_BEGIN.value]


def _names() -> dict[tuple[int, str], Book]:
    """Every name in small letters with its number (0: none)."""
    names = {(0, name.lower()): book for name, book in MORE.items()}
    for book in _books():
        first, _, rest = book.title.partition(" ")
        number, title = (int(first), rest) if first.isdigit() else (0, book.title)
        for name in (title, *book.abbreviations):
            if name.lower() not in NOT_NAMES:
                names[number, name.lower()] = book
    return names


NAMES = _names()
TITLES = {**{book.title: book for book in _books()}, "Psalm": Book.PSALMS, "Song of Solomon": Book.SONG_OF_SONGS}
"""The full names, as they are written."""


def book_named(number: str | None, name: str) -> Book | None:
    """Return the book that a name means, with the number before it if that makes one; None for no book.

    A name begins with a capital, unless it is written out in full and is no other word: "john 3:16", but not
    "is 10:30" or "mark 3:1".
    """
    plain = " ".join(name.split()).lower()
    counted = next((n for n, ways in NUMBERS.items() if (number or "").lower() in {w.lower() for w in ways}), 0)
    book = NAMES.get((counted, plain)) or NAMES.get((0, plain))
    if book is None or name[0].isupper():
        return book
    in_full = plain in {title.split(" ", 1)[-1].lower() if title[0].isdigit() else title.lower() for title in TITLES}
    return book if in_full and book not in ALSO_WORDS else None
