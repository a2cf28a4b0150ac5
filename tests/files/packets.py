"""Packets of a short charter, filled in as an expert would, and read back."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from docx import Document
from docx.document import Document as Doc
from docx.table import Table

from files.packet import QUESTIONS, Packet
from files.packet_csv import packet_csv
from files.packet_word import packet_word
from files.returned import Known, Reading, Returned, read_back
from rubrics.charters import Charter, parse_charter
from rubrics.reviews import ReviewEntry
from rubrics.scenarios import Expectation, Scenario

CLASSES = ("settled", "open_choice")
TEXT = """# Bread

Status: for tests

Three clauses on bread.

## Of what it is made

1. **Bread** is good, and *nobody* is to go without.

   Sources: The Old Book 3; The Old Book 7

2. Salt belongs in it.

## How it is made

3. Yeast may be left out.

4. Ovens are hot.
"""
EDITED = TEXT.replace("Salt belongs", "A little salt belongs")
ARABIC = """# الخبز

1. العدل واجب على الناس.

   المصادر: القرآن ٤: ٥٨

2. الصدق خير.
"""
SCENARIO = Scenario(
    "SC-1",
    "The burnt loaf",
    "A loaf is burnt. What now?",
    {"bakers": Expectation("open_choice", ("Is it edible?", "Who is hungry?"), ("The Old Book 9",))},
)
LIMIT = "Research benchmark, not a word of the guild."
Spoil = Callable[[Doc], None]


def a_charter(text: str = TEXT) -> Charter:
    """A charter from its text."""
    return parse_charter(text, "bread.md", module="bakers")


def a_packet(text: str = TEXT, **changes: Any) -> Packet:
    """The packet of a charter and one scenario."""
    fields: dict[str, Any] = {
        "study": "Spring",
        "module": "bakers",
        "tradition": "Bakers",
        "charter": a_charter(text),
        "version": 1,
        "added_at": datetime(2026, 3, 1, tzinfo=UTC),
        "scenarios": (SCENARIO,),
        "classes": CLASSES,
        "limit": LIMIT,
    }
    return Packet(**{**fields, **changes})


def known(*texts: str) -> Known:
    """What a returned file is read against: these texts, the last in force."""
    readings = tuple(Reading(number, a_charter(one)) for number, one in enumerate(texts or (TEXT,), start=1))
    return Known(readings, (SCENARIO,), "bakers", CLASSES)


def opened(packet: Packet) -> Doc:
    """A packet's Word file, opened."""
    return Document(io.BytesIO(packet_word(packet)))


def card(document: Doc, name: str) -> Table:
    """The table of a place: "Clause 3"."""
    for table in document.tables:
        first = " ".join(cell.text for cell in table.rows[0].cells).strip()
        if first == name:
            return table
    raise LookupError(name)


def fill(document: Doc, name: str, **said: str) -> None:
    """Write into the fields of a place, which are named as in `QUESTIONS`."""
    for row in card(document, name).rows:
        for asked, words in said.items():
            if row.cells[0].text.partition("\n")[0] == QUESTIONS[asked]:
                row.cells[1].text = words


def delete(document: Doc, name: str) -> None:
    """Take a table out."""
    table = card(document, name)._tbl
    table.getparent().remove(table)


def saved(document: Doc) -> bytes:
    """A Word file's bytes."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def returned(document: Doc, *texts: str) -> Returned:
    """A Word file, read back."""
    return read_back(saved(document), "back.docx", known(*texts))


def returned_csv(text: str | bytes, *texts: str) -> Returned:
    """A CSV, read back."""
    content = text if isinstance(text, bytes) else text.encode("utf-8-sig")
    return read_back(content, "back.csv", known(*texts))


def csv_text(packet: Packet) -> str:
    """A packet as CSV."""
    return packet_csv(packet).decode("utf-8-sig")


def said(found: Returned) -> dict[str, ReviewEntry]:
    """The entries by clause or scenario."""
    return {one.clause: one for one in found.entries}
