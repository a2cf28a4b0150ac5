"""Notes of a discussion on a target: appended with author and time, read by owners and researchers of the study."""

from datetime import datetime

import pandas as pd
from sqlmodel import Session, col, func, select

from rubrics.words import has_words, unprintable
from store import events
from store.columns import columns
from store.engine import StoreError
from store.studies import locked
from store.tables import Note, Rater, Response, Target

LONGEST = 4000
ENDED = ("sealed", "released")
OF_A_TARGET = ("author", "text", "written_at")
COUNTED = ("response", "module", "notes")


def write(session: Session, *, study_id: int, label: str, module: str, text: str, by: int, now: datetime) -> None:
    """Append a note to a target; the same words again by the same person, with nothing in between, add nothing.

    Parameters
    ----------
    label, module
        The target.
    by
        Who writes; no scorer of the study may, which is the caller's to check.

    Raises
    ------
    StoreError
        With every problem: scoring has not ended, there is no such target, or the note has no words, is too long or
        has hidden characters.
    """
    study = locked(session, study_id)
    words = text.strip()
    target_id = _target(session, study_id, label, module)
    problems = []
    if study.state not in ENDED:
        problems.append(f"the study is {study.state}; notes are written after scoring has ended")
    if target_id is None:
        problems.append(f"response {label!r} under {module!r} is not in this study")
    if not has_words(words):
        problems.append("please write a sentence")
    if len(words) > LONGEST:
        problems.append(f"the note has {len(words):,} characters; at most {LONGEST:,} are allowed")
    if hidden := unprintable(words):
        problems.append(f"there is a hidden character in it ({', '.join(hidden)}); please retype it")
    if problems or target_id is None:
        raise StoreError(*problems)
    if _last(session, target_id) == (by, words):
        return
    session.add(Note(target_id=target_id, rater_id=by, text=words, written_at=now))
    details: events.Details = {"target": target_id}
    events.append(session, study_id=study_id, rater_id=by, act="wrote a note", details=details, now=now)


def _target(session: Session, study_id: int, label: str, module: str) -> int | None:
    return session.exec(
        select(Target.id)
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, Response.label == label, Target.module == module)
    ).first()


def _last(session: Session, target_id: int) -> tuple[int, str] | None:
    row = session.exec(
        select(Note.rater_id, Note.text).where(Note.target_id == target_id).order_by(col(Note.id).desc()).limit(1)
    ).first()
    return None if row is None else (row[0], row[1])


def of_target(session: Session, *, study_id: int, label: str, module: str) -> pd.DataFrame:
    """Return the notes on a target, the oldest first: author (name), text, written_at (UTC)."""
    rows = session.execute(
        columns(Rater.name, Note.text, Note.written_at)
        .select_from(Note)
        .join(Rater, col(Note.rater_id) == col(Rater.id))
        .join(Target, col(Note.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, Response.label == label, Target.module == module)
        .order_by(col(Note.id))
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(OF_A_TARGET))


def counted(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the targets of a study that have notes: response (label), module, notes (how many)."""
    rows = session.execute(
        select(Response.label, Target.module, func.count(col(Note.id)))
        .select_from(Note)
        .join(Target, col(Note.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id)
        .group_by(Response.label, Target.module)
        .order_by(Response.label, Target.module)
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(COUNTED))
