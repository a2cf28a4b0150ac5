"""A returned packet read back: what its reviewer says, and everything that is wrong with the file, at once.

What can be read is read: a fault in one field takes nothing from the others. Nothing is guessed. A word that is none of
the answers is no answer; a clause that stands twice with different answers has none; and the file must say which text
it was written on.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from files.packet import Place, places
from files.packet_word import OWN_WORDS
from files.problems import shown
from files.returned_answers import entry_of, said_in
from files.returned_csv import READ_AS_WINDOWS, held_in_csv
from files.returned_parts import Card, Fault, Findings, Held, UnreadableFile
from files.returned_word import held_in_word
from rubrics.charters import Charter
from rubrics.clauses import plain_number
from rubrics.kept_charters import changed_numbers
from rubrics.plain_text import letters, plain
from rubrics.reviews import ReviewEntry, Subject, named
from rubrics.scenarios import Scenario

MOST_BYTES = 4_000_000
SHOWN = 200
FILES = "the packet's Word file (.docx) or its CSV, filled in"
STRANGERS = {
    b"%PDF": "a PDF",
    b"\xd0\xcf\x11\xe0": "an old or encrypted Office file (.doc, .xls)",
    b"{\\rtf": "an RTF file",
    b"<": "a web page or another file in angle brackets",
}
EACH_ONCE = "every clause and scenario once; whatever was said of it before stays"
AS_UTF_8 = "a file saved as 'CSV UTF-8', or the Word file"


@dataclass(frozen=True)
class Reading:
    """One version of a charter that somebody may have had before them."""

    version: int
    charter: Charter


@dataclass(frozen=True)
class Returned:
    """What a file says. `charter_hash` is that of the text it was written on, empty where nothing can be taken in.

    `entries` have something to say and are sound as drafts. `problems` name each thing that was not understood, `notes`
    what was understood and should be known.
    """

    charter_hash: str = ""
    version: int = 0
    entries: tuple[ReviewEntry, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """What a file is read against: every version of the charter (the last is in force), scenarios, and classes."""

    texts: Sequence[Reading]
    scenarios: Sequence[Scenario]
    module: str
    classes: Sequence[str]


def read_back(content: bytes, name: str, known: Known) -> Returned:
    """Read a returned packet; whatever is wrong with the file is in the answer, and nothing raises.

    Parameters
    ----------
    content, name
        The file, and what it is called: put in front of every problem.
    known : Known
    """
    return understood(held(content, name), name, known)


def held(content: bytes, name: str) -> Held | UnreadableFile:
    """Open a returned file: the part of reading it that needs to know nothing of charters, and takes time."""
    try:
        return _held(content, name)
    except UnreadableFile as unreadable:
        return unreadable


def understood(file: Held | UnreadableFile, name: str, known: Known) -> Returned:
    """Say what an opened file means; parameters as in `read_back`."""
    if isinstance(file, UnreadableFile):
        return Returned(problems=(str(file.fault),))
    try:
        reading = _reading(file, name, known)
    except UnreadableFile as unreadable:
        return Returned(problems=(str(unreadable.fault),))
    there = places(reading.charter, known.scenarios, known.module, known.classes)
    if fault := _wrong_letters(file, there):
        return Returned(problems=(str(fault),))
    findings = Findings(known.classes, list(file.faults), list(file.notes))
    entries = tuple(_entries(file, there, name, findings))
    findings.faults += _outside(file, there, reading.charter)
    said = [*_outdated(name, reading, known.texts[-1]), *map(str, findings.faults)]
    if len(said) > SHOWN:
        said[SHOWN:] = [f"... and {len(said) - SHOWN:,} more problems"]
    return Returned(reading.charter.hash, reading.version, entries, tuple(said), tuple(findings.notes))


def _held(content: bytes, name: str) -> Held:
    if not content.strip():
        raise UnreadableFile(Fault(name, "an empty file", FILES))
    if len(content) > MOST_BYTES:
        size = f"a file of {len(content) / 1e6:.1f} MB"
        raise UnreadableFile(Fault(name, size, f"at most {MOST_BYTES / 1e6:.0f} MB; take pictures out of it"))
    for begins, stranger in STRANGERS.items():
        if content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(begins):
            raise UnreadableFile(Fault(name, stranger, FILES))
    return held_in_word(content, name) if _is_archive_of_words(content) else held_in_csv(content, name)


def _is_archive_of_words(content: bytes) -> bool:
    """Whether a file is packed as Word's are and no workbook; a damaged one is told of as a Word file."""
    if not content.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        return True
    return not any(one.startswith("xl/") for one in names) or any(one.startswith("word/") for one in names)


def _reading(held: Held, name: str, known: Known) -> Reading:
    """Find the text that a file was written on."""
    found = list(dict.fromkeys("".join(one.split()).casefold() for one in held.fingerprints))
    versions = [f"{one.charter.hash} (version {one.version})" for one in reversed(known.texts)]
    allowed = f"the fingerprint of this charter: {', or '.join(dict.fromkeys(versions))}"
    if not found:
        raise UnreadableFile(
            Fault(name, "no fingerprint, so it is not known which text the answers belong to", allowed)
        )
    if len(found) > 1:
        raise UnreadableFile(Fault(name, f"{len(found)} different fingerprints", allowed))
    for one in reversed(known.texts):
        if one.charter.hash == found[0]:
            return one
    raise UnreadableFile(Fault(name, f"the fingerprint {shown(found[0])}, which is of another text", allowed))


def _outdated(name: str, reading: Reading, newest: Reading) -> Iterator[str]:
    """Say that another text is in force by now, where one is."""
    if reading.charter.hash == newest.charter.hash:
        return
    changed = changed_numbers(reading.charter.text, newest.charter.text)
    numbers = [one.number for one in reading.charter.clauses if one.number in changed]
    said = f"{name}: found answers to version {reading.version}; version {newest.version} is in force by now. "
    if numbers:
        what = "clause" if len(numbers) == 1 else "clauses"
        yield (
            f"{said}The text has changed in {what} {', '.join(numbers)}: the words there are kept, and what was "
            "decided is to be decided anew. All other answers can be taken in"
        )
    else:
        yield f"{said}No clause has changed in between, so all answers can be taken in"


def _wrong_letters(held: Held, there: Sequence[Place]) -> Fault | None:
    """Whether a file was read in the wrong character set: the charter's own text then comes back as another."""
    if READ_AS_WINDOWS not in held.notes:
        return None
    by_key = _by_key(there)
    for card in held.cards:
        place = by_key.get(_key(card.said))
        if place and place.words and letters(card.cells.get(place.wording, place.words)) != letters(place.words):
            return Fault(f"{card.where}, {place.wording}", "letters in an unknown character set", AS_UTF_8)
    return None


def _entries(held: Held, there: Sequence[Place], name: str, findings: Findings) -> Iterator[ReviewEntry]:
    """Read every card, and say which places have none or several."""
    by_key = _by_key(there)
    cards: dict[Subject, list[tuple[Card, ReviewEntry]]] = {}
    for card in held.cards:
        place = by_key.get(_key(card.said))
        if place is None:
            findings.faults.append(_unknown(card, there))
        else:
            cards.setdefault(place.subject, []).append((card, entry_of(card, place, findings)))
    for place in there:
        found = cards.get(place.subject, [])
        if not found:
            findings.faults.append(Fault(name, f"nothing on {named(place.subject)}", EACH_ONCE))
        said = list(dict.fromkeys(entry for _, entry in found if not entry.blank))
        if len(found) > 1:
            findings.faults.append(_twice(place, found, len(said)))
        if len(said) == 1:
            yield said[0]


def _twice(place: Place, found: Sequence[tuple[Card, ReviewEntry]], different: int) -> Fault:
    where = " and ".join(card.where if not at else card.where.rpartition(", ")[2] for at, (card, _) in enumerate(found))
    became = "; they differ, so neither was taken in" if different > 1 else ""
    times = "twice" if len(found) == 2 else f"{len(found)} times"
    return Fault(where, f"{named(place.subject)} {times}{became}", "each once")


def _unknown(card: Card, there: Sequence[Place]) -> Fault:
    numbers = [place.subject[1] for place in there if place.subject[0] == "clause" and place.subject[1]]
    ids = [place.subject[1] for place in there if place.subject[0] == "scenario"]
    allowed = f"clauses {', '.join(numbers)}" + (f"; scenarios {', '.join(ids)}" if ids else "")
    words = said_in(card)
    told = f", which says: {words}" if words else ", with no answer"
    return Fault(card.where, f"{shown(card.said)}{told}", allowed)


def _outside(held: Held, there: Sequence[Place], charter: Charter) -> Iterator[Fault]:
    """Words that stand in no field and are not the packet's own."""
    ours = {charter.title, *OWN_WORDS, *plain(charter.preamble).splitlines()}
    for place in there:
        ours |= {place.section, *place.before.splitlines()}
    own = {letters(one) for one in ours}
    for words in held.loose:
        if letters(words.words) not in own:
            yield Fault(words.where, f"words outside the fields: '{words.words}'", "words in the field they belong to")


def _by_key(there: Sequence[Place]) -> Mapping[str, Place]:
    bare = {_key(place.subject[1]): place for place in reversed(there) if place.subject[1]}
    return {**bare, **{_key(place.name): place for place in there}}


def _key(said: str) -> str:
    """A place's name as it is compared: small letters, one blank, no mark behind the number, digits of any script."""
    return plain_number(" ".join(said.split()).rstrip(".):")).casefold()
