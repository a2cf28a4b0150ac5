"""What the tests of batches leave behind is collected with them."""

import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def nothing_left_for_later_tests() -> Iterator[None]:
    """Collect, at the end of a test file, the connections that LiteLLM left open."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
