"""A review packet to be printed: HTML and PDF, with boxes to tick and lines to write on."""

from collections.abc import Iterator, Sequence

from files.packet import DISSENT, ON_PAPER, QUESTIONS, SOURCES, Packet, Place, about, choices, of_packet, written
from files.packet_word import OPTIONAL, SCENARIOS
from publishing.report_html import html_report
from publishing.report_parts import Heading, Part, Points, Room, Words
from publishing.report_pdf import pdf_report
from rubrics.plain_text import is_right_to_left, plain
from rubrics.reviews import ReviewEntry

BOX, TICKED = "\u2610", "\u2612"
ROOM = {"comment": 3, "proposed": 2}


def packet_html(packet: Packet) -> bytes:
    """Write a packet as one HTML file that needs nothing else."""
    return html_report(list(_parts(packet)), {}, title=packet.charter.title)


def packet_pdf(packet: Packet) -> bytes:
    """Write a packet as PDF."""
    return pdf_report(list(_parts(packet)), {}, title=packet.charter.title)


def _parts(packet: Packet) -> Iterator[Part]:
    yield Heading(packet.charter.title, 1)
    for label, text in about(packet, ON_PAPER).items():
        if label == DISSENT:
            yield Heading(label, 3)
            yield Points(packet.dissent)
        elif "\n" in text:
            yield Heading(label, 3)
            yield from map(Words, text.splitlines())
        else:
            yield Words(f"{label}: {text}")
    yield from _paragraphs(plain(packet.charter.preamble))
    begun = False
    for place in of_packet(packet):
        if place.subject[0] == "scenario" and not begun:
            begun = True
            yield Heading(SCENARIOS)
            yield Words(OPTIONAL)
        yield from _place(place, packet.entry(place.subject), packet.classes)


def _paragraphs(text: str) -> Iterator[Part]:
    return map(Words, filter(None, text.splitlines()))


def _place(place: Place, entry: ReviewEntry, classes: Sequence[str]) -> Iterator[Part]:
    is_scenario = place.subject[0] == "scenario"
    if place.section and not is_scenario:
        yield Heading(place.section)
    yield from _paragraphs(place.before)
    yield Heading(f"{place.name}: {place.section}" if is_scenario and place.section else place.name, 3)
    for label, text in place.reading.items():
        yield from _reading(label, text, bare=label == place.wording and not is_scenario)
    for asked in place.asks:
        yield from _question(asked, written(entry, asked), choices(asked, classes))


def _reading(label: str, text: str, *, bare: bool) -> Iterator[Part]:
    """What is to be read; `bare` without its label."""
    lines = text.splitlines()
    if bare:
        yield from _paragraphs(text)
    elif label == SOURCES and not any(map(is_right_to_left, lines)):
        yield Words(f"{SOURCES}: {'; '.join(lines)}")
    elif len(lines) > 1:
        yield Words(f"{label}:")
        yield Points(tuple(lines))
    else:
        yield Words(f"{label}: {text}")


def _question(asked: str, said: str, allowed: Sequence[str]) -> Iterator[Part]:
    label = QUESTIONS[asked]
    if allowed:
        yield Words(f"{label}   {'   '.join(f'{TICKED if one == said else BOX} {one}' for one in allowed)}")
        return
    if said:
        yield Words(f"{label}: {said}")
    yield Room(label, ROOM[asked])
