"""Every judge of its own against the mean of the people, on shared bootstrap draws.

A judge's score may lie outside the scale (a mean over replies of which some could not be read and were stored as -1).
It is used as it stands, counted, and the figures without such scores stand beside.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.kernels import distinct_rows, drawn
from analysis.pairs import Pair, PairFigures, pair_figures, pair_kernels
from analysis.resampling import Plan
from analysis.scales import SAME, Floats, Scale


class JudgeFigures(NamedTuple):
    """One judge (second) against the people's mean (first).

    Attributes
    ----------
    judge : str
    figures : PairFigures
        Differences are judge minus people.
    scores, missing : int
        The judge's scores on this axis, and its rows without one.
    off_scale : int
        Scores outside the scale's lowest and highest value.
    on_scale : PairFigures or None
        The same without those scores; None when there are none.
    """

    judge: str
    figures: PairFigures
    scores: int
    missing: int
    off_scale: int
    on_scale: PairFigures | None


def judge_figures(
    judges: pd.DataFrame, people_mean: pd.Series, missing: Mapping[str, int], axis: Scale, plan: Plan
) -> tuple[JudgeFigures, ...]:
    """Compare each judge with the people.

    Parameters
    ----------
    judges : DataFrame of float, responses by judges
        NaN where a judge gave no score.
    people_mean : Series of float, indexed as `judges`
    missing : judge to int
        How many rows without a score each judge has.
    axis : Scale
    plan : Plan
    """
    lowest, highest = axis.values()[0], axis.values()[-1]
    mean = people_mean.reindex(judges.index).to_numpy(dtype=float)
    columns: dict[tuple[str, bool], Floats] = {}
    off_scale = {}
    for judge in judges.columns:
        scores = judges[judge].to_numpy(dtype=float)
        off = (scores < lowest - SAME) | (scores > highest + SAME)
        columns[str(judge), False] = scores
        off_scale[str(judge)] = int(off.sum())
        if off.any():
            columns[str(judge), True] = np.where(off, np.nan, scores)
    figures = _figures(mean, columns, plan)
    return tuple(
        JudgeFigures(
            judge=judge,
            figures=figures[judge, False],
            scores=int((~np.isnan(columns[judge, False])).sum()),
            missing=missing.get(judge, 0),
            off_scale=off_scale[judge],
            on_scale=figures.get((judge, True)),
        )
        for judge in off_scale
    )


def _figures(
    mean: Floats, columns: Mapping[tuple[str, bool], Floats], plan: Plan
) -> dict[tuple[str, bool], PairFigures]:
    if not columns:
        return {}
    pairs = {
        key: Pair(mean, scores, ("the people's mean scores", "the judge's scores")) for key, scores in columns.items()
    }
    rows = distinct_rows(np.column_stack([mean, *columns.values()]))
    kernels = {key: pair_kernels(pair, rows) for key, pair in pairs.items()}
    flat = {f"{place}/{name}": one for place, own in enumerate(kernels.values()) for name, one in own.items()}
    made = drawn([(flat, rows)], plan)[0] if len(mean) else {}
    found = {}
    for place, (key, pair) in enumerate(pairs.items()):
        own = kernels[key] if len(mean) else {}
        draws = {name: made[f"{place}/{name}"] for name in own}
        found[key] = pair_figures(pair, own, rows, draws, plan)
    return found
