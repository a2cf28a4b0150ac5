"""What is wrong with a file, in lines a person can act on: file, row, column, what was found, what is allowed.

Rows are counted as a spreadsheet shows them (the header is row 1), lines of JSONL as an editor does. Every problem of
a file goes into one report; the first 200 are kept, the rest counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

SHOWN = 200
SAME_ROW = 40
LONGEST_FOUND = 60


@dataclass(frozen=True)
class Problem:
    """One thing to put right; `row` or `column` is None where the whole file, or the whole row, is meant.

    `counted` is what `row` counts: rows of a table, or lines of a text.
    """

    file: str
    row: int | None
    column: str | None
    found: str
    allowed: str
    counted: str = "row"

    def __str__(self) -> str:
        place = self.file
        if self.row is not None:
            place += f", {self.counted} {self.row}"
        if self.column is not None:
            place += f", column {self.column}"
        return f"{place}: found {self.found}; allowed: {self.allowed}"


class FileError(ValueError):
    """A file that cannot be taken in: its first problems, and how many more there are."""

    def __init__(self, problems: Sequence[Problem], *, more: int = 0) -> None:
        self.problems = tuple(problems)
        self.more = more
        lines = [str(problem) for problem in self.problems]
        if more:
            lines.append(f"... and {more:,} more {'problem' if more == 1 else 'problems'}")
        super().__init__("\n".join(lines))


class Report:
    """The problems of one file, gathered while it is read.

    `called` says under which name a column of ours stands in the file, where that is another one. `count` grows with
    every problem that is reported, again or not, so that a reader sees whether it came upon one.
    """

    def __init__(self, file: str, *, counted: str = "row") -> None:
        self.file = file
        self.counted = counted
        self.called: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.more = 0
        self.count = 0

    def add(self, row: int | None, column: str | None, found: str, allowed: str) -> None:
        """Note a problem; one and the same is noted once, though a row be read for several axes."""
        named = self.called.get(column, column) if column is not None else None
        problem = Problem(self.file, row, named, found, allowed, self.counted)
        self.count += 1
        if problem in self.problems[-SAME_ROW:]:
            return
        if len(self.problems) < SHOWN:
            self.problems.append(problem)
        else:
            self.more += 1

    def refuse(self) -> None:
        """Raise everything that was noted; do nothing when nothing was."""
        if self.problems:
            raise FileError(self.problems, more=self.more)


def refuse_whole(file: str, found: str, allowed: str, *, row: int | None = None, counted: str = "line") -> NoReturn:
    """Refuse a file that cannot be read at all."""
    raise FileError([Problem(file, row, None, found, allowed, counted)])


def shown(text: str) -> str:
    """Quote what stands in a cell, on one line and not too long; an empty cell is called so."""
    flat = " ".join(text.split())
    if not flat:
        return "an empty cell"
    return f"'{flat}'" if len(flat) <= LONGEST_FOUND else f"'{flat[:LONGEST_FOUND]}...'"
