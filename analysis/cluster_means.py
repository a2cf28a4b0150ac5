"""Means whose units hang together, with intervals from draws of whole clusters: all answers to one prompt.

The draws are shared by all columns of a table, so that a difference of two systems is a difference on the same
prompts in every draw. With few clusters plain percentiles are too narrow (24 clusters: 93 % instead of 95 %), so they
are stretched, see `resampling.few_clusters`.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from analysis.estimates import Estimate, undefined, without_interval
from analysis.resampling import Plan, by_cluster, estimate, few_clusters, means, percentile
from analysis.scales import SAME, Floats


class ClusterMean(NamedTuple):
    """A mean over units with the spread between clusters.

    Attributes
    ----------
    mean : Estimate
        `n` counts clusters with at least one score. Interval: percentiles of draws of whole clusters, stretched.
    units : int
        Scores that entered.
    standard_error : float or None
        Of the draws, in closed form: root of the summed squared deviations of the clusters, over the units. None
        with a single cluster.
    t_low, t_high : float or None
        Student's t interval with clusters - 1 degrees of freedom, as a second opinion.
    as_drawn : (float, float) or None
        The percentiles before stretching: what is published as a scenario bootstrap, and too narrow.
    """

    mean: Estimate
    units: int
    standard_error: float | None = None
    t_low: float | None = None
    t_high: float | None = None
    as_drawn: tuple[float, float] | None = None


def cluster_means(table: pd.DataFrame, plan: Plan, *, clusters: pd.Series | None = None) -> tuple[ClusterMean, ...]:
    """Take the mean of every column.

    Parameters
    ----------
    table : DataFrame of float, units by columns
        NaN where there is no score; a mean is over the scores that are there.
    plan : Plan
        Which draws; the same plan and number of clusters give the same draws.
    clusters : Series, indexed as `table`, or None
        The cluster of each unit; None where every unit is one.

    Returns
    -------
    tuple of ClusterMean
        One per column, in order. Undefined without a score; no interval with a single cluster, or when all clusters
        agree.
    """
    return _all(table, plan, clusters, [(place,) for place in range(table.shape[1])])


def paired_differences(
    table: pd.DataFrame, pairs: Sequence[tuple[int, int]], plan: Plan, *, clusters: pd.Series | None = None
) -> tuple[ClusterMean, ...]:
    """Take differences of two columns' means, first minus second, over the clusters that have both.

    Parameters
    ----------
    table, plan, clusters
        As in `cluster_means`.
    pairs : sequence of (int, int)
        Positions of two columns.
    """
    return _all(table, plan, clusters, pairs)


def _all(
    table: pd.DataFrame, plan: Plan, clusters: pd.Series | None, wanted: Sequence[tuple[int, ...]]
) -> tuple[ClusterMean, ...]:
    if table.empty or not wanted:
        return tuple(ClusterMean(_nothing(plan), 0) for _ in wanted)
    names = np.arange(len(table)) if clusters is None else pd.factorize(clusters.reindex(table.index), sort=True)[0]
    scores = table.to_numpy(dtype=float)
    kept = [_on_shared(scores[:, list(places)], names) for places in wanted]
    drawn = means(np.hstack(kept), plan, clusters=None if clusters is None else names)
    found, start = [], 0
    for columns in kept:
        rows = drawn[start : start + columns.shape[1]]
        start += columns.shape[1]
        found.append(_one(columns, names, rows[0] if len(rows) == 1 else rows[0] - rows[1], plan))
    return tuple(found)


def _on_shared(columns: Floats, names: npt.NDArray[np.intp]) -> Floats:
    """Blank the clusters that do not have a score in every column."""
    has = by_cluster((~np.isnan(columns)).T.astype(float), names) > 0
    in_all = np.flatnonzero(has.sum(axis=0) == len(has))
    return np.where(np.isin(names, in_all)[:, None], columns, np.nan)


def _nothing(plan: Plan) -> Estimate:
    return undefined("there is no score", 0, level=plan.level)


def _one(columns: Floats, names: npt.NDArray[np.intp], drawn: Floats, plan: Plan) -> ClusterMean:
    there = ~np.isnan(columns)
    units = int(there.sum())
    if not units:
        return ClusterMean(_nothing(plan), 0)
    number = there.sum(axis=0)
    values = np.where(there, columns, 0.0).sum(axis=0) / number
    signs = np.array([1.0, -1.0])[: columns.shape[1]]
    value = float(values @ signs)
    shares = np.where(there, columns - values, 0.0) / number
    deviations = by_cluster((shares @ signs)[None, :], names)[0]
    clusters = len(np.unique(names[there.any(axis=1)]))
    if clusters < 2:
        reason = "everything belongs to one prompt or group; an interval needs two"
        return ClusterMean(without_interval(value, clusters, reason, level=plan.level), units)
    error = math.sqrt(float((deviations**2).sum()))
    if error <= SAME:
        reason = "it is the same in every prompt or group"
        return ClusterMean(without_interval(value, clusters, reason, level=plan.level), units, error)
    half = float(stats.t.ppf((1 + plan.level) / 2, clusters - 1)) * error * math.sqrt(clusters / (clusters - 1))
    mean = estimate(value, clusters, drawn, plan, stretch=few_clusters(clusters, plan.level))
    low, high, _, _ = percentile(drawn, plan)
    as_drawn = None if low is None or high is None else (low, high)
    return ClusterMean(mean, units, error, value - half, value + half, as_drawn)
