"""The bootstrap: one set of draws for all statistics of a report, one matrix product per block of draws.

A statistic of sums over units (responses, or clusters of them) can be computed from the same sums with every unit
counted as often as a draw took it. So the engine knows nothing of statistics:

1. The caller lays out whole numbers per unit (`Columns`). Whole numbers make every sum exact in floating point, so
   the same seed gives the same bytes with any number of threads, on any machine.
2. `sums` draws all units with replacement `plan.draws` times: each column's sum in each draw, shared by all tables.
3. The caller computes the statistic, for all draws at once, with NaN where it is undefined.
4. `percentile` makes an interval of the draws, counting the undefined ones; `estimate` puts it beside the value.

For means and their differences steps 1 to 3 are `means`: it takes scores as they are, missing ones included, and
`clusters` where units hang together (all answers to one scenario)::

    drawn = means(scores, plan, clusters=scenario)  # (columns, draws)
    mean = estimate(value, n, drawn[0], plan, stretch=few_clusters(number_of_scenarios, plan.level))

Two calls share their draws exactly when seed, purpose, number of draws and number of units (or clusters) agree.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from analysis.estimates import REFUSED, Estimate
from analysis.scales import Floats, over
from analysis.whole_numbers import EXACT, whole_numbers
from blinding.resamples import GROUP, resamples

Ints = npt.NDArray[np.intp]

SINGLE = 2.0**24
"""Float32 holds every whole number up to this one; sums that stay below are made in it, twice as fast."""

FEW = 40
"""Up to this many columns, multiplying them with every unit is faster than adding up units with equal rows."""

ROWS = 8192
"""Units that enter one matrix product; bounds the sums inside a product, and the memory."""


class Plan(NamedTuple):
    """Which draws: same plan and same number of units, same draws, on any machine."""

    seed: str
    purpose: str = "bootstrap"
    draws: int = 5000
    level: float = 0.95


class Columns(NamedTuple):
    """Whole numbers to be summed over the drawn units.

    Attributes
    ----------
    values : array of float, (columns, rows)
        Whole numbers, no NaN.
    row_of_unit : array of int, (units,), or None
        Which row each unit has, where units with equal rows share one; None when the rows are the units.
    """

    values: Floats
    row_of_unit: Ints | None = None

    @property
    def units(self) -> int:
        """How many units can be drawn."""
        return self.values.shape[1] if self.row_of_unit is None else len(self.row_of_unit)


class Interval(NamedTuple):
    """An interval from draws; `low` and `high` are None exactly when `why_none` speaks."""

    low: float | None
    high: float | None
    undefined_draws: float
    why_none: str | None = None


def sums(tables: Sequence[Columns], plan: Plan) -> list[Floats]:
    """Sum every column over the drawn units, for every draw; all tables share the draws.

    Parameters
    ----------
    tables : sequence of Columns
        With the same units in the same order.
    plan : Plan
        Which draws.

    Returns
    -------
    list of array of float, (columns, draws)
        One per table; whole numbers, exact.

    Raises
    ------
    ValueError
        If the tables differ in their number of units, have none, or a sum could leave the whole numbers that
        float64 holds.
    """
    results = [np.empty((len(table.values), plan.draws)) for table in tables]
    done = 0
    for block in blocks(tables, plan):
        end = done + block[0].shape[1]
        for part, result in zip(block, results, strict=True):
            result[:, done:end] = part
        done = end
    return results


def blocks(tables: Sequence[Columns], plan: Plan) -> Iterator[list[Floats]]:
    """Yield `sums` a few draws at a time, so that memory stays bounded however many columns there are."""
    units = _units(tables)
    parts = [_Product(table, units) for table in tables]
    columns = sum(len(table.values) for table in tables)
    for block in resamples(units, plan.draws, seed=plan.seed, purpose=plan.purpose, beside=columns):
        counts = _Counts(block.counts)
        yield [part.of(counts)[:, block.used] for part in parts]


def _units(tables: Sequence[Columns]) -> int:
    sizes = {table.units for table in tables}
    if len(sizes) != 1 or 0 in sizes:
        raise ValueError(f"tables have {sorted(sizes)} units; they must share their units, at least one")
    units = sizes.pop()
    for number, table in enumerate(tables):
        if table.values.size and not np.abs(table.values).max() * units < EXACT:
            raise ValueError(f"table {number}: sums over {units} units could leave the whole numbers below 2**53")
    return units


class _Counts:
    """The counts of a block, made into floats once for all tables."""

    def __init__(self, whole: npt.NDArray[np.uint8] | Floats) -> None:
        self.whole = whole

    @cached_property
    def single(self) -> npt.NDArray[np.float32]:
        return self.whole.astype(np.float32)

    @cached_property
    def double(self) -> Floats:
        return self.whole.astype(np.float64, copy=False)


class _Product:
    """The columns of one table, ready to be multiplied with blocks of counts."""

    def __init__(self, table: Columns, units: int) -> None:
        values = table.values
        self.grouped = table.row_of_unit is not None and len(values) > FEW
        if table.row_of_unit is not None and not self.grouped:
            values = values[:, table.row_of_unit]
        elif table.row_of_unit is not None:
            self.order = np.argsort(table.row_of_unit, kind="stable")
            taken, self.starts = np.unique(table.row_of_unit[self.order], return_index=True)
            values = values[:, taken]
        sizes = np.abs(values).max(axis=1, initial=0.0)
        together = units if self.grouped else min(units, 2 * ROWS)
        self.small = sizes * together < SINGLE
        self.single = values[self.small].astype(np.float32)
        self.double = values[~self.small]

    def of(self, counts: _Counts) -> Floats:
        """Multiply with counts of shape (groups, units, GROUP); gives (columns, groups * GROUP)."""
        rows = counts
        if self.grouped:
            rows = _Counts(np.add.reduceat(counts.whole[:, self.order], self.starts, axis=1, dtype=np.float64))
        total = np.zeros((len(counts.whole), len(self.small), GROUP))
        for start in range(0, rows.whole.shape[1], ROWS):
            here = slice(start, start + ROWS)
            if len(self.single):
                total[:, self.small] += self.single[:, here] @ rows.single[:, here]
            if len(self.double):
                total[:, ~self.small] += self.double[:, here] @ rows.double[:, here]
        return total.transpose(1, 0, 2).reshape(len(self.small), -1)


def means(scores: Floats, plan: Plan, *, clusters: npt.NDArray[np.generic] | None = None) -> Floats:
    """Draw units, or whole clusters of them, and take every column's mean in every draw.

    Parameters
    ----------
    scores : array of float, (units, columns)
        NaN where there is none; a mean is over the scores that are there.
    plan : Plan
        Which draws.
    clusters : array, (units,), or None
        The cluster of each unit; clusters are drawn whole. A unit counts as often as its cluster was drawn.

    Returns
    -------
    array of float, (columns, draws)
        NaN where a draw took no score of the column. Differences of columns are differences on the same draws.

    Raises
    ------
    ValueError
        As `sums`.
    """
    whole = [whole_numbers(column) for column in scores.T]
    there = ~np.isnan(scores.T)
    values = np.where(there, np.array([column.values for column in whole]), 0.0)
    table = by_cluster(np.vstack([values, there.astype(float)]), clusters)
    total, number = np.split(sums([Columns(table)], plan)[0], 2)
    scale = np.array([[column.scale] for column in whole])
    return np.array([[column.origin] for column in whole]) + over(total, number * scale)


def by_cluster(values: Floats, clusters: npt.NDArray[np.generic] | None) -> Floats:
    """Add up columns (columns, units) within clusters, in the order of the sorted cluster names."""
    if clusters is None:
        return values
    names, of_unit = np.unique(clusters, return_inverse=True)
    added = np.zeros((len(names), len(values)))
    np.add.at(added, of_unit, values.T)
    return np.ascontiguousarray(added.T)


def percentile(drawn: Floats, plan: Plan, *, value: float = 0.0, stretch: float = 1.0) -> Interval:
    """Take a percentile interval from draws, leaving out those in which the statistic was undefined.

    Parameters
    ----------
    drawn : array of float, (draws,)
        NaN where undefined. Percentiles are interpolated between order statistics (Hyndman and Fan 1996,
        type 7).
    plan : Plan
        For its level.
    value : float
        The statistic itself, from which limits are stretched; without stretching it does not matter.
    stretch : float
        How many times further from the value the limits are moved; see `few_clusters`.

    Returns
    -------
    Interval
        Without limits when more than 20 % of the draws were undefined, or both limits are the same.
    """
    defined = drawn[~np.isnan(drawn)]
    share = (len(drawn) - len(defined)) / len(drawn)
    if share > REFUSED:
        reason = f"it is undefined in {share * 100:.0f} % of the bootstrap draws; at most {REFUSED * 100:.0f} % may be"
        return Interval(None, None, share, reason)
    low, high = _quantiles(defined, ((1 - plan.level) / 2, (1 + plan.level) / 2))
    if low == high:
        return Interval(None, None, share, "nearly every bootstrap draw gives the same, so it would have no width")
    if stretch != 1:
        low, high = value + stretch * (low - value), value + stretch * (high - value)
    return Interval(low, high, share)


def _quantiles(values: Floats, shares: tuple[float, float]) -> tuple[float, float]:
    """Interpolate between order statistics (Hyndman and Fan 1996, type 7)."""
    at = [share * (len(values) - 1) for share in shares]
    below = [min(int(place), max(len(values) - 2, 0)) for place in at]
    ordered = np.partition(values, sorted({place + step for place in below for step in (0, min(1, len(values) - 1))}))
    low, high = (
        float(ordered[b] + (ordered[min(b + 1, len(values) - 1)] - ordered[b]) * (place - b))
        for place, b in zip(at, below, strict=True)
    )
    return low, high


def estimate(value: float, n: int, drawn: Floats, plan: Plan, *, stretch: float = 1.0) -> Estimate:
    """Put the percentile interval of its draws beside a value; parameters as `percentile`, n as `Estimate`."""
    low, high, share, why_none = percentile(drawn, plan, value=value, stretch=stretch)
    if why_none is not None:
        return Estimate(value, n, level=plan.level, why_no_interval=why_none, undefined_draws=share)
    stretched = "" if stretch == 1 else f", stretched {stretch:.3f} times for few clusters"
    method = f"percentiles of {plan.draws:,} bootstrap draws{stretched}"
    return Estimate(value, n, low, high, method, plan.level, undefined_draws=share)


def few_clusters(clusters: int, level: float) -> float:
    """How far percentile limits of a mean must be stretched to cover as they say with few clusters.

    Draws of G clusters vary by sqrt((G - 1) / G) too little, and percentiles are those of a normal where
    Student's t with G - 1 degrees of freedom belongs.

    Raises
    ------
    ValueError
        With fewer than two clusters.
    """
    if clusters < 2:
        raise ValueError(f"{clusters} clusters; an interval needs at least 2")
    t = float(stats.t.ppf((1 + level) / 2, clusters - 1))
    return math.sqrt(clusters / (clusters - 1)) * t / float(special.ndtri((1 + level) / 2))
