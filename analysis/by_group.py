"""Judges against people within each group of responses: by system, by category, by length.

Groups are small, so their figures differ by chance alone: each stands with its own n and interval, and is no verdict
on a group until the interval says so.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.correlation import Correlation, pearson
from analysis.estimates import Estimate, undefined
from analysis.intervals import mean, share
from analysis.resampling import Plan
from analysis.scales import SAME

QUARTERS = (0.25, 0.5, 0.75)


class GroupFigures(NamedTuple):
    """One group: n counts the responses with both sides' scores; differences are judges minus people, in points."""

    group: str
    n: int
    r: Correlation
    bias: Estimate
    within_one: Estimate


def by_group(
    people: pd.Series, judges: pd.Series, groups: pd.Series, *, names: tuple[str, str], level: float = 0.95
) -> tuple[GroupFigures, ...]:
    """Compare judges and people in each group.

    Parameters
    ----------
    people, judges : Series of float, indexed by response
        NaN where there is no score.
    groups : Series of str, indexed by response
        Which group a response is in; a categorical keeps its order, others are sorted. Responses without a group are
        left out.
    names : two str
        How a reason names people's and judges' scores, in the plural.
    level : float in (0, 1)
        Coverage of the intervals: Fisher's for r, Student's t for the bias, Wilson's for within one point.

    Returns
    -------
    tuple of GroupFigures
        One for each group, also one in which nothing was scored on both sides.
    """
    of_response = groups.reindex(people.index)
    order = groups.cat.categories if isinstance(groups.dtype, pd.CategoricalDtype) else sorted(groups.dropna().unique())
    return tuple(
        _figures(str(one), people[of_response == one], judges[of_response == one], names, level) for one in order
    )


def _figures(group: str, people: pd.Series, judges: pd.Series, names: tuple[str, str], level: float) -> GroupFigures:
    gaps = (judges - people).dropna().to_numpy(dtype=float)
    r = pearson(people, judges, names=names, confidence=level)
    if len(gaps) == 0:
        nothing = undefined(f"no response has both {names[0]} and {names[1]}", 0, level=level)
        return GroupFigures(group, 0, r, nothing, nothing)
    plan = Plan(seed="", level=level)  # only its level is used: nothing is drawn here
    near = float((np.abs(gaps) <= 1 + SAME).mean())
    return GroupFigures(group, len(gaps), r, mean(gaps, plan), share(near, len(gaps), plan))


def quarters(words: pd.Series) -> pd.Series:
    """Sort responses into quarters by length, as a categorical from short to long: "80 to 131 words".

    Parameters
    ----------
    words : Series of int, indexed by response

    Returns
    -------
    Series of category
        Fewer groups where many responses have the same length; none without responses.
    """
    given = words.dropna().astype(int)
    cuts = sorted({float(cut) for cut in given.quantile(list(QUARTERS))}) if len(given) else []
    place = np.searchsorted(np.array(cuts), given.to_numpy(dtype=float), side="left")
    ranges = {int(one): given[place == one] for one in np.unique(place)}
    labels = {one: _words(int(part.min()), int(part.max())) for one, part in ranges.items()}
    return pd.Series(
        pd.Categorical([labels[int(one)] for one in place], categories=list(labels.values()), ordered=True),
        index=given.index,
        dtype="category",
    )


def _words(shortest: int, longest: int) -> str:
    return f"{shortest} words" if shortest == longest else f"{shortest} to {longest} words"
