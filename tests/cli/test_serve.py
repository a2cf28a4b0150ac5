"""Setting up and starting: the owner's link once, fresh demo links each time, a port that is taken said in words."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.ports import check_port
from store.engine import StoreError
from tests.cli.command import Command


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that something listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        yield listener.getsockname()[1]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What the app was asked to serve on; it returns at once."""
    calls: list[tuple[str, int]] = []
    monkeypatch.setattr("web.serving.serve", lambda host, port: calls.append((host, port)))
    return calls


def test_init_gives_the_owners_link_once(command: Command) -> None:
    first, second = command("init"), command("init")
    assert (first.code, second.code) == (0, 0)
    assert first.out.startswith("http://localhost:8501/i/")
    assert len(first.out.strip().rsplit("/", 1)[1]) == 43
    assert second.out == ""
    assert "There is an owner already." in second.err


def test_a_revoked_owner_is_replaced(command: Command) -> None:
    link = command("init").out.strip()
    assert "The link of Owner (owner) no longer opens anything." in command("revoke", link).err
    assert "was taken back before" in command("revoke", link + "/").err
    assert command("init").out.startswith("http://")


@pytest.mark.parametrize(
    ("address", "start"),
    [("https://second.example/", "https://second.example/i/"), ("http://box:8000", "http://box:8000/i/")],
)
def test_links_begin_with_the_address_that_is_set(sqlite_database_url: str, address: str, start: str) -> None:
    command = Command(sqlite_database_url, SECONDREADER_ADDRESS=address)
    assert command("init").out.startswith(start)


def test_an_address_that_is_none_is_refused(command: Command) -> None:
    said = command("init", "--address", "second.example")
    assert said.code == 2
    assert "it begins with http:// or https://" in said.err


def test_the_demo_prints_fresh_links_and_starts(command: Command, served: list[tuple[str, int]]) -> None:
    first = command("demo", "--port", free_port())
    assert first.code == 0, first.err
    assert first.out.count("/i/") == 4
    assert "Everything in it is invented." in first.err
    again = command("demo", "--no-serve")
    assert len(served) == 1
    assert not set(first.out.split()) & {word for word in again.out.split() if "/i/" in word}


def test_the_demo_for_a_script(command: Command) -> None:
    links = command.data("demo", "--no-serve", "--port", "8600")
    assert [one["who"] for one in links] == ["Owner", "Researcher", "Ruth Example (invented)", "You"]
    assert all(one["link"].startswith("http://localhost:8600/i/") for one in links)


def test_a_port_that_is_taken_is_said_before_anything_is_made(command: Command, taken: int) -> None:
    said = command("demo", "--port", taken)
    assert said.code == 1
    assert said.err.startswith(
        f"Port {taken} is already in use. Stop the other program or choose another: make run PORT="
    )
    assert command("study", "list").err.startswith("there is no store at ")


def test_serve_refuses_a_taken_port_and_a_store_not_set_up(
    command: Command, taken: int, served: list[tuple[str, int]]
) -> None:
    assert "choose another: secondreader serve --port" in command("serve", "--port", taken).err
    port = free_port()
    assert "run `secondreader init`" in command("serve", "--port", port).err
    assert served == []
    command("init")
    assert command("serve", "--host", "localhost", "--port", port).code == 0
    assert served == [("localhost", port)]


def test_the_port_that_is_offered_is_free(taken: int) -> None:
    with pytest.raises(StoreError) as refused:
        check_port("127.0.0.1", taken, otherwise="try {port}")
    check_port("127.0.0.1", int(str(refused.value).rsplit(" ", 1)[1]), otherwise="")


def test_a_host_that_is_not_this_computer_is_said() -> None:
    with pytest.raises(StoreError, match=r"cannot listen on 192\.0\.2\.1: .* Try --host 127\.0\.0\.1"):
        check_port("192.0.2.1", free_port(), otherwise="")


def test_stopping_is_no_error(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(host: str, port: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("web.serving.serve", stopped)
    command("init")
    said = command("serve", "--port", free_port())
    assert (said.code, said.err.splitlines()[-1]) == (0, "Stopped.")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def test_a_store_that_would_not_last_is_warned_of_at_the_start(
    command: Command, served: list[tuple[str, int]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.serve.thrown_away", lambda folder: f"{folder} is in memory")
    command("init")
    said = command("serve", "--port", free_port())
    assert f"Warning: scores may be lost. {tmp_path} is in memory." in said.err
    assert len(served) == 1
