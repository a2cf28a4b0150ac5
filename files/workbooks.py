"""Workbooks (XLSX) as rows of text: what a person sees in the cells, or a problem where that cannot be known.

A workbook is an archive of XML (ECMA-376). Read are the texts, numbers, dates and results of formulas of one sheet. A
number stays as it is kept, a date is written as a date, so that a score which a spreadsheet took for one is noticed.
A formula that was never worked out has no result, and is refused.
"""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from xml.etree import ElementTree  # a document type, and so every entity, is refused before it is read

from files.formulas import restored
from files.layouts import Numbered, column_name
from files.problems import FileError, Report, refuse_whole, shown

WORKBOOK = "xl/workbook.xml"
MOST_UNPACKED = 500_000_000
DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""The numbers of the built-in formats that show a date or a time."""
NOT_SHOWN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.')
ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
PLAIN_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
DAYS_1900, DAYS_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001  # a sheet's dates have no zone
BROKEN = (KeyError, ValueError, IndexError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)


class Sheet(NamedTuple):
    """A sheet's name, the part of the archive it is in, and whether it is hidden."""

    name: str
    part: str
    hidden: bool


def is_workbook(names: Sequence[str]) -> bool:
    """Say whether an archive with these names in it is a workbook."""
    return WORKBOOK in names


def sheet_names(content: bytes) -> list[str]:
    """Return the names of a workbook's sheets that are not hidden; none where it is no workbook that can be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            book = _Book(archive, Report("")) if is_workbook(archive.namelist()) else None
    except (*BROKEN, ElementTree.ParseError):
        return []
    return [one.name for one in book.sheets if not one.hidden] if book else []


def workbook_rows(archive: zipfile.ZipFile, report: Report, *, sheet: str = "") -> Iterator[Numbered]:
    """Give each row's number, as the spreadsheet shows it, and cells; the first row with anything is the header.

    Parameters
    ----------
    archive
    report
    sheet : str
        Which sheet; may be left out where only one has anything in it.
    """
    size = sum(one.file_size for one in archive.infolist())
    if size > MOST_UNPACKED:
        refuse_whole(report.file, f"{size / 1e6:,.0f} MB when unpacked", f"at most {MOST_UNPACKED / 1e6:,.0f} MB")
    try:
        book = _Book(archive, report)
        yield from _table(book.rows(_chosen(book, sheet, report)), report)
    except FileError:
        raise
    except (*BROKEN, ElementTree.ParseError):
        refuse_whole(report.file, "a damaged workbook", "a workbook that opens; save it once more as XLSX")


def _chosen(book: "_Book", wanted: str, report: Report) -> Sheet:
    named = [one for one in book.sheets if one.name == wanted]
    if named:
        return named[0]
    names = ", ".join(shown(one.name) for one in book.sheets)
    if wanted:
        refuse_whole(report.file, f"no sheet {shown(wanted)}", f"one of {names}")
    full = [one for one in book.sheets if not one.hidden and next(book.rows(one, quiet=True), None) is not None]
    if len(full) > 1:
        several = ", ".join(shown(one.name) for one in full)
        refuse_whole(report.file, f"several sheets with something in them ({several})", "say which one is meant")
    if not full:
        refuse_whole(report.file, "an empty workbook", "a header and at least one row")
    return full[0]


def _table(rows: Iterator[tuple[int, dict[int, str]]], report: Report) -> Iterator[Numbered]:
    header: dict[int, str] = {}
    for number, cells in rows:
        if not header:
            header = {place: column_name(restored(cell)) for place, cell in cells.items()}
            names = list(header.values())
            for name in sorted({one for one in names if names.count(one) > 1}):
                report.add(number, name, f"the column {shown(name)} twice", "each column once")
            continue
        if any(place not in header for place in cells):
            report.add(number, None, "a cell under a column without a name", "a name in the header")
        yield number, {name: restored(cells.get(place, "")) for place, name in header.items()}


class _Book:
    """The parts of a workbook that its sheets refer to."""

    def __init__(self, archive: zipfile.ZipFile, report: Report) -> None:
        self.archive, self.report = archive, report
        book = self._part(WORKBOOK)
        where = {one.get("Id"): one.get("Target", "") for one in self._part("xl/_rels/workbook.xml.rels")}
        self.sheets = [
            Sheet(one.get("name", ""), _inside(where[_attribute(one, "id")]), one.get("state", "") in HIDDEN)
            for one in _all(book, "sheet")
        ]
        from_1904 = any(one.get("date1904") in ("1", "true") for one in _all(book, "workbookPr"))
        self.day_zero = DAYS_1904 if from_1904 else DAYS_1900
        self.texts = [_text(one) for one in self._children("xl/sharedStrings.xml", "si")]
        self.dated = self._dated()

    def _part(self, name: str) -> Any:
        return ElementTree.fromstring(self._harmless(self.archive.read(name)))  # noqa: S314  # see the import

    def _harmless(self, xml: bytes) -> bytes:
        if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
            raise ValueError("a document type")
        return xml

    def _children(self, part: str, kind: str) -> list[Any]:
        return list(_all(self._part(part), kind)) if part in self.archive.namelist() else []

    def _dated(self) -> list[bool]:
        """For each style of a cell, whether it shows a number as a date or a time."""
        if "xl/styles.xml" not in self.archive.namelist():
            return []
        styles = self._part("xl/styles.xml")
        codes = {one.get("numFmtId"): one.get("formatCode", "") for one in _all(styles, "numFmt")}
        own = {int(key) for key, code in codes.items() if re.search("[dmyhs]", NOT_SHOWN.sub("", code), re.IGNORECASE)}
        kinds = [int(xf.get("numFmtId", 0)) for group in _all(styles, "cellXfs") for xf in group]
        return [kind in DATES or kind in own for kind in kinds]

    def rows(self, sheet: Sheet, *, quiet: bool = False) -> Iterator[tuple[int, dict[int, str]]]:
        """Give the rows of a sheet that have anything in them, by the places of their cells."""
        number = 0
        self._harmless(self.archive.read(sheet.part)[:4096])
        with self.archive.open(sheet.part) as part:
            for _, row in ElementTree.iterparse(part):  # noqa: S314  # see the import
                if _kind(row) != "row":
                    continue
                number = int(row.get("r", number + 1))
                cells = dict(self._cells(row, number, quiet))
                row.clear()
                if any(cell.strip() for cell in cells.values()):
                    yield number, cells

    def _cells(self, row: Any, number: int, quiet: bool) -> Iterator[tuple[int, str]]:
        place = -1
        for cell in row:
            place = _place(cell.get("r", ""), place + 1)
            parts = {_kind(part): part for part in cell}
            value = parts["v"].text if "v" in parts else None
            if value is None and "f" in parts and not quiet:
                found = "a formula that was never worked out"
                self.report.add(number, _letters(place), found, "its result; open the workbook, and save it again")
            text = _text(parts["is"]) if "is" in parts else self._value(cell, value or "")
            if text:
                yield place, text

    def _value(self, cell: Any, value: str) -> str:
        kind = cell.get("t", "n")
        if kind == "s":
            return self.texts[int(value)] if value else ""
        if kind == "b":
            return {"1": "true", "0": "false"}.get(value, value)
        if kind != "n" or not value:
            return _unescaped(value)
        style = int(cell.get("s", 0))
        if style < len(self.dated) and self.dated[style]:
            moment = self.day_zero + timedelta(days=float(value))
            return moment.isoformat(sep=" ", timespec="seconds").removesuffix(" 00:00:00")
        return value if PLAIN_NUMBER.fullmatch(value) else _written(float(value))


HIDDEN = ("hidden", "veryHidden")


def _written(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)


def _kind(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _all(element: Any, kind: str) -> Iterator[Any]:
    return (one for one in element.iter() if _kind(one) == kind)


def _attribute(element: Any, name: str) -> str:
    return next(str(value) for key, value in element.items() if key.endswith("}" + name))


def _inside(target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join("xl", target))


def _text(element: Any) -> str:
    """The text of a string, without its phonetic guide."""
    if _kind(element) == "rPh":
        return ""
    own = (element.text or "") if _kind(element) == "t" else ""
    return _unescaped(own) + "".join(_text(one) for one in element)


def _unescaped(text: str) -> str:
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _place(reference: str, otherwise: int) -> int:
    """The column of a cell such as AB12, counted from 0."""
    letters = reference.rstrip("0123456789")
    if not letters:
        return otherwise
    place = 0
    for letter in letters.upper():
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def _letters(place: int) -> str:
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
