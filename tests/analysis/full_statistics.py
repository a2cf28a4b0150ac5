"""Full statistics of small tables: people and judges side by side, the judges' median settled."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analysis.axis_statistics import AxisStatistics, axis_statistics
from analysis.frames import Row, long_frame
from analysis.resampling import Plan
from analysis.scales import Floats
from tests.analysis.frame_builders import AScale, Given, rows

PLAN = Plan("a seed", draws=200)


def of_matrix(
    people: Floats, judges: Floats, *, plan: Plan = PLAN, scale: AScale | None = None, clusters: pd.Series | None = None
) -> AxisStatistics:
    """Compute everything of (responses, people) and (responses, judges); NaN stands for "does not apply"."""
    axis = scale or AScale()
    return axis_statistics(frame_of(people, judges), [axis], plan, clusters=clusters)[axis.id]


def frame_of(people: Floats, judges: Floats) -> pd.DataFrame:
    """Lay out two tables as a long frame of one axis."""
    made: list[Row] = []
    for number, given in enumerate(np.asarray(people, dtype=float).T):
        made += rows(f"person {number}", "human", _given(given))
    for number, given in enumerate(np.asarray(judges, dtype=float).T):
        made += rows(f"judge {number}", "llm", _given(given))
    if np.size(judges):
        made += rows("median", "settled", _given(pd.DataFrame(judges).median(axis=1).to_numpy(dtype=float)))
    return long_frame(made)


def _given(scores: Floats) -> Sequence[Given]:
    return ["not_applicable" if np.isnan(score) else float(score) for score in scores]
