"""A migrated store for releases: no SQL of theirs is new to the engines, so one is enough here."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.engine import Store
from tests.store.a_study import a_store


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a migrated, empty store, to be copied."""
    file: Path = tmp_path_factory.mktemp("migrated") / "store.sqlite"
    with a_store(f"sqlite:///{file}"):
        pass
    return file


@pytest.fixture
def store(migrated: Path, tmp_path: Path) -> Iterator[Store]:
    """A migrated, empty store."""
    store = Store(f"sqlite:///{shutil.copy(migrated, tmp_path / 'store.sqlite')}")
    yield store
    store.close()
