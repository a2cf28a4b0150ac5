"""Personal links as their owner sees them: whose each is, by its number or by the link itself."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from store.people import hashed
from store.tables import Invitation, Rater, Study


class Link(NamedTuple):
    """One personal link; `study` is the short name, None for an owner of the whole installation."""

    invitation_id: int
    name: str
    role: str
    study: str | None
    revoked: bool


def find_link(session: Session, *, number: int | None = None, token: str | None = None) -> Link | None:
    """Return the link with this number, or with this token; None when there is none."""
    found = col(Invitation.id) == number if token is None else col(Invitation.token_hash) == hashed(token)
    row = session.execute(
        select(col(Invitation.id), Rater.name, Invitation.role, Study.slug)
        .add_columns(col(Invitation.revoked_at).is_not(None))
        .join(Rater, col(Invitation.rater_id) == col(Rater.id))
        .outerjoin(Study, col(Rater.study_id) == col(Study.id))
        .where(found)
    ).first()
    return Link(*row) if row else None


def has_owner(session: Session, *, now: datetime) -> bool:
    """Say whether anyone holds a good link as owner of the whole installation."""
    owner = select(Invitation.id).join(Rater, col(Invitation.rater_id) == col(Rater.id))
    good = (
        col(Rater.study_id).is_(None),
        col(Invitation.role) == "owner",
        col(Invitation.revoked_at).is_(None),
        col(Invitation.expires_at) > now,
    )
    return session.exec(owner.where(*good)).first() is not None
