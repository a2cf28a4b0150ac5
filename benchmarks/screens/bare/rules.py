"""The rules of a sheet, written out by hand: every axis, an allowed score, a reason in words."""

import re
from collections.abc import Mapping
from typing import Any

from rubrics.schema import Benchmark

KINDS = {"value", "not_applicable", "cannot_assess", "rubric_unclear"}
WORDS = re.compile(r"[^\W\d_]{2}")
HIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
LONGEST_WHY = 1000


class Rules:
    """What may be said on the axes of one benchmark."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.values = {axis.id: frozenset(axis.values()) for axis in benchmark.axes}
        self.may_not_apply = {axis.id for axis in benchmark.axes if axis.may_not_apply}

    def problems(self, entries: Mapping[str, Any]) -> list[str]:
        """List everything that is wrong with a sheet; empty when it can be stored."""
        found = [f"{axis}: not part of this benchmark" for axis in entries if axis not in self.values]
        for axis in self.values:
            entry = entries.get(axis)
            found += self._of_axis(axis, entry) if isinstance(entry, dict) else [f"{axis}: no score yet"]
        return found

    def _of_axis(self, axis: str, entry: Mapping[str, Any]) -> list[str]:
        kind, value, why = entry.get("kind"), entry.get("value"), entry.get("why")
        found = []
        if kind not in KINDS or (kind == "not_applicable" and axis not in self.may_not_apply):
            found.append(f"{axis}: {kind!r} cannot be given here")
        elif kind != "value":
            found += [f"{axis}: both a score and none"] if value is not None else []
        elif isinstance(value, bool) or not isinstance(value, int | float) or value not in self.values[axis]:
            found.append(f"{axis}: {value!r} is not one of its scores")
        if not isinstance(why, str) or not WORDS.search(why):
            found.append(f"{axis}: no reason in words yet")
        elif len(why.strip()) > LONGEST_WHY or HIDDEN.search(why):
            found.append(f"{axis}: the reason is too long or has hidden characters")
        return found
