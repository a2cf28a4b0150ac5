"""Krippendorff's alpha in closed form: from sums over units, for the scores themselves and for every draw.

Alpha is 1 - observed / expected disagreement of pairable scores (Krippendorff 2011, "Computing Krippendorff's
Alpha-Reliability"). All it needs is the coincidence table: how often value a met value b within a unit, each
unit's pairs weighted 1 / (m - 1), where m is the number of its scores. These are sums over units, so the
bootstrap sums them per draw. The marginals follow from the table, and the expected disagreement from the
marginals without a loop over pairs, because every metric used here is a squared distance:

* interval: of the values;
* ordinal: of the values' mid-ranks in the marginals (half the scores equal to a value count below it), which
  is Krippendorff's ordinal metric. Mid-ranks change with every draw and are taken anew in each;
* nominal: 0 for the same value and 1 otherwise.
"""

import math
from collections.abc import Callable
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from analysis.kernels import Kernel
from analysis.scales import DECIMALS, Floats, over

Level = Literal["nominal", "ordinal", "interval"]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")

CELLS = 300
"""Up to this many different pairs of values, the pairs are the columns of the bootstrap; above, the units are."""

UNITS = 2000
"""With more units, and more pairs than `CELLS`, alpha is not computed draw by draw."""

Ints = npt.NDArray[np.intp]


class Met(NamedTuple):
    """Which values met in which unit: every two scores of a unit are one meeting.

    Attributes
    ----------
    values : array of float
        The values that occur, ascending, rounded to 9 decimals.
    first, second : array of int, (cells,)
        The pairs of values that met, as places in `values`; the first is never the larger one.
    cell, unit : array of int, (meetings,)
        Which pair met, and in which unit.
    weight : array of float, (meetings,)
        `times` / (m - 1), twice that when both values are the same: whole numbers.
    times : int
        Common multiple of m - 1 over the units with m >= 2 scores.
    """

    values: Floats
    first: Ints
    second: Ints
    cell: Ints
    unit: Ints
    weight: Floats
    times: int


def meetings(scores: Floats) -> Met:
    """Find which values met.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none. Units with fewer than two scores count nothing.
    """
    values, place = np.unique(np.round(scores, DECIMALS), return_inverse=True)
    given = ~np.isnan(scores)
    m = given.sum(axis=1)
    times = math.lcm(*(int(number) - 1 for number in np.unique(m) if number >= 2))
    pairs = [
        (unit := np.flatnonzero(given[:, i] & given[:, j]), place[unit, i], place[unit, j])
        for i, j in combinations(range(scores.shape[1]), 2)
    ]
    unit, one, other = np.hstack([np.zeros((3, 0), dtype=np.intp), *pairs])
    code = np.minimum(one, other) * len(values) + np.maximum(one, other)
    codes, cell = _distinct(code, len(values) ** 2)
    weight = times / (m[unit] - 1.0) * np.where(one == other, 2, 1)
    first, second = np.divmod(codes, max(len(values), 1))
    return Met(values[~np.isnan(values)], first, second, cell, unit, np.rint(weight), times)


def _distinct(code: Ints, possible: int) -> tuple[Ints, Ints]:
    """Find the distinct codes and each code's place among them; by counting where few are possible."""
    if possible > len(code):
        codes, place = np.unique(code, return_inverse=True)
        return codes, place
    codes = np.flatnonzero(np.bincount(code, minlength=possible))
    places = np.zeros(possible, dtype=np.intp)
    places[codes] = np.arange(len(codes))
    return codes, places[code]


def alpha(scores: Floats) -> dict[Level, float]:
    """Compute Krippendorff's alpha at every level; NaN where all pairable scores are the same, or there are none.

    Parameters as `meetings`.
    """
    met = meetings(scores)
    sums = np.bincount(met.cell, weights=met.weight, minlength=len(met.first))
    found = _from_cells(met, sums[:, None].astype(float))
    return {level: float(found[level][0]) for level in LEVELS}


def alpha_kernel(scores: Floats) -> Kernel | None:
    """Lay out alpha for jackknife and bootstrap; None with more than 300 pairs of values and 2,000 units."""
    met = meetings(scores)
    if len(met.first) <= CELLS:
        columns = np.zeros((len(met.first), len(scores)))
        np.add.at(columns, (met.cell, met.unit), met.weight)
        return Kernel(columns, lambda sums: _from_cells(met, sums))
    used = np.unique(met.unit)
    if len(used) > UNITS:
        return None
    columns = np.zeros((len(used), len(scores)))
    columns[np.arange(len(used)), used] = 1
    return Kernel(columns, _by_unit(scores[used], met))


def _from_cells(met: Met, sums: Floats) -> dict[str, Floats]:
    """Compute alpha from how often each pair met, (cells, draws)."""
    apart = met.first != met.second
    at = np.arange(len(met.first))
    rows = np.concatenate([met.first, met.second[apart]])
    share = csr_array((np.ones(len(rows)), (rows, np.concatenate([at, at[apart]]))), (len(met.values), len(at)))
    marginals = np.asarray(share @ sums)
    ranks = _ranks(marginals)
    first, second, together = met.first[apart], met.second[apart], sums[apart]
    disagreement = {
        "nominal": together.sum(axis=0),
        "ordinal": ((ranks[second] - ranks[first]) ** 2 * together).sum(axis=0),
        "interval": (met.values[second] - met.values[first]) ** 2 @ together,
    }
    return _alphas(met, marginals, ranks, disagreement)


def _by_unit(scores: Floats, met: Met) -> Callable[[Floats], dict[str, Floats]]:
    """Return a function from how often each unit was drawn, (units, draws), to alpha."""
    place = np.searchsorted(met.values, np.round(scores, DECIMALS))
    given = ~np.isnan(scores)
    m = given.sum(axis=1)
    per_pair = met.times / (m - 1.0)
    of_unit = csr_array((np.ones(given.sum()), (place[given], np.nonzero(given)[0])), (len(met.values), len(scores)))
    same = np.zeros(len(scores))
    gap = np.zeros(len(scores))
    unit = np.searchsorted(np.unique(met.unit), met.unit)
    first, second = met.first[met.cell], met.second[met.cell]
    np.add.at(same, unit, np.where(first != second, met.weight, 0.0))
    np.add.at(gap, unit, (met.values[second] - met.values[first]) ** 2 * met.weight)

    def compute(counts: Floats) -> dict[str, Floats]:
        marginals = np.asarray(of_unit @ counts) * met.times
        ranks = _ranks(marginals)
        total, squares = np.zeros(counts.shape), np.zeros(counts.shape)
        for rater, has in zip(place.T, given.T, strict=True):
            rank = ranks[rater[has]]
            total[has] += rank
            squares[has] += rank**2
        ordinal = ((m[:, None] * squares - total**2) * per_pair[:, None] * counts).sum(axis=0)
        disagreement = {"nominal": same @ counts, "ordinal": ordinal, "interval": gap @ counts}
        return _alphas(met, marginals, ranks, disagreement)

    return compute


def _ranks(marginals: Floats) -> Floats:
    ranks: Floats = np.cumsum(marginals, axis=0) - marginals / 2
    return ranks


def _alphas(met: Met, marginals: Floats, ranks: Floats, disagreement: dict[str, Floats]) -> dict[str, Floats]:
    total = marginals.sum(axis=0)
    varied = (marginals > 0).sum(axis=0) >= 2
    points = met.values - met.values.min(initial=0.0)
    expected = {
        "nominal": (total**2 - (marginals**2).sum(axis=0)) / 2,
        "ordinal": total * (marginals * ranks**2).sum(axis=0) - (marginals * ranks).sum(axis=0) ** 2,
        "interval": total * (points**2 @ marginals) - (points @ marginals) ** 2,
    }
    return {
        level: 1 - over(disagreement[level] * (total - met.times), np.where(varied, expected[level], 0.0))
        for level in LEVELS
    }
