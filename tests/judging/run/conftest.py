"""A migrated store on either engine, and the key of the stub model in the environment."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from store.engine import Session, Store
from tests.judging.run.a_run import ENVIRON
from tests.store.a_study import a_store


@pytest.fixture(autouse=True)
def _with_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A migrated, empty store; each test runs once on SQLite and once on PostgreSQL."""
    with a_store(database_url) as store:
        yield store


@pytest.fixture
def sqlite_store(sqlite_database_url: str) -> Iterator[Store]:
    """A migrated, empty store on SQLite, for what has nothing to do with the engine."""
    with a_store(sqlite_database_url) as store:
        yield store


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def store_for_all(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A migrated store that stays empty, for tests that leave nothing behind."""
    if request.param == "sqlite":
        with a_store(f"sqlite:///{tmp_path_factory.mktemp('runs') / 'store.sqlite'}") as store:
            yield store
        return
    url, name = request.getfixturevalue("postgres_url"), f"runs_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        create = sql.SQL("create database {} template template0 strategy file_copy")
        connection.execute(create.format(sql.Identifier(name)))
        address = url.replace("postgresql:", "postgresql+psycopg:").replace("/postgres?", f"/{name}?")
        with a_store(address) as store:
            yield store
        connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def session(store_for_all: Store) -> Iterator[Session]:
    """A writing session on an empty store, in which a test can do everything; all of it is taken back in the end."""
    with store_for_all.writing() as session:
        yield session
        session.rollback()
