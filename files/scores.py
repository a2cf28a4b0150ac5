"""Scores from a file in long form: one row for each rater, response and axis, of people and judges.

A file exported from here can be read again: settled rows and rows without an answer are passed over.
"""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from files.problems import shown
from files.score_cells import read_entry
from files.systems import Judge
from files.tables import Columns, Row, Table
from rubrics.axes import Axis
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from store.score_intake import NewAnswer

KINDS = ("human", "llm")
SETTLED = "settled"
COLUMNS = Columns(
    required=("rater", "rater_kind", "axis", "score"),
    optional=(
        "response",
        "prompt",
        "system",
        "replication",
        "module",
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
    ),
)


class Said(NamedTuple):
    """A rater on a target; the key under which entries gather."""

    rater: str
    label: str
    module: str


def read_scores(
    content: bytes,
    name: str,
    *,
    benchmark: Benchmark,
    responses: pd.DataFrame,
    judges: Mapping[str, Judge] | None = None,
    invented: bool = False,
) -> list[NewAnswer]:
    """Read scores.

    Parameters
    ----------
    content : bytes
        CSV or JSONL with the columns rater, rater_kind (human or llm), axis, score; response (a label), or prompt,
        system and replication; and optional module, missing, why, confidence, family, model. The columns source, n,
        nulls, system_family and limit of an export are passed over.
    name : str
        How the reader knows the file.
    benchmark : Benchmark
        Of the study.
    responses : DataFrame
        As `store.frames.responses` gives them: the study's responses with label, prompt, system, replication.
    judges : mapping of name to Judge, optional
        Maker and model of every judge; a judge that is not among them is refused.
    invented : bool
        Whether the people of the file are invented.

    Raises
    ------
    FileError
        With every problem of the file.
    """
    table = Table(content, name, COLUMNS)
    targets, raters = _Targets(table, benchmark, responses), _Raters(table, judges)
    axes = {axis.id: axis for axis in benchmark.axes}
    entries: dict[Said, dict[str, Entry]] = {}
    rows: dict[tuple[Said, str], int] = {}
    for row in table:
        if row.text("rater_kind").lower() == SETTLED:
            continue
        rater, label, module = raters.find(row), targets.label(row), targets.module(row)
        axis = _axis(table, row, axes)
        entry = read_entry(table, row, axis, row.text("rater_kind").lower()) if axis else None
        if not (rater and label and module and axis):
            continue
        key = Said(rater, label, module)
        if (key, axis.id) in rows:
            found = f"'{rater}' on this response and axis again (first in {table.at(rows[key, axis.id])})"
            table.report.add(row.number, None, found, "each rater, response and axis once")
        elif entry is not None:
            entries.setdefault(key, {})[axis.id] = entry
        rows.setdefault((key, axis.id), row.number)
    table.report.refuse()
    return [raters.answer(key, said, invented) for key, said in entries.items()]


def _axis(table: Table, row: Row, axes: Mapping[str, Axis]) -> Axis | None:
    text = table.need(row, "axis", f"one of {', '.join(axes)}")
    if text and text not in axes:
        table.report.add(row.number, "axis", shown(text), f"one of {', '.join(axes)}")
    return axes.get(text)


class _Targets:
    """Finds the response and the module that a row means."""

    def __init__(self, table: Table, benchmark: Benchmark, responses: pd.DataFrame) -> None:
        self.table = table
        self.modules = [module.id for module in benchmark.modules]
        columns = [responses[name] for name in ("prompt", "system", "replication", "response")]
        self.labels = {(str(p), str(s), int(r)): str(label) for p, s, r, label in zip(*columns, strict=True)}
        self.known = set(self.labels.values())

    def label(self, row: Row) -> str | None:
        """Return the label of the row's response; None, and a problem, when there is no such response."""
        label, names = row.text("response"), (row.text("prompt"), row.text("system"))
        if not label and not any(names):
            allowed = "a label in column response, or prompt and system (and replication)"
            self.table.report.add(row.number, "response", "no response", allowed)
            return None
        if label and label not in self.known:
            self.table.report.add(row.number, "response", shown(label), "the label of a response of this study")
            return None
        return self._by_names(row, *names, label=label) if any(names) else label

    def _by_names(self, row: Row, prompt: str, system: str, *, label: str) -> str | None:
        replication = row.text("replication") or "1"
        key = (prompt, system, int(replication) if replication.isdecimal() else 0)
        found = self.labels.get(key)
        if found is None:
            column, text = self._what_is_unknown(key, replication)
            self.table.report.add(row.number, column, text, "a response of this study")
        elif label and found != label:
            words = f"{label}, which is not the response of '{system}' to '{prompt}'"
            self.table.report.add(row.number, "response", words, f"{found}, or an empty cell")
            return None
        return found

    def _what_is_unknown(self, key: tuple[str, str, int], replication: str) -> tuple[str, str]:
        for place, column in enumerate(("prompt", "system")):
            if key[place] not in {known[place] for known in self.labels}:
                return column, f"{shown(str(key[place]))}, which is not in this study"
        if (key[0], key[1]) in {(known[0], known[1]) for known in self.labels}:
            return "replication", shown(replication)
        return "system", f"{shown(key[1])}, which has no response to '{key[0]}' in this study"

    def module(self, row: Row) -> str | None:
        """Return the row's module; the only one of the benchmark when the row names none."""
        text = row.text("module")
        if not text and len(self.modules) == 1:
            return self.modules[0]
        if text not in self.modules:
            self.table.report.add(row.number, "module", shown(text), f"one of {', '.join(self.modules)}")
            return None
        return text


class _Raters:
    """Who scored: each name is one person or one judge throughout a file, with one maker and model."""

    def __init__(self, table: Table, judges: Mapping[str, Judge] | None) -> None:
        self.table = table
        self.judges = judges
        self.said: dict[tuple[str, str], tuple[str, int]] = {}

    def find(self, row: Row) -> str | None:
        """Return the row's rater; None, and a problem, when the name or kind is wrong."""
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

    def answer(self, key: Said, entries: Mapping[str, Entry], invented: bool) -> NewAnswer:
        """Make the rater's answer on one target."""
        kind = self.said[key.rater, "rater_kind"][0]
        family, model = (self.said.get((key.rater, column), ("", 0))[0] for column in ("family", "model"))
        if kind == "llm" and self.judges is not None:
            family, model = self.judges[key.rater]
        return NewAnswer(key.rater, kind, key.label, key.module, entries, family, model, invented)
