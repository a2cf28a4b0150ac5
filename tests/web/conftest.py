"""A store with an open study behind the routes, as the app mounts them."""

from collections.abc import Iterator

import pytest

from tests.store.a_study import a_store
from tests.web.a_site import Site


@pytest.fixture
def site(store_url: str) -> Iterator[Site]:
    """The routes on a store of either engine."""
    with a_store(store_url) as store:
        yield Site(store)


@pytest.fixture
def light_site(sqlite_store_url: str) -> Iterator[Site]:
    """The routes on SQLite alone, for what does not reach the database."""
    with a_store(sqlite_store_url) as store:
        yield Site(store)
