"""Which response, and under which module, a row of scores means."""

import pandas as pd

from files.problems import shown
from files.tables import Row, Table
from rubrics.schema import Benchmark

CELLS = ("response", "own_id", "prompt", "system", "replication", "module")
ANY_OF = "a label in column response, an id in column own_id, or prompt and system (and replication)"


class Targets:
    """Finds the response and the module that a row means."""

    def __init__(self, table: Table, benchmark: Benchmark, responses: pd.DataFrame) -> None:
        self.table = table
        self.modules = [module.id for module in benchmark.modules]
        columns = [responses[name] for name in ("prompt", "system", "replication", "response")]
        self.labels = {(str(p), str(s), int(r)): str(label) for p, s, r, label in zip(*columns, strict=True)}
        self.known = set(self.labels.values())
        self.named = {label: names for (*names, _), label in self.labels.items()}
        own = responses["own_id"] if "own_id" in responses else [""] * len(responses)
        self.own = {str(one): str(label) for one, label in zip(own, responses["response"], strict=True) if one}
        self.seen: dict[tuple[str | None, ...], tuple[str, str] | None] = {}

    def find(self, row: Row) -> tuple[str, str] | None:
        """Return label and module; None, and a problem, when there is no such response or module."""
        key = tuple(map(row.cells.get, CELLS))
        if key in self.seen:
            return self.seen[key]
        before = self.table.report.count
        label, module = self.label(row), self.module(row)
        found = (label, module) if label and module else None
        if self.table.report.count == before:
            self.seen[key] = found
        return found

    def label(self, row: Row) -> str | None:
        """Return the label of the row's response; None, and a problem, when there is no such response."""
        label, own, names = row.text("response"), row.text("own_id"), (row.text("prompt"), row.text("system"))
        if not label and not own and not any(names):
            self.table.report.add(row.number, "response", "no response", ANY_OF)
            return None
        if label and label not in self.known:
            self.table.report.add(row.number, "response", shown(label), "the label of a response of this study")
            return None
        if own:
            return self._by_own_id(row, own, label)
        return self._by_names(row, *names, label=label) if any(names) else label

    def _by_own_id(self, row: Row, own: str, label: str) -> str | None:
        found = self.own.get(own)
        if found is None:
            allowed = "the id that a response of this study came with"
            allowed += "" if self.own else "; none of them came with one"
            self.table.report.add(row.number, "own_id", shown(own), allowed)
        elif label and label != found:
            self.table.report.add(row.number, "response", f"{label}, which is not {shown(own)}", f"{found}, or empty")
            return None
        else:
            for column, known in zip(("prompt", "system"), self.named[found], strict=True):
                if (text := row.text(column)) and text != known:
                    words = f"{shown(text)}, which is not the {column} of {shown(own)}"
                    self.table.report.add(row.number, column, words, f"{shown(known)}, or a column that is not read")
        return found

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
