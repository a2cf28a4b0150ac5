"""The event log: written with the act itself, in the same transaction, and checked as a chain of hashes."""

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

import pandas as pd
from sqlalchemy import bindparam, insert
from sqlmodel import Session, col, select

from store.asking import ask
from store.columns import columns
from store.tables import Event, Rater, Study

FIRST = "0" * 64
Details = Mapping[str, str | int | float | bool | None]


class Link(NamedTuple):
    """One event as it enters the chain."""

    study_id: int
    number: int
    rater_id: int | None
    act: str
    details: Details
    happened_at: datetime
    previous: str

    def hash(self) -> str:
        """SHA-256 over every field in canonical JSON."""
        fields = [
            self.study_id,
            self.number,
            self.rater_id,
            self.act,
            dict(self.details),
            self.happened_at.astimezone(UTC).isoformat(timespec="microseconds"),
            self.previous,
        ]
        return hashlib.sha256(json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def record(session: Session, *, study_id: int, rater_id: int | None, act: str, details: Details, now: datetime) -> None:
    """Append an event to the study's chain; the study row is locked so that numbers never collide."""
    session.exec(select(Study.id).where(Study.id == study_id).with_for_update(key_share=True)).one()
    append(session, study_id=study_id, rater_id=rater_id, act=act, details=details, now=now)


_LAST = (
    select(Event.number, Event.hash)
    .where(col(Event.study_id) == bindparam("study_id"))
    .order_by(col(Event.number).desc())
    .limit(1)
)
_APPEND = insert(Event)


def append(session: Session, *, study_id: int, rater_id: int | None, act: str, details: Details, now: datetime) -> None:
    """Append an event to the chain of a study whose row this session has locked already."""
    last = ask(session, _LAST, {"study_id": study_id}).first()
    number, previous = (last.number + 1, last.hash) if last else (1, FIRST)
    link = Link(study_id, number, rater_id, act, dict(details), now, previous)
    ask(session, _APPEND, {**link._asdict(), "hash": link.hash()})


def broken_links(session: Session, *, study_id: int) -> list[str]:
    """Say which events of a study were altered, removed or put in between; empty when the chain holds.

    A chain whose last events were cut off looks whole: that shows only against a hash noted down before.
    """
    problems = []
    number, previous = 0, FIRST
    for event in session.exec(select(Event).where(Event.study_id == study_id).order_by(col(Event.number))).all():
        number += 1
        if event.number != number:
            gone = f"event {number} is" if event.number == number + 1 else f"events {number} to {event.number - 1} are"
            problems.append(f"{gone} missing; event {event.number} follows")
            number = event.number
        link = Link(
            event.study_id,
            event.number,
            event.rater_id,
            event.act,
            event.details,
            event.happened_at,
            event.previous,
        )
        if event.previous != previous or event.hash != link.hash():
            problems.append(f"event {event.number} ({event.act}) does not match its hash")
        previous = event.hash
    return problems


class Happened(NamedTuple):
    """One event: what was done, with which details, when (UTC)."""

    act: str
    details: Details
    happened_at: datetime


def of_acts(session: Session, *, study_id: int, acts: Collection[str]) -> list[Happened]:
    """Return a study's events of some kinds, the newest first."""
    rows = session.execute(
        columns(Event.act, Event.details, Event.happened_at)
        .where(Event.study_id == study_id, col(Event.act).in_(list(acts)))
        .order_by(col(Event.number).desc())
    ).all()
    return [Happened(*row) for row in rows]


def log(session: Session, *, study_id: int, most: int = 200) -> pd.DataFrame:
    """Return the newest events: number, happened_at (UTC), who (None for the system), act, details."""
    rows = session.execute(
        columns(Event.number, Event.happened_at, Rater.name, Event.act, Event.details)
        .outerjoin(Rater, col(Event.rater_id) == col(Rater.id))
        .where(Event.study_id == study_id)
        .order_by(col(Event.number).desc())
        .limit(most)
    ).all()
    frame = pd.DataFrame(rows, columns=["number", "happened_at", "who", "act", "details"])
    return frame.assign(who=pd.Series([row[2] for row in rows], dtype=object))
