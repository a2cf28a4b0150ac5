"""A command line with an empty store: SQLite for most tests, both databases for the main road."""

from pathlib import Path

import pytest

from rubrics.toml_text import toml_text
from tests.builders import a_benchmark_table
from tests.cli.command import Command


@pytest.fixture
def command(sqlite_database_url: str) -> Command:
    """Commands on a store that is not there yet."""
    return Command(sqlite_database_url)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with the files of a small study: benchmark, responses that describe everything, judges' scores."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "invented.toml").write_text(toml_text(a_benchmark_table()), encoding="utf-8")
    (folder / "responses.csv").write_text(
        "prompt,prompt_text,system,family,text\n"
        "P-1,Who?,Alder,Alder Lab,A patient answer.\n"
        "P-1,,Beech,Beech Lab,A hasty answer.\n",
        encoding="utf-8",
    )
    (folder / "scores.csv").write_text(
        "rater,rater_kind,prompt,system,axis,score,missing,why\n"
        "J1,llm,P-1,Alder,truth,1,,Says so.\n"
        "J1,llm,P-1,Alder,care,,not_applicable,Nobody is there.\n"
        "J2,llm,P-1,Alder,truth,2,,Says so.\n",
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def spring(sqlite_store_url: str, files: Path) -> Command:
    """Commands on a store with a draft study `spring` and its responses."""
    command = Command(sqlite_store_url)
    set_up_spring(command, files)
    return command


def set_up_spring(command: Command, files: Path) -> None:
    """Make the draft study `spring`."""
    for words in (
        ("init",),
        ("import", "rubric", files / "invented.toml"),
        ("study", "create", "spring", "--title", "Spring run", "--benchmark", "invented", "--seed", "s"),
        ("import", "responses", "spring", files / "responses.csv"),
    ):
        said = command(*words)
        assert said.code == 0, said.err
