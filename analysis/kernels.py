"""Statistics as functions of sums over units: the same function gives the value, every jackknife value, every draw.

A `Kernel` holds whole numbers per unit and a function from their sums to statistics. Leaving one unit out
subtracts its numbers; a bootstrap draw counts them as often as the unit was drawn. So intervals need no loop
over units or draws. Units with the same scores share a row (`Rows`), which keeps 100,000 units as small as
the few hundred different rows they have.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from analysis.resampling import Columns, Plan, blocks
from analysis.scales import Floats

AT_A_TIME = 4096
"""Leave-one-out values computed at a time; bounds the memory."""

ENOUGH = 2000
"""With more units than this, units with the same scores share a row, if that leaves a quarter or less."""

Ints = npt.NDArray[np.intp]
Names = npt.NDArray[np.generic]


class Kernel(NamedTuple):
    """Statistics that follow from sums over units.

    Attributes
    ----------
    columns : array of float, (columns, rows)
        Whole numbers; a row that the statistics do not use has zeros only.
    compute : function from sums (columns, draws) to statistics by name, each (draws,)
        NaN where a statistic is undefined.
    """

    columns: Floats
    compute: Callable[[Floats], dict[str, Floats]]


class Rows(NamedTuple):
    """Which units have which row of a table of scores.

    Attributes
    ----------
    first : array of int, (rows,)
        A unit that has the row.
    row_of_unit : array of int, (units,), or None
        None when every unit has a row of its own.
    units_of_row : array of float, (rows,)
        How many units have the row.
    """

    first: Ints
    row_of_unit: Ints | None
    units_of_row: Floats


class LeftOut(NamedTuple):
    """A statistic without each unit (or cluster) that it uses, and how many units have that value."""

    values: Floats
    times: Floats


def distinct_rows(scores: Floats) -> Rows:
    """Find the different rows of a table (units, columns); NaN equals NaN here."""
    units = len(scores)
    apart = Rows(np.arange(units), None, np.ones(units))
    if units <= ENOUGH:
        return apart
    code = np.zeros(units, dtype=np.intp)
    for column in scores.T:
        levels, level = np.unique(column, return_inverse=True)
        code = np.unique(code * len(levels) + level, return_inverse=True)[1]
    _, first, row, times = np.unique(code, return_index=True, return_inverse=True, return_counts=True)
    return Rows(first, row, times.astype(float)) if 4 * len(first) <= units else apart


def by_cluster(kernel: Kernel, rows: Rows, clusters: Names) -> Kernel:
    """Let whole clusters take the place of units, in the order of their sorted names."""
    names, cluster = np.unique(clusters, return_inverse=True)
    row = np.arange(len(clusters)) if rows.row_of_unit is None else rows.row_of_unit
    counts = csr_array((np.ones(len(row)), (cluster, row)), (len(names), kernel.columns.shape[1]))
    return kernel._replace(columns=np.ascontiguousarray(np.asarray(counts @ kernel.columns.T).T))


def value(kernel: Kernel, rows: Rows) -> dict[str, float]:
    """Compute every statistic from all units; NaN where undefined."""
    found = kernel.compute((kernel.columns @ rows.units_of_row)[:, None])
    return {name: float(values[0]) for name, values in found.items()}


def leave_one_out(kernel: Kernel, rows: Rows) -> dict[str, LeftOut]:
    """Compute every statistic without each unit in turn; units that are not used are passed over."""
    used = kernel.columns.any(axis=0)
    columns, times = kernel.columns[:, used], rows.units_of_row[used]
    total = (columns @ times)[:, None]
    starts = range(0, max(len(times), 1), AT_A_TIME)
    parts = [kernel.compute(total - columns[:, start : start + AT_A_TIME]) for start in starts]
    return {name: LeftOut(np.concatenate([part[name] for part in parts]), times) for name in parts[0]}


def drawn(groups: Sequence[tuple[Mapping[str, Kernel], Rows]], plan: Plan) -> list[dict[str, dict[str, Floats]]]:
    """Compute every statistic in every bootstrap draw; all groups of kernels share the draws.

    Parameters
    ----------
    groups : sequence of (name to Kernel, Rows)
        With the same units in the same order; a group is usually an axis.

    Returns
    -------
    list of name to statistic to array of float, (draws,)
        One per group.
    """
    tables = [
        Columns(np.vstack([kernel.columns for kernel in kernels.values()]), rows.row_of_unit)
        for kernels, rows in groups
    ]
    found: list[dict[str, dict[str, Floats]]] = [{name: {} for name in kernels} for kernels, _ in groups]
    start = 0
    for block in blocks(tables, plan):
        end = start + block[0].shape[1]
        for (kernels, _), sums, by_name in zip(groups, block, found, strict=True):
            for name, part in _split(kernels, sums):
                for statistic, values in kernels[name].compute(part).items():
                    by_name[name].setdefault(statistic, np.empty(plan.draws))[start:end] = values
        start = end
    return found


def _split(kernels: Mapping[str, Kernel], sums: Floats) -> Iterator[tuple[str, Floats]]:
    start = 0
    for name, kernel in kernels.items():
        yield name, sums[start : start + len(kernel.columns)]
        start += len(kernel.columns)
