"""A migrated store on either engine: one of its own for a test that commits, a shared one where all is taken back."""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from store.engine import Session, Store
from tests.store.a_study import a_store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A migrated, empty store; each test runs once on SQLite and once on PostgreSQL."""
    with a_store(database_url) as store:
        yield store


@pytest.fixture(scope="session")
def shared_sqlite_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an SQLite file for all tests that leave nothing behind."""
    folder: Path = tmp_path_factory.mktemp("shared")
    return f"sqlite:///{folder / 'store.sqlite'}"


@pytest.fixture(scope="session")
def shared_postgres_url(postgres_url: str) -> Iterator[str]:
    """The address of a PostgreSQL database for all tests that leave nothing behind."""
    name = f"shared_{os.getpid()}"
    database = sql.Identifier(name)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(sql.SQL("create database {} template template0 strategy file_copy").format(database))
        yield postgres_url.replace("postgresql:", "postgresql+psycopg:").replace("/postgres?", f"/{name}?")
        connection.execute(sql.SQL("drop database {} with (force)").format(database))


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def shared_store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A migrated store that stays empty."""
    with a_store(request.getfixturevalue(f"shared_{request.param}_url")) as store:
        yield store


@pytest.fixture
def session(shared_store: Store) -> Iterator[Session]:
    """A writing session on an empty store, in which a test can do everything; all of it is taken back in the end."""
    with shared_store.writing() as session:
        yield session
        session.rollback()
