"""The server's settings: where it listens, and that starting it asks nobody on the internet."""

import pytest

from web.serving import settings


def test_it_listens_where_it_is_told() -> None:
    found = settings("192.0.2.7", 8600)
    assert (found["server.address"], found["server.port"]) == ("192.0.2.7", 8600)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_listening_everywhere_asks_no_one_for_this_computers_address(host: str) -> None:
    # Without a name, Streamlit asks checkip.amazonaws.com for the address that it then prints.
    assert settings(host, 8501)["browser.serverAddress"] == "localhost"


def test_listening_on_one_address_prints_that_address() -> None:
    assert "browser.serverAddress" not in settings("192.0.2.7", 8501)
