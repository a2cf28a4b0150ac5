"""Connections that LiteLLM leaves to be collected when the event loop that made them is gone."""

import pytest

LEFT_OPEN = [
    pytest.mark.filterwarnings(r"ignore:unclosed (transport|<socket|client|connector):ResourceWarning"),
    pytest.mark.filterwarnings(
        r"ignore:Exception ignored in. <(socket|function (_SelectorTransport|ClientSession|Connection|BaseConnector)\b)"
        r":pytest.PytestUnraisableExceptionWarning"
    ),
    pytest.mark.usefixtures("nothing_left_for_later_tests"),
]
"""The marks of a test file that calls models in its own process."""
