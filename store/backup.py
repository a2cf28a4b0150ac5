"""A copy of the whole store in one file, and back.

SQLite is copied by its own online backup, so the app may go on meanwhile; a copy is checked before it counts as made.
PostgreSQL has `pg_dump` and `pg_restore`, which do this better than we could.
"""

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from store.engine import Store, StoreError
from store.migrate import refuse_unknown

USE_PG_DUMP = "this store is PostgreSQL: use pg_dump and pg_restore, as docs/operations.md shows"
BESIDE = ("", "-wal", "-shm")
"""The endings of the files that SQLite keeps for one database."""


def backup(store: Store, target: Path) -> None:
    """Copy the store into a new file.

    Raises
    ------
    StoreError
        For PostgreSQL, when the store has no file yet or is damaged, or when the target exists.
    """
    source = _file(store)
    if not source.is_file():
        raise StoreError(f"there is no store at {source} yet; `secondreader init` makes one")
    if target.exists():
        raise StoreError(f"{target} exists already; choose another name, nothing is overwritten")
    target.parent.mkdir(parents=True, exist_ok=True)
    _copy(lambda: sqlite3.connect(source), source, target).rename(target)


def restore(store: Store, source: Path, *, replace: bool = False) -> None:
    """Put a backup in the store's place; with `replace`, what was there is kept beside it as `.before-restore`.

    Raises
    ------
    StoreError
        For PostgreSQL, when the backup is missing, damaged, or of a newer version of the software, when a store is
        there and `replace` is not set, or when the app is still using it.
    """
    target = _file(store)
    if not source.is_file():
        raise StoreError(f"there is no backup {source}")
    _check(source, str(source))
    if target.exists() and not replace:
        raise StoreError(f"there is a store at {target} already; stop the app and add --replace to put it aside")
    store.close()
    half = _copy(lambda: _opened(source), source, target)
    try:
        _put_aside(target)
    except StoreError:
        half.unlink()
        raise
    half.replace(target)


def _file(store: Store) -> Path:
    if store.file is None:
        raise StoreError(USE_PG_DUMP)
    return store.file


def _copy(connect: Callable[[], sqlite3.Connection], source: Path, target: Path) -> Path:
    """Copy a database into a file beside the target, check it, and return that file."""
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    try:
        with closing(connect()) as whole, closing(sqlite3.connect(half)) as copy:
            whole.backup(copy)
        _check(half, f"the copy of {source}")
    except sqlite3.DatabaseError as problem:
        half.unlink(missing_ok=True)
        raise StoreError(f"{source} cannot be copied: {problem}") from problem
    except StoreError:
        half.unlink(missing_ok=True)
        raise
    return half


def _opened(path: Path) -> sqlite3.Connection:
    """Open a database to read; one that nobody is using leaves no trace, even where nothing can be written."""
    in_use = any(path.with_name(path.name + ending).exists() for ending in BESIDE[1:])
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{'' if in_use else '&immutable=1'}", uri=True)


def _check(path: Path, name: str) -> None:
    """Refuse a file that is no whole database of ours."""
    try:
        with closing(_opened(path)) as copy:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            copy.execute("SELECT count(*) FROM study").fetchone()
            found = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as problem:
        raise StoreError(f"{name} is not a whole backup of this software ({problem})") from problem
    if verdict != "ok":
        raise StoreError(f"{name} is damaged: {verdict}")
    refuse_unknown(found[0] if found else None, name)


def _put_aside(target: Path) -> None:
    """Keep what is there under another name: whole where it can be read, file by file where it is damaged."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target, timeout=0)) as live:
            live.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as problem:
        raise StoreError(f"the store at {target} cannot be put aside ({problem}); stop the app first") from problem
    except sqlite3.DatabaseError:
        pass
    kept = next(name for name in _names(target) if not name.exists())
    for ending in BESIDE:
        file = target.with_name(target.name + ending)
        if file.exists():
            file.rename(kept.with_name(kept.name + ending))


def _names(target: Path) -> Iterator[Path]:
    plain = target.with_name(target.name + ".before-restore")
    return itertools.chain([plain], (plain.with_name(f"{plain.name}-{number}") for number in itertools.count(2)))
