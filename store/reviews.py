"""Who reviews which charter, and what they signed."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_
from sqlmodel import Session, col, func, select

from rubrics.reviews import Decision, ReviewEntry
from store import events, people
from store.columns import columns
from store.engine import StoreError
from store.studies import locked, modules_of
from store.tables import Charter, CommentReply, Invitation, Login, Rater, Review, ReviewDraft, SignedEntry, SignOff

__all__ = [
    "ReviewEntry",
    "Reviewer",
    "SignedReview",
    "add_review",
    "invite_reviewer",
    "record_qualification",
    "reviewers",
    "sign_offs",
    "signed_entries",
]

ROLE = "reviewer"


@dataclass(frozen=True)
class Reviewer:
    """One person's review of one module, as the owner may see it before it is signed: how far, not what.

    `opened` says that the personal link was opened somewhere, `may_enter` that it is still good. `saved` counts the
    clauses and scenarios with something written that is not signed yet.
    """

    review_id: int
    key: str
    rater_id: int
    name: str
    module: str
    qualified: bool
    begun_at: datetime
    opened: bool
    may_enter: bool
    saved: int
    last_saved: datetime | None


@dataclass(frozen=True)
class SignedReview:
    """One sign-off as it was recorded, with the hash of the text it is good for.

    `reviewer` is one key per person; `qualified` is what the owner has recorded of them for the module. `answered` says
    that the owner has answered the sign-off as a whole in writing.
    """

    id: int
    rater_id: int
    reviewer: str
    name: str
    module: str
    charter_id: int
    version: int
    charter_hash: str
    decision: Decision
    conflict: str
    reasons: str
    private_note: str
    signed_at: datetime
    qualified: bool
    answered: bool


def invite_reviewer(
    session: Session,
    *,
    study_id: int,
    name: str,
    modules: Sequence[str],
    qualified: bool,
    by: int | None,
    now: datetime,
) -> str:
    """Invite an expert to review one or more charters, and return the token of their link.

    Raises
    ------
    StoreError
        With every problem: no module, an unknown one, or a name that cannot be kept.
    """
    problems = [] if modules else ["at least one charter is needed for somebody to review"]
    problems += _unknown(session, study_id, modules)
    if problems:
        raise StoreError(*problems)
    token = people.invite(session, study_id=study_id, name=name, role=ROLE, now=now, by=by)
    rater_id = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()
    for module in modules:
        _begin(session, study_id, _review(rater_id, module, qualified, now), by)
    return token


def add_review(
    session: Session, *, study_id: int, rater_id: int, module: str, qualified: bool, by: int | None, now: datetime
) -> None:
    """Give a reviewer another charter; one they have already changes nothing.

    Raises
    ------
    StoreError
        When the study has no such module or no such person.
    """
    locked(session, study_id)
    problems = _unknown(session, study_id, [module])
    known = session.exec(select(Rater.id).where(Rater.id == rater_id, Rater.study_id == study_id)).first()
    if known is None:
        problems.append("this study has no such person")
    if problems:
        raise StoreError(*problems)
    if session.exec(select(Review.id).where(Review.rater_id == rater_id, Review.module == module)).first() is None:
        _begin(session, study_id, _review(rater_id, module, qualified, now), by)


def _unknown(session: Session, study_id: int, modules: Sequence[str]) -> list[str]:
    allowed = modules_of(session, study_id)
    return [f"there is no module {one!r}; allowed: {', '.join(allowed)}" for one in modules if one not in allowed]


def _begin(session: Session, study_id: int, review: Review, by: int | None) -> None:
    session.add(review)
    session.flush()
    details: events.Details = {"rater": review.rater_id, "module": review.module, "qualified": review.qualified}
    events.record(session, study_id=study_id, rater_id=by, act="asked to review", details=details, now=review.begun_at)


def _review(rater_id: int, module: str, qualified: bool, now: datetime) -> Review:
    return Review(key=secrets.token_hex(8), rater_id=rater_id, module=module, qualified=qualified, begun_at=now)


def record_qualification(
    session: Session, *, study_id: int, review_id: int, qualified: bool, by: int | None, now: datetime
) -> None:
    """Record whether a reviewer is qualified for a module; logged.

    Raises
    ------
    StoreError
        When the study has no such review.
    """
    review = session.exec(
        select(Review)
        .join(Rater, col(Review.rater_id) == col(Rater.id))
        .where(Review.id == review_id, Rater.study_id == study_id)
        .with_for_update(of=Review)
    ).first()
    if review is None:
        raise StoreError("this study has no such review")
    if review.qualified == qualified:
        return
    review.qualified = qualified
    session.add(review)
    details: events.Details = {"rater": review.rater_id, "module": review.module, "qualified": qualified}
    events.record(session, study_id=study_id, rater_id=by, act="recorded qualification", details=details, now=now)


def reviewers(session: Session, *, study_id: int, now: datetime) -> list[Reviewer]:
    """Return every review of a study, in the order in which they were asked for."""
    invited = and_(col(Invitation.rater_id) == col(Rater.id), col(Invitation.role) == ROLE)
    good = and_(invited, col(Invitation.revoked_at).is_(None), col(Invitation.expires_at) > now)
    login = select(Login.cookie_hash).join(Invitation, col(Login.invitation_id) == col(Invitation.id))
    written: Any = and_(col(ReviewDraft.review_id) == col(Review.id), col(ReviewDraft.part) != "decision")
    rows = session.execute(
        columns(
            Review.id,
            Review.key,
            Rater.id,
            Rater.name,
            Review.module,
            Review.qualified,
            Review.begun_at,
            login.where(invited).exists(),
            select(Invitation.id).where(good).exists(),
            select(func.count()).select_from(ReviewDraft).where(written).correlate(Review).scalar_subquery(),
            select(func.max(ReviewDraft.saved_at)).where(written).correlate(Review).scalar_subquery(),
        )
        .join(Rater, col(Review.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id)
        .order_by(col(Review.id))
    ).all()
    return [Reviewer(*row) for row in rows]


def sign_offs(session: Session, *, study_id: int, rater_id: int | None = None) -> list[SignedReview]:
    """Return every sign-off of a study (or of one person in it), in the order in which they were given."""
    answered = select(CommentReply.id).where(CommentReply.sign_off_id == SignOff.id, CommentReply.part == "decision")
    query = (
        columns(
            SignOff.id,
            Rater.id,
            Rater.key,
            Rater.name,
            Charter.module,
            Charter.id,
            Charter.version,
            Charter.hash,
            SignOff.decision,
            SignOff.conflict,
            SignOff.reasons,
            SignOff.private_note,
            SignOff.signed_at,
            func.coalesce(col(Review.qualified), False),
            answered.exists(),
        )
        .select_from(SignOff)
        .join(Charter, col(SignOff.charter_id) == col(Charter.id))
        .join(Rater, col(SignOff.rater_id) == col(Rater.id))
        .outerjoin(Review, and_(col(Review.rater_id) == col(Rater.id), col(Review.module) == col(Charter.module)))
        .where(Charter.study_id == study_id)
        .order_by(col(SignOff.id))
    )
    if rater_id is not None:
        query = query.where(SignOff.rater_id == rater_id)
    return [SignedReview(*row) for row in session.execute(query).all()]


def signed_entries(session: Session, *, sign_off_ids: Sequence[int]) -> dict[int, list[ReviewEntry]]:
    """Return what each of these sign-offs says of clauses and scenarios."""
    found: dict[int, list[ReviewEntry]] = {one: [] for one in sign_off_ids}
    rows = session.exec(
        select(SignedEntry)
        .where(col(SignedEntry.sign_off_id).in_(list(sign_off_ids)))
        .order_by(col(SignedEntry.sign_off_id), col(SignedEntry.part), col(SignedEntry.clause))
    ).all()
    for row in rows:
        fields = row.model_dump(exclude={"sign_off_id"})
        found[row.sign_off_id].append(ReviewEntry(**fields))
    return found
