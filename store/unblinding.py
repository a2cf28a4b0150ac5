"""Which system wrote what: told by an act of its own after scoring has ended, and the log keeps who did it."""

from datetime import datetime

from sqlmodel import Session, col, select

from store import events
from store.engine import StoreError
from store.studies import locked
from store.tables import Event, Study

ACT = "unblinded"
ENDED = ("sealed", "released")


def unblind(session: Session, *, study_id: int, by: int | None, now: datetime) -> None:
    """Let researchers see which system wrote which response; a second time changes nothing.

    Raises
    ------
    StoreError
        While scoring has not ended: a name seen then could sway a score.
    """
    study = locked(session, study_id)
    if study.state not in ENDED:
        raise StoreError(f"the study is {study.state}; systems are named after scoring has ended")
    if not is_unblinded(session, study_id=study_id):
        events.append(session, study_id=study_id, rater_id=by, act=ACT, details={}, now=now)


def is_unblinded(session: Session, *, study_id: int) -> bool:
    """Say whether systems may be named: the study is released, or it has ended and somebody unblinded it."""
    state = session.exec(select(Study.state).where(Study.id == study_id)).one()
    act = select(Event.number).where(Event.study_id == study_id, col(Event.act) == ACT).limit(1)
    return state == "released" or (state in ENDED and session.exec(act).first() is not None)


def seed_of(session: Session, *, study_id: int) -> str:
    """Return the seed of every random draw of a study."""
    return session.exec(select(Study.seed).where(Study.id == study_id)).one()
