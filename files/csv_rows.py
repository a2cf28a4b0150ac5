"""CSV: its delimiter, its header, and its rows with the numbers that a spreadsheet shows."""

import csv
import io
from collections.abc import Collection, Iterator, Sequence

from files.decoding import MOST_BYTES
from files.formulas import restored
from files.layouts import Numbered, column_name
from files.problems import Report, shown

DELIMITERS = ",;\t"
OPEN_QUOTE = "a quotation mark that is not closed, or not doubled within a cell"


def csv_rows(text: str, known: Collection[str], report: Report) -> Iterator[Numbered]:
    """Give each row's number and cells; what is wrong with a row is reported, and the row left out.

    Parameters
    ----------
    text : str
    known : collection of str
        The columns that are looked for; they tell the delimiter.
    report : Report
    """
    csv.field_size_limit(MOST_BYTES)
    header: list[str] = []
    places: list[tuple[int, str]] = []
    number = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, known), strict=True)
    inert = "'" in text
    try:
        for number, cells in enumerate(reader, start=1):
            if not (cells and cells[0].strip()) and not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _header(cells, number, report)
                places = [(place, name) for place, name in enumerate(header) if name]
            elif len(cells) != len(header):
                allowed = f"{len(header)}, as in the header; put quotes around a cell with {reader.dialect.delimiter!r}"
                report.add(number, None, f"{len(cells)} cells", f"{allowed} in it")
            else:
                told = list(map(restored, cells)) if inert else cells
                if len(places) == len(header):
                    yield number, dict(zip(header, told, strict=False))
                else:
                    _check_nameless(header, told, number, report)
                    yield number, {name: told[place] for place, name in places}
    except csv.Error:
        report.add(number + 1, None, OPEN_QUOTE, 'cells in quotes as "he said ""yes"" to it"')


def _check_nameless(header: Sequence[str], cells: Sequence[str], number: int, report: Report) -> None:
    if any(cell.strip() for name, cell in zip(header, cells, strict=True) if not name):
        report.add(number, None, "a cell under a column without a name", "a name in the header")


def _delimiter(text: str, known: Collection[str]) -> str:
    """The delimiter that makes most sense of the header: by known columns, then by the number of cells."""
    start = text.lstrip("\r\n")

    def sense(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader(io.StringIO(start, newline=""), delimiter=delimiter, strict=True))
        except (csv.Error, StopIteration):
            return (0, 0)
        return len({column_name(restored(cell)) for cell in cells} & set(known)), len(cells)

    return max(DELIMITERS, key=sense)


def _header(cells: Sequence[str], number: int, report: Report) -> list[str]:
    """The names of the columns; one without a name is left out of every row."""
    names = [column_name(restored(cell)) for cell in cells]
    for name in sorted({name for name in names if name and names.count(name) > 1}):
        report.add(number, name, f"the column {shown(name)} twice", "each column once")
    return names
