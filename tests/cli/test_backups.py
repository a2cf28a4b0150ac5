"""The store copied and brought back, and nothing overwritten on the way."""

from pathlib import Path

from tests.cli.command import Command


def titles(command: Command) -> list[str]:
    return [one["slug"] for one in command.data("study", "list")]


def test_a_copy_brings_back_what_was_there(spring: Command, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "monday.db"
    assert spring("backup", copy).code == 0
    spring("study", "create", "summer", "--title", "Later", "--benchmark", "invented")
    assert titles(spring) == ["spring", "summer"]
    refused = spring("restore", copy)
    assert (refused.code, "add --replace" in refused.err) == (1, True)
    assert spring("restore", copy, "--replace").code == 0
    assert titles(spring) == ["spring"]


def test_nothing_is_overwritten(spring: Command, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    assert "nothing is overwritten" in spring("backup", there).err
    assert there.read_text() == "mine"


def test_what_is_no_copy_is_refused(spring: Command, tmp_path: Path) -> None:
    notes = tmp_path / "notes.db"
    notes.write_text("no database " * 200)
    assert "backup of this software" in spring("restore", notes, "--replace").err
    assert "there is no backup" in spring("restore", tmp_path / "nowhere.db", "--replace").err
    assert titles(spring) == ["spring"]


def test_a_store_that_is_not_there_cannot_be_copied(command: Command, tmp_path: Path) -> None:
    said = command("backup", tmp_path / "copy.db")
    assert (said.code, "`secondreader init` makes one" in said.err) == (1, True)


def test_postgresql_has_its_own_tools(tmp_path: Path) -> None:
    command = Command("postgresql://someone@localhost:1/nothing")
    assert "use pg_dump and pg_restore" in command("backup", tmp_path / "copy.db").err
