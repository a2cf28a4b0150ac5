"""What an expert may say of a charter, and what is still open before they can sign: the rules, without a store.

A review goes clause by clause. A scenario's expected considerations are reviewed in the same way. What stands outside
the clauses (title, preamble, closing) may be commented on under an empty number; nobody need say anything of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rubrics.words import has_words, unprintable

Agreement = Literal["agree", "agree_with_notes", "disagree", "outside_competence"]
Part = Literal["clause", "scenario"]
AGREEMENTS: tuple[str, ...] = get_args(Agreement)
PARTS: tuple[str, ...] = get_args(Part)
Decision = Literal["approved", "approved_with_notes", "changes_requested", "declined"]
DECISIONS: tuple[str, ...] = get_args(Decision)
APPROVING = ("approved", "approved_with_notes")
LONGEST = 5_000
NAMES: Mapping[str, str] = {"clause": "clause", "scenario": "scenario"}

Subject = tuple[str, str]
"""A part and the number of the clause or the id of the scenario in it."""


@dataclass(frozen=True)
class ReviewEntry:
    """What one reviewer says of one clause, or of one scenario's expected considerations.

    `clause` is the clause's number or, where `part` is "scenario", the scenario's id; empty for what stands outside the
    clauses. `classification` is one of the benchmark's authority classes, `source_checked` None while nothing was said.
    """

    clause: str
    classification: str | None = None
    agreement: str | None = None
    comment: str = ""
    proposed: str = ""
    source_checked: bool | None = None
    part: str = "clause"

    @property
    def subject(self) -> Subject:
        """What the entry is about."""
        return (self.part, self.clause)

    @property
    def blank(self) -> bool:
        """Whether nothing at all was said."""
        return self == ReviewEntry(self.clause, part=self.part)

    @property
    def has_comment(self) -> bool:
        """Whether there is something for the owner to answer."""
        return has_words(self.comment) or has_words(self.proposed)

    def keeps(self, other: "ReviewEntry") -> bool:
        """Whether nothing that another entry says is lost when this one takes its place."""
        return all(
            there in (None, "", getattr(self, name))
            for name, there in vars(other).items()
            if name not in ("part", "clause")
        )

    def reopened(self) -> "ReviewEntry":
        """Return the entry for a text that has changed: the words stay, what was decided of the old text does not."""
        return replace(self, classification=None, agreement=None, source_checked=None)


def named(subject: Subject) -> str:
    """Write a subject as people say it: "clause 3", "scenario SC-01"."""
    part, clause = subject
    return f"{NAMES[part]} {clause}" if clause else "the charter as a whole"


def class_label(authority_class: str) -> str:
    """Write the id of an authority class as words."""
    return authority_class.replace("_", " ").capitalize()


def unsound(entry: ReviewEntry, *, classes: Sequence[str]) -> list[str]:
    """Say what makes an entry one that cannot be kept, even as a draft; empty when nothing does."""
    name = named(entry.subject) if entry.part in PARTS else repr(entry.part)
    problems = []
    if entry.part not in PARTS:
        problems.append(f"{name}: found the part {entry.part!r}; allowed: {', '.join(PARTS)}")
    for what, found, allowed in (
        ("classification", entry.classification, classes),
        ("agreement", entry.agreement, AGREEMENTS),
    ):
        if found is not None and found not in allowed:
            problems.append(f"{name}: found the {what} {found!r}; allowed: {', '.join(allowed) or 'none'}")
    for what, text in (("comment", entry.comment), ("proposed wording", entry.proposed)):
        if len(text) > LONGEST:
            problems.append(f"{name}: the {what} has {len(text):,} characters; allowed: at most {LONGEST:,}")
        if hidden := unprintable(text):
            problems.append(f"{name}: the {what} has a hidden character ({', '.join(hidden)}); please retype it")
    return problems


def unfinished(entry: ReviewEntry) -> str | None:
    """Say what an entry lacks for a signature, as the end of a sentence; None when nothing."""
    if entry.agreement is None and not entry.clause:
        return None
    if entry.agreement is None:
        return "no answer yet"
    if entry.agreement == "agree_with_notes" and not entry.has_comment:
        return "you agree with notes, but there is no note yet"
    if entry.agreement == "disagree" and not entry.has_comment:
        return "you disagree; please say why, or propose other words"
    return None


def open_before_signing(
    entries: Mapping[Subject, ReviewEntry], clauses: Iterable[str], *, decision: str, reasons: str, conflict: str = ""
) -> list[str]:
    """Say what must still be done before a review can be signed with this decision, one sentence each.

    An approval needs an answer on every clause. Requests for changes and declines need only their reasons, there or in
    a comment. Scenarios may be left open.
    """
    if decision not in DECISIONS:
        return ["Please choose your decision."]
    problems = list(_of_entries(entries, clauses, every=decision in APPROVING))
    said = has_words(reasons) or any(entry.has_comment for entry in entries.values())
    if decision != "approved" and not said:
        problems.append("Please give your reasons in a sentence or more, here or at a clause.")
    for what, text in (("Your reasons", reasons), ("What could sway you", conflict)):
        if len(text) > LONGEST:
            problems.append(f"{what}: found {len(text):,} characters; at most {LONGEST:,} can be kept.")
        if hidden := unprintable(text):
            problems.append(f"{what}: there is a hidden character in it ({', '.join(hidden)}). Please retype it.")
    return problems


def _of_entries(entries: Mapping[Subject, ReviewEntry], clauses: Iterable[str], *, every: bool) -> Iterator[str]:
    missing = []
    for number in clauses:
        entry = entries.get(("clause", number), ReviewEntry(number))
        if entry.agreement is None:
            missing.append(number)
        elif lacks := unfinished(entry):
            yield f"Clause {number}: {lacks}."
    if missing and every:
        what = "clause" if len(missing) == 1 else "clauses"
        yield f"An approval needs your answer on every clause; open: {what} {', '.join(missing)}."
    for (part, name), entry in entries.items():
        lacks = unfinished(entry) if part == "scenario" and entry.agreement else None
        if lacks:
            yield f"Scenario {name}: {lacks}."


def disputed(said: Mapping[str, Sequence[ReviewEntry]]) -> dict[Subject, dict[str, ReviewEntry]]:
    """Find the clauses and scenarios on which reviewers are not at one: somebody disagrees, or they classify otherwise.

    Parameters
    ----------
    said : mapping of reviewer to entries
        What each has signed.

    Returns
    -------
    dict of subject to dict of reviewer to entry
        Only the disputed ones, with everybody who said something of them.
    """
    by_subject: dict[Subject, dict[str, ReviewEntry]] = {}
    for reviewer, entries in said.items():
        for entry in entries:
            by_subject.setdefault(entry.subject, {})[reviewer] = entry
    return {subject: entries for subject, entries in by_subject.items() if _at_odds(list(entries.values()))}


def _at_odds(entries: Sequence[ReviewEntry]) -> bool:
    classes = {entry.classification for entry in entries if entry.classification}
    return len(classes) > 1 or any(entry.agreement == "disagree" for entry in entries)
