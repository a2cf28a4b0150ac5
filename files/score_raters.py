"""Who scored: each name is one person or one judge throughout a file, with one maker and model."""

from collections.abc import Mapping

from files.problems import shown
from files.systems import Judge
from files.tables import Row, Table
from rubrics.entries import Entry
from store.score_intake import NewAnswer

KINDS = ("human", "llm")
SETTLED = "settled"
ADJUDICATOR = "adjudicator"
PASSED_OVER = (SETTLED, ADJUDICATOR)
"""Kinds of rows of an export that are no first score of a rater, and are passed over when it comes back."""

CELLS = ("rater", "rater_kind", "family", "model")


class Raters:
    """Finds the rater of a row, and knows afterwards what the file says of each."""

    def __init__(self, table: Table, judges: Mapping[str, Judge] | None) -> None:
        self.table = table
        self.judges = judges
        self.said: dict[tuple[str, str], tuple[str, int]] = {}
        self.seen: dict[tuple[str | None, ...], str | None] = {}

    def find(self, row: Row) -> str | None:
        """Return the row's rater; None, and a problem, when name or kind is wrong; `SETTLED` for one to pass over."""
        key = tuple(map(row.cells.get, CELLS))
        if key in self.seen:
            return self.seen[key]
        before = self.table.report.count
        found = SETTLED if row.text("rater_kind").lower() in PASSED_OVER else self._rater(row)
        if self.table.report.count == before:
            self.seen[key] = found
        return found

    def _rater(self, row: Row) -> str | None:
        report = self.table.report
        rater = self.table.need(row, "rater", "the rater's name")
        kind = self.table.need(row, "rater_kind", " or ".join(KINDS)).lower()
        if kind and kind not in KINDS:
            report.add(row.number, "rater_kind", shown(kind), " or ".join(KINDS))
        if kind == "human" and (row.text("family") or row.text("model")):
            report.add(row.number, None, f"a family or model for the person {shown(rater)}", "these for judges only")
        if not rater or kind not in KINDS:
            return None
        if kind == "llm" and self.judges is not None and rater not in self.judges:
            report.add(row.number, "rater", f"the judge {shown(rater)}", f"one of {', '.join(sorted(self.judges))}")
        self._same(row, rater, "rater_kind", kind)
        for column in ("family", "model"):
            if text := row.text(column):
                self._same(row, rater, column, text)
        return rater

    def _same(self, row: Row, rater: str, column: str, text: str) -> None:
        before, at = self.said.setdefault((rater, column), (text, row.number))
        if before != text:
            allowed = f"the same as in {self.table.at(at)}: {shown(before)}"
            self.table.report.add(row.number, column, f"{shown(text)} for {shown(rater)}", allowed)

    def answer(
        self,
        rater: str,
        label: str,
        module: str,
        entries: Mapping[str, Entry],
        *,
        stage: str = "",
        invented: bool = False,
    ) -> NewAnswer:
        """Make the rater's answer on one target."""
        kind = self.said[rater, "rater_kind"][0]
        family, model = (self.said.get((rater, column), ("", 0))[0] for column in ("family", "model"))
        if kind == "llm" and self.judges is not None:
            family, model = self.judges[rater]
        return NewAnswer(rater, kind, label, module, entries, family, model, invented, stage)
