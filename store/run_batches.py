"""Batches of a run: written down with their calls before they are sent, fetched, and taken over from dead workers."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import CALL, TEXT, Todo
from store.runs import WORKER
from store.tables import Row, RunBatch

BATCH = Row.metadata.tables["run_batch"]
BATCH_CALL = Row.metadata.tables["batch_call"]
OPEN = ("sending", "sent")


class OpenBatch(NamedTuple):
    """A batch that is under way; `provider_id` is None while it is not known whether it was created."""

    id: int
    judge: str
    mark: str
    provider_id: str | None
    created_at: datetime


_ADD_CALLS = insert(BATCH_CALL)
_OUT = CALL.join(BATCH_CALL, (BATCH_CALL.c.call_id == CALL.c.id) & (BATCH_CALL.c.number == CALL.c.tries))
_CALLS = (
    select(
        *[
            (BATCH_CALL.c.number - 1).label("tries") if name == "tries" else (TEXT if name == "text" else CALL).c[name]
            for name in Todo._fields
        ]
    )
    .select_from(_OUT.join(TEXT, CALL.c.text_hash == TEXT.c.hash))
    .where(BATCH_CALL.c.batch_id == bindparam("batch"), CALL.c.state == "sent")
    .order_by(CALL.c.id)
)
_NUMBER = select(func.count()).select_from(_OUT).where(CALL.c.run_id == bindparam("run"), CALL.c.state == "sent")


def add_batch(
    session: Session, *, run_id: int, judge: str, mark: str, worker_id: int, calls: Sequence[Todo], now: datetime
) -> OpenBatch:
    """Write down a batch with its calls, whose tries have just begun."""
    row = RunBatch(run_id=run_id, judge=judge, mark=mark, worker_id=worker_id, created_at=now)
    session.add(row)
    session.flush()
    ask(session, _ADD_CALLS, [{"call_id": one.id, "number": one.tries + 1, "batch_id": row.id} for one in calls])
    return OpenBatch(row.id or 0, judge, mark, None, now)


def take_over(session: Session, *, run_id: int, worker_id: int) -> None:
    """Make a worker see to the batches of workers that have ended."""
    ended = select(WORKER.c.id).where(WORKER.c.run_id == run_id, WORKER.c.ended_at.is_not(None))
    mine = (BATCH.c.run_id == run_id, BATCH.c.state.in_(OPEN), BATCH.c.worker_id.in_(ended))
    ask(session, update(BATCH).where(*mine).values(worker_id=worker_id), {})


def open_batches(session: Session, *, run_id: int, worker_id: int) -> list[OpenBatch]:
    """Return the batches under way that a worker sees to, oldest first."""
    query = select(*[BATCH.c[name] for name in OpenBatch._fields])
    mine = (BATCH.c.run_id == run_id, BATCH.c.worker_id == worker_id, BATCH.c.state.in_(OPEN))
    return [OpenBatch(*row) for row in ask(session, query.where(*mine).order_by(BATCH.c.id), {})]


def calls_in(session: Session, *, batch_id: int) -> list[Todo]:
    """Return the calls of a batch of which nothing was stored yet, each as it was before this try."""
    return [Todo(*row) for row in ask(session, _CALLS, {"batch": batch_id})]


def set_created(session: Session, *, batch_id: int, provider_id: str) -> None:
    """Write down under which id the provider keeps a batch."""
    ask(session, update(BATCH).where(BATCH.c.id == batch_id).values(state="sent", provider_id=provider_id), {})


def end_batch(session: Session, *, batch_id: int, now: datetime, why: str = "") -> None:
    """Write down that nothing more will come of a batch."""
    ask(session, update(BATCH).where(BATCH.c.id == batch_id).values(state="ended", why=why, ended_at=now), {})


def calls_out(session: Session, *, run_id: int) -> int:
    """Return how many calls of a run are in batches under way."""
    return int(ask(session, _NUMBER, {"run": run_id}).scalar_one())


def last_due(session: Session, *, run_id: int, judge: str) -> float | None:
    """Return when the last waiting call of a judge is due, in seconds since 1970; None: none waits for a time."""
    mine = (CALL.c.run_id == run_id, CALL.c.judge == judge, CALL.c.state == "todo")
    found = ask(session, select(func.max(CALL.c.due_at)).where(*mine), {}).scalar_one()
    return None if found is None else float(found)
