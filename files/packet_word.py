"""A review packet as a Word file: a table for each clause, with lists to choose from and room to write.

What is chosen may be typed as well: whoever opens the file where lists do not open loses nothing. Texts are text and
nothing else: no field, link or formula is made of them.
"""

import io
from collections.abc import Sequence

from docx import Document
from docx.document import Document as Doc
from docx.table import Table

from files import word_marks as marks
from files.packet import QUESTIONS, Packet, Place, about, choices, of_packet, written
from rubrics.plain_text import plain

MEDIA = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
CHOOSE = "Please choose"
SCENARIOS = "The scenarios: what answers are expected to weigh"
OPTIONAL = "You may review these too; you can sign without."
ROOM = {"comment": 2.2, "proposed": 1.6}
"""Height of a field in centimetres, at least: a printed page has room to write on."""


def packet_word(packet: Packet) -> bytes:
    """Write a packet as a Word file."""
    document = Document()
    marks.lay_out(document, title=packet.charter.title)
    document.core_properties.identifier = packet.charter.hash
    marks.paragraph(document, packet.charter.title, style="Title")
    facts = marks.table(document)
    for label, text in about(packet).items():
        marks.row(facts, label, text)
    marks.paragraph(document, "")
    marks.paragraphs(document, plain(packet.charter.preamble))
    marks.foot(document, f"{packet.charter.title}, version {packet.version}, {packet.charter.hash[:12]}")
    begun = False
    for place in of_packet(packet):
        if place.subject[0] == "scenario" and not begun:
            begun = True
            marks.paragraph(document, SCENARIOS, style="Heading 1")
            marks.paragraph(document, OPTIONAL)
        _place(document, place, packet)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _place(document: Doc, place: Place, packet: Packet) -> None:
    """Write one place: what stands before it, then a table with its text and its questions."""
    if place.section:
        marks.paragraph(document, place.section, style="Heading 2")
    marks.paragraphs(document, place.before)
    table = marks.table(document)
    marks.row(table, place.label, place.subject[1], head=True)
    for label, text in place.reading.items():
        marks.row(table, label, text)
    for asked in place.asks:
        _question(table, asked, written(packet.entry(place.subject), asked), choices(asked, packet.classes))
    marks.keep_together(table)
    marks.paragraph(document, "")


def _question(table: Table, asked: str, said: str, allowed: Sequence[str]) -> None:
    label = QUESTIONS[asked]
    if allowed:
        cell = marks.row(table, label, "", hint=" / ".join(allowed), field=True)
        marks.choice(cell, label, allowed, said or CHOOSE, chosen=bool(said))
    else:
        marks.row(table, label, said, field=True, height=ROOM[asked])


OWN_WORDS = (SCENARIOS, OPTIONAL)
"""What every packet has outside its tables, beside the charter's own words."""
