"""Connections that LiteLLM makes for each of its calls about batches, and leaves to be collected."""

import pytest

LEFT_OPEN = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.usefixtures("nothing_left_for_later_tests"),
]
"""The marks of a test file with such calls."""
