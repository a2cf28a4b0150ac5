"""One left out: is the judge as near to the other people as a person is, and what would be lost without one judge?

`without_each_person` puts judge and person side by side against the same third party, the mean of the people who
remain, on the same responses. That is fair where r with a mean of two people beside r between two people is not: a
mean has less chance in it. `without_each_judge` puts the median of all judges beside the median of the others, against
the mean of the people. Differences come from draws of whole responses, stretched for few responses.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.drawn_correlations import correlations, drawn_correlations
from analysis.estimates import Estimate, undefined
from analysis.resampling import Plan, estimate, few_clusters, means
from analysis.scales import Floats


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
        Which draws of responses.
    """
    people = people.dropna(axis=1, how="all")
    aligned = judge.reindex(people.index)
    triples = [
        _Triple(str(person), aligned, people[person], people.drop(columns=[person]).mean(axis=1))
        for person in people.columns
    ]
    found, drawn_r, drawn_error = _compared(triples, plan)
    n = int((aligned.notna() & (people.notna().sum(axis=1) >= 2)).sum())
    return WithoutPeople(
        found,
        _mean([one.r_difference for one in found], drawn_r, n, plan),
        _mean([one.error_difference for one in found], drawn_error, n, plan),
    )


def without_each_judge(judges: pd.DataFrame, people_mean: pd.Series, plan: Plan) -> tuple[Beside, ...]:
    """Compare the median of all judges (first) with the median of the others (second), against the people's mean.

    Parameters
    ----------
    judges : DataFrame of float, responses by judges
        NaN where a judge gave no score; a median is over the judges who did.
    people_mean : Series of float, indexed by response
    plan : Plan
        Which draws of responses.

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


def _compared(triples: Sequence[_Triple], plan: Plan) -> tuple[tuple[Beside, ...], Floats, Floats]:
    """Every comparison, with its draws of both differences, (triples, draws)."""
    if not triples or not len(triples[0].first):
        return tuple(_nothing(one.name, plan) for one in triples), np.empty((0, 0)), np.empty((0, 0))
    pairs = [(side, one.third) for one in triples for side in (one.first, one.second)]
    errors = np.column_stack([np.abs(side - third) for side, third in pairs])
    r, drawn_r = correlations(pairs).found, drawn_correlations(pairs, plan)
    drawn_error = means(errors, plan)
    r_draws, error_draws = drawn_r[::2] - drawn_r[1::2], drawn_error[::2] - drawn_error[1::2]
    found = tuple(
        _beside(one, r[2 * place : 2 * place + 2], r_draws[place], error_draws[place], plan)
        for place, one in enumerate(triples)
    )
    return found, r_draws, error_draws


def _beside(one: _Triple, r: Floats, r_draws: Floats, error_draws: Floats, plan: Plan) -> Beside:
    if one.n == 0:
        return _nothing(one.name, plan)
    first, second = (float(np.nanmean(np.abs(side - one.third))) for side in (one.first, one.second))
    known = [None if np.isnan(value) else float(value) for value in r]
    r_difference = undefined(_why(one.n), one.n, level=plan.level)
    if known[0] is not None and known[1] is not None:
        r_difference = _difference(known[0] - known[1], one.n, r_draws, plan)
    error = _difference(first - second, one.n, error_draws, plan)
    return Beside(one.name, one.n, known[0], known[1], r_difference, first, second, error)


def _why(n: int) -> str:
    if n < 3:
        return f"only {n} {'response has' if n == 1 else 'responses have'} all three scores; 3 are needed"
    return "one of the three never varies on these responses"


def _nothing(name: str, plan: Plan) -> Beside:
    nothing = undefined("no response has all three scores", 0, level=plan.level)
    return Beside(name, 0, None, None, nothing, None, None, nothing)


def _difference(value: float, n: int, drawn: Floats, plan: Plan) -> Estimate:
    if n < 2:
        reason = "one response is too few for an interval"
        return Estimate(value, n, level=plan.level, why_no_interval=reason)
    return estimate(value, n, drawn, plan, stretch=few_clusters(n, plan.level))


def _mean(differences: Sequence[Estimate], drawn: Floats, n: int, plan: Plan) -> Estimate:
    values = [one.value for one in differences if one.value is not None]
    if not differences or len(values) < len(differences):
        reason = next((one.why_undefined for one in differences if one.why_undefined), "nobody has scored yet")
        return undefined(reason, n, level=plan.level)
    return _difference(float(np.mean(values)), n, drawn.mean(axis=0), plan)
