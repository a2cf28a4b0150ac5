"""A file of any kind that can be read, opened as rows: CSV, JSONL, JSON, workbooks, Parquet, logs.

What a file is, is told by its bytes and never by its name. Of a file that holds several things, such as responses and
their scores, the rows that are wanted are given.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from files import inspect_logs, parquet, workbooks
from files.csv_rows import csv_rows
from files.decoding import check_size, decoded
from files.documents import read_document
from files.json_lines import json_rows, list_rows
from files.layouts import PLAIN, Layout, Numbered, column_name
from files.problems import Report, refuse_whole
from files.shapes import Holding, Shape, shape_of

ZIP, OLD_WORKBOOK, PARQUET = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1"
TABLE_FORMATS = "CSV, JSONL, a workbook (XLSX), Parquet, or one of the JSON files that docs/files.md lists"
SPREADSHEET_ERRORS = {"#NAME?", "#REF!", "#VALUE!", "#N/A", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!"}
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Source(NamedTuple):
    """An opened file.

    `format` is what it is, in words; `report` gathers its problems, `rows` can be gone through once. `layout` is what
    is known of it without anybody's word. `checked` says that no cell can hold what must be refused everywhere.
    `shape` is there for JSON files of other software, and says what else the file holds.
    """

    format: str
    report: Report
    rows: Iterator[Numbered]
    layout: Layout = PLAIN
    checked: bool = False
    shape: Shape | None = None


def opened(
    content: bytes, name: str, *, holding: Holding | None = None, known: frozenset[str] = frozenset(), layout: Layout
) -> Source:
    """Open a file.

    Parameters
    ----------
    content, name
    holding : str or None
        What is wanted of a file that holds several things.
    known : frozenset of str
        The columns that are looked for; they tell the delimiter of a CSV.
    layout : Layout
        For the character set, the sheet, and the names of the file's own columns.

    Raises
    ------
    FileError
        When it is nothing that can be read, or holds nothing of what is wanted.
    """
    check_size(len(content), name)
    if content.startswith(OLD_WORKBOOK):
        refuse_whole(name, "a workbook of the old kind (XLS)", "a workbook of the present kind; save it as XLSX")
    if content.startswith(PARQUET):
        report = Report(name, counted="record")
        return Source("Parquet", report, parquet.parquet_rows(content, report))
    if content.startswith(ZIP):
        return _archive(content, name, holding, layout)
    text = decoded(content, name, layout.encoding)
    if text.lstrip()[:1] in ("{", "["):
        return _json(text, name, holding)
    report = Report(name)
    names = known | layout.read_columns | {column_name(one) for one in layout.ignored}
    harmless = not (UNSTORABLE.search(text) or any(error in text for error in SPREADSHEET_ERRORS))
    return Source("CSV", report, csv_rows(text, names, report), checked=harmless)


def _archive(content: bytes, name: str, holding: Holding | None, layout: Layout) -> Source:
    archive = inspect_logs.archive_of(content)
    if archive is None:
        refuse_whole(name, "a damaged archive", TABLE_FORMATS)
    names = archive.namelist()
    if inspect_logs.is_archive(names):
        return _shaped(inspect_logs.unpacked(archive, name), name, holding)
    if not workbooks.is_workbook(names):
        refuse_whole(name, "an archive (ZIP)", f"{TABLE_FORMATS}; unpack it first")
    report = Report(name)
    return Source("a workbook", report, workbooks.workbook_rows(archive, report, sheet=layout.sheet))


def _json(text: str, name: str, holding: Holding | None) -> Source:
    """JSON of one line after another, or a document."""
    if _is_lines(text):
        report = Report(name, counted="line")
        return Source("JSONL", report, json_rows(text, report))
    return _shaped(read_document(text, name), name, holding)


def _is_lines(text: str) -> bool:
    """Say whether each line is an object of its own; a first line that is broken is a line when the next is one."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith("{"):
        return False
    try:
        alone = json.loads(first)
    except (ValueError, RecursionError):
        return rest.lstrip().startswith("{")
    return bool(rest.strip()) or shape_of(alone) is None


def _shaped(document: Any, name: str, holding: Holding | None) -> Source:
    shape = shape_of(document)
    if shape is not None:
        report = Report(name, counted=shape.counted)
        if holding is None:
            return Source(shape.name, report, iter(()), shape=shape)
        if holding not in shape.rows:
            refuse_whole(name, f"{shape.name}, without {holding}", f"{TABLE_FORMATS}, with {holding} in it")
        return Source(shape.name, report, shape.rows[holding](document, report), shape.layout(holding), shape=shape)
    if not isinstance(document, list) or not document:
        refuse_whole(name, "JSON of an unknown form", TABLE_FORMATS)
    report = Report(name, counted="entry")
    return Source("a JSON list", report, list_rows(document, report))
