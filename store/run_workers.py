"""The processes that work on runs, and how one that died is told from one that is busy.

A worker holds a lock for as long as it lives: on PostgreSQL an advisory lock of a connection of its own, under its
id; on SQLite, where a run has one worker at a time, a lock on a file beside the store (`judging.run.process`). What a
dead process leaves behind is never its lock.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from store.asking import ask
from store.engine import Store
from store.runs import WORKER
from store.tables import RunWorker

CLASS = 1_907_113
"""The first half of the advisory locks that workers hold; any number of our own will do."""


class Worker(NamedTuple):
    """A process at work."""

    id: int
    host: str
    pid: int
    started_at: datetime
    seen_at: datetime


def add_worker(session: Session, *, run_id: int, host: str, pid: int, now: datetime) -> int:
    """Record a process that begins to work on a run, and return its id."""
    row = RunWorker(run_id=run_id, host=host, pid=pid, started_at=now, seen_at=now)
    session.add(row)
    session.flush()
    return row.id or 0


def seen(session: Session, *, worker_id: int, now: datetime) -> None:
    """Write down that a worker is still at it, for people to see."""
    ask(session, update(WORKER).where(WORKER.c.id == worker_id).values(seen_at=now), {})


def end_worker(session: Session, *, worker_id: int, now: datetime) -> None:
    """Write down that a worker has ended, with nothing on the wire."""
    ask(session, update(WORKER).where(WORKER.c.id == worker_id).values(ended_at=now), {})


def not_ended(session: Session, *, run_id: int) -> list[Worker]:
    """Return the workers of a run of which nobody has written that they ended."""
    query = select(*[WORKER.c[name] for name in Worker._fields])
    mine = query.where(WORKER.c.run_id == run_id, WORKER.c.ended_at.is_(None)).order_by(WORKER.c.id)
    return [Worker(*row) for row in ask(session, mine, {})]


def database_file(session: Session) -> Path | None:
    """Return the SQLite file of a session's store, None for PostgreSQL."""
    url = session.get_bind().engine.url
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def is_dead(session: Session, *, worker_id: int) -> bool:
    """Say whether nobody holds a worker's lock on PostgreSQL; until the transaction ends, nobody can take it."""
    return bool(ask(session, select(func.pg_try_advisory_xact_lock(CLASS, worker_id)), {}).scalar_one())


class Alive:
    """A worker's lock on PostgreSQL, on a connection that does nothing else."""

    def __init__(self, store: Store, worker_id: int) -> None:
        self._connection = store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._worker_id = worker_id
        self._connection.execute(select(func.pg_advisory_lock(CLASS, worker_id)))
        self._connection.detach()

    def holds(self) -> bool:
        """Say whether the connection, and with it the lock, is still there."""
        try:
            self._connection.execute(select(1))
        except OperationalError:
            return False
        return True

    def close(self) -> None:
        """Let go of the lock, and of the connection; the server takes a moment to see that a connection is gone."""
        with suppress(OperationalError):
            self._connection.execute(select(func.pg_advisory_unlock(CLASS, self._worker_id)))
        self._connection.close()


@contextmanager
def alive(store: Store, worker_id: int) -> Iterator[Alive]:
    """Hold a worker's lock on PostgreSQL."""
    lock = Alive(store, worker_id)
    try:
        yield lock
    finally:
        lock.close()
