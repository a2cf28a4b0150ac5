"""The key of the stub model in the environment, and a store for what has nothing to do with the engine."""

from collections.abc import Iterator

import pytest

from store.engine import Store
from tests.judging.run.a_run import ENVIRON
from tests.store.a_study import a_store


@pytest.fixture(autouse=True)
def _with_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def sqlite_store(sqlite_store_url: str) -> Iterator[Store]:
    """A migrated, empty store on SQLite, for what has nothing to do with the engine."""
    with a_store(sqlite_store_url) as store:
        yield store
