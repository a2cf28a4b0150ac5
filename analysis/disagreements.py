"""On which responses raters are furthest apart: people and judges, people among themselves, judges among themselves.

Gaps are in points of the axis; to bring axes of different lengths into one order, each is also a share of its axis's
range. Whether an axis applies at all is a question of its own.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from analysis.scales import Scale
from analysis.score_tables import ScoreTables

Between = Literal["sides", "people", "judges", "applies"]

COLUMNS = ("response", "axis", "gap", "share")


def disagreements(tables: ScoreTables, axes: Sequence[Scale], between: Between) -> pd.DataFrame:
    """Return how far apart raters are on every response and axis where that can be said, the furthest first.

    Parameters
    ----------
    tables : ScoreTables
    axes : sequence of Scale
        Those that count.
    between
        ``sides``: what counts of the judges and the people's mean. ``people``, ``judges``: the highest and the lowest
        score among them; two are needed. ``applies``: how many raters, people and judges together, are on the smaller
        side of whether the axis applies.

    Returns
    -------
    DataFrame
        response, axis, gap (points; for ``applies`` a number of raters), share (of the axis's range; for ``applies``
        of those who said either). Ties by axis, in the order given, then by response.
    """
    parts = [_on_axis(tables, axis, between) for axis in axes]
    found = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    return found.sort_values("share", ascending=False, kind="stable", ignore_index=True)


def furthest(found: pd.DataFrame) -> pd.DataFrame:
    """Keep of every response the axis on which raters are furthest apart; columns and order as `disagreements`."""
    return found.drop_duplicates("response", ignore_index=True)


def _on_axis(tables: ScoreTables, axis: Scale, between: Between) -> pd.DataFrame:
    gap, share = _applies(tables, axis.id) if between == "applies" else _points(tables, axis, between)
    there = gap.notna()
    frame = pd.DataFrame({"response": gap.index, "axis": axis.id, "gap": gap.to_numpy(), "share": share.to_numpy()})
    return frame[there.to_numpy()]


def _points(tables: ScoreTables, axis: Scale, between: Between) -> tuple[pd.Series, pd.Series]:
    values = axis.values()
    if between == "sides":
        gap = (tables.settled(axis.id) - tables.scores(axis.id, "human").mean(axis=1)).abs()
    else:
        scores = tables.scores(axis.id, "human" if between == "people" else "llm")
        gap = (scores.max(axis=1) - scores.min(axis=1)).where(scores.notna().sum(axis=1) >= 2)
    gap = gap.round(9)
    return gap, gap / (values[-1] - values[0])


def _applies(tables: ScoreTables, axis: str) -> tuple[pd.Series, pd.Series]:
    said = np.hstack([tables.applies(axis, "human"), tables.applies(axis, "llm")])
    yes, no = (said == 1).sum(axis=1), (said == 0).sum(axis=1)
    smaller = pd.Series(np.minimum(yes, no), index=tables.responses, dtype=float).where(yes + no >= 2)
    return smaller, smaller / (yes + no)
