"""A migrated store for a page's test; pages know no SQL, so one engine is enough here."""

from collections.abc import Iterator

import pytest

from store.engine import Store
from tests.store.a_study import a_store


@pytest.fixture
def store(sqlite_store_url: str) -> Iterator[Store]:
    """A migrated, empty store."""
    with a_store(sqlite_store_url) as store:
        yield store
