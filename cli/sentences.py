"""How the command line speaks: data to standard output, messages to standard error, errors as sentences."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from rubrics.problems import RubricError


class Sentences(TyperGroup):
    """The outermost group of commands: whatever a person can cause ends as a sentence and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            problems = in_sentences(error)
            if not problems:
                raise
            refuse(*problems)


def in_sentences(error: Exception) -> Sequence[str]:
    """Say what a person has caused, a sentence for each problem; empty for a fault of ours."""
    from files.problems import FileError
    from judging.panel import PanelError
    from store.engine import StoreError

    if isinstance(error, (StoreError, RubricError, PanelError)):
        return error.problems
    if isinstance(error, FileError):
        return str(error).splitlines()
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return [f"{place}{error.strerror or error}"]
    return []


def refuse(*problems: str) -> None:
    """Say each problem on a line of its own and end with exit code 1."""
    for problem in problems:
        say(problem)
    raise typer.Exit(1)


def say(text: str = "") -> None:
    """Give a person a message."""
    typer.echo(text, err=True)


def show(text: str) -> None:
    """Give out data."""
    typer.echo(text)


def show_json(found: Any) -> None:
    """Give out data for a script: one JSON document, times in ISO 8601."""
    show(json.dumps(found, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def show_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Give out rows under each other in columns; what is not there is a dash."""
    for line in table_lines(header, rows):
        show(line)


def table_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lay out rows under each other in columns; what is not there is a dash."""
    lines = [list(header), *([_cell(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _cell(cell: object) -> str:
    if cell is None or cell != cell:  # noqa: PLR0124  # NaT and NaN are what is not equal to itself
        return "-"
    if hasattr(cell, "strftime"):
        return f"{cell:%Y-%m-%d %H:%M} UTC"
    return {True: "yes", False: "no"}[cell] if isinstance(cell, bool) else str(cell)
