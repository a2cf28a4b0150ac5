"""Drafts and submissions: what a scorer's browser hands in, stored so that nothing is lost, doubled or overwritten.

A draft save names the revision it grew from, its tab and a growing sequence. A resend changes nothing; a save that
grew from an older revision in another window is refused with what is stored, so that the person can choose.
A submission has an id of its own: sent twice, it is stored once and answered the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, or_, update
from sqlmodel import Session, col, func, select

from rubrics import entries as rules
from rubrics.entries import Entry
from rubrics.words import has_words, unprintable
from store import adjudicating, benchmarks, clause_doubts, events, resolutions
from store.asking import ask
from store.columns import columns
from store.queue import SavedDraft
from store.refusals import Refused
from store.sheets import append_sheet
from store.tables import Assignment, Draft, Flag, Rater, Sheet, Study
from store.tables.scoring import FINAL, FIRST, OWN

MAX_FLAG = 1000
ALREADY = "This answer was already submitted in another window."
OWN_STANDS = "Your own first scores stand as you gave them before you saw the others'."


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
    """One full set of scores from a browser; `version` is the number of the sheet it replaces, 0 for none.

    `clauses` are those because of which an axis is unclear, in the charter with the hash `charter_hash`. `words` is an
    adjudicator's one sentence on a final answer, `seen` the token of what they had before them.
    """

    key: str
    submission: str
    version: int
    entries: Mapping[str, Entry]
    clauses: Mapping[str, str] = field(default_factory=dict)
    charter_hash: str | None = None
    words: str = ""
    seen: str = ""


class _Held(NamedTuple):
    assignment_id: int
    position: int
    study_id: int
    state: str
    benchmark_hash: str
    stage: str
    target_id: int
    dropped_at: datetime | None

    def refuse_unless_open(self) -> None:
        if self.state == "draft":
            raise Refused("closed", "Scoring has not begun yet.")
        if self.state != "open":
            raise Refused("closed", "Scoring has ended; your submitted answers are kept.")


_ASSIGNMENT = (
    columns(
        Assignment.id,
        Assignment.position,
        Study.id,
        Study.state,
        Study.benchmark_hash,
        Assignment.stage,
        Assignment.target_id,
        Assignment.dropped_at,
    )
    .select_from(Assignment)
    .join(Rater, col(Assignment.rater_id) == col(Rater.id))
    .join(Study, col(Rater.study_id) == col(Study.id))
    .where(col(Assignment.key) == bindparam("key"), col(Assignment.rater_id) == bindparam("rater_id"))
)
_HELD = _ASSIGNMENT.with_for_update(of=(Assignment,), key_share=True)
_HELD_WITH_STUDY = _ASSIGNMENT.with_for_update(of=(Assignment, Study), key_share=True)
_NEWEST = select(func.max(Sheet.version)).where(col(Sheet.assignment_id) == bindparam("assignment_id"))
_DRAFT = columns(Draft.revision, Draft.tab, Draft.sequence, Draft.version, Draft.entries, Draft.saved_at).where(
    col(Draft.assignment_id) == bindparam("assignment_id")
)
_NEW_DRAFT = insert(Draft)
_LATER_DRAFT = update(Draft).where(col(Draft.assignment_id) == bindparam("of"))
_FORGET_DRAFT = delete(Draft).where(col(Draft.assignment_id) == bindparam("assignment_id"))
_SHEETS = select(Sheet.assignment_id, Sheet.version, Sheet.submission).where(
    or_(col(Sheet.assignment_id) == bindparam("assignment_id"), col(Sheet.submission) == bindparam("submission"))
)


def _hold(session: Session, rater_id: int, key: str, *, with_study: bool = True) -> _Held:
    """Lock an assignment of this scorer (and its study, so that it is not sealed meanwhile)."""
    wanted = _HELD_WITH_STUDY if with_study else _HELD
    row = ask(session, wanted, {"key": key, "rater_id": rater_id}).first()
    if row is None:
        raise Refused("unknown", "This response is not in your queue, or not any more. Please reload this page.")
    return _Held(*row)


def save_draft(session: Session, *, rater_id: int, save: DraftSave, now: datetime) -> int:
    """Store a draft and return its new revision.

    Raises
    ------
    Refused
        `unknown`, `closed`; `submitted` when a newer version was handed in meanwhile; `elsewhere` when another
        window changed the draft (with what is stored).
    """
    held = _hold(session, rater_id, save.key, with_study=False)
    held.refuse_unless_open()
    if held.stage == OWN and save.version:
        raise Refused("closed", OWN_STANDS)
    here = {"assignment_id": held.assignment_id}
    version = ask(session, _NEWEST, here).scalar_one() or 0
    if save.version != version:
        raise Refused("submitted", ALREADY)
    there = ask(session, _DRAFT, here).first()
    fields = {
        "tab": save.tab,
        "sequence": save.sequence,
        "version": save.version,
        "entries": dict(save.entries),
        "saved_at": now,
    }
    if there is None:
        ask(session, _NEW_DRAFT, {**here, "revision": 1, **fields})
        return 1
    if there.tab == save.tab and save.sequence <= there.sequence:
        return int(there.revision)
    current = there.version == version
    if current and there.tab != save.tab and save.revision != there.revision:
        stored = SavedDraft(there.revision, there.version, there.entries, there.saved_at)
        raise Refused("elsewhere", "This answer was also changed in another window.", stored=stored)
    revision = int(there.revision) + 1
    ask(session, _LATER_DRAFT, {"of": held.assignment_id, "revision": revision, **fields})
    return revision


def submit(session: Session, *, rater_id: int, submission: Submission, now: datetime) -> tuple[int, int]:
    """Store a full set of scores and return the place in the queue and the version it became.

    Raises
    ------
    Refused
        `unknown`, `closed`; `incomplete` with one sentence per problem; `submitted` when another window was first;
        `changed` when what an adjudicator had before them is not what others say by now.
    """
    held = _hold(session, rater_id, submission.key)
    before, again = _sheets(session, held, submission.submission)
    if again:
        return held.position, again
    held.refuse_unless_open()
    benchmark = benchmarks.by_hash(session, content_hash=held.benchmark_hash)
    problems = [problem.message for problem in rules.check(benchmark, submission.entries)]
    if held.stage == FINAL:
        problems += resolutions.unsound(submission.words)
    if problems:
        raise Refused("incomplete", *problems)
    if submission.version != before:
        raise Refused("submitted", ALREADY)
    _refuse_unless_due(session, rater_id, held, submission)
    version = before + 1
    sheet_id = append_sheet(
        session,
        assignment_id=held.assignment_id,
        version=version,
        submission=submission.submission,
        benchmark_hash=held.benchmark_hash,
        source="ballot",
        entries=submission.entries,
        now=now,
        charter_hash=submission.charter_hash,
    )
    _beside(session, held, submission, sheet_id)
    ask(session, _FORGET_DRAFT, {"assignment_id": held.assignment_id})
    details = {"assignment": held.assignment_id, "version": version}
    events.append(session, study_id=held.study_id, rater_id=rater_id, act="submitted", details=details, now=now)
    if held.stage == FIRST:
        adjudicating.follow(session, study_id=held.study_id, target_ids=[held.target_id], now=now)
    return held.position, version


def _refuse_unless_due(session: Session, rater_id: int, held: _Held, submission: Submission) -> None:
    """Keep an adjudicator's own first scores as they were, and a final answer to what others say by now."""
    if held.stage == OWN and submission.version:
        raise Refused("closed", OWN_STANDS)
    if held.stage == FINAL:
        resolutions.refuse_unless_due(
            session,
            rater_id=rater_id,
            target_id=held.target_id,
            needed=held.dropped_at is None,
            seen=submission.seen,
        )


def _beside(session: Session, held: _Held, submission: Submission, sheet_id: int) -> None:
    """Keep what goes with a sheet: the clauses that are unclear, and how an adjudicator has settled it."""
    clause_doubts.keep(
        session,
        target_id=held.target_id,
        sheet_id=sheet_id,
        entries=submission.entries,
        clauses=submission.clauses,
        charter_hash=submission.charter_hash,
    )
    if held.stage == FINAL:
        resolutions.keep(session, sheet_id=sheet_id, target_id=held.target_id, words=submission.words)


def _sheets(session: Session, held: _Held, submission: str) -> tuple[int, int]:
    """Return the assignment's newest version and the version this submission became before, 0 for none."""
    rows = ask(session, _SHEETS, {"assignment_id": held.assignment_id, "submission": submission}).all()
    if any(assignment_id != held.assignment_id for assignment_id, _, _ in rows):
        raise Refused("unknown", "This submission belongs to another response.")
    again = [version for _, version, known in rows if known == submission]
    return max((version for _, version, _ in rows), default=0), max(again, default=0)


def raise_flag(session: Session, *, rater_id: int, key: str, reason: str, now: datetime) -> None:
    """Tell the owner that something is wrong with a response; the same words again add nothing.

    Raises
    ------
    Refused
        `unknown`, `closed`; `incomplete` when the reason has no words, is too long or has hidden characters.
    """
    held = _hold(session, rater_id, key)
    held.refuse_unless_open()
    words = reason.strip()
    if not has_words(words) or len(words) > MAX_FLAG:
        raise Refused("incomplete", f"Please say in a sentence what is wrong (at most {MAX_FLAG} characters).")
    if hidden := unprintable(words):
        raise Refused("incomplete", f"There is a hidden character in it ({', '.join(hidden)}). Please retype it.")
    if session.exec(select(Flag.id).where(Flag.assignment_id == held.assignment_id, Flag.reason == words)).first():
        return
    session.add(Flag(assignment_id=held.assignment_id, reason=words, raised_at=now))
    details = {"assignment": held.assignment_id}
    events.append(session, study_id=held.study_id, rater_id=rater_id, act="flagged", details=details, now=now)
