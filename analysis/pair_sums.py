"""Two columns of scores compared, from sums over units: correlation, concordance, distance in points, ranks.

Two kernels, because they need different sums. `moments` needs squares and products; `ranks` needs how often
each two values met, because mid-ranks change with every draw. Both use whole numbers, and both give NaN where
a side does not vary.
"""

import math
from typing import Literal

import numpy as np

from analysis.kernels import Kernel
from analysis.scales import DECIMALS, SAME, Floats, over
from analysis.whole_numbers import EXACT, whole_numbers

CELLS = 1000
"""Up to this many different pairs of values, rank correlations are computed in every draw."""

Moment = Literal["pearson", "concordance", "bias", "mae", "exact", "within_one"]
Rank = Literal["spearman", "kendall"]


def moments(first: Floats, second: Floats) -> Kernel:
    """Lay out the sums behind Pearson's r, concordance, bias, distance and near agreement.

    Parameters
    ----------
    first, second : array of float, (units,)
        On one scale; NaN where there is none. Units with both scores are used. Differences are second - first.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    used = np.stack([first, second])[:, both]
    largest = min(2.0**20, math.sqrt(EXACT / (2 * max(int(both.sum()), 1))))
    x, y = (whole := whole_numbers(used, largest=largest)).values
    gap = np.abs(used[1] - used[0])
    parts = [np.ones_like(x), x, y, x * x, y * y, x * y, np.abs(y - x), gap <= SAME, gap <= 1 + SAME]
    columns = np.zeros((len(parts), len(first)))
    columns[:, both] = parts
    return Kernel(columns, lambda sums: _from_moments(sums, whole.scale))


def _from_moments(sums: Floats, scale: float) -> dict[str, Floats]:
    n, x, y, xx, yy, xy, apart, same, near = sums
    vary = (np.maximum(n * xx - x * x, 0), np.maximum(n * yy - y * y, 0))
    varied = (vary[0] > 0) & (vary[1] > 0)
    together = n * xy - x * y
    return {
        "pearson": over(together, np.where(varied, np.sqrt(vary[0]) * np.sqrt(vary[1]), 0.0)).clip(-1, 1),
        "concordance": over(2 * together, np.where(varied, vary[0] + vary[1] + (x - y) ** 2, 0.0)),
        "bias": over(y - x, n * scale),
        "mae": over(apart, n * scale),
        "exact": over(same, n),
        "within_one": over(near, n),
    }


def ranks(first: Floats, second: Floats) -> Kernel | None:
    """Lay out how often each two values met: for Spearman's rho and Kendall's tau-b.

    Parameters as `moments`. None when more than `CELLS` different pairs of values occur, or none.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    x, row = np.unique(np.round(first[both], DECIMALS), return_inverse=True)
    y, column = np.unique(np.round(second[both], DECIMALS), return_inverse=True)
    cells, cell = np.unique(row * len(y) + column, return_inverse=True)
    if not 0 < len(x) * len(y) <= 2 * CELLS or len(cells) > CELLS:
        return None
    columns = np.zeros((len(cells), len(first)))
    columns[cell, np.flatnonzero(both)] = 1
    return Kernel(columns, lambda sums: _from_table(_spread_out(sums, cells, len(x), len(y))))


def _spread_out(sums: Floats, cells: Floats, rows: int, columns: int) -> Floats:
    table = np.zeros((rows * columns, sums.shape[1]))
    table[cells] = sums
    return table.reshape(rows, columns, -1)


def _from_table(table: Floats) -> dict[str, Floats]:
    """Compute rank correlations from tables (values of x, values of y, draws)."""
    across, down = table.sum(axis=1), table.sum(axis=0)
    n = down.sum(axis=0)
    untied = (n * n - (across**2).sum(axis=0), n * n - (down**2).sum(axis=0))
    varied = (untied[0] > 0) & (untied[1] > 0)
    x, y = _centred_ranks(across), _centred_ranks(down)
    product = (np.einsum("xyd,yd->xd", table, y) * x).sum(axis=0)
    size = np.sqrt((across * x * x).sum(axis=0)) * np.sqrt((down * y * y).sum(axis=0))
    return {
        "spearman": over(product, np.where(varied, size, 0.0)).clip(-1, 1),
        "kendall": over(_ahead(table), np.where(varied, np.sqrt(untied[0]) * np.sqrt(untied[1]), 0.0)).clip(-1, 1),
    }


def _ahead(table: Floats) -> Floats:
    """Twice the concordant minus the discordant pairs of units."""
    balance = np.zeros(table.shape[2])
    above = np.zeros(table.shape[1:])
    for row in table:
        up_to_here = np.zeros(table.shape[2])
        total = above.sum(axis=0)
        for met, count in zip(row, above, strict=True):
            # Above and left minus above and right.
            balance += met * (2 * up_to_here + count - total)
            up_to_here += count
        above += row
    return 2 * balance


def _centred_ranks(counts: Floats) -> Floats:
    """Twice the mid-rank of each value, from the middle: whole numbers that sum to 0 over the units."""
    ranks: Floats = 2 * np.cumsum(counts, axis=0) - counts - counts.sum(axis=0)
    return ranks
