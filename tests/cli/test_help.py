"""Every command explains itself, with an example."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from cli.main import app


def every_command() -> Iterator[list[str]]:
    """The words of each command, groups included."""

    def below(command: Any, words: list[str]) -> Iterator[list[str]]:
        if words:
            yield words
        for name, one in getattr(command, "commands", {}).items():
            yield from below(one, [*words, name])

    yield from below(typer.main.get_command(app), [])


COMMANDS = {" ".join(words): words for words in every_command()}
GROUPS = {"study", "import", "export", "judge", "collect"}
RUNS = ("plan", "start", "status", "pause", "resume", "stop", "retry")


def test_these_are_the_commands() -> None:
    assert set(COMMANDS) - GROUPS == {
        "init",
        "serve",
        "demo",
        "invite",
        "revoke",
        "doctor",
        "backup",
        "restore",
        "analyse",
        "bundle",
        "verify",
        "study create",
        "study list",
        "study show",
        "study open",
        "study seal",
        "import responses",
        "import scores",
        "import rubric",
        "import charters",
        "import scenarios",
        "charters",
        "import preview",
        "import prompts",
        "import results",
        "export scores",
        "local-models",
        "worker",
        *(f"judge {name}" for name in (*RUNS, "again", "list", "compare", "probe", "report")),
        *(f"collect {name}" for name in RUNS),
        "export report",
    }


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - GROUPS))
def test_each_command_has_help_with_an_example_of_itself(name: str) -> None:
    result = CliRunner().invoke(app, [*COMMANDS[name], "--help"])
    assert result.exit_code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert any(line.startswith(f"Example: secondreader {name}") for line in lines)


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - GROUPS))
def test_each_argument_and_option_is_explained(name: str) -> None:
    command: Any = typer.main.get_command(app)
    for word in COMMANDS[name]:
        command = command.commands[word]
    unexplained = [one.name for one in command.params if not getattr(one, "help", None)]
    assert unexplained == []


@pytest.mark.parametrize("name", ["", *sorted(GROUPS)])
def test_a_group_alone_lists_its_commands(name: str) -> None:
    result = CliRunner().invoke(app, name.split())
    assert "Commands:" in result.output


@pytest.mark.parametrize("words", [["paint"], ["study", "paint"], ["study", "show"], ["serve", "--port", "x"]])
def test_a_wrong_call_is_explained_with_exit_code_2(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "--help" in result.stderr
