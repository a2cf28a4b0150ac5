"""Drafts and submissions: what a scorer's browser hands in, stored so that nothing is lost, doubled or overwritten.

A draft save names the revision it grew from, its tab and a growing sequence. A resend changes nothing; a save that
grew from an older revision in another window is refused with what is stored, so that the person can choose.
A submission has an id of its own: sent twice, it is stored once and answered the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from rubrics.entries import Entry
from sqlalchemy import delete, insert, update
from sqlmodel import Session, col, func, select

from rubrics import entries as rules
from store import benchmarks, events
from store.engine import StoreError
from store.queue import SavedDraft
from store.tables import Assignment, Draft, Flag, Rater, Score, Sheet, Study

MAX_FLAG = 1000


class Refused(StoreError):
    """A draft or submission that cannot be taken; `why` is a word for the browser, `stored` what is kept instead."""

    def __init__(self, why: str, *problems: str, stored: SavedDraft | None = None) -> None:
        super().__init__(*problems)
        self.why = why
        self.stored = stored


@dataclass(frozen=True)
class DraftSave:
    """One save from a browser; see the module's first lines."""

    key: str
    tab: str
    sequence: int
    revision: int
    version: int
    entries: Mapping[str, Any]


@dataclass(frozen=True)
class Submission:
    """One full set of scores from a browser; `version` is the number of the sheet it replaces, 0 for none."""

    key: str
    submission: str
    version: int
    entries: Mapping[str, Entry]


class _Held(NamedTuple):
    assignment_id: int
    position: int
    study_id: int
    state: str
    benchmark_hash: str
    version: int


def _hold(session: Session, rater_id: int, key: str) -> _Held:
    """Lock an assignment of this scorer in an open study, or say why not."""
    row = session.execute(
        select(Assignment.id, Assignment.position, Study.id, Study.state, Study.benchmark_hash)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Study, col(Rater.study_id) == col(Study.id))
        .where(Assignment.key == key, Assignment.rater_id == rater_id)
        .with_for_update(of=(Assignment, Study))
    ).first()
    if row is None:
        raise Refused("unknown", "This response is not in your queue.")
    if row[3] != "open":
        raise Refused("closed", "Scoring has ended; your submitted answers are kept.")
    version = session.execute(
        select(func.coalesce(func.max(Sheet.version), 0)).where(Sheet.assignment_id == row[0])
    ).scalar_one()
    return _Held(*row, version)


def save_draft(session: Session, *, rater_id: int, save: DraftSave, now: datetime) -> int:
    """Store a draft and return its new revision.

    Raises
    ------
    Refused
        `unknown`, `closed`; `submitted` when a newer version was handed in meanwhile; `elsewhere` when another
        window changed the draft (with what is stored).
    """
    held = _hold(session, rater_id, save.key)
    if save.version != held.version:
        raise Refused("submitted", "This answer was already submitted in another window.")
    there = session.execute(
        select(Draft.revision, Draft.tab, Draft.sequence, Draft.version, Draft.entries, Draft.saved_at).where(
            Draft.assignment_id == held.assignment_id
        )
    ).first()
    fields = {
        "tab": save.tab,
        "sequence": save.sequence,
        "version": save.version,
        "entries": dict(save.entries),
        "saved_at": now,
    }
    if there is None:
        session.execute(insert(Draft).values(assignment_id=held.assignment_id, revision=1, **fields))
        return 1
    if there.tab == save.tab and save.sequence <= there.sequence:
        return int(there.revision)
    current = there.version == held.version
    if current and there.tab != save.tab and save.revision != there.revision:
        stored = SavedDraft(there.revision, there.version, there.entries, there.saved_at)
        raise Refused("elsewhere", "This answer was also changed in another window.", stored=stored)
    revision = int(there.revision) + 1
    session.execute(
        update(Draft).where(col(Draft.assignment_id) == held.assignment_id).values(revision=revision, **fields)
    )
    return revision


def submit(session: Session, *, rater_id: int, submission: Submission, now: datetime) -> tuple[int, int]:
    """Store a full set of scores and return the place in the queue and the version it became.

    Raises
    ------
    Refused
        `unknown`, `closed`; `incomplete` with one sentence per problem; `submitted` when another window was first.
    """
    held = _hold(session, rater_id, submission.key)
    again = session.execute(
        select(Sheet.assignment_id, Sheet.version).where(Sheet.submission == submission.submission)
    ).first()
    if again is not None:
        if again.assignment_id != held.assignment_id:
            raise Refused("unknown", "This submission belongs to another response.")
        return held.position, int(again.version)
    benchmark = benchmarks.of_study(session, study_id=held.study_id)
    if problems := rules.check(benchmark, submission.entries):
        raise Refused("incomplete", *(problem.message for problem in problems))
    if submission.version != held.version:
        raise Refused("submitted", "This answer was already submitted in another window.")
    version = held.version + 1
    append_sheet(
        session,
        assignment_id=held.assignment_id,
        version=version,
        submission=submission.submission,
        benchmark_hash=held.benchmark_hash,
        source="ballot",
        entries=submission.entries,
        now=now,
    )
    session.execute(delete(Draft).where(col(Draft.assignment_id) == held.assignment_id))
    details = {"assignment": held.assignment_id, "version": version}
    events.record(session, study_id=held.study_id, rater_id=rater_id, act="submitted", details=details, now=now)
    return held.position, version


def append_sheet(
    session: Session,
    *,
    assignment_id: int,
    version: int,
    submission: str,
    benchmark_hash: str,
    source: str,
    entries: Mapping[str, Entry],
    now: datetime,
) -> None:
    """Append one checked sheet with all its scores."""
    sheet_id = session.execute(
        insert(Sheet)
        .values(
            assignment_id=assignment_id,
            version=version,
            submission=submission,
            benchmark_hash=benchmark_hash,
            source=source,
            submitted_at=now,
        )
        .returning(Sheet.id)  # type: ignore[arg-type]  # a column
    ).scalar_one()
    rows = [
        {
            "sheet_id": sheet_id,
            "axis": axis,
            "kind": entry.kind,
            "value": entry.value,
            "why": entry.why.strip() or None,
            "confidence": entry.confidence,
        }
        for axis, entry in entries.items()
    ]
    session.execute(insert(Score), rows)


def raise_flag(session: Session, *, rater_id: int, key: str, reason: str, now: datetime) -> None:
    """Tell the owner that something is wrong with a response."""
    held = _hold(session, rater_id, key)
    words = reason.strip()
    if not rules.has_words(words) or len(words) > MAX_FLAG:
        raise Refused("incomplete", f"Please say in a sentence what is wrong (at most {MAX_FLAG} characters).")
    session.add(Flag(assignment_id=held.assignment_id, reason=words, raised_at=now))
    details = {"assignment": held.assignment_id}
    events.record(session, study_id=held.study_id, rater_id=rater_id, act="flagged", details=details, now=now)
