"""The check of answers that come in with a file: what no sheet or verdict of a benchmark can hold, before any row.

The file's own reader says the same with row and column; this is the second saying, for every way in. Files repeat
themselves, so what was found sound once is not looked at again.
"""

import math
from collections.abc import Iterator, Mapping

from rubrics.entries import JUDGE_KINDS, KINDS, Entry
from rubrics.schema import Benchmark

LARGEST = 1_000_000
SHOWN = 200


class AnswerCheck:
    """Says what is wrong with answers to one benchmark."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.benchmark = benchmark
        self.axes = {axis.id: axis for axis in benchmark.axes}
        self.sound: set[tuple[str, str, str, float | None]] = set()

    def problems(self, rater: str, kind: str, label: str, entries: Mapping[str, Entry]) -> Iterator[str]:
        """Give a sentence for everything that is wrong with one rater's answer on one response."""
        where = f"{rater!r} on {label!r}"
        if kind not in ("human", "llm"):
            yield f"{where}: a rater is 'human' or 'llm'; found {kind!r}"
        if not rater.strip() or not entries:
            yield f"{where}: a rater's name and at least one score are needed"
        for axis_id, entry in entries.items():
            key = (kind, axis_id, entry.kind, entry.value)
            if key in self.sound:
                continue
            found = [*self._entry(where, kind, axis_id, entry)]
            if not found:
                self.sound.add(key)
            yield from found

    def stage_problems(self, rater: str, kind: str, label: str, stage: str) -> Iterator[str]:
        """Say whether an answer's stage is one that its rater cannot have."""
        if stage and (kind != "llm" or stage not in self.benchmark.stages):
            allowed = ", ".join(self.benchmark.stages) if kind == "llm" else "none for a person"
            yield f"{rater!r} on {label!r}: the stage {stage!r} cannot be; allowed: {allowed}"

    def _entry(self, where: str, rater_kind: str, axis_id: str, entry: Entry) -> Iterator[str]:
        axis = self.axes.get(axis_id)
        if axis is None:
            yield f"{where}: {axis_id!r} is not one of the axes {', '.join(self.axes)}"
            return
        kinds = JUDGE_KINDS if rater_kind == "llm" else KINDS
        if entry.kind not in kinds or (entry.kind == "not_applicable" and not axis.may_not_apply):
            yield f"{where}, {axis_id}: {entry.kind!r} cannot be said here"
        if entry.kind == "value" and (entry.value is None or not self._has(axis_id, rater_kind, entry.value)):
            yield f"{where}, {axis_id}: {entry.value!r} is not one of its scores"
        if entry.kind != "value" and entry.value is not None:
            yield f"{where}, {axis_id}: both {entry.kind!r} and a score"

    def _has(self, axis_id: str, rater_kind: str, value: float) -> bool:
        any_number = rater_kind == "llm" and self.benchmark.judging.any_number
        return self.axes[axis_id].allows(value) or (any_number and math.isfinite(value) and abs(value) <= LARGEST)


def first_of(problems: list[str]) -> list[str]:
    """Return each problem once, and of very many the first, with how many more there are."""
    every = list(dict.fromkeys(problems))
    more = len(every) - SHOWN
    return every if more <= 0 else [*every[:SHOWN], f"... and {more:,} more {'problem' if more == 1 else 'problems'}"]
