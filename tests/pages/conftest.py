"""A migrated store for a page's test; pages know no SQL, so one engine is enough here."""

import functools
from collections.abc import Iterator

import pytest
from streamlit.components.v2 import manifest_scanner

from store.engine import Store
from tests.store.a_study import a_store


@pytest.fixture(scope="session", autouse=True)
def _installed_packages() -> Iterator[None]:
    """What Streamlit looks up among the installed packages for each app, it looks up once for all of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture
def store(sqlite_store_url: str) -> Iterator[Store]:
    """A migrated, empty store."""
    with a_store(sqlite_store_url) as store:
        yield store
