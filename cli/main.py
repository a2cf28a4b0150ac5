"""The command `secondreader` and all its commands."""

import sys

import typer

from cli import serve
from cli.sentences import Sentences

app = typer.Typer(
    cls=Sentences,
    help="Second Reader: people score blinded responses, and LLM judges are measured against them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(serve.init)
app.command()(serve.serve)
app.command()(serve.demo)


def run() -> None:
    """Run the command line; text goes out as UTF-8 whatever the computer's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app(prog_name="secondreader")
