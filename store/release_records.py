"""What a release keeps beside scores: what was sent, how answers were collected, hidden repeats, and the discussion.

No query here asks for a person's name, but the one that says which names no text may hold.
"""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pandas as pd
from sqlalchemy import func
from sqlmodel import Session, col, select

from store.columns import columns
from store.release_rows import frame_of
from store.sheets import newest_version
from store.tables import (
    Assignment,
    CallTry,
    Note,
    Rater,
    Response,
    Run,
    RunCall,
    Score,
    SentText,
    Sheet,
    System,
    Target,
)

SENT = ("prompt_hash", "text")
COLLECTED = (
    "response",
    "attempt",
    "state",
    "prompt_hash",
    "sent_at",
    "finish_reason",
    "provider_model",
    "parameters",
    "cost_usd",
    "latency_ms",
    "raw_reply",
)
REPEATS = ("response", "module", "rater", "repeat", "axis", "score", "missing", "why", "confidence")
NOTES = ("note", "response", "module", "author", "text", "written_at")


def sent(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return everything that the runs of a study sent, each text once, columns as `SENT`."""
    asked = select(RunCall.text_hash).join(Run, col(RunCall.run_id) == col(Run.id)).where(Run.study_id == study_id)
    rows = session.execute(
        columns(SentText.hash, SentText.text).where(col(SentText.hash).in_(asked)).order_by(SentText.hash)
    ).all()
    return frame_of(rows, SENT)


def collected(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every request by which a response of a study was collected, columns as `COLLECTED`.

    It names systems: their models stand in it.
    """
    rows = session.execute(
        columns(
            Response.label,
            CallTry.state,
            RunCall.text_hash,
            CallTry.sent_at,
            CallTry.finish_reason,
            CallTry.provider_model,
            CallTry.parameters,
            CallTry.cost_usd,
            CallTry.latency_s,
            CallTry.raw,
        )
        .select_from(CallTry)
        .join(RunCall, col(CallTry.call_id) == col(RunCall.id))
        .join(Run, col(RunCall.run_id) == col(Run.id))
        .join(
            Response,
            (col(Response.prompt_id) == col(RunCall.prompt_id))
            & (col(Response.system_id) == col(RunCall.system_id))
            & (col(Response.replication) == col(RunCall.replicate)),
        )
        .where(Run.study_id == study_id, Run.kind == "collecting")
        .order_by(Response.label, col(RunCall.id), col(CallTry.number))
    ).all()
    so_far: Counter[str] = Counter()
    told = []
    for label, state, text_hash, sent_at, finish, model, parameters, cost, seconds, raw in rows:
        so_far[label] += 1
        when, took = sent_at.isoformat(timespec="seconds"), None if seconds is None else round(1000 * seconds, 3)
        told.append((label, so_far[label], state, text_hash, when, finish, model, _json(parameters), cost, took, raw))
    return frame_of(told, COLLECTED)


def _json(found: Mapping[str, Any] | None) -> str | None:
    return json.dumps(found, ensure_ascii=False, sort_keys=True) if found else None


def repeats(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the scores that people gave a second time, columns as `REPEATS`; the last submitted version counts.

    The rater is the key within the study; `missing` is None where there is a score.
    """
    rows = session.execute(
        columns(
            Response.label,
            Target.module,
            Rater.key,
            Assignment.repeat,
            Score.axis,
            Score.value,
            func.nullif(Score.kind, "value"),
            Score.why,
            Score.confidence,
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, Assignment.repeat > 0)
        .order_by(col(Rater.id), Response.label, Target.module, col(Assignment.repeat), Score.axis)
    ).all()
    return frame_of(rows, REPEATS)


def notes(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the discussion of a study, columns as `NOTES`, numbered as written; the author is a number."""
    rows = session.execute(
        columns(Response.label, Target.module, Note.rater_id, Note.text, Note.written_at)
        .select_from(Note)
        .join(Target, col(Note.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id)
        .order_by(col(Note.id))
    ).all()
    told = [(number, *row[:4], row[4].isoformat(timespec="seconds")) for number, row in enumerate(rows, start=1)]
    return frame_of(told, NOTES)


def names_of_people(session: Session, *, study_id: int) -> list[str]:
    """Return the names of everybody who scores or sees a study: what no text that leaves may hold."""
    here = (col(Rater.study_id) == study_id) | col(Rater.study_id).is_(None)
    rows = session.exec(select(Rater.name).where(here, Rater.kind == "human")).all()
    return sorted({name.strip() for name in rows if name.strip()})


def names_of_systems(session: Session, *, study_id: int) -> dict[str, str]:
    """Return the makers of a study's systems, by system; "" where not known."""
    rows = session.exec(select(System.name, System.family).where(System.study_id == study_id)).all()
    return dict(iter(rows))
