"""Scores of somebody's data set, without a study: item_id, rater_id, rater_kind, axis, score.

People's scores stand on the axis's scale. A judge's may be any number: some are means of several replies, and some
lie outside the scale, which is counted and not repaired. An empty score is a missing one. Other columns are not read.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import pandas as pd

from analysis.frames import Row as FrameRow
from analysis.frames import long_frame
from analysis.scales import Scale, scale_in_words
from files.problems import shown
from files.tables import Columns, Row, Table

COLUMNS = Columns(required=("item_id", "rater_id", "rater_kind", "axis", "score"), others=True)
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
LARGEST = 1e9


def read_plain_scores(content: bytes, name: str, axes: Sequence[Scale]) -> pd.DataFrame:
    """Read the scores of a data set.

    Parameters
    ----------
    content : bytes
        CSV or JSONL with the columns above; rater_kind is ``human`` or ``llm``.
    name : str
        The file, as its reader knows it.
    axes : sequence of Scale
        Every axis that may occur.

    Returns
    -------
    DataFrame
        A long frame as in `analysis.frames`, in the order of the file; a missing score is ``not_scored``, because the
        file does not say why it is missing.

    Raises
    ------
    FileError
        With every problem found: an unknown kind or axis, a score that is no number or no score of its axis, the same
        rater twice on one item and axis, a rater of two kinds.
    """
    table = Table(content, name, COLUMNS)
    reader = _Reader(table, {axis.id: axis for axis in axes})
    kept = [told for row in table if (told := reader.read(row)) is not None]
    table.report.refuse()
    return long_frame(kept)


class _Reader:
    """Reads row after row and remembers where each score and each rater was first seen."""

    def __init__(self, table: Table, axes: Mapping[str, Scale]) -> None:
        self.table, self.report, self.axes = table, table.report, axes
        self.allowed = {name: {round(value, 9) for value in axis.values()} for name, axis in axes.items()}
        self.first: dict[tuple[str, str, str], int] = {}
        self.kinds: dict[str, tuple[str, int]] = {}
        self.both: set[str] = set()

    def read(self, row: Row) -> FrameRow | None:
        """Return a row of the frame; None when something is wrong with it, which is then in the report."""
        before = self.report.count
        item = self.table.need(row, "item_id", "the item's id")
        rater = self.table.need(row, "rater_id", "the rater's id")
        axis = self.table.need(row, "axis", "an axis's id")
        if axis and axis not in self.axes:
            self.report.add(row.number, "axis", shown(axis), f"the axes {', '.join(self.axes)}")
        kind = self._kind(row, rater)
        value = self._value(row, axis, kind)
        if self.report.count > before or kind is None or self.table.has_no("score", row):
            return None
        first = self.first.setdefault((item, axis, rater), row.number)
        if first != row.number:
            found = f"rater {shown(rater)} again on item {shown(item)}, axis {axis}"
            allowed = f"one score for a rater, item and axis; the first is in {self.table.at(first)}"
            self.report.add(row.number, None, found, allowed)
        return FrameRow(item, axis, rater, kind, value, None if value is not None else "not_scored")

    def _kind(self, row: Row, rater: str) -> Literal["human", "llm"] | None:
        text = row.text("rater_kind").lower()
        if text not in ("human", "llm"):
            if not self.table.has_no("rater_kind", row):
                self.report.add(row.number, "rater_kind", shown(text), "human or llm")
            return None
        kind, number = self.kinds.setdefault(rater, (text, row.number))
        if rater and kind != text and rater not in self.both:
            self.both.add(rater)
            allowed = f"one kind for a rater; {self.table.at(number)} says {kind}"
            self.report.add(row.number, "rater_kind", f"{text} for rater {shown(rater)}", allowed)
        return "human" if text == "human" else "llm"

    def _value(self, row: Row, axis: str, kind: str | None) -> float | None:
        text = row.text("score")
        if not text:
            return None
        value = float(text) if NUMBER.fullmatch(text) else None
        if value is None or abs(value) > LARGEST:
            allowed = "a number with a decimal point, or an empty cell where there is no score"
            self.report.add(row.number, "score", shown(text), allowed)
        elif kind == "human" and axis in self.axes and round(value, 9) not in self.allowed[axis]:
            scale = scale_in_words(self.axes[axis].values())
            self.report.add(row.number, "score", shown(text), f"a person's score on axis {axis}: {scale}; or empty")
        return value
