"""Scores from a file in long form: one row for each rater, response and axis, of people and judges.

A file exported from here can be read again: settled and adjudicators' rows, and rows without an answer, are passed
over. Files repeat
themselves (the same rater on row after row), so what a cell says is worked out once and remembered.
"""

from collections.abc import Iterator, Mapping

import pandas as pd

from files.export_wide import long_csv, looks_wide
from files.layouts import PLAIN, Layout, Progress, column_name
from files.problems import shown
from files.score_cells import read_entry
from files.score_raters import KINDS, SETTLED, Raters
from files.score_stages import Said, Stages
from files.score_targets import Targets
from files.systems import Judge
from files.tables import Columns, Row, Table
from rubrics.axes import Axis
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from store.many_rows import without_collecting
from store.score_intake import NewAnswer

__all__ = ["KINDS", "SETTLED", "columns_for", "outside_the_scale", "read_scores"]

OPTIONAL = (
    "own_id",
    "response",
    "prompt",
    "system",
    "replication",
    "module",
    "stage",
    "missing",
    "why",
    "confidence",
    "family",
    "model",
    "source",
    "n",
    "nulls",
    "system_family",
    "limit",
    "sentence",
)
ENTRY_CELLS = ("rater_kind", "axis", "score", "missing", "why", "confidence")


def columns_for(benchmark: Benchmark) -> Columns:
    """Return the columns of a file of scores; the axis need not be named where there is only one."""
    required = ("rater", "rater_kind", "axis", "score")
    if len(benchmark.axes) > 1:
        return Columns(required, OPTIONAL, holding="scores")
    return Columns(tuple(one for one in required if one != "axis"), ("axis", *OPTIONAL), holding="scores")


@without_collecting()
def read_scores(
    content: bytes,
    name: str,
    *,
    benchmark: Benchmark,
    responses: pd.DataFrame,
    judges: Mapping[str, Judge] | None = None,
    invented: bool = False,
    layout: Layout = PLAIN,
    progress: Progress | None = None,
) -> list[NewAnswer]:
    """Read scores.

    Parameters
    ----------
    content : bytes
        A file with the columns rater, rater_kind (human or llm), axis, score; response (a label), own_id (the id that
        the response came with), or prompt, system and replication; and optional module, missing, why, confidence,
        family, model, stage (such as first or second, where the protocol has several).
        The columns source, n, nulls, system_family, limit and sentence of an export are passed over. A wide CSV of
        ours is read too.
    name : str
        How the reader knows the file.
    benchmark : Benchmark
        Of the study.
    responses : DataFrame
        As `store.contents.known_responses` gives them: response (label), prompt, system, replication, and own_id
        where there are any.
    judges : mapping of name to Judge, optional
        Maker and model of every judge; a judge that is not among them is refused.
    invented : bool
        Whether the people of the file are invented.
    layout : Layout
        What the file's columns and words stand for, where it does not use ours.
    progress : callable, optional
        Is told how far the reading is.

    Raises
    ------
    FileError
        With every problem of the file.
    """
    if layout.is_plain and looks_wide(content):
        content, name = long_csv(content, name), f"{name}, laid out with one score a row"
    table = Table(content, name, columns_for(benchmark), layout=layout, progress=progress)
    raters = Raters(table, judges)
    stages = Stages(table, benchmark)
    gathered: dict[Said, dict[str, tuple[int, Entry | None]]] = {}
    for row, key, axis, entry in _Reading(table, benchmark, responses, raters).rows():
        said = gathered.setdefault(key, {})
        if row.cells.get("stage"):
            stages.take(row, key)
        if axis in said:
            found = f"'{key[0]}' on this response and axis again (first in {table.at(said[axis][0])})"
            table.report.add(row.number, None, found, "each rater, response and axis once")
        else:
            said[axis] = row.number, entry
    table.report.refuse()
    answers = ((key, {axis: one for axis, (_, one) in said.items() if one}) for key, said in gathered.items())
    return [
        raters.answer(rater, *target, entries, stage=stages.of((rater, target)), invented=invented)
        for (rater, target), entries in answers
        if entries
    ]


class _Reading:
    """Goes through the rows; what cells say is remembered where nothing was wrong with them."""

    def __init__(self, table: Table, benchmark: Benchmark, responses: pd.DataFrame, raters: Raters) -> None:
        self.table, self.raters = table, raters
        self.targets = Targets(table, benchmark, responses)
        self.axes = Axes(benchmark)
        self.any_number = benchmark.judging.any_number
        self.known: dict[tuple[str | None, ...], tuple[Axis | None, Entry | None]] = {}

    def rows(self) -> Iterator[tuple[Row, Said, str, Entry | None]]:
        """Give each row that says something: the row, the rater on the target, the axis, and the entry."""
        for row in self.table:
            rater = self.raters.find(row)
            if rater == SETTLED:
                continue
            target = self.targets.find(row)
            axis, entry = self._entry(row)
            if rater and target and axis:
                yield row, (rater, target), axis.id, entry

    def _entry(self, row: Row) -> tuple[Axis | None, Entry | None]:
        key = tuple(map(row.cells.get, ENTRY_CELLS))
        if key in self.known:
            return self.known[key]
        before = self.table.report.count
        axis = self.axes.find(row, self.table)
        kind = row.text("rater_kind").lower()
        entry = read_entry(self.table, row, axis, kind, any_number=self.any_number) if axis else None
        if self.table.report.count == before:
            self.known[key] = axis, entry
        return axis, entry


class Axes:
    """Finds the axis that a file means: by its id, or by its name, in any case and with blanks or underscores."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.axes = benchmark.axes
        names = [column_name(one.name) for one in self.axes]
        self.known = {name: axis for name, axis in zip(names, self.axes, strict=True) if names.count(name) == 1}
        self.known |= {column_name(axis.id): axis for axis in self.axes}

    def find(self, row: Row, table: Table) -> Axis | None:
        """Return the axis of a row; None, and a problem, when there is no such axis."""
        allowed = f"one of {', '.join(axis.id for axis in self.axes)}"
        text = row.text("axis")
        if not text and len(self.axes) == 1:
            return self.axes[0]
        table.need(row, "axis", allowed)
        found = self.known.get(column_name(text))
        if text and found is None:
            table.report.add(row.number, "axis", shown(text), allowed)
        return found


def outside_the_scale(answers: list[NewAnswer], benchmark: Benchmark) -> int:
    """Count the judges' scores below or above their axis; there are none unless the benchmark allows any number."""
    ends = {axis.id: (axis.lowest, axis.highest) for axis in benchmark.axes}
    return sum(
        not ends[axis][0] <= entry.value <= ends[axis][1]
        for answer in answers
        for axis, entry in answer.entries.items()
        if entry.value is not None
    )
