"""Builders of long frames and scales for tests: sound, until a test spoils one part."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analysis.frames import Kind, Missing, Row, long_frame

Given = float | Missing | None
"""A score, a reason why there is none, or None where the rater was never asked."""


class AScale(NamedTuple):
    """An axis with just what the statistics need."""

    id: str = "truth"
    name: str = "Truth"
    allowed: tuple[float, ...] = (0.0, 1.0, 2.0, 3.0)

    def values(self) -> tuple[float, ...]:
        return self.allowed


def rows(rater: str, kind: Kind, given: Sequence[Given], axis: str = "truth") -> list[Row]:
    """One rater's rows on responses R01, R02, ... of one axis."""
    made = []
    for number, score in enumerate(given, start=1):
        if isinstance(score, str):
            made.append(Row(f"R{number:02}", axis, rater, kind, missing=score))
        elif score is not None:
            made.append(Row(f"R{number:02}", axis, rater, kind, score))
    return made


def a_frame(people: Mapping[str, Sequence[Given]], median: Sequence[Given] = (), axis: str = "truth") -> pd.DataFrame:
    """Lay out people's scores and the settled ones, each as a list over R01, R02, ..."""
    made = [row for person, given in people.items() for row in rows(person, "human", given, axis)]
    return long_frame([*made, *rows("median", "settled", median, axis)])


def a_table(*people: Sequence[float | None]) -> pd.DataFrame:
    """Lay out people's scores as responses by people."""
    return pd.DataFrame({f"P{number}": list(given) for number, given in enumerate(people, 1)}, dtype=float)
