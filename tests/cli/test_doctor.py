"""What the doctor sees: database, disk, browser, keys; never a key's value."""

from pathlib import Path

import pytest

from cli import doctor as doctors
from cli.disk import thrown_away
from tests.cli.command import Command

SECRET = "sk-very-secret"


def findings(command: Command) -> dict[str, tuple[str, str]]:
    return {one["about"]: (one["state"], one["said"]) for one in command("doctor", "--json").json}


def test_a_sound_store_has_no_problem(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/elsewhere")
    command("init")
    said = command("doctor")
    assert said.code == 0
    found = findings(command)
    assert found["database"][0] == "ok"
    assert found["writing"] == ("ok", "the database takes changes")
    assert found["room"][1].endswith("GB free")
    assert found["browser"][0] == "information"


def test_a_store_not_set_up_is_a_problem_and_exit_code_1(command: Command) -> None:
    said = command("doctor")
    assert said.code == 1
    assert said.err == "1 of these keep the app from working.\n"
    assert "run `secondreader init`" in said.out


def test_a_database_that_is_away_or_no_address_is_a_problem() -> None:
    away = Command("postgresql://someone:topsecret@localhost:1/nothing")
    state, words = findings(away)["database"]
    assert state == "problem"
    assert "cannot be used: " in words
    assert "topsecret" not in words
    assert findings(Command("nonsense"))["database"][0] == "problem"


def test_a_file_that_is_no_database_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("These are notes, and this is no database at all." * 40)
    state, words = findings(Command(f"sqlite:///{tmp_path / 'notes.db'}"))["database"]
    assert (state, words.endswith("file is not a database")) == ("problem", True)


def test_a_store_in_the_folder_for_temporary_files_is_warned_of(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    command("init")
    state, words = findings(command)["disk"]
    assert (state, "the system may empty it" in words) == ("warning", True)
    assert command("doctor").code == 0


@pytest.mark.parametrize(
    ("mounts", "words"),
    [
        ("/dev/sda / ext4 rw 0 0\ntmpfs {place} tmpfs rw 0 0\n", "is in memory (tmpfs)"),
        ("overlay / overlay rw 0 0\n", "belongs to a container"),
        ("overlay / overlay rw 0 0\n/dev/sdb {place} ext4 rw 0 0\n", None),
        ("", None),
    ],
)
def test_the_kind_of_disk_is_that_of_the_nearest_mount(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounts: str, words: str | None
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/elsewhere")
    listed = tmp_path / "mounts"
    listed.write_text(mounts.format(place=tmp_path))
    found = thrown_away(tmp_path, mounts=listed)
    assert found is None if words is None else words in (found or "")


def test_little_room_is_a_warning_and_none_a_problem(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command("init")
    for free, state in ((500_000_000, "warning"), (5_000_000, "problem")):
        monkeypatch.setattr(doctors, "free_bytes", lambda _, free=free: free)
        assert findings(command)["room"][0] == state


def test_keys_are_seen_and_never_shown(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    said = command("doctor", "--json")
    found = {one["about"]: one["said"] for one in said.json}
    assert found["OPENAI_API_KEY"].startswith("set")
    assert found["ANTHROPIC_API_KEY"].startswith("not set")
    assert SECRET not in said.out + said.err
