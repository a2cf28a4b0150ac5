"""A copy of the whole store in one file, and back.

SQLite is copied by its own online backup, so the app may go on meanwhile; a copy is checked before it counts as made.
PostgreSQL has `pg_dump` and `pg_restore`, which do this better than we could.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from store.engine import Store, StoreError

USE_PG_DUMP = "this store is PostgreSQL: use pg_dump and pg_restore, as docs/operations.md shows"


def backup(store: Store, target: Path) -> None:
    """Copy the store into a new file.

    Raises
    ------
    StoreError
        For PostgreSQL, when the store has no file yet, or when the target exists.
    """
    source = _file(store)
    if target.exists():
        raise StoreError(f"{target} exists already; choose another name, nothing is overwritten")
    target.parent.mkdir(parents=True, exist_ok=True)
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(half)) as copy:
        live.backup(copy)
    _check(half)
    half.rename(target)


def restore(store: Store, source: Path, *, replace: bool = False) -> None:
    """Put a backup in the store's place; with `replace`, what was there is kept beside it as `.before-restore`.

    Raises
    ------
    StoreError
        For PostgreSQL, when the backup is missing or damaged, or when a store is there and `replace` is not set.
    """
    if not store.is_sqlite or store.file is None:
        raise StoreError(USE_PG_DUMP)
    target = store.file
    if not source.is_file():
        raise StoreError(f"there is no backup {source}")
    _check(source)
    if target.exists() and not replace:
        raise StoreError(f"there is a store at {target} already; stop the app and add --replace to put it aside")
    store.close()
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as saved, closing(sqlite3.connect(half)) as copy:
        saved.backup(copy)
    if target.exists():
        with closing(sqlite3.connect(target)) as live:
            live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        target.replace(target.with_name(target.name + ".before-restore"))
    for leftover in ("-wal", "-shm"):
        target.with_name(target.name + leftover).unlink(missing_ok=True)
    os.replace(half, target)  # noqa: PTH105  # atomic on every system


def _file(store: Store) -> Path:
    if not store.is_sqlite or store.file is None:
        raise StoreError(USE_PG_DUMP)
    if not store.file.is_file():
        raise StoreError(f"there is no store at {store.file} yet; `secondreader init` makes one")
    return store.file


def _check(path: Path) -> None:
    """Refuse a file that is no whole SQLite database of ours."""
    try:
        with closing(sqlite3.connect(path)) as copy:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            copy.execute("SELECT count(*) FROM study").fetchone()
    except sqlite3.DatabaseError as problem:
        raise StoreError(f"{path} is not a backup of this software ({problem})") from problem
    if verdict != "ok":
        raise StoreError(f"{path} is damaged: {verdict}")
