"""Charters and scenarios from the command line: a team's own, the drafts, and what is refused."""

from pathlib import Path

import pytest

from rubrics.loader import FOLDER
from tests.cli.command import Command

DRAFTS = FOLDER / "worldviews"


@pytest.fixture
def spring(command: Command) -> Command:
    """Commands on a store with an empty draft study `spring` of a benchmark with charters."""
    for words in (("init",), ("study", "create", "spring", "--title", "Spring", "--benchmark", "worldviews")):
        said = command(*words)
        assert said.code == 0, said.err
    return command


def test_scenarios_become_prompts_and_come_in_once(spring: Command, tmp_path: Path) -> None:
    assert spring.data("import", "scenarios", "spring", "--drafts") == {"scenarios": 6, "new": 6}
    assert spring.data("import", "scenarios", "spring", DRAFTS / "scenarios" / "drafts.toml")["new"] == 0
    edited = tmp_path / "mine.toml"
    edited.write_text((DRAFTS / "scenarios" / "drafts.toml").read_text("utf-8").replace("bakery", "forge"), "utf-8")
    said = spring("import", "scenarios", "spring", edited)
    assert (said.code, said.err) == (1, "prompt 'SC-01' is there already with another text\n")


def test_a_file_of_scenarios_with_problems_changes_nothing(spring: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (DRAFTS / "scenarios" / "drafts.toml").read_text("utf-8")
    path.write_text(text.replace('"settled"', '"certain"').replace('"SC-02"', '"SC-01"'), "utf-8")
    said = spring("import", "scenarios", "spring", path)
    assert said.code == 1
    assert len(said.err.splitlines()) == 10
    assert all(line.startswith("mine.toml: scenarios.") for line in said.err.splitlines())
    assert spring.data("import", "scenarios", "spring", "--drafts")["new"] == 6


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("import", "scenarios", "spring"), "Name one file of scenarios, or say --drafts."),
        (("import", "scenarios", "spring", "a.toml", "--drafts"), "Name one file of scenarios, or say --drafts."),
        (("import", "scenarios", "spring", "missing.toml"), "missing.toml: cannot be read: No such file or directory"),
        (("import", "scenarios", "summer", "--drafts"), "there is no study 'summer'; studies here: spring"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(spring: Command, words: tuple[str, ...], sentence: str) -> None:
    said = spring(*words)
    assert (said.code, said.out) == (1, "")
    assert sentence in said.err


def test_a_benchmark_without_drafts_says_so(command: Command) -> None:
    command("init")
    command("study", "create", "other", "--title", "Other", "--benchmark", "credo")
    assert "No drafts of scenarios come with" in command("import", "scenarios", "other", "--drafts").err
