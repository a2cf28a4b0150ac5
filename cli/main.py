"""The command `secondreader` and all its commands."""

import sys

import typer

from cli import (
    analyse,
    backups,
    charter_packets,
    charters,
    collect,
    doctor,
    exports,
    imports,
    judge,
    local_models,
    people,
    release,
    serve,
    study,
    worker,
)
from cli.sentences import Sentences

app = typer.Typer(
    cls=Sentences,
    help="Second Reader: people score blinded responses, and LLM judges are measured against them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (
    serve.init,
    serve.serve,
    serve.demo,
    people.invite,
    people.revoke,
    doctor.doctor,
    backups.backup,
    backups.restore,
    analyse.analyse,
    local_models.local_models,
    worker.worker,
    release.bundle,
    release.verify,
):
    app.command()(command)
app.command("charters")(charters.show_charters)
imports.app.command("charters")(charters.import_charters)
imports.app.command("scenarios")(charters.import_scenarios)
app.add_typer(charter_packets.app, name="charter")
app.add_typer(study.app, name="study")
app.add_typer(imports.app, name="import")
app.add_typer(exports.app, name="export")
app.add_typer(collect.app, name="collect")
app.add_typer(judge.app, name="judge")


def run() -> None:
    """Run the command line; text goes out as UTF-8 whatever the computer's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app(prog_name="secondreader")
