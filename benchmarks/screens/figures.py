"""From samples to figures: percentiles, ratios, aims, and the table that is printed."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple


def percentile(samples: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile: the smallest sample that at least this share of all do not exceed."""
    return sorted(samples)[max(math.ceil(share * len(samples)), 1) - 1]


class Figure(NamedTuple):
    """One line of the table; `reference` is None where the aim is a plain limit."""

    what: str
    unit: str
    n: int
    ours: float
    aim: float
    against: str = ""
    reference: float | None = None

    @property
    def judged(self) -> float:
        """What the aim is about: the ratio to the reference, or the figure itself."""
        return self.ours / self.reference if self.reference is not None else self.ours

    @property
    def met(self) -> bool:
        """Whether the aim is met."""
        return self.judged <= self.aim

    def as_record(self) -> dict[str, Any]:
        """Return everything about it for JSON."""
        return {**self._asdict(), "ratio": self.judged if self.reference is not None else None, "met": self.met}


def compared(
    what: str, against: str, ours: Sequence[float], reference: Sequence[float], aim: float, shares: dict[str, float]
) -> list[Figure]:
    """Compare two sets of milliseconds at each named percentile."""
    return [
        Figure(f"{what}, {name}", "ms", len(ours), percentile(ours, at), aim, against, percentile(reference, at))
        for name, at in shares.items()
    ]


HEAD = ("", "n", "Second Reader", "reference", "ratio", "aim", "")


def table(figures: Sequence[Figure]) -> str:
    """Lay the figures out as a Markdown table, which also reads well on a terminal."""
    rows = [HEAD, *(_row(one) for one in figures)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEAD))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def _row(one: Figure) -> tuple[str, ...]:
    what = f"{one.what}, against {one.against}" if one.against else one.what
    ours = f"{one.ours:.2f} {one.unit}"
    reference = f"{one.reference:.2f} {one.unit}" if one.reference is not None else ""
    ratio = f"{one.judged:.2f}" if one.reference is not None else ""
    aim = f"at most {one.aim:g}" + ("" if one.reference is not None else f" {one.unit}")
    return (what, str(one.n), ours, reference, ratio, aim, "met" if one.met else "missed")
