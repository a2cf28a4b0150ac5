"""The tables of a bundle as files and back, and the hash of every row, by which a changed score can be named."""

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pandas as pd

from files.export_forms import csv_bytes
from files.formulas import restored
from publishing.dictionary import TABLES
from publishing.dictionary_columns import Column

HASH_DIGITS = 16
YES_NO = {"true": True, "false": False}


class UnreadableTable(ValueError):
    """A table that is not as the dictionary says; the message has every problem, one a line."""


class TextTable(NamedTuple):
    """A table as it stands in its file: the columns, and each row's cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table_bytes(frame: pd.DataFrame, name: str) -> bytes:
    """Write one table of a bundle, its columns in the dictionary's order."""
    return csv_bytes(frame[[one for one in TABLES[name].columns if one in frame]])


def read_text_table(content: bytes, name: str) -> TextTable:
    """Read a table's cells as text.

    Raises
    ------
    UnreadableTable
        When it is no such table.
    """
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as problem:
        raise UnreadableTable(f"data/{name}.csv: {problem}") from problem
    header = tuple(restored(one) for one in rows[0]) if rows else ()
    known = TABLES[name].columns
    problems = [f"data/{name}.csv: found an unknown column {one!r}" for one in header if one not in known]
    problems += [
        f"data/{name}.csv: column {one!r} is gone"
        for one, column in known.items()
        if column.always and one not in header
    ]
    problems += [
        f"data/{name}.csv, row {number}: found {len(cells)} cells; allowed: {len(header)}"
        for number, cells in enumerate(rows[1:], start=2)
        if len(cells) != len(header)
    ]
    if problems:
        raise UnreadableTable("\n".join(problems))
    return TextTable(header, tuple(tuple(restored(cell) for cell in cells) for cells in rows[1:]))


def frame_of(table: TextTable, name: str) -> pd.DataFrame:
    """Return a table with numbers as float, yes and no as bool, and None or NaN where a cell is empty.

    Raises
    ------
    UnreadableTable
        With every cell that is not what its column holds.
    """
    problems: list[str] = []
    columns = {}
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        columns[column] = _column(cells, TABLES[name].columns[column], f"data/{name}.csv", column, problems)
    if problems:
        raise UnreadableTable("\n".join(problems))
    return pd.DataFrame(columns)


def _column(cells: list[str], meaning: Column, file: str, name: str, problems: list[str]) -> pd.Series:
    if meaning.kind == "text":
        return pd.Series([cell or None for cell in cells], dtype=object)
    if meaning.kind == "yes_no":
        wrong = [number for number, cell in enumerate(cells, start=2) if cell not in YES_NO]
        problems += [
            f"{file}, row {one}, column {name}: found {cells[one - 2]!r}; allowed: true, false" for one in wrong
        ]
        return pd.Series([YES_NO.get(cell, False) for cell in cells], dtype=bool)
    found = []
    for number, cell in enumerate(cells, start=2):
        try:
            found.append(float(cell) if cell else float("nan"))
        except ValueError:
            problems.append(f"{file}, row {number}, column {name}: found {cell!r}; allowed: a number")
    return pd.Series(found, dtype="float64")


def row_hashes(table: TextTable, name: str) -> Iterator[tuple[str, str]]:
    """Yield each row's name (its key columns) and the hash of all its cells."""
    places = [table.columns.index(one) for one in TABLES[name].keys]
    for row in table.rows:
        yield key_text(tuple(row[place] for place in places)), row_hash(table.columns, row)


def key_text(key: tuple[str, ...]) -> str:
    """Return a row's key as one text."""
    return json.dumps(key, ensure_ascii=False, separators=(",", ":"))


def row_hash(columns: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """Return the hash of a row: SHA-256 of its columns and cells in canonical JSON, shortened."""
    text = json.dumps([columns, cells], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def hashes_bytes(tables: Mapping[str, TextTable]) -> bytes:
    """Write the hashes of all rows: a line for each, with the table, the row's key as JSON, and the hash."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("table", "key", "hash"))
    for name, table in tables.items():
        writer.writerows((name, key, hashed) for key, hashed in row_hashes(table, name))
    return text.getvalue().encode()


def read_hashes(content: bytes) -> dict[str, dict[str, str]]:
    """Return the hashes by table and key."""
    found: dict[str, dict[str, str]] = {}
    for row in csv.DictReader(io.StringIO(content.decode(), newline="")):
        found.setdefault(row["table"], {})[row["key"]] = row["hash"]
    return found
