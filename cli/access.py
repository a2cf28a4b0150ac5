"""The store as a command gets it: open, of the right layout, closed again; and the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from store.engine import Session, Store
from store.reach import check_ready, connect, in_words


def now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


@contextmanager
def reading() -> Iterator[Session]:
    """Give a session for queries.

    Raises
    ------
    StoreError
        When the store is away or not set up, with what to do.
    """
    with opened() as store, store.reading() as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """Give a session whose work is kept as a whole when the block ends, or not at all.

    Raises
    ------
    StoreError
        When the store is away or not set up, with what to do.
    """
    with opened() as store, store.writing() as session:
        yield session


@contextmanager
def writing_or_trying(*, dry_run: bool) -> Iterator[Session]:
    """Give a session whose work is kept, or with `dry_run` undone, when the block ends.

    Raises
    ------
    StoreError
        When the store is away or not set up, with what to do.
    """
    with opened() as store, store.trying() if dry_run else store.writing() as session:
        yield session


@contextmanager
def opened() -> Iterator[Store]:
    """Give the store itself, for work that has several transactions.

    Raises
    ------
    StoreError
        When the store is away or not set up, with what to do.
    """
    store = connect()
    try:
        check_ready(store)
        with in_words(store):
            yield store
    finally:
        store.close()
