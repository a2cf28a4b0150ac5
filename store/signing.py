"""Signing a review: one transaction, bound to the hash of the text, appended and never changed.

What is signed is what the reviewer saw: the text they read must be in force, the drafts must be those their window
knew, and no other window may have signed since.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from sqlmodel import Session, col, select

from rubrics import reviews as rules
from rubrics.reviews import Subject
from rubrics.words import unprintable
from store import events, review_drafts, review_work
from store.refusals import Refused
from store.review_work import Work
from store.studies import locked
from store.tables import ReviewerStatement, SignedEntry, SignOff

LONGEST_STATEMENT = 1_000


@dataclass(frozen=True)
class Statement:
    """What a reviewer says of themselves; without consent there is nothing in it."""

    consented: bool = False
    qualification: str = ""
    tradition: str = ""
    publish: bool = False
    publish_name: bool = False


@dataclass(frozen=True)
class Signing:
    """One signature from a browser.

    `submission` is its own id; `before` the last sign-off its window knew of, 0 for none; `seen` the revision of every
    draft as its window knew it. `statement` is None where nothing was asked.
    """

    key: str
    submission: str
    charter_hash: str
    before: int
    seen: Mapping[Subject, int]
    decision: str
    reasons: str = ""
    conflict: str = ""
    private_note: str = ""
    statement: Statement | None = None


def sign(session: Session, *, rater_id: int, signing: Signing, now: datetime) -> int:
    """Record a sign-off with everything that was said, and return its id; the same submission again adds nothing.

    Raises
    ------
    Refused
        `unknown`; `signed` when another window was first; `outdated` when another text is in force by now; `elsewhere`
        when another window has written something since; `incomplete` with one sentence for each thing missing.
    """
    review = review_work.held(session, rater_id=rater_id, key=signing.key, lock=True)
    if again := _sent_before(session, signing.submission, rater_id):
        return again
    locked(session, review.study_id)
    work = review_work.work(session, review=review)
    _refuse_unless_seen(session, work, signing)
    _refuse_unless_complete(work, signing)
    if work.charter is None:
        raise Refused("outdated", "There is no text to sign.")
    row = SignOff(
        charter_id=work.charter.id,
        rater_id=rater_id,
        submission=signing.submission,
        decision=signing.decision,
        conflict=signing.conflict.strip(),
        reasons=signing.reasons.strip(),
        private_note=signing.private_note.strip(),
        signed_at=now,
    )
    session.add(row)
    session.flush()
    number = row.id or 0
    for entry in (one.entry for one in work.kept.values() if not one.entry.blank):
        session.add(SignedEntry(sign_off_id=number, **asdict(entry)))
    review_drafts.forget(session, review_id=review.id, subjects=[*work.kept, review_work.DECISION])
    _state(session, rater_id, signing.statement, now)
    details: events.Details = {
        "sign_off": number,
        "module": review.module,
        "version": work.charter.version,
        "hash": work.charter.hash,
        "decision": signing.decision,
    }
    events.append(session, study_id=review.study_id, rater_id=rater_id, act="signed charter", details=details, now=now)
    return number


def _sent_before(session: Session, submission: str, rater_id: int) -> int | None:
    row = session.exec(select(SignOff).where(SignOff.submission == submission)).first()
    if row is not None and row.rater_id != rater_id:
        raise Refused("unknown", "This signature belongs to somebody else.")
    return row.id if row else None


def _refuse_unless_seen(session: Session, work: Work, signing: Signing) -> None:
    """Refuse to sign what the window did not show."""
    if signing.before != (work.last.id if work.last else 0):
        raise Refused("signed", review_drafts.SIGNED)
    if work.charter is None or work.charter.hash != signing.charter_hash:
        raise Refused(
            "outdated",
            "The text was changed while you were reading it, so this was not signed. Nothing that you wrote is lost.",
        )
    there = review_drafts.revisions(session, review_id=work.review.id)
    differ = sorted(subject for subject in {*there, *signing.seen} if there.get(subject) != signing.seen.get(subject))
    differ = [subject for subject in differ if subject not in work.elsewhere]
    if differ:
        raise Refused(
            "elsewhere",
            f"Something was written in another window meanwhile ({', '.join(map(rules.named, differ))}), so this was "
            "not signed. Please look at it, then sign.",
        )


def _refuse_unless_complete(work: Work, signing: Signing) -> None:
    entries = {subject: one.entry for subject, one in work.kept.items()}
    clauses = [one.number for one in review_work.reading(work.charter).clauses] if work.charter else []
    problems = rules.open_before_signing(
        entries, clauses, decision=signing.decision, reasons=signing.reasons, conflict=signing.conflict
    )
    stated = signing.statement or Statement()
    for what, text, most in (
        ("The note to the owner", signing.private_note, rules.LONGEST),
        ("Your qualification", stated.qualification, LONGEST_STATEMENT),
        ("Your tradition", stated.tradition, LONGEST_STATEMENT),
    ):
        if len(text) > most:
            problems.append(f"{what}: found {len(text):,} characters; at most {most:,} can be kept.")
        if hidden := unprintable(text):
            problems.append(f"{what}: there is a hidden character in it ({', '.join(hidden)}). Please retype it.")
    if problems:
        raise Refused("incomplete", *problems)


def statement_of(session: Session, *, rater_id: int) -> Statement | None:
    """Return what a reviewer said of themselves last, None when nothing yet."""
    row = session.exec(
        select(ReviewerStatement)
        .where(ReviewerStatement.rater_id == rater_id)
        .order_by(col(ReviewerStatement.id).desc())
        .limit(1)
    ).first()
    if row is None:
        return None
    return Statement(row.consented, row.qualification, row.tradition, row.publish, row.publish_name)


def _state(session: Session, rater_id: int, statement: Statement | None, now: datetime) -> None:
    """Append a statement where it says something else than the one before; without consent its texts are left out."""
    if statement is None:
        return
    kept = replace(statement, qualification=statement.qualification.strip(), tradition=statement.tradition.strip())
    if not statement.consented:
        kept = Statement(publish_name=statement.publish_name)
    if kept != (statement_of(session, rater_id=rater_id) or Statement()):
        session.add(ReviewerStatement(rater_id=rater_id, stated_at=now, **asdict(kept)))
        session.flush()
