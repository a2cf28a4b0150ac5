"""A review packet as CSV: a row for each clause and scenario, for those who like a spreadsheet.

A place is "Clause 1.2" and not 1.2, which a spreadsheet would make a date of.
"""

import csv
import io

from files.formulas import inert
from files.packet import EXPECTED, SITUATION, SOURCES, TEXT, Packet, Place, of_packet, written

COLUMNS = (
    "place",
    "heading",
    "text",
    "expected",
    "sources",
    "agreement",
    "classification",
    "source_checked",
    "comment",
    "proposed",
    "fingerprint",
    "note",
)


def packet_csv(packet: Packet) -> bytes:
    """Write a packet as CSV: UTF-8 with a byte order mark, which spreadsheets need; no cell of it runs as a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for place in of_packet(packet):
        row = _row(packet, place)
        writer.writerow([inert(row.get(name, "")) for name in COLUMNS])
    return text.getvalue().encode("utf-8-sig")


def _row(packet: Packet, place: Place) -> dict[str, str]:
    entry = packet.entry(place.subject)
    return {
        "place": place.name,
        "heading": place.section,
        "text": place.reading.get(TEXT) or place.reading.get(SITUATION, ""),
        "expected": place.reading.get(EXPECTED, ""),
        "sources": place.reading.get(SOURCES, ""),
        **{asked: written(entry, asked) for asked in place.asks},
        "fingerprint": packet.charter.hash,
        "note": packet.limit,
    }
