"""One left out: is the judge as near to the other people as a person is, and what would be lost without one judge?

`without_each_person` puts judge and person side by side against the same third party, the mean of the people who
remain, on the same responses. That is fair where r with a mean of two people beside r between two people is not: a
mean has less chance in it. `without_each_judge` puts the median of all judges beside the median of the others, against
the mean of the people. The intervals of differences are those of the jackknife, leaving out each response in turn:
percentiles of bootstrap draws cover less than they say where the two sides are nearly the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.drawn_correlations import correlations
from analysis.estimates import Estimate, undefined
from analysis.intervals import Moved, jackknife
from analysis.kernels import LeftOut
from analysis.resampling import Plan
from analysis.scales import Floats, over


class Beside(NamedTuple):
    """Two sets of scores against the same third one, on the same responses.

    Attributes
    ----------
    name : str
        Who is left out.
    n : int
        Responses.
    first_r, second_r : float or None
        Pearson's r with the third party; None where it is undefined.
    r_difference : Estimate
        First minus second.
    first_error, second_error : float or None
        Mean absolute difference from the third party, in points; None when n is 0.
    error_difference : Estimate
        First minus second; below 0 the first is nearer.
    """

    name: str
    n: int
    first_r: float | None
    second_r: float | None
    r_difference: Estimate
    first_error: float | None
    second_error: float | None
    error_difference: Estimate


class WithoutPeople(NamedTuple):
    """Judge (first) and each person (second) against the people who remain; and the mean difference over people.

    The means count every person the same and are undefined where any person's difference is.
    """

    people: tuple[Beside, ...]
    r_difference: Estimate
    error_difference: Estimate


def without_each_person(judge: pd.Series, people: pd.DataFrame, plan: Plan) -> WithoutPeople:
    """Compare the judge with each person, against the mean of the others.

    Parameters
    ----------
    judge : Series of float, indexed by response
        One judge's scores or the settled ones; NaN where there is none.
    people : DataFrame of float, responses by people
        NaN where a person gave no score. A person counts on the responses that another person and the judge scored.
    plan : Plan
        For its level.
    """
    people = people.dropna(axis=1, how="all")
    aligned = judge.reindex(people.index)
    triples = [
        _Triple(str(person), aligned, people[person], people.drop(columns=[person]).mean(axis=1))
        for person in people.columns
    ]
    found, moved_r, moved_error = _compared(triples, plan)
    return WithoutPeople(
        found,
        _mean([one.r_difference for one in found], moved_r, plan),
        _mean([one.error_difference for one in found], moved_error, plan),
    )


def without_each_judge(judges: pd.DataFrame, people_mean: pd.Series, plan: Plan) -> tuple[Beside, ...]:
    """Compare the median of all judges (first) with the median of the others (second), against the people's mean.

    Parameters
    ----------
    judges : DataFrame of float, responses by judges
        NaN where a judge gave no score; a median is over the judges who did.
    people_mean : Series of float, indexed by response
    plan : Plan
        For its level.

    Returns
    -------
    tuple of Beside
        One per judge, on the responses that another judge scored too. A difference above 0 in r, or below 0 in error,
        says that the median is better with this judge.
    """
    judges = judges.dropna(axis=1, how="all")
    whole = judges.median(axis=1).round(9)
    people_mean = people_mean.reindex(judges.index)
    triples = [
        _Triple(str(judge), whole, judges.drop(columns=[judge]).median(axis=1).round(9), people_mean)
        for judge in judges.columns
    ]
    return _compared(triples, plan)[0]


class _Triple:
    """Two sides and the third party, on the responses that have all three."""

    def __init__(self, name: str, first: pd.Series, second: pd.Series, third: pd.Series) -> None:
        table = np.column_stack([side.to_numpy(dtype=float) for side in (first, second, third)])
        table[np.isnan(table).any(axis=1)] = np.nan
        self.name = name
        self.first, self.second, self.third = table.T
        self.n = int((~np.isnan(self.first)).sum())


Moving = tuple[Floats, npt.NDArray[np.bool_]]
"""A difference without each response in turn, (triples, responses), and which responses it rests on."""


def _compared(triples: Sequence[_Triple], plan: Plan) -> tuple[tuple[Beside, ...], Moving, Moving]:
    """Every comparison, and how both differences move."""
    if not triples or not len(triples[0].first):
        nothing = (np.empty((len(triples), 0)), np.empty((len(triples), 0), dtype=bool))
        return tuple(_nothing(one.name, plan) for one in triples), nothing, nothing
    used = np.stack([~np.isnan(one.first) for one in triples])
    r = correlations([(side, one.third) for one in triples for side in (one.first, one.second)])
    gaps = np.stack([np.abs(one.first - one.third) - np.abs(one.second - one.third) for one in triples])
    moved_r, moved_error = (r.left_out[::2] - r.left_out[1::2], used), (_means_without_each(gaps), used)
    found = tuple(
        _beside(one, r.found[2 * at : 2 * at + 2], (moved_r[0][at], used[at]), (moved_error[0][at], used[at]), plan)
        for at, one in enumerate(triples)
    )
    return found, moved_r, moved_error


def _means_without_each(gaps: Floats) -> Floats:
    """The mean of every row without each column in turn; NaN where nothing is left."""
    there = ~np.isnan(gaps)
    values = np.where(there, gaps, 0.0)
    number = there.sum(axis=1, keepdims=True) - there
    return over(values.sum(axis=1, keepdims=True) - values, number.astype(float))


def _beside(one: _Triple, r: Floats, moved_r: Moving, moved_error: Moving, plan: Plan) -> Beside:
    if one.n == 0:
        return _nothing(one.name, plan)
    first, second = (float(np.nanmean(np.abs(side - one.third))) for side in (one.first, one.second))
    known = [None if np.isnan(value) else float(value) for value in r]
    r_difference = undefined(_why(one.n), one.n, level=plan.level)
    if known[0] is not None and known[1] is not None:
        r_difference = _difference(known[0] - known[1], moved_r, plan)
    error = _difference(first - second, moved_error, plan)
    return Beside(one.name, one.n, known[0], known[1], r_difference, first, second, error)


def _why(n: int) -> str:
    if n < 3:
        return f"only {n} {'response has' if n == 1 else 'responses have'} all three scores; 3 are needed"
    return "one of the three never varies on these responses"


def _nothing(name: str, plan: Plan) -> Beside:
    nothing = undefined("no response has all three scores", 0, level=plan.level)
    return Beside(name, 0, None, None, nothing, None, None, nothing)


def _difference(value: float, moving: Moving, plan: Plan) -> Estimate:
    left_out, used = moving
    n = int(used.sum())
    moved = Moved(LeftOut(left_out[used], np.ones(n)), np.full(1, np.nan))
    return jackknife(value, n, moved, plan, on="plain", within=(-np.inf, np.inf))


def _mean(differences: Sequence[Estimate], moving: Moving, plan: Plan) -> Estimate:
    left_out, used = moving
    any_use = np.asarray(used.any(axis=0), dtype=bool)
    values = [one.value for one in differences if one.value is not None]
    if not differences or len(values) < len(differences):
        reason = next((one.why_undefined for one in differences if one.why_undefined), "nobody has scored yet")
        return undefined(reason, int(any_use.sum()), level=plan.level)
    return _difference(float(np.mean(values)), (left_out.mean(axis=0), any_use), plan)
