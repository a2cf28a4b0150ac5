"""Which rows of a bundle's tables are not those that were released, and what stood in a changed score."""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from analysis.frames import MISSING
from files.export_forms import number_text
from publishing.bundle_tables import TextTable, key_text, row_hash
from publishing.dictionary import TABLES
from rubrics.schema import Benchmark

SCORED = ("scores", "settled", "verdict_scores", "repeats")


class ChangedRow(NamedTuple):
    """One row: its table, its keys, and what happened to it in words."""

    table: str
    keys: tuple[tuple[str, str], ...]
    what: str

    @property
    def words(self) -> str:
        """The row as a sentence without its end."""
        named = ", ".join(f"{column} {value}" for column, value in self.keys)
        return f"{self.table}: {named}: {self.what}"


def changed_rows(
    tables: Mapping[str, TextTable], released: Mapping[str, Mapping[str, str]], benchmark: Benchmark
) -> list[ChangedRow]:
    """Compare every row with its hash.

    Parameters
    ----------
    tables : mapping of table name to TextTable
    released : mapping of table name to key to hash
        As `publishing.bundle_tables.read_hashes` returns them.
    benchmark : Benchmark
        Its scales say which scores a changed one can have been.
    """
    return [row for name, table in tables.items() for row in _of_table(name, table, released.get(name, {}), benchmark)]


def _of_table(name: str, table: TextTable, released: Mapping[str, str], benchmark: Benchmark) -> Iterator[ChangedRow]:
    columns = TABLES[name].keys
    places = [table.columns.index(one) for one in columns]
    left, seen = dict(released), set[str]()
    for cells in table.rows:
        key = tuple(cells[place] for place in places)
        text = key_text(key)
        named = tuple(zip(columns, key, strict=True))
        if text in seen:
            yield ChangedRow(name, named, "stands here a second time")
        elif text not in left:
            yield ChangedRow(name, named, "was added")
        elif left[text] != row_hash(table.columns, cells):
            yield ChangedRow(name, named, _what(name, table, cells, left[text], benchmark))
        seen.add(text)
        left.pop(text, None)
    for text in left:
        yield ChangedRow(name, tuple(zip(columns, json.loads(text), strict=True)), "was taken out")


def _what(name: str, table: TextTable, cells: tuple[str, ...], released: str, benchmark: Benchmark) -> str:
    """Say what a score was: of all it can have been, the one whose row has the hash."""
    if name not in SCORED:
        return "was changed"
    row = dict(zip(table.columns, cells, strict=True))
    now = row["score"] or row["missing"] or "empty"
    for score, missing in _possible(row.get("axis", ""), benchmark):
        as_released = {**row, "score": score, "missing": missing}
        if row_hash(table.columns, tuple(as_released[one] for one in table.columns)) == released:
            return f"the score is {now}; released was {score or missing}"
    return f"the score is {now}; something in this row was changed"


def _possible(axis_id: str, benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    yield from (("", missing) for missing in MISSING)
    if axis_id in benchmark.axis_ids:
        values = benchmark.axis(axis_id).values()
        yield from ((number_text(value), "") for value in values)
        yield from ((number_text((low + high) / 2), "") for low, high in pairwise(values))
