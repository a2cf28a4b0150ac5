"""The options that say how somebody's file is laid out, and the layout they make."""

from collections.abc import Sequence
from typing import Annotated

import typer

from files.layouts import Layout

Columns = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="OURS=THEIRS", help="Which column of the file is which of ours; may be repeated."),
]
Fixed = Annotated[
    list[str] | None,
    typer.Option("--fixed", metavar="OURS=TEXT", help="What stands in a column of ours in every row; may be repeated."),
]
Axes = Annotated[
    list[str] | None,
    typer.Option("--axis", metavar="THEIRS=AXIS", help="The file's name for an axis, or the column of its scores."),
]
Raters = Annotated[
    list[str] | None,
    typer.Option("--rater", metavar="THEIRS=NAME", help="The file's name for a rater, or the column of its scores."),
]
Values = Annotated[
    list[str] | None,
    typer.Option("--value", metavar="FOUND=MEANT", help="What a score in words, a code or an empty cell stands for."),
]
Ignored = Annotated[
    list[str] | None, typer.Option("--ignore", metavar="COLUMN", help="A column not to read; may be repeated.")
]
Others = Annotated[bool, typer.Option("--ignore-others", help="Read no column that is not named.")]
DecimalComma = Annotated[bool, typer.Option("--decimal-comma", help="2,5 is two and a half.")]
Encoding = Annotated[str, typer.Option("--encoding", help="The character set, where it is not Unicode: cp1252, ...")]
Sheet = Annotated[str, typer.Option("--sheet", help="The sheet of a workbook that has several.")]


def pairs(option: str, told: Sequence[str] | None) -> dict[str, str]:
    """Take pairs such as rater=annotator_id apart; a value is parted at its last sign, as words of a file may hold one.

    Raises
    ------
    typer.BadParameter
        With what was found, when there is no = in it, or one name is told twice.
    """
    found: dict[str, str] = {}
    for one in told or ():
        left, sign, right = one.rpartition("=") if option == "--value" else one.partition("=")
        if not sign:
            raise typer.BadParameter(f"found {one}; a pair such as rater=annotator_id is needed", param_hint=option)
        if left.strip() in found:
            raise typer.BadParameter(f"found {left.strip()} twice", param_hint=option)
        found[left.strip()] = right.strip()
    return found


def layout_of(
    columns: Sequence[str] | None,
    fixed: Sequence[str] | None,
    axes: Sequence[str] | None = None,
    raters: Sequence[str] | None = None,
    values: Sequence[str] | None = None,
    *,
    ignored: Sequence[str] | None = None,
    others: bool = False,
    encoding: str = "",
    sheet: str = "",
) -> Layout:
    """Make a layout of what was typed."""
    return Layout(
        columns=pairs("--column", columns),
        fixed=pairs("--fixed", fixed),
        axes=pairs("--axis", axes),
        raters=pairs("--rater", raters),
        values=pairs("--value", values),
        ignored=frozenset(ignored or ()),
        others=others,
        encoding=encoding,
        sheet=sheet,
    )
