"""Unfinished reviews, stored as they are typed, so that nothing is lost or overwritten.

A save names the revision it grew from, its tab and a growing sequence, as a scorer's does. It also names the text that
was being read and the last sign-off that its window knew of: what was written before a signature never comes over it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from rubrics.reviews import ReviewEntry, Subject, named, unsound
from store import benchmarks, review_work
from store.charters import CharterVersion, versions
from store.refusals import Refused
from store.review_work import ReviewRow
from store.tables import ReviewDraft

ELSEWHERE = "This was also changed in another window."
NOTHING: Mapping[Subject, int] = {}
SIGNED = "You have signed this review in another window meanwhile."


@dataclass(frozen=True)
class ReviewSave:
    """One save from a browser; `before` is the id of the last sign-off its window knew of, 0 for none."""

    key: str
    part: str
    clause: str
    tab: str
    sequence: int
    revision: int
    before: int
    charter_hash: str
    entry: Mapping[str, Any]


@dataclass(frozen=True)
class _FromFile:
    """What was written in a file, as no browser's window."""

    entry: Mapping[str, Any]
    tab: str = "file"
    sequence: int = 0


@dataclass(frozen=True)
class StoredDraft:
    """What the store has of one subject, for a window that must choose."""

    revision: int
    entry: Mapping[str, Any]


def save_draft(session: Session, *, rater_id: int, save: ReviewSave, now: datetime) -> int:
    """Store a draft and return its new revision.

    Raises
    ------
    Refused
        `unknown`; `malformed` with every problem; `signed` when the review was signed in another window meanwhile;
        `elsewhere` when another window changed the draft (with what is stored).
    """
    review = review_work.held(session, rater_id=rater_id, key=save.key, lock=True)
    charter = text_read(session, review, save.charter_hash)
    _refuse_unsound(session, review, charter, save)
    last = review_work.last_signed(session, review=review)
    if save.before != (last.id if last else 0):
        raise Refused("signed", SIGNED)
    there = _draft(session, review.id, (save.part, save.clause))
    if there is not None and there.tab == save.tab and save.sequence <= there.sequence:
        return there.revision
    if there is not None and there.tab != save.tab and save.revision != there.revision:
        raise Refused("elsewhere", ELSEWHERE, stored=StoredDraft(there.revision, there.entry))
    return _keep(session, there or _begun(review, (save.part, save.clause)), charter, save, now)


def _refuse_unsound(session: Session, review: ReviewRow, charter: CharterVersion, save: ReviewSave) -> None:
    """Refuse what is about nothing that is there, or says what nobody can say."""
    subject = (save.part, save.clause)
    if subject == review_work.DECISION:
        return
    scenarios = review_work.scenarios_for(session, study_id=review.study_id, module=review.module)
    if subject not in review_work.subjects(charter, scenarios):
        raise Refused("unknown", f"There is no {named(subject)} in this text.")
    classes = benchmarks.of_study(session, study_id=review.study_id).authority_classes
    if problems := unsound(ReviewEntry(save.clause, part=save.part, **save.entry), classes=classes):
        raise Refused("malformed", *problems)


def _begun(review: ReviewRow, subject: Subject) -> ReviewDraft:
    part, clause = subject
    fields: dict[str, Any] = {"revision": 0, "tab": "", "sequence": -1, "entry": {}}
    return ReviewDraft(review_id=review.id, part=part, clause=clause, **fields)


def _keep(
    session: Session, draft: ReviewDraft, charter: CharterVersion, written: "ReviewSave | _FromFile", now: datetime
) -> int:
    """Store what was written as the draft's next revision."""
    draft.charter_id, draft.tab, draft.sequence = charter.id, written.tab, written.sequence
    draft.entry, draft.saved_at, draft.revision = dict(written.entry), now, draft.revision + 1
    session.add(draft)
    session.flush()
    return draft.revision


def text_read(session: Session, review: ReviewRow, charter_hash: str) -> CharterVersion:
    """Return the newest version with this text.

    Raises
    ------
    Refused
        `unknown` when it was never in force for this review.
    """
    found = [
        one
        for one in versions(session, study_id=review.study_id)
        if one.module == review.module and one.hash == charter_hash
    ]
    if not found:
        raise Refused("unknown", "This text was never in force here.")
    return found[-1]


def _draft(session: Session, review_id: int, subject: Subject) -> ReviewDraft | None:
    part, clause = subject
    query = select(ReviewDraft).where(
        ReviewDraft.review_id == review_id, ReviewDraft.part == part, col(ReviewDraft.clause) == clause
    )
    return session.exec(query.execution_options(populate_existing=True)).first()


def revisions(session: Session, *, review_id: int) -> dict[Subject, int]:
    """Return the revision of every draft of clauses and scenarios."""
    rows = session.exec(select(ReviewDraft).where(ReviewDraft.review_id == review_id)).all()
    return {(one.part, one.clause): one.revision for one in rows if (one.part, one.clause) != review_work.DECISION}


def forget(session: Session, *, review_id: int, subjects: Sequence[Subject]) -> None:
    """Take away the drafts that were signed."""
    for row in session.exec(select(ReviewDraft).where(ReviewDraft.review_id == review_id)).all():
        if (row.part, row.clause) in subjects:
            session.delete(row)
    session.flush()


def take_in_entries(
    session: Session,
    *,
    review: ReviewRow,
    charter_hash: str,
    entries: Sequence[ReviewEntry],
    now: datetime,
    over: Mapping[Subject, int] = NOTHING,
) -> tuple[list[Subject], list[Subject]]:
    """Keep what a reviewer wrote in a file as drafts; they read and sign it on their own page.

    Parameters
    ----------
    session, review, now
    charter_hash : str
        The text that the entries were written on.
    entries : sequence of ReviewEntry
        Sound ones (`rubrics.reviews.unsound`).
    over : mapping of subject to int
        Where the file's words come over a draft, with the revision of it that the reviewer has seen.

    Returns
    -------
    tuple of two lists
        The subjects of which everything in the file is kept now, and those that were left alone because other words of
        the reviewer stand there that are not signed yet.

    Raises
    ------
    Refused
        `unknown` when the text was never in force here.
    """
    review_work.held(session, rater_id=review.rater_id, key=review.key, lock=True)
    charter = text_read(session, review, charter_hash)
    work = review_work.work(session, review=review)
    sorted_out = review_work.sorted_out(work, entries, written_on=charter)
    chosen = [one for one, kept in sorted_out.otherwise if over.get(one.subject) == kept.revision]
    for entry in (*sorted_out.fresh, *chosen):
        there = _draft(session, review.id, entry.subject) or _begun(review, entry.subject)
        _keep(session, there, charter, _FromFile(draft_fields(entry)), now)
    left = [one.subject for one, _ in sorted_out.otherwise if one not in chosen]
    return [one.subject for one in entries if one.subject not in left], left


def draft_fields(entry: ReviewEntry) -> dict[str, Any]:
    """Return an entry as a draft keeps it: without what it is about."""
    return {name: value for name, value in asdict(entry).items() if name not in ("part", "clause")}
