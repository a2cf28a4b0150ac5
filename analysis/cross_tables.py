"""Two sides' scores of the same responses counted against each other, cell by cell, with the responses in each cell.

A side with few different scores has a line for each of them (declared ones also where nobody gave them). A side with
many, such as a mean of ten people or a scale from 0 to 100, is cut into ranges.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.coincidences import meetings
from analysis.scales import DECIMALS, SAME, Floats

MOST = 13
"""A side with more different scores than this is cut into ranges."""

RANGES = 10


class Level(NamedTuple):
    """One line or column: every score from `low` to `high`, both included; the same twice for a single score."""

    low: float
    high: float

    @property
    def label(self) -> str:
        """The score, or the range in words."""
        low, high = (f"{end:.2f}".rstrip("0").rstrip(".") for end in (self.low, self.high))
        return low if self.high - self.low <= SAME else f"{low} to {high}"


def levels(scores: pd.Series, declared: Sequence[float], bands: Sequence[tuple[float, float]] = ()) -> list[Level]:
    """Say into which lines one side's scores are sorted.

    Parameters
    ----------
    scores : Series of float
        NaN where there is none.
    declared : sequence of float
        The values of the axis, from lowest to highest.
    bands : sequence of (low, high)
        The benchmark's own ranges, if it has any.

    Returns
    -------
    list of Level
        From lowest to highest, without overlap, covering every score.
    """
    found = np.round(scores.dropna().to_numpy(dtype=float), DECIMALS)
    there = np.unique(np.concatenate([np.round(np.asarray(declared, dtype=float), DECIMALS), found]))
    if len(there) <= MOST:
        return [Level(float(one), float(one)) for one in there]
    return _ranges(there, _cuts(declared, bands))


def _cuts(declared: Sequence[float], bands: Sequence[tuple[float, float]]) -> Floats:
    """Where one range ends and the next begins: between bands, between few declared values, or in equal steps."""
    if bands:
        ends = sorted(bands)
        return np.array([low for low, _ in ends[1:]])
    values = np.asarray(declared, dtype=float)
    if len(values) <= MOST:
        between: Floats = (values[1:] + values[:-1]) / 2
        return between
    steps: Floats = np.linspace(values[0], values[-1], RANGES + 1)[1:-1]
    return steps


def _ranges(there: Floats, cuts: Floats) -> list[Level]:
    """Give each range the lowest and highest score in it; a score on a cut belongs to the upper range."""
    place = np.searchsorted(cuts, there + SAME, side="right")
    return [Level(float(part.min()), float(part.max())) for part in (there[place == one] for one in np.unique(place))]


def places(scores: pd.Series, lines: Sequence[Level]) -> npt.NDArray[np.intp]:
    """Return into which line each score falls; -1 where there is no score."""
    given = scores.to_numpy(dtype=float)
    highest = np.array([line.high for line in lines], dtype=float)
    found: npt.NDArray[np.intp] = np.where(np.isnan(given), -1, np.searchsorted(highest, given - SAME))
    return found


def cross_table(
    people: pd.Series, judges: pd.Series, rows: Sequence[Level], columns: Sequence[Level]
) -> npt.NDArray[np.intp]:
    """Count the responses that both sides scored.

    Parameters
    ----------
    people, judges : Series of float, on the same index
        NaN where there is no score.
    rows, columns : sequence of Level
        Lines for people and columns for judges, as `levels` gives them.

    Returns
    -------
    array of int, (rows, columns)
    """
    across, down = places(judges, columns), places(people, rows)
    both = (across >= 0) & (down >= 0)
    counts = np.zeros((len(rows), len(columns)), dtype=np.intp)
    np.add.at(counts, (down[both], across[both]), 1)
    return counts


def in_cell(people: pd.Series, judges: pd.Series, row: Level, column: Level) -> list[str]:
    """Return the responses of one cell, in the order of the index."""
    inside = people.between(row.low - SAME, row.high + SAME) & judges.between(column.low - SAME, column.high + SAME)
    return [str(response) for response in people.index[inside]]


def coincidences(scores: pd.DataFrame) -> pd.DataFrame:
    """Lay out Krippendorff's coincidence table: how often each value met each other one within a response.

    Parameters
    ----------
    scores : DataFrame of float, responses by raters
        NaN where there is none.

    Returns
    -------
    DataFrame of float, values by values
        Symmetric; each response's pairs weigh 1 / (m - 1), m its number of scores, so all cells add up to the number
        of scores on responses with at least two.
    """
    if scores.shape[1] < 2:
        return pd.DataFrame(dtype=float)
    met = meetings(scores.to_numpy(dtype=float))
    table = np.zeros((len(met.values), len(met.values)))
    cells = np.bincount(met.cell, weights=met.weight, minlength=len(met.first)) / max(met.times, 1)
    table[met.first, met.second] = cells
    table[met.second, met.first] = cells
    return pd.DataFrame(table, index=met.values, columns=met.values)
