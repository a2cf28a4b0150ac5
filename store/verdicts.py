"""Judges, and which of their verdicts and of the settled scores are in force."""

from datetime import datetime

from sqlalchemy import ScalarSelect, case
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from store.engine import StoreError
from store.tables import Rater, SettledScore, Target, Verdict


def judge(session: Session, *, study_id: int, name: str, family: str, model: str, now: datetime) -> int:
    """Return the id of an LLM judge of a study, adding it when new.

    Raises
    ------
    StoreError
        When a person of the study has this key.
    """
    known = session.exec(select(Rater.id, Rater.kind).where(Rater.study_id == study_id, Rater.key == name)).first()
    if known is not None and known[1] != "llm":
        raise StoreError(f"{name!r} is a person in this study; an LLM judge needs another name")
    if known is not None and known[0] is not None:
        return known[0]
    row = Rater(study_id=study_id, key=name, kind="llm", name=name, family=family, model=model, created_at=now)
    session.add(row)
    session.flush()
    return row.id or 0


def in_force() -> ScalarSelect[int | None]:
    """The verdict that counts for a verdict's own target and rater, for comparison within a query.

    It is the last one that could be read; where none could, the last one.
    """
    other = aliased(Verdict)
    return (
        select(other.id)
        .where(other.target_id == Verdict.target_id, other.rater_id == Verdict.rater_id, other.replicate == 1)
        .order_by(case((col(other.state) == "valid", 1), else_=0).desc(), col(other.id).desc())
        .limit(1)
        .correlate(Verdict)
        .scalar_subquery()
    )


def newest_settled() -> ScalarSelect[int]:
    """The highest version of a settled score's own target, axis and protocol, for comparison within a query."""
    other = aliased(SettledScore)
    return (
        select(func.max(other.version))
        .where(
            other.target_id == SettledScore.target_id,
            other.axis == SettledScore.axis,
            other.protocol == SettledScore.protocol,
        )
        .correlate(SettledScore)
        .scalar_subquery()
    )


def settled(session: Session, *, study_id: int, protocol: str) -> dict[tuple[int, str], SettledScore]:
    """Return the settled score in force for each target and axis of a study."""
    found = session.exec(
        select(SettledScore)
        .join(Target, col(SettledScore.target_id) == col(Target.id))
        .where(Target.study_id == study_id, SettledScore.protocol == protocol)
        .where(SettledScore.version == newest_settled())
    ).all()
    return {(row.target_id, row.axis): row for row in found}
