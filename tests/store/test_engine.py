"""Two kinds of session: one drops what it changed, the other keeps all of it or nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from store import engine
from store.engine import DEFAULT_FILE, Session, Store, StoreBusy, default_url
from store.tables import Study
from tests.store.a_study import a_draft
from tests.store.at_once import at_once


def slugs(session: Session) -> list[str]:
    return list(session.exec(select(Study.slug)).all())


def test_a_writing_session_keeps_everything_when_its_block_ends(store: Store) -> None:
    with store.writing() as session:
        a_draft(session)
    with store.reading() as session:
        assert slugs(session) == ["spring"]


def test_a_writing_session_keeps_nothing_when_its_block_fails(store: Store) -> None:
    def fail() -> None:
        with store.writing() as session:
            a_draft(session)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with store.writing() as session:
        assert slugs(session) == []


def test_a_reading_session_drops_what_it_changed(store: Store) -> None:
    with store.reading() as session:
        a_draft(session)
    with store.reading() as session:
        assert slugs(session) == []


def test_a_reader_sees_what_was_committed_while_somebody_writes(store: Store) -> None:
    with store.writing() as writer:
        a_draft(writer)
        with store.reading() as reader:
            assert slugs(reader) == []


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECONDREADER_DATABASE_URL", "postgresql://someone@somewhere/study")
    assert default_url() == "postgresql://someone@somewhere/study"
    monkeypatch.delenv("SECONDREADER_DATABASE_URL")
    assert default_url() == f"sqlite:///{DEFAULT_FILE.resolve()}"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_is_understood(scheme: str) -> None:
    store = Store(f"{scheme}://someone@somewhere/study")
    assert (store.address.drivername, store.is_sqlite, store.file) == ("postgresql+psycopg", False, None)
    store.close()


def test_a_sqlite_commit_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    """SQLite's numbers: synchronous 2 is FULL, foreign_keys 1 is on."""
    store = Store(f"sqlite:///{tmp_path / 'new' / 'store.sqlite'}")
    with store.writing() as session:
        found = {
            pragma: session.connection().execute(text(f"PRAGMA {pragma}")).scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    store.close()


def test_a_new_file_opened_by_many_at_once_is_opened_by_all(tmp_path: Path) -> None:
    for turn in range(60):
        stores = [Store(f"sqlite:///{tmp_path}/{turn}.db") for _ in range(4)]
        for connection in at_once([store.engine.connect for store in stores]):
            connection.close()
        for store in stores:
            store.close()


def test_a_store_that_another_process_keeps_busy_is_said_so(
    sqlite_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0)
    store = Store(sqlite_database_url)
    with closing(sqlite3.connect(str(store.file), isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="Please try again in a minute"), store.writing():
            raise AssertionError("the block must not begin")
        other.execute("ROLLBACK")
    with store.writing() as session:
        assert session.is_active
    store.close()
