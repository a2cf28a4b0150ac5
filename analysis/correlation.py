"""Pearson's r between two sets of scores on one axis, with Fisher's interval, or the reason there is none."""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import special, stats

from analysis.scales import SAME, Floats

PERFECT = 1e-12
"""An r nearer to 1 or -1 than this is a perfect line; what is left of it is rounding."""


class Correlation(NamedTuple):
    """Pearson's r on one axis, or the reason there is none.

    Attributes
    ----------
    r : float or None
        Between -1 and 1, unrounded; None exactly when `why_undefined` speaks.
    n : int
        Responses with a score on both sides; only these are used.
    low, high : float or None
        Fisher's interval; both None exactly when `why_no_interval` speaks.
    why_undefined, why_no_interval : str or None
        The reason in words.
    """

    r: float | None
    n: int
    low: float | None = None
    high: float | None = None
    why_undefined: str | None = None
    why_no_interval: str | None = None


class PairOfPeople(NamedTuple):
    """Two people and the correlation of their scores on the responses that both scored."""

    first: str
    second: str
    correlation: Correlation


class PeopleCorrelation(NamedTuple):
    """How far people rise and fall together, or the reason it cannot be said.

    Attributes
    ----------
    r, low, high : float or None
        With two people their Pearson's r and its interval. With more, the mean of r over the pairs that have
        one, each weighted by the responses it rests on (Hunter and Schmidt 2004, Methods of Meta-Analysis,
        ch. 3), without an interval, because the pairs share people.
    n : int
        Responses that both people scored; with more people the sum of these over the pairs that have an r.
    pairs : tuple of PairOfPeople
        Every pair, also those without an r.
    why_undefined, why_no_interval : str or None
        The reason in words.
    """

    r: float | None
    n: int
    pairs: tuple[PairOfPeople, ...]
    low: float | None = None
    high: float | None = None
    why_undefined: str | None = None
    why_no_interval: str | None = None


def pearson(
    first: pd.Series,
    second: pd.Series,
    *,
    names: tuple[str, str] = ("the first scores", "the second scores"),
    confidence: float = 0.95,
) -> Correlation:
    """Correlate two sets of scores of the same responses on one axis.

    Parameters
    ----------
    first, second : Series of float, indexed by response id
        One score per response on the axis's own scale; NaN where there is none. Only responses with a score
        on both sides are used.
    names : two str
        How a reason names the two sides, in the plural.
    confidence : float in (0, 1)
        Coverage of the interval, tanh(atanh r ± z / sqrt(n - 3)) (R. A. Fisher 1921, Metron 1:3-32).

    Returns
    -------
    Correlation
        r is None, with the reason, below three pairs (two points always lie on a line) or when one side never
        varies. There is r but no interval at exactly three pairs (its width needs n - 3 above 0) and at a
        perfect line (the interval would shrink to a point).

    Raises
    ------
    ValueError
        If a response id occurs twice on one side, or confidence is not between 0 and 1.
    """
    _refuse_bad_input((first, second), names, confidence)
    pairs = pd.concat([first, second], axis=1, join="inner", keys=[0, 1]).dropna()
    n = len(pairs)
    if reason := why_no_correlation(pairs[0].to_numpy(), pairs[1].to_numpy(), names):
        return Correlation(None, n, why_undefined=reason, why_no_interval=reason)
    r = float(np.clip(stats.pearsonr(pairs[0], pairs[1]).statistic, -1.0, 1.0))
    if n == 3:
        return Correlation(r, n, why_no_interval="3 responses are too few for an interval; 4 are needed")
    if 1 - abs(r) < PERFECT:
        return Correlation(r, n, why_no_interval="the scores lie on one line, where the interval has no width")
    half = special.ndtri((1 + confidence) / 2) / math.sqrt(n - 3)
    return Correlation(r, n, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half))


def between_people(people: pd.DataFrame, *, confidence: float = 0.95) -> PeopleCorrelation:
    """Correlate the people with one another, on every response that two of them scored.

    Parameters
    ----------
    people : DataFrame of float, responses by people
        NaN where a person gave no score; a person without any score is left out.
    confidence : float in (0, 1)
        Coverage of the interval for two people.

    Returns
    -------
    PeopleCorrelation
        r is None, with the reason, with fewer than two people or when no pair of people has an r.
    """
    people = people.dropna(axis=1, how="all")
    pairs = tuple(
        PairOfPeople(
            str(first),
            str(second),
            pearson(
                people[first],
                people[second],
                names=("one person's scores", "the other person's scores"),
                confidence=confidence,
            ),
        )
        for first, second in combinations(people.columns, 2)
    )
    if not pairs:
        reason = "only one person has scored" if people.shape[1] else "nobody has scored yet"
        return PeopleCorrelation(None, 0, pairs, why_undefined=reason, why_no_interval=reason)
    if len(pairs) == 1:
        r, n, low, high, reason_undefined, reason_no_interval = pairs[0].correlation
        return PeopleCorrelation(r, n, pairs, low, high, reason_undefined, reason_no_interval)
    return _mean_over_pairs(pairs)


def _mean_over_pairs(pairs: tuple[PairOfPeople, ...]) -> PeopleCorrelation:
    defined = [(pair.correlation.r, pair.correlation.n) for pair in pairs if pair.correlation.r is not None]
    n = sum(weight for _, weight in defined)
    if not defined:
        reason = f"none of the {len(pairs)} pairs of people has a correlation of its own"
        return PeopleCorrelation(None, n, pairs, why_undefined=reason, why_no_interval=reason)
    mean = math.fsum(r * weight for r, weight in defined) / n
    reason = f"a mean over {len(defined)} of {len(pairs)} pairs of people has no interval of this kind"
    return PeopleCorrelation(mean, n, pairs, why_no_interval=reason)


def _refuse_bad_input(sides: tuple[pd.Series, pd.Series], names: tuple[str, str], confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it must lie between 0 and 1")
    for side, name in zip(sides, names, strict=True):
        if twice := sorted(map(str, side.index[side.index.duplicated()].unique())):
            raise ValueError(f"{name}: response {', '.join(twice)} occurs more than once; once is allowed")


def why_no_correlation(first: Floats, second: Floats, names: tuple[str, str]) -> str | None:
    """Say why paired scores without NaN have no correlation: fewer than three, or one side never varies."""
    n = len(first)
    if n == 0:
        return f"no response has both {names[0]} and {names[1]}"
    if n < 3:
        return f"only {n} {'response has' if n == 1 else 'responses have'} scores on both sides; 3 are needed"
    for side, name in zip((first, second), names, strict=True):
        if side.max() - side.min() <= SAME:
            return f"{name} are all {side[0]:g} on these {n} responses"
    return None
