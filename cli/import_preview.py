"""The command that looks into a file before anything is taken in: what it is, its columns, its first rows."""

from typing import Annotated

import typer

from cli import layout_options as how
from cli.options import AsJson, InFile
from cli.sentences import say, show, show_json, show_table
from files.layouts import Layout
from files.prompts import COLUMNS as PROMPTS
from files.responses import COLUMNS as RESPONSES
from files.scores import OPTIONAL as SCORES
from files.shapes import Holding
from files.suggestions import columns_of, glimpse, likely, suggested
from files.systems import SYSTEM_COLUMNS
from files.tables import read_file

WIDEST = 24
Rows = Annotated[int, typer.Option("--rows", min=1, max=50, help="How many rows to show.")]


def preview(
    file: InFile,
    rows: Rows = 3,
    encoding: how.Encoding = "",
    sheet: how.Sheet = "",
    as_json: AsJson = False,
) -> None:
    """Show what a file is, its columns and first rows, and which columns most likely are which.

    \b
    Example: secondreader import preview annotations.xlsx --sheet Round1
    """
    content = read_file(file)
    layout = Layout(encoding=encoding, sheet=sheet)
    source, found = glimpse(content, file.name, holding=None, layout=layout)
    if source.shape is not None:
        _of_shape(source.shape.name, list(source.shape.rows), as_json)
        return
    columns = columns_of(found)
    holding = likely(columns)
    told = suggested(found, _known(holding), holding)
    if as_json:
        told_all = {"format": source.format, "holds": holding, "columns": columns, "suggested": told}
        show_json({**told_all, "rows": found[:rows]})
        return
    show(f"{source.format}, most likely {holding}.\n")
    show_table(
        ("column", *(f"row {n}" for n in range(1, rows + 1))), [_line(column, found[:rows]) for column in columns]
    )
    if told:
        say("\nMost likely, if you agree:")
        say(" ".join(f"--column {ours}={theirs}" for ours, theirs in told.items()))


def _of_shape(name: str, holds: list[Holding], as_json: bool) -> None:
    if as_json:
        show_json({"format": name, "holds": holds})
    else:
        show(f"This is {name}. It holds {', '.join(holds)}.")


def _known(holding: Holding) -> tuple[str, ...]:
    known = {"responses": RESPONSES.known, "prompts": PROMPTS.known, "systems": SYSTEM_COLUMNS.known}
    return known.get(holding, ("rater", "rater_kind", "axis", "score", *SCORES))


def _line(column: str, rows: list[dict[str, str]]) -> list[str]:
    cells = [" ".join(row.get(column, "").split()) for row in rows]
    return [column, *(cell if len(cell) <= WIDEST else f"{cell[: WIDEST - 1]}…" for cell in cells)]
