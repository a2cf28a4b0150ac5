"""Bytes of a CSV or JSONL file to rows of text, with the row numbers that a person sees.

UTF-8 with or without a byte order mark; LF or CRLF; commas, semicolons or tabs; cells of several lines. What can be
read is read to the end, so that everything wrong with a file stands in one report. Cells come as they stand in the
file; only the apostrophe that keeps a spreadsheet from running a cell is taken away.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from files.formulas import restored
from files.json_lines import json_rows
from files.problems import Report, refuse_whole, shown

MOST_BYTES = 50_000_000
DELIMITERS = ",;\t"
SPREADSHEET_ERRORS = {"#NAME?", "#REF!", "#VALUE!", "#N/A", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!"}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
SAVE_AS_UTF8 = "UTF-8 text; in a spreadsheet save as 'CSV UTF-8'"


@dataclass(frozen=True)
class Columns:
    """The columns a file must have, those it may have, and whether it may have others, which are not read."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    others: bool = False

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


class Table:
    """An opened file: iterate it once for its rows; problems gather in `report`."""

    def __init__(self, content: bytes, name: str, columns: Columns) -> None:
        """Open a file; what is in it is read while iterating.

        Raises
        ------
        FileError
            When it is no text that can be read: too large, empty, not UTF-8, a workbook.
        """
        self.known = columns
        self._text = _decoded(content, name)
        is_json = self._text.lstrip()[:1] in ("{", "[")
        self.report = Report(name, counted="line" if is_json else "row")
        self._rows = json_rows(self._text, self.report) if is_json else _csv_rows(self._text, columns, self.report)

    def __iter__(self) -> Iterator[Row]:
        known = self.known.known
        seen: set[str] = set()
        for number, cells in self._rows:
            if not seen and self.report.counted == "row":
                self._check_header(cells)
            if fresh := cells.keys() - seen:
                seen |= fresh
                self._unknown(number, fresh)
            self._check_cells(number, cells)
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
        return self.report.counted == "row" and column not in row.cells

    def at(self, number: int) -> str:
        """Say a row as this file counts: `row 7` or `line 7`."""
        return f"{self.report.counted} {number}"

    def _check_header(self, cells: dict[str, str]) -> None:
        for column in self.known.required:
            if column not in cells:
                there = ", ".join(cells) or "none"
                self.report.add(1, column, f"no such column (there are: {there})", "this column is needed")

    def _unknown(self, number: int, fresh: set[str]) -> None:
        if self.known.others:
            return
        row = number if self.report.counted == "line" else 1
        for column in sorted(fresh - set(self.known.known)):
            self.report.add(row, column, "an unknown column", f"the columns {', '.join(self.known.known)}")

    def _check_cells(self, number: int, cells: dict[str, str]) -> None:
        for column, cell in cells.items():
            if cell in SPREADSHEET_ERRORS:
                self.report.add(number, column, f"{cell}, a spreadsheet's error", "what stood there before")
            elif UNSTORABLE.search(cell):
                self.report.add(
                    number, column, "a character that cannot be stored", "text without U+0000 or half pairs"
                )


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


def check_size(size: int, name: str) -> None:
    """Refuse a file of so many bytes when that is too many.

    Raises
    ------
    FileError
        With the size and the limit.
    """
    if size > MOST_BYTES:
        found = f"a file of {size / 1e6:,.0f} MB"
        refuse_whole(name, found, f"at most {MOST_BYTES / 1e6:,.0f} MB; divide it into several files")


def _decoded(content: bytes, name: str) -> str:
    check_size(len(content), name)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        refuse_whole(name, "UTF-16 text", SAVE_AS_UTF8)
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        refuse_whole(name, "a workbook", "CSV or JSONL; in a spreadsheet save as 'CSV UTF-8'")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        refuse_whole(name, f"the byte 0x{content[problem.start]:02X}, which is not UTF-8", SAVE_AS_UTF8, row=line)
    if not text.strip():
        refuse_whole(name, "an empty file", "a header and at least one row")
    return text


def _csv_rows(text: str, columns: Columns, report: Report) -> Iterator[tuple[int, dict[str, str]]]:
    csv.field_size_limit(MOST_BYTES)
    delimiter = _delimiter(text, columns)
    header: list[str] = []
    number = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for number, cells in enumerate(reader, start=1):
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _header(cells, number, report)
            elif len(cells) != len(header):
                allowed = f"{len(header)}, as in the header; put quotes around a cell with {delimiter!r} in it"
                report.add(number, None, f"{len(cells)} cells", allowed)
            else:
                if any(cell.strip() for name, cell in zip(header, cells, strict=True) if not name):
                    report.add(number, None, "a cell under a column without a name", "a name in the header")
                yield number, {name: restored(cell) for name, cell in zip(header, cells, strict=True) if name}
    except csv.Error:
        found = "a quotation mark that is not closed, or not doubled within a cell"
        report.add(number + 1, None, found, 'cells in quotes as "he said ""yes"" to it"')


def _delimiter(text: str, columns: Columns) -> str:
    """The delimiter that makes most sense of the header: by known columns, then by the number of cells."""

    def sense(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader(io.StringIO(text.lstrip("\r\n"), newline=""), delimiter=delimiter, strict=True))
        except (csv.Error, StopIteration):
            return (0, 0)
        return len(set(map(_column, cells)) & set(columns.known)), len(cells)

    return max(DELIMITERS, key=sense)


def _column(cell: str) -> str:
    return restored(cell).strip().lower().replace(" ", "_")


def _header(cells: Sequence[str], number: int, report: Report) -> list[str]:
    """The names of the columns; one without a name is left out of every row."""
    names = [_column(cell) for cell in cells]
    for name in sorted({name for name in names if name and names.count(name) > 1}):
        report.add(number, name, f"the column {shown(name)} twice", "each column once")
    return names
