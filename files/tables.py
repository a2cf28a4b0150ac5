"""A file opened as a table: rows of text with the numbers that a person sees, in the columns that are known here.

What can be read is read to the end, so that everything wrong with a file stands in one report. Cells come as they
stand in the file; only the apostrophe that keeps a spreadsheet from running a cell is taken away.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from files.decoding import MOST_BYTES, check_size
from files.layouts import PLAIN, Layout, Numbered, Progress, column_name, laid_out
from files.problems import refuse_whole
from files.shapes import Holding
from files.sources import SPREADSHEET_ERRORS, UNSTORABLE, opened

__all__ = ["MOST_BYTES", "Columns", "Row", "Table", "check_size", "read_file", "together"]

TOLD_EVERY = 5_000


@dataclass(frozen=True)
class Columns:
    """The columns a file must have, those it may have, and whether it may have others, which are not read.

    `holding` says what its rows are, for files that hold several things.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    others: bool = False
    holding: Holding | None = None

    @property
    def known(self) -> tuple[str, ...]:
        """Both."""
        return (*self.required, *self.optional)


class Row(NamedTuple):
    """One row: its number as a person counts, and its cells by column; a column the file lacks has no cell."""

    number: int
    cells: dict[str, str]

    def text(self, column: str) -> str:
        """Return a cell without the blanks around it, empty when there is none."""
        return self.cells.get(column, "").strip()


def together(known: Layout, said: Layout) -> Layout:
    """Bring together what is known of a file by itself and what a person says of it, whose word goes first."""
    return replace(
        said,
        columns={**known.columns, **said.columns},
        fixed={**known.fixed, **said.fixed},
        values={**known.values, **said.values},
        others=known.others or said.others,
    )


class Table:
    """An opened file: iterate it once for its rows; problems gather in `report`."""

    def __init__(
        self,
        content: bytes,
        name: str,
        columns: Columns,
        *,
        layout: Layout = PLAIN,
        progress: Progress | None = None,
    ) -> None:
        """Open a file; what is in it is read while iterating.

        Raises
        ------
        FileError
            When it is nothing that can be read: too large, empty, of an unknown form.
        """
        source = opened(content, name, holding=columns.holding, known=frozenset(columns.known), layout=layout)
        self.known = columns
        self.report = source.report
        self.layout = together(source.layout, layout)
        self.progress = progress
        self._rows = laid_out(self._own(source.rows), self.layout, self.report)
        self._checked = source.checked
        self._one_header = source.format in ("CSV", "a workbook", "Parquet")
        self._there: tuple[str, ...] = ()

    def _own(self, rows: Iterator[Numbered]) -> Iterator[Numbered]:
        """Give the rows as they stand in the file, and remember which columns the first has."""
        for count, row in enumerate(rows):
            if not count:
                self._there = tuple(row[1])
            if self.progress is not None and not count % TOLD_EVERY:
                self.progress("reading", count)
            yield row

    def __iter__(self) -> Iterator[Row]:
        known = frozenset(self.known.known)
        seen: set[str] = set()
        whole = False
        for number, cells in self._rows:
            if not seen and self._one_header:
                self._check_header(cells)
            if not (seen and self._one_header) and (fresh := cells.keys() - seen):
                seen |= fresh
                self._unknown(number, fresh)
            if not self._checked:
                self._check_cells(number, cells)
            if whole or cells.keys() <= known:
                whole = self._one_header
                yield Row(number, cells)
            else:
                yield Row(number, {column: cell for column, cell in cells.items() if column in known})
        if not seen and not self.report.count:
            self.report.add(None, None, "no rows", "at least one row below the header")

    def need(self, row: Row, column: str, allowed: str) -> str:
        """Return a cell that must not be empty; note it when it is, and return the empty text."""
        text = row.text(column)
        if not text and not self.has_no(column, row):
            self.report.add(row.number, column, "an empty cell", allowed)
        return text

    def has_no(self, column: str, row: Row) -> bool:
        """Say whether the whole file lacks a column, which is reported once and not for every row."""
        return self._one_header and column not in row.cells

    def at(self, number: int) -> str:
        """Say a row as this file counts: `row 7` or `line 7`."""
        return f"{self.report.counted} {number}"

    def _check_header(self, cells: dict[str, str]) -> None:
        for column in self.known.required:
            if column not in cells:
                there = ", ".join(self._there) or "none"
                self.report.add(self._header_row, column, f"no such column (there are: {there})", NEEDED)

    @property
    def _header_row(self) -> int | None:
        return 1 if self.report.counted == "row" else None

    def _unknown(self, number: int, fresh: set[str]) -> None:
        if self.known.others or self.layout.others:
            return
        row = self._header_row if self._one_header else number
        ignored = {column_name(one) for one in self.layout.ignored}
        for column in sorted(fresh - set(self.known.known) - ignored):
            self.report.add(row, column, "an unknown column", f"the columns {', '.join(self.known.known)}")

    def _check_cells(self, number: int, cells: dict[str, str]) -> None:
        for column, cell in cells.items():
            if cell in SPREADSHEET_ERRORS:
                self.report.add(number, column, f"{cell}, a spreadsheet's error", "what stood there before")
            elif UNSTORABLE.search(cell):
                self.report.add(
                    number, column, "a character that cannot be stored", "text without U+0000 or half pairs"
                )


NEEDED = "this column is needed"


def read_file(path: Path) -> bytes:
    """Return the bytes of a file, refusing one that is too large before it is read.

    Raises
    ------
    FileError
        When it is missing, no file, unreadable or too large.
    """
    try:
        size = path.stat().st_size
        check_size(size, path.name)
        return path.read_bytes()
    except OSError as problem:
        refuse_whole(path.name, f"no file that can be read ({problem.strerror})", "the path of a CSV or JSONL file")
