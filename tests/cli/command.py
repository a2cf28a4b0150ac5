"""Runs `secondreader` commands within the tests' own process, each test on a store of its own."""

import json
from typing import Any, NamedTuple

from typer.testing import CliRunner

from cli.main import app


class Said(NamedTuple):
    """What a command gave out (data), said (messages), and its exit code."""

    out: str
    err: str
    code: int

    @property
    def json(self) -> Any:
        """The data as JSON."""
        return json.loads(self.out)


class Command:
    """Calls commands; `env` goes to each."""

    def __init__(self, database_url: str, **env: str) -> None:
        self.env = {"SECONDREADER_DATABASE_URL": database_url, "SECONDREADER_ADDRESS": "", **env}

    def __call__(self, *words: object) -> Said:
        """Run a command; a fault of ours, which no sentence covers, is raised here."""
        result = CliRunner().invoke(app, [str(word) for word in words], env=self.env)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Said(result.stdout, result.stderr, result.exit_code)

    def data(self, *words: object) -> Any:
        """Run a command that must succeed with `--json` and return its data."""
        said = self(*words, "--json")
        assert said.code == 0, said.err
        return said.json
