"""What a second reading says about the first: primary and audit scores before anyone adjudicated.

Adjudicated targets were chosen because the two disagreed, and the adjudicator saw both; agreement is therefore taken
on primary and audit scores alone, on every audited target.
"""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from analysis.cluster_means import ClusterMean, cluster_means
from analysis.resampling import Plan
from analysis.scales import SAME


class Closeness(NamedTuple):
    """Primary beside audit scores: mean absolute difference, shares equal and within one point, audit minus primary.

    All with draws of whole prompts; `units` counts pairs of scores.
    """

    mean_absolute_error: ClusterMean
    exact: ClusterMean
    within_one: ClusterMean
    bias: ClusterMean


class AuditReport(NamedTuple):
    """First-pass agreement.

    Attributes
    ----------
    paths : mapping
        How many targets went which way: ``primary_only``, ``mean_of_both`` (audited, not adjudicated),
        ``adjudicated``; ``audited`` is the last two together.
    n : int
        Audited targets.
    overall : Closeness
        Over all pairs of all axes.
    axes : tuple of (axis, Closeness)
    """

    paths: Mapping[str, int]
    n: int
    overall: Closeness
    axes: tuple[tuple[str, Closeness], ...]


def audit_report(
    primary: pd.DataFrame, audit: pd.DataFrame, adjudicated: pd.Series, prompts: pd.Series, plan: Plan
) -> AuditReport:
    """Compare the two readings of every audited target.

    Parameters
    ----------
    primary, audit : DataFrame of float, targets by axes
        The composite axes, in points; NaN where a reading has no score. `audit` has the audited targets only.
    adjudicated : Series of bool, indexed by target
        Whether a third reading was made; a target that is not in it had none.
    prompts : Series, indexed by target
        Every target's prompt.
    plan : Plan

    Raises
    ------
    ValueError
        If a target was audited or adjudicated without the reading before it.
    """
    third = adjudicated[adjudicated.astype(bool)].index
    for name, later, earlier in (("audited", audit.index, primary.index), ("adjudicated", third, audit.index)):
        if without := sorted(map(str, later.difference(earlier))):
            raise ValueError(f"targets {', '.join(without)} were {name} without the reading before it")
    gaps = audit - primary.loc[audit.index, audit.columns]
    of_axis = {str(axis): gaps[axis].dropna() for axis in audit.columns}
    overall = _closeness(pd.concat(of_axis.values()) if of_axis else pd.Series(dtype=float), prompts, plan)
    axes = tuple((axis, _closeness(gap, prompts, plan)) for axis, gap in of_axis.items())
    paths = {
        "primary_only": len(primary) - len(audit),
        "mean_of_both": len(audit) - len(third),
        "adjudicated": len(third),
        "audited": len(audit),
    }
    return AuditReport(paths, len(audit), overall, axes)


def _closeness(gaps: pd.Series, prompts: pd.Series, plan: Plan) -> Closeness:
    of_target = prompts.reindex(gaps.index).to_numpy()
    gaps = gaps.reset_index(drop=True)
    size = gaps.abs()
    table = pd.DataFrame({"mae": size, "exact": size <= SAME, "near": size <= 1 + SAME, "bias": gaps}).astype(float)
    return Closeness(*cluster_means(table, plan, clusters=pd.Series(of_target)))
