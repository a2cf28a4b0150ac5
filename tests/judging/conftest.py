"""What a test file leaves behind that calls models in its own process is collected with it."""

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
