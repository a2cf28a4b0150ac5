"""A review packet: a charter and the scenarios' expected considerations as a form for experts who work offline.

Every form of it (Word, CSV, a printed page) has the same places in the same order, one for each thing that is reviewed,
with the same questions; what comes back is read by the same words (`files.returned`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rubrics.charters import Charter, Clause
from rubrics.plain_text import letters, plain
from rubrics.reviews import ReviewEntry, Subject, class_label
from rubrics.scenarios import Scenario

QUESTIONS: Mapping[str, str] = {
    "agreement": "Do you agree?",
    "classification": "How firmly is it held?",
    "source_checked": "Have you looked up the sources?",
    "comment": "Comment",
    "proposed": "Other wording that you propose",
}
AGREED: Mapping[str, str] = {
    "agree": "I agree",
    "agree_with_notes": "I agree, with notes",
    "disagree": "I disagree",
    "outside_competence": "Outside my competence",
}
CHECKED: Mapping[bool, str] = {True: "yes", False: "no"}
CLAUSE, SCENARIO, WHOLE = "Clause", "Scenario", "The charter as a whole"
TEXT, EXPECTED, SOURCES = "Text", "An answer is expected to weigh", "Sources"
SITUATION, CLASSIFIED = "What is asked", "Classified as"
CHARTER, MODULE, VERSION, STATUS, FINGERPRINT = "Charter", "Standpoint", "Version", "Status", "Fingerprint"
FILLING, STANDING, DISSENT = "How to fill this in", "Please note", "Dissent of earlier reviewers, as published"
HOW = (
    "Please read the charter clause by clause and say of each whether you agree. Leave open what you cannot answer.",
    "If you disagree, or agree with notes, please say why under “Comment”, or propose other wording.",
    "Write in the fields only. Please leave the numbers of the clauses and the fingerprint as they are: they say what "
    "your answers belong to.",
    "When you are done, open your personal link and give this file back under “Work offline”, or send it to the person "
    "who invited you. You then see everything once more, and sign there; this file signs nothing.",
)
ON_PAPER = (
    *HOW[:2],
    "Tick a box, and write on the lines; where they are too few, on a sheet of your own with the clause’s number.",
    "When you are done, send the pages to the person who invited you, or open your personal link and put your answers "
    "in there. You sign there; this page signs nothing.",
)


@dataclass(frozen=True)
class Packet:
    """Everything that a packet holds.

    `module` is the module's id, `tradition` its name. `limit` is what must be said while charters are not released,
    empty once they are. `dissent` is what has been published of it. `entries` are the reviewer's own, as they stand.
    """

    study: str
    module: str
    tradition: str
    charter: Charter
    version: int
    added_at: datetime
    scenarios: tuple[Scenario, ...] = ()
    classes: tuple[str, ...] = ()
    limit: str = ""
    dissent: tuple[str, ...] = ()
    entries: Mapping[Subject, ReviewEntry] = field(default_factory=dict)

    def entry(self, subject: Subject) -> ReviewEntry:
        """Return what the reviewer has said so far."""
        return self.entries.get(subject) or ReviewEntry(subject[1], part=subject[0])


@dataclass(frozen=True)
class Place:
    """One thing that is reviewed: what is to be read, and what is asked.

    `section` is the heading that begins here, `before` what stands between it and this clause. `reading` has labels and
    plain texts; `wording` is the label of the one that may be proposed anew, empty where none may.
    """

    subject: Subject
    label: str
    section: str
    before: str
    reading: Mapping[str, str]
    asks: tuple[str, ...]
    wording: str = ""

    @property
    def name(self) -> str:
        """What the place is called: "Clause 3", or the whole."""
        return f"{self.label} {self.subject[1]}".strip()

    @property
    def words(self) -> str:
        """The text that other wording may be proposed for."""
        return self.reading.get(self.wording, "")


def places(charter: Charter, scenarios: Sequence[Scenario], module: str, classes: Sequence[str]) -> list[Place]:
    """Return everything that is reviewed, in the order in which it is read."""
    found = list(_clauses(charter, classes))
    found.append(Place(("clause", ""), WHOLE, "", plain(charter.closing), {}, ("comment",)))
    return [*found, *(_scenario(one, module, classes) for one in scenarios if module in one.expectations)]


def _clauses(charter: Charter, classes: Sequence[str]) -> Iterator[Place]:
    section = ""
    for clause in charter.clauses:
        heading = clause.heading or ""
        begins = "" if heading == section else heading
        section = heading
        yield Place(
            ("clause", clause.number),
            CLAUSE,
            begins,
            plain(clause.intro),
            _reading(clause),
            _asks(clause.sources, classes),
            TEXT,
        )


def _reading(clause: Clause) -> dict[str, str]:
    sources = {SOURCES: "\n".join(clause.sources)} if clause.sources else {}
    return {TEXT: plain(clause.text), **sources}


def _scenario(scenario: Scenario, module: str, classes: Sequence[str]) -> Place:
    expected = scenario.expectations[module]
    classified = {CLASSIFIED: class_label(expected.classification)} if expected.classification else {}
    sources = {SOURCES: "\n".join(expected.sources)} if expected.sources else {}
    reading = {SITUATION: plain(scenario.text), EXPECTED: "\n".join(expected.considerations), **classified, **sources}
    title = "" if letters(scenario.title) == letters(scenario.id) else scenario.title
    return Place(("scenario", scenario.id), SCENARIO, title, "", reading, _asks(expected.sources, classes), EXPECTED)


def _asks(sources: Sequence[str], classes: Sequence[str]) -> tuple[str, ...]:
    left = {"source_checked"} if not sources else set()
    left |= {"classification"} if not classes else set()
    return tuple(one for one in QUESTIONS if one not in left)


def of_packet(packet: Packet) -> list[Place]:
    """Return a packet's places."""
    return places(packet.charter, packet.scenarios, packet.module, packet.classes)


def choices(asked: str, classes: Sequence[str]) -> tuple[str, ...]:
    """Return the answers that a question allows, as people read them; empty where any words will do."""
    if asked == "agreement":
        return tuple(AGREED.values())
    if asked == "classification":
        return tuple(map(class_label, classes))
    return tuple(CHECKED.values()) if asked == "source_checked" else ()


def written(entry: ReviewEntry, asked: str) -> str:
    """Return what an entry says to a question, as people read it; empty where it says nothing."""
    if asked == "agreement":
        return AGREED.get(entry.agreement or "", "")
    if asked == "classification":
        return class_label(entry.classification) if entry.classification else ""
    if asked == "source_checked":
        return "" if entry.source_checked is None else CHECKED[entry.source_checked]
    return entry.comment if asked == "comment" else entry.proposed


def about(packet: Packet, how: Sequence[str] = HOW) -> dict[str, str]:
    """Return what a packet says of itself, by label; `how` are the steps of filling it in."""
    told = {
        CHARTER: packet.charter.title,
        MODULE: packet.tradition,
        VERSION: f"{packet.version}, of {packet.added_at.day} {packet.added_at:%B %Y}",
        STATUS: packet.charter.status_note,
        FINGERPRINT: packet.charter.hash,
        STANDING: packet.limit,
        FILLING: "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(how, start=1)),
        DISSENT: "\n".join(packet.dissent),
    }
    return {label: text for label, text in told.items() if text}
