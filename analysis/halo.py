"""Do judges tell the axes of a response apart as well as people do?

A rater with one impression of the whole response gives it the same score on every axis, so the axes rise and fall
together (Thorndike 1920, J. Appl. Psychol. 4:25-29). Axes also belong together by nature, and people have halo too: so
the correlations between axes of the judges' settled scores stand beside those of the people's mean scores on the same
responses, and what counts is the difference, not a threshold. Averaging over raters raises both; the figures of a
median of four judges and a mean of two people are those of these summaries, not of a single rater.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.drawn_correlations import correlations, drawn_correlations
from analysis.estimates import Estimate, undefined
from analysis.resampling import Plan, estimate, few_clusters
from analysis.scales import Floats

LINE = 1e-12
"""An r nearer to 1 or -1 than this is a line, whose z is infinite."""

FEWEST = 4
"""Responses that a pair of axes needs."""


class AxisPair(NamedTuple):
    """Two axes on the responses with all four scores; r of judges and people is None, with the reason, together."""

    first: str
    second: str
    n: int
    judges: float | None
    people: float | None
    why_undefined: str | None = None


class Halo(NamedTuple):
    """Mean correlation between axes (through Fisher's z) of judges and people, over the same pairs of axes.

    `n` counts responses with scores of both on at least two axes. The intervals come from draws of whole responses,
    stretched for few responses.
    """

    judges: Estimate
    people: Estimate
    difference: Estimate
    pairs: tuple[AxisPair, ...]


def halo(judges: pd.DataFrame, people: pd.DataFrame, plan: Plan) -> Halo:
    """Compare how far axes move together with judges and with people.

    Parameters
    ----------
    judges, people : DataFrame of float, responses by axes
        Settled scores, and the mean of the people who scored; NaN where there is none.
    plan : Plan
        Which draws of responses.

    Returns
    -------
    Halo
        A pair of axes counts on the responses where both judges and people scored both; with fewer than four of them,
        or when one of the four never varies or lies on one line, it has no correlation and stays out of the means.
        Undefined without any pair.
    """
    axes = [axis for axis in judges.columns if axis in people.columns]
    responses = judges.index.intersection(people.index)
    of_judges, of_people = judges.loc[responses, axes], people.loc[responses, axes]
    both = of_judges.notna() & of_people.notna()
    of_judges, of_people = of_judges.where(both), of_people.where(both)
    pairs = list(combinations(axes, 2))
    n = int((both.sum(axis=1) >= 2).sum())
    if not pairs or not n:
        reason = "no response has judges' and people's scores on two axes"
        nothing = undefined(reason, n, level=plan.level)
        return Halo(nothing, nothing, nothing, tuple(AxisPair(a, b, 0, None, None, reason) for a, b in pairs))
    sides = [(side[a].to_numpy(), side[b].to_numpy()) for side in (of_judges, of_people) for a, b in pairs]
    found = correlations(sides)
    beside = zip(pairs, *np.split(found.found, 2), found.n[: len(pairs)], strict=True)
    told = tuple(_pair(pair, float(judge), float(person), int(count)) for pair, judge, person, count in beside)
    used = [place for place, pair in enumerate(told) if pair.why_undefined is None]
    if not used:
        nothing = undefined("no pair of axes has a correlation for both", n, level=plan.level)
        return Halo(nothing, nothing, nothing, told)
    kept = [sides[place] for place in used] + [sides[len(pairs) + place] for place in used]
    drawn = drawn_correlations(kept, plan)
    return Halo(*_estimates(correlations(kept).found, drawn, n, plan), told)


def _pair(axes: tuple[str, str], judges: float, people: float, n: int) -> AxisPair:
    reason = None
    if n < FEWEST:
        reason = f"{n} responses have all four scores; {FEWEST} are needed"
    elif np.isnan(judges) or np.isnan(people):
        reason = f"the {'judges' if np.isnan(judges) else 'people'} give everything the same score on one of the axes"
    elif max(abs(judges), abs(people)) > 1 - LINE:
        whose = "judges'" if abs(judges) > abs(people) else "people's"
        reason = f"the {whose} scores on the two axes lie on one line"
    if reason is not None:
        return AxisPair(*axes, n, None, None, reason)
    return AxisPair(*axes, n, judges, people)


def _estimates(found: Floats, drawn: Floats, n: int, plan: Plan) -> tuple[Estimate, Estimate, Estimate]:
    judges, people = np.split(found, 2)
    drawn_judges, drawn_people = (_mean(half) for half in np.split(drawn, 2))
    values, draws = (float(_mean(judges)), float(_mean(people))), (drawn_judges, drawn_people)
    stretch = few_clusters(n, plan.level)
    return (
        estimate(values[0], n, draws[0], plan, stretch=stretch),
        estimate(values[1], n, draws[1], plan, stretch=stretch),
        estimate(values[0] - values[1], n, draws[0] - draws[1], plan, stretch=stretch),
    )


def _mean(r: Floats) -> Floats:
    """Mean of r over pairs through Fisher's z; NaN in a draw where a pair has no r or lies on one line."""
    inside = np.where(np.abs(r) < 1 - LINE, r, np.nan)
    mean: Floats = np.tanh(np.arctanh(inside).mean(axis=0))
    return mean
