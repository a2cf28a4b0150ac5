"""Which of several readings a judge's answer is: the first, the second, an audit, as the protocol has them."""

from files.problems import shown
from files.tables import Row, Table
from rubrics.schema import Benchmark

Said = tuple[str, tuple[str, str]]
"""A rater on a target (label and module); the key under which entries gather."""


class Stages:
    """The stage of each answer of which a file says one."""

    def __init__(self, table: Table, benchmark: Benchmark) -> None:
        self.table = table
        self.allowed = benchmark.stages
        self.said: dict[Said, tuple[str, int]] = {}

    def take(self, row: Row, key: Said) -> None:
        """Note the stage that a row says; report one that the protocol does not have, or that is not the one before."""
        text = row.text("stage").lower()
        report = self.table.report
        if row.text("rater_kind").lower() != "llm":
            report.add(row.number, "stage", f"{shown(text)} for a person", "empty; only judges have stages")
        elif text not in self.allowed:
            report.add(row.number, "stage", shown(text), f"empty or {', '.join(self.allowed)}")
        before, at = self.said.setdefault(key, (text, row.number))
        if before != text:
            report.add(row.number, "stage", shown(text), f"the same as in {self.table.at(at)}: {shown(before)}")

    def of(self, key: Said) -> str:
        """Return the stage of an answer, empty when the file says none."""
        return self.said.get(key, ("", 0))[0]
