"""Personal links as their owner sees them: whose each is, by its number or by the link itself."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from store import people
from store.engine import StoreError
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


def renew(session: Session, *, study_id: int, number: int, by: int | None, now: datetime) -> str:
    """Make another link for the person of this one, who keeps everything they wrote, and take the old one back.

    Raises
    ------
    StoreError
        When the study has no link with this number.
    """
    row = session.execute(
        select(Rater.key, Rater.name, Invitation.role)
        .join(Invitation, col(Invitation.rater_id) == col(Rater.id))
        .where(col(Invitation.id) == number, col(Rater.study_id) == study_id)
    ).first()
    if row is None:
        raise StoreError(f"this study has no link number {number}")
    key, name, role = row
    people.revoke(session, invitation_id=number, by=by, now=now)
    return people.invite(session, study_id=study_id, name=name, role=role, now=now, key=key, by=by)


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
