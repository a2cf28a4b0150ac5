"""The command `secondreader` and all its commands."""

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
import typer.main

from cli.sentences import Sentences

COMMANDS: Mapping[str, str] = {
    "init": "serve.init",
    "serve": "serve.serve",
    "demo": "serve.demo",
    "invite": "people.invite",
    "revoke": "people.revoke",
    "doctor": "doctor.doctor",
    "backup": "backups.backup",
    "restore": "backups.restore",
    "analyse": "analyse.analyse",
    "local-models": "local_models.local_models",
    "worker": "worker.worker",
    "bundle": "release.bundle",
    "verify": "release.verify",
    "charters": "charters.show_charters",
    "charter": "charter_packets.app",
    "study": "study.app",
    "import": "imports.app",
    "export": "exports.app",
    "collect": "collect.app",
    "judge": "judge.app",
}
"""Each command, or group of commands, and where in this package it is."""


class Commands(Sentences):
    """The outermost group. It loads a command when it is called: all of them together take seconds."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order they are told."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(".")
        found = getattr(import_module(f"cli.{module}"), name)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode=None)
            alone.command(cmd_name)(found)
            found = alone
        command = typer.main.get_command(found)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=Commands,
    help="Second Reader: people score blinded responses, and LLM judges are measured against them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def _outermost() -> None:
    """Every command is loaded by `Commands`."""


def run() -> None:
    """Run the command line; text goes out as UTF-8 whatever the computer's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app(prog_name="secondreader")
