"""Migrations and tables say the same on both engines; a migration happens whole or not at all."""

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from store.engine import Store, StoreError
from store.migrate import FOLDER, migrate, newest, revision
from store.tables import Prompt, Row, Study
from tests.store.a_study import a_draft, a_store

REBUILD = '''"""Rebuild the table that most others point to."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("study") as table:
        table.alter_column("title", existing_type=sa.String(), type_=sa.Text())
    {then}
'''


def a_later_version(folder: Path, then: str = "pass") -> Path:
    """The migrations as they would be with one more."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_rebuild.py").write_text(REBUILD.format(before=newest(), then=then))
    return folder


def described(url: str) -> dict[str, Any]:
    """Every table of a database with its columns, constraints and indexes, as the database itself tells them."""
    engine = create_engine(url)
    looked = inspect(engine)
    tables = {
        table: {
            "columns": [(one["name"], str(one["type"]), one["nullable"]) for one in looked.get_columns(table)],
            "primary": looked.get_pk_constraint(table),
            "unique": sorted(looked.get_unique_constraints(table), key=str),
            "checks": sorted((one["name"], one["sqltext"]) for one in looked.get_check_constraints(table)),
            "foreign": sorted(looked.get_foreign_keys(table), key=str),
            "indexes": sorted(_in_words(one) for one in looked.get_indexes(table)),
        }
        for table in looked.get_table_names()
        if table != "alembic_version"
    }
    engine.dispose()
    return tables


def _in_words(index: Any) -> str:
    """An index as a text: the condition of a partial one is an object that equals nothing but itself."""
    options = {key: str(value) for key, value in index.get("dialect_options", {}).items()}
    return str(sorted({**index, "dialect_options": sorted(options.items())}.items()))


def test_migrations_and_tables_are_equal(database_url: str) -> None:
    with a_store(database_url) as store, store.reading() as session:
        context = MigrationContext.configure(
            session.connection(), opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, Row.metadata) == []


def test_migrations_make_the_very_constraints_that_the_tables_declare(store: Store, store_url: str) -> None:
    """Alembic's comparison does not look at check constraints, so both are built and the database is asked."""
    migrated = described(store_url)
    with store.writing() as session:
        connection = session.connection()
        Row.metadata.drop_all(connection)
        Row.metadata.create_all(connection)
    assert described(store_url) == migrated
    assert "ck_score_why" in [name for name, _ in migrated["score"]["checks"]]


def test_migrating_twice_changes_nothing(store: Store, store_url: str) -> None:
    with store.writing() as session:
        a_draft(session)
    before = described(store_url)
    migrate(store)
    assert described(store_url) == before
    assert revision(store) == newest()
    with store.reading() as session:
        assert session.exec(select(Study.slug)).all() == ["spring"]


def test_an_empty_database_has_no_revision(database_url: str) -> None:
    store = Store(database_url)
    assert revision(store) is None
    store.close()


def test_a_failed_migration_leaves_nothing_behind(database_url: str, tmp_path: Path) -> None:
    store = Store(database_url)
    with pytest.raises(RuntimeError, match="half way"):
        migrate(store, folder=a_later_version(tmp_path / "migrations", 'raise RuntimeError("half way")'))
    assert described(database_url) == {}
    assert revision(store) is None
    migrate(store)
    assert revision(store) == newest()
    store.close()


def test_a_later_migration_can_rebuild_a_table_that_others_point_to(
    store: Store, store_url: str, tmp_path: Path
) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
    migrate(store, folder=a_later_version(tmp_path / "migrations"))
    with store.writing() as session:
        assert session.exec(select(Study.id)).all() == [study_id]
        with pytest.raises(IntegrityError):
            session.connection().execute(text("DELETE FROM study"))
        session.rollback()
    assert ("title", "TEXT", False) in described(store_url)["study"]["columns"]


def test_a_migration_that_leaves_rows_without_what_they_point_to_is_undone(
    sqlite_database_url: str, tmp_path: Path
) -> None:
    with a_store(sqlite_database_url) as store:
        with store.writing() as session:
            a_draft(session)
        with pytest.raises(StoreError, match=r"rows of .*response.* would point to rows that are not there"):
            migrate(store, folder=a_later_version(tmp_path / "migrations", 'op.execute("DELETE FROM prompt")'))
        assert revision(store) == newest()
        with store.writing() as session:
            assert len(session.exec(select(Prompt)).all()) == 2
            with pytest.raises(IntegrityError):
                session.connection().execute(text("DELETE FROM prompt"))


def test_a_store_of_a_newer_version_is_refused_in_words(store: Store, store_url: str, tmp_path: Path) -> None:
    migrate(store, folder=a_later_version(tmp_path / "migrations"))
    before = described(store_url)
    with pytest.raises(StoreError, match="has the table layout 9999, which this version does not know"):
        migrate(store)
    assert described(store_url) == before


def test_processes_that_start_at_once_take_turns(database_url: str) -> None:
    stores = [Store(database_url) for _ in range(3)]
    start = threading.Barrier(3)
    problems: list[BaseException] = []

    def begin(store: Store) -> None:
        start.wait()
        try:
            migrate(store)
        except BaseException as problem:  # noqa: BLE001 - whatever it was, the test must see it
            problems.append(problem)

    threads = [threading.Thread(target=begin, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert revision(stores[0]) == newest()
    for store in stores:
        store.close()
