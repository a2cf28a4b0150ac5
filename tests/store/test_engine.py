"""Two kinds of session: one drops what it changed, the other keeps all of it or nothing."""

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from store.engine import DEFAULT_FILE, Session, Store, default_url
from store.tables import Study
from tests.store.a_study import a_draft


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
