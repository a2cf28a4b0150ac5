"""From samples to figures: percentiles, ratios, aims, and the table that is printed."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple


def percentile(samples: Sequence[float], percent: int) -> float:
    """Return the nearest-rank percentile: the smallest sample that is no less than this percentage of all samples."""
    return sorted(samples)[max(math.ceil(percent * len(samples) / 100), 1) - 1]


class Figure(NamedTuple):
    """One line of the table; `reference` is None where the aim is a plain limit, `aim` where none was set."""

    what: str
    unit: str
    n: int
    ours: float
    aim: float | None
    against: str = ""
    reference: float | None = None

    @property
    def judged(self) -> float | None:
        """What the aim is about: the ratio to the reference, or the figure itself; None when the reference is 0."""
        if self.reference is None:
            return self.ours
        return self.ours / self.reference if self.reference else None

    @property
    def met(self) -> bool | None:
        """Whether the aim is met, if there is one."""
        return None if self.aim is None or self.judged is None else self.judged <= self.aim

    def as_record(self) -> dict[str, Any]:
        """Return everything about it for JSON."""
        return {**self._asdict(), "ratio": self.judged if self.reference is not None else None, "met": self.met}


class Reference(NamedTuple):
    """What ours is held against: its name, its samples in milliseconds, and the ratio to be reached, if any."""

    name: str
    samples: Sequence[float]
    aim: float | None = None


def compared(what: str, ours: Sequence[float], reference: Reference, *percents: int) -> list[Figure]:
    """Compare two sets of milliseconds at each of these percentiles."""
    return [
        Figure(
            f"{what}, {'median' if percent == 50 else f'{percent}th percentile'}",
            "ms",
            len(ours),
            percentile(ours, percent),
            reference.aim,
            reference.name,
            percentile(reference.samples, percent),
        )
        for percent in percents
    ]


HEAD = ("", "n", "Second Reader", "reference", "ratio", "aim", "")


def table(figures: Sequence[Figure]) -> str:
    """Lay the figures out as a Markdown table, which also reads well on a terminal."""
    rows = [HEAD, *(_row(one) for one in figures)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def _row(one: Figure) -> tuple[str, ...]:
    what = f"{one.what}, against {one.against}" if one.against else one.what
    ours = f"{one.ours:.2f} {one.unit}"
    reference = f"{one.reference:.2f} {one.unit}" if one.reference is not None else ""
    ratio = f"{one.judged:.2f}" if one.reference and one.judged is not None else ""
    aim = "" if one.aim is None else f"at most {one.aim:g}" + ("" if one.reference is not None else f" {one.unit}")
    met = {None: "", True: "met", False: "missed"}[one.met]
    return (what, str(one.n), ours, reference, ratio, aim, met)
