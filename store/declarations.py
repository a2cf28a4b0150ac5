"""What a person declared before scoring, for that person's own eyes: in no export, and on nobody else's page."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from store.tables import Declaration


class Declared(NamedTuple):
    """A person's latest declaration; empty texts where they gave none."""

    consented: bool
    can_score: bool
    conflict: str
    tradition: str
    qualification: str
    declared_at: datetime


def declared(session: Session, *, rater_id: int) -> Declared | None:
    """Return what a person declared last, None when nothing yet."""
    row = session.exec(
        select(Declaration).where(Declaration.rater_id == rater_id).order_by(col(Declaration.id).desc()).limit(1)
    ).first()
    if row is None:
        return None
    return Declared(row.consented, row.can_score, row.conflict, row.tradition, row.qualification, row.declared_at)
