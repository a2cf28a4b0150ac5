"""The open store: one engine for SQLite or PostgreSQL, and two kinds of session.

SQLite runs in WAL mode, and a commit is on the disk before it counts (synchronous=NORMAL could lose the last ones with
the power, after "saved" was shown). A writing session begins IMMEDIATE, so it never fails half way for want of the
lock; writers of one process queue on a lock of ours (instant, where SQLite would poll), writers of other processes wait
up to BUSY_SECONDS. PostgreSQL needs neither: rows that must not change meanwhile are locked by the queries.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

__all__ = ["BUSY_SECONDS", "DEFAULT_FILE", "Session", "Store", "StoreError", "default_url", "opened"]

BUSY_SECONDS = 30
POOL = 20
DEFAULT_FILE = Path("var") / "secondreader.db"


class StoreError(ValueError):
    """A request the store refuses; `problems` are sentences for people."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def default_url() -> str:
    """Return SECONDREADER_DATABASE_URL, or the SQLite file below the working folder."""
    return os.environ.get("SECONDREADER_DATABASE_URL") or f"sqlite:///{DEFAULT_FILE.resolve()}"


class StoreBusy(StoreError):
    """Another process is writing for too long; the same request will be taken later."""


class _Undone(Exception):
    """Ends a transaction that was only tried."""


class Store:
    """A database and its sessions. Cheap to keep, safe to share between threads."""

    def __init__(self, url: str | None = None) -> None:
        address = make_url(url or default_url())
        if address.drivername in ("postgres", "postgresql"):
            address = address.set(drivername="postgresql+psycopg")
        self.address = address
        self.is_sqlite = address.get_backend_name() == "sqlite"
        self.engine = _sqlite_engine(self) if self.is_sqlite else _postgres_engine(self)
        self._immediate = self.engine.execution_options(immediate=True)
        self._turn: Any = Lock() if self.is_sqlite else nullcontext()

    @property
    def writers(self) -> int:
        """How many writing sessions get on at the same time; more only wait for one another."""
        return 1 if self.is_sqlite else POOL

    @property
    def file(self) -> Path | None:
        """The SQLite file, or None for PostgreSQL."""
        return Path(self.address.database) if self.is_sqlite and self.address.database else None

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Give a session for queries; whatever it changed is dropped."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Give a session whose work is committed as a whole when the block ends, or not at all.

        Raises
        ------
        StoreBusy
            When another process keeps SQLite's write lock for longer than BUSY_SECONDS; nothing has happened then.
        """
        with self._turn, Session(self._immediate, expire_on_commit=False) as session:
            try:
                session.connection()
            except OperationalError as problem:
                if getattr(problem.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                    raise
                raise StoreBusy("The store is busy with something large. Please try again in a minute.") from problem
            yield session
            session.commit()

    @contextmanager
    def trying(self) -> Iterator[Session]:
        """Give a writing session whose work is undone when the block ends: to see what would come of it."""
        with suppress(_Undone), self.writing() as session:
            yield session
            raise _Undone

    @contextmanager
    def reshaping(self) -> Iterator[Session]:
        """Give a writing session in which tables may be rebuilt.

        SQLite changes a table by making another in its place, which no reference survives that is checked meanwhile;
        so they are checked when the block ends, and one that leads nowhere undoes it all.
        """
        if not self.is_sqlite:
            with self.writing() as session:
                yield session
            return
        with self._turn, self._immediate.connect() as connection:
            raw = connection.connection
            raw.cursor().execute("PRAGMA foreign_keys=OFF")
            try:
                with Session(connection, expire_on_commit=False) as session:
                    yield session
                    broken = session.connection().exec_driver_sql("PRAGMA foreign_key_check").all()
                    if broken:
                        tables = ", ".join(sorted({str(row[0]) for row in broken}))
                        raise StoreError(
                            f"rows of {tables} would point to rows that are not there; nothing was changed"
                        )
                    session.commit()
            finally:
                raw.cursor().execute("PRAGMA foreign_keys=ON")

    def close(self) -> None:
        """Give every connection back."""
        self.engine.dispose()


@cache
def opened() -> Store:
    """Return the store of this process, the same one for every route and page."""
    return Store()


def _postgres_engine(store: Store) -> Engine:
    # Our locks count on each statement seeing what was committed before it, whatever the server's own default is.
    settings = {"isolation_level": "READ COMMITTED", "pool_size": POOL, "max_overflow": POOL}
    return create_engine(store.address, pool_pre_ping=True, **settings)


def _sqlite_engine(store: Store) -> Engine:
    if store.file is not None:
        store.file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        store.address,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
        pool_size=POOL,
        max_overflow=40,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        _to_wal(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def _to_wal(connection: sqlite3.Connection) -> None:
    """Switch a file to WAL. Of several who open a new file at once SQLite refuses all but one, and at once."""
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)
