"""One table in the forms people open: CSV, JSON lines, Parquet, an Excel workbook.

A column of numbers is a number in every form, written so that the very same number comes back; everything else is
text. What is missing is an empty cell or null, never NaN. In CSV and in workbooks no text runs as a formula: CSV puts
an apostrophe in front (`files.formulas`), a workbook says of the cell that it is text. The libraries are loaded when a
form is written, since loading them takes longer than most commands.
"""

import csv
import gc
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import numpy as np
import pandas as pd

from files.formulas import inert
from rubrics.axes import written

if TYPE_CHECKING:
    import pyarrow as pa
    from xlsxwriter.worksheet import Worksheet

LONGEST_CELL = 32_767
"""Characters of a cell of a workbook; Excel refuses the whole file when there are more."""

SHEET_ROWS = 1_048_576
NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in a workbook for the day it was made, so that the same tables are the same file."""

CUT = " [cut here: a workbook's cell holds no more; the other forms have all of it]"
SHEET_NAME = re.compile(r"[\[\]:*?/\\]")


class TooLong(ValueError):
    """A table with more rows than the form can hold."""


class Form(NamedTuple):
    """One form: how its files' names end, what browsers call it, and what writes a table in it."""

    suffix: str
    mime: str
    write: Callable[[pd.DataFrame], bytes]


def number_text(value: float) -> str:
    """Write a number as people do (`3`, not `3.0`), and so that exactly this number is read again."""
    short = written(value)
    return short if float(short) == value else repr(float(value))


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Write a table as CSV: UTF-8 with a byte order mark, CRLF, nothing in it that a spreadsheet would run."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(inert(str(name)) for name in frame.columns)
    writer.writerows(zip(*(_texts(frame[name]) for name in frame.columns), strict=True))
    return text.getvalue().encode("utf-8-sig")


def _texts(column: pd.Series) -> list[str]:
    """Return the cells of a column as text; each value is written once, however often it occurs."""
    codes, values = pd.factorize(column)
    known = [number_text(value) if is_score(value) else inert(plain_text(value)) for value in values]
    known.append("")
    return [known[code] for code in codes]


def is_score(value: object) -> TypeGuard[float]:
    """Say whether a value is a number; yes and no are none."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def plain_text(value: object) -> str:
    """Return a value as text: `true` and `false` for yes and no."""
    if is_score(value):
        return number_text(value)
    return str(value).lower() if isinstance(value, bool | np.bool_) else str(value)


def is_number(column: pd.Series) -> bool:
    """Say whether a column holds numbers; yes and no are none."""
    return bool(pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column))


def plain_columns(frame: pd.DataFrame) -> dict[str, list[object]]:
    """Return each column as Python's own values: whole numbers as int where all are whole, None where missing."""
    return {str(name): _plain_column(frame[name]) for name in frame.columns}


def _plain_column(column: pd.Series) -> list[object]:
    there = column.notna()
    if not is_number(column):
        return [_plain(value) if known else None for value, known in zip(column.tolist(), there, strict=True)]
    kept = column[there]
    whole = bool((kept % 1 == 0).all())
    return [
        (int(value) if whole else float(value)) if known else None
        for value, known in zip(column.tolist(), there, strict=True)
    ]


def _plain(value: object) -> object:
    """A score that stands among words, as in a wide table, is a number too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def json_lines(frame: pd.DataFrame) -> bytes:
    """Write a table as JSON lines, UTF-8: one object a row, null where missing."""
    columns = plain_columns(frame)
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    lines = (json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, allow_nan=False) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def parquet(frame: pd.DataFrame) -> bytes:
    """Write a table as Parquet: float64 for numbers, bool, text; null where missing."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays = {str(name): _array(frame[name]) for name in frame.columns}
    buffer = io.BytesIO()
    pq.write_table(pa.table(arrays), buffer, compression="zstd")
    return buffer.getvalue()


def _array(column: pd.Series) -> "pa.Array":
    import pyarrow as pa

    if is_number(column):
        return pa.array(column.astype("float64"), type=pa.float64(), from_pandas=True)
    if pd.api.types.is_bool_dtype(column):
        return pa.array(column, type=pa.bool_())
    return pa.array([None if one is None else plain_text(one) for one in _plain_column(column)], type=pa.string())


def workbook(sheets: Mapping[str, pd.DataFrame]) -> bytes:
    """Write tables as an Excel workbook, one sheet each, the heads in bold and held in place.

    Raises
    ------
    TooLong
        If a table has more rows than a sheet holds.
    """
    with uncollected():
        return _workbook(sheets)


@contextmanager
def uncollected() -> Iterator[None]:
    """Hold the collection of garbage off: it would look at every cell again and again, and find none.

    Cells are many small objects that all live until the file is written; a quarter of the time went into looking.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _workbook(sheets: Mapping[str, pd.DataFrame]) -> bytes:
    import xlsxwriter

    buffer = io.BytesIO()
    settings = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, **settings})
    book.set_properties({"created": NO_DAY})
    text = book.add_format({"quote_prefix": True})
    head = book.add_format({"bold": True, "quote_prefix": True})
    for name, frame in sheets.items():
        if len(frame) + 1 > SHEET_ROWS:
            raise TooLong(f"{name}: {len(frame):,} rows; a sheet holds {SHEET_ROWS - 1:,}; use another form")
        sheet = book.add_worksheet(SHEET_NAME.sub(" ", name)[:31])
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(frame.columns):
            sheet.write_string(0, place, str(column), head)
        columns = [_sheet_column(values, text) for values in plain_columns(frame).values()]
        for number, row in enumerate(zip(*columns, strict=True), start=1):
            _write_row(sheet, number, row)
    book.close()
    return buffer.getvalue()


SheetCell = tuple[str, object] | float | None
"""A text with its style, a number, or nothing."""


def _sheet_column(values: list[object], text: object) -> list[SheetCell]:
    """Return the cells of a column; each text is looked at once, however often it occurs."""
    known: dict[object, SheetCell] = {None: None}
    for value in set(values) - {None}:
        if is_score(value):
            known[value] = value
        else:
            said = plain_text(value)
            kept = said if len(said) <= LONGEST_CELL else said[: LONGEST_CELL - len(CUT)] + CUT
            known[value] = (kept, text if inert(kept) != kept else None)
    return [known[value] for value in values]


def _write_row(sheet: "Worksheet", number: int, row: tuple[SheetCell, ...]) -> None:
    for place, cell in enumerate(row):
        if type(cell) is tuple:
            sheet.write_string(number, place, *cell)
        elif cell is not None:
            sheet.write_number(number, place, cell)


def one_sheet(frame: pd.DataFrame) -> bytes:
    """Write one table as a workbook."""
    return workbook({"scores": frame})


FORMS: Mapping[str, Form] = {
    "csv": Form("csv", "text/csv", csv_bytes),
    "jsonl": Form("jsonl", "application/x-ndjson", json_lines),
    "parquet": Form("parquet", "application/vnd.apache.parquet", parquet),
    "xlsx": Form("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", one_sheet),
}
