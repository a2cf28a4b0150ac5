"""Whether the database can be reached, and what to say when it cannot: sentences in place of a driver's errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError, ProgrammingError
from sqlmodel import col, update

from store.engine import Store, StoreError
from store.migrate import newest, revision
from store.tables import Study

SET_UP = "run `secondreader init`"


def connect() -> Store:
    """Return the store that the environment names, without looking inside.

    Raises
    ------
    StoreError
        When SECONDREADER_DATABASE_URL is no address of a database.
    """
    try:
        return Store()
    except (ArgumentError, ModuleNotFoundError, NoSuchModuleError, ValueError) as problem:
        raise StoreError(
            "SECONDREADER_DATABASE_URL is no address of a database that can be used; allowed: "
            "sqlite:///folder/file.db or postgresql://user:password@host/database"
        ) from problem
    except OSError as problem:
        raise StoreError(f"the folder of the store cannot be made: {problem.strerror}: {problem.filename}") from problem


def where(store: Store) -> str:
    """Say which database a store is, without a password."""
    return str(store.file) if store.file else store.address.render_as_string(hide_password=True)


@contextmanager
def in_words(store: Store) -> Iterator[None]:
    """Turn a database that is away, locked, full, read-only or damaged into a sentence.

    Raises
    ------
    StoreError
        With the database and the first line of its own message. A row that breaks a rule is a fault of ours and
        passes as it is.
    """
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except DatabaseError as problem:
        said = str(problem.orig).strip().splitlines()[0] if problem.orig else "no reason given"
        raise StoreError(f"the database {where(store)} cannot be used: {said}") from problem


def check_ready(store: Store) -> None:
    """Refuse a store that is not there, or has another table layout than this version of the software.

    Raises
    ------
    StoreError
        With what to do about it.
    """
    if store.file is not None and not store.file.is_file():
        raise StoreError(f"there is no store at {store.file} yet; {SET_UP}")
    with in_words(store):
        found = revision(store)
    if found is None:
        raise StoreError(f"the database {where(store)} is empty; {SET_UP}")
    if found != newest():
        raise StoreError(f"the database {where(store)} has the table layout {found}, not {newest()}; {SET_UP}")


def check_whole(store: Store) -> None:
    """Refuse an SQLite file that is damaged; PostgreSQL looks after its own.

    Raises
    ------
    StoreError
        With what SQLite says is wrong.
    """
    if not store.is_sqlite:
        return
    with in_words(store), store.reading() as session:
        said = session.execute(text("PRAGMA quick_check(1)")).scalar_one()
    if said != "ok":
        raise StoreError(f"the database {where(store)} is damaged ({said}); restore a backup: `secondreader restore`")


def check_writable(store: Store) -> None:
    """Refuse a store that cannot be written to; nothing is changed.

    Raises
    ------
    StoreError
        With the database's own reason.
    """
    with in_words(store), store.writing() as session:
        session.execute(update(Study).where(col(Study.id) == -1).values(note=Study.note))
