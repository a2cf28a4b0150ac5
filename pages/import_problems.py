"""What is wrong with a file, as a table for a person: the same problem of many rows once, with the rows."""

from collections.abc import Sequence
from html import escape

from files.problems import FileError, Problem
from pages import look

MOST = 60
COLUMNS = ("Where", "Column", "Found", "Allowed")


def table(error: FileError) -> str:
    """Return the problems of a file as HTML."""
    groups: dict[tuple[str | None, str, str], list[Problem]] = {}
    for one in error.problems:
        groups.setdefault((one.column, one.found, one.allowed), []).append(one)
    rows = [
        (escape(rows_in_words(same)), escape(column or ""), escape(found), escape(allowed))
        for (column, found, allowed), same in list(groups.items())[:MOST]
    ]
    return look.table(COLUMNS, rows, title="What to put right")


def more(error: FileError) -> int:
    """Return how many problems the table does not show."""
    groups = {(one.column, one.found, one.allowed) for one in error.problems}
    return error.more + max(0, len(groups) - MOST)


def rows_in_words(problems: Sequence[Problem]) -> str:
    """Say the rows of one and the same problem: `row 7`, `rows 2 to 9 and 12`, or that the whole file is meant."""
    counted = problems[0].counted
    numbers = [one.row for one in problems if one.row is not None]
    if not numbers:
        return "the whole file"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs[:3]]
    left = sum(map(len, runs[3:]))
    if left:
        said.append(f"{left} more")
    listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    return f"{counted if len(numbers) == 1 else _plural(counted)} {listed}"


def _plural(counted: str) -> str:
    return "entries" if counted == "entry" else f"{counted}s"
