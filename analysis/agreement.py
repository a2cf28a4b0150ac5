"""How near scores are to each other in points: exact, within one, bias; and ordinal alpha among people.

Three different comparisons, never mixed:

* `people_alpha` and `people_closeness` look at the people alone.
* `with_people_mean` compares, response by response, the judges' settled score with the mean of the people who
  scored it.
* `with_each_person` compares the judges' settled score with every single person's score, so a response that
  two people scored gives two pairs. This is the figure that may be read beside `people_closeness`: a mean of
  two people is nearer to anything than one person is.

Half points are legal: a settled median and a mean of people may have them, and then only an equal half point
is exact. Nothing is rounded; two scores count as equal when they differ by less than 1e-9.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.coincidences import alpha
from analysis.scales import SAME, Floats, places, scale_in_words


class Alpha(NamedTuple):
    """Krippendorff's ordinal alpha among people, or the reason there is none.

    `n` counts the responses with at least two people's scores; only those enter.
    """

    value: float | None
    n: int
    n_people: int
    why_undefined: str | None = None


class Closeness(NamedTuple):
    """Shares (0 to 1) of pairs of scores that are equal, and that differ by at most one point.

    None exactly when `why_undefined` speaks.
    """

    exact: float | None
    within_one: float | None
    n: int
    why_undefined: str | None = None


class Agreement(NamedTuple):
    """`Closeness` of judges and people, and the bias: mean of judges minus people, in points of the axis."""

    exact: float | None
    within_one: float | None
    bias: float | None
    n: int
    why_undefined: str | None = None


def people_alpha(people: pd.DataFrame, allowed: Sequence[float]) -> Alpha:
    """Krippendorff's alpha for ordinal scores, among people only.

    Parameters
    ----------
    people : DataFrame of float, responses by people
        NaN where a person gave no score.
    allowed : sequence of float
        The declared values of the axis, lowest first. Scores enter by their place in it, which is all an
        ordinal statistic uses; values nobody chose change nothing.

    Returns
    -------
    Alpha
        1 - observed / expected disagreement (Krippendorff 2011, "Computing Krippendorff's
        Alpha-Reliability"). None, with the reason, when fewer than two people scored, when fewer than two
        responses were scored by two people (with a single one alpha is 0 whatever was said), or when all
        their scores are the same.

    Raises
    ------
    ValueError
        If a score is not one of `allowed`. Judges' medians have half points and do not belong here.
    """
    people = people.dropna(axis=1, how="all")
    shared = people[people.notna().sum(axis=1) >= 2]
    n, n_people = len(shared), people.shape[1]
    if reason := _too_few(n, n_people):
        return Alpha(None, n, n_people, reason)
    place = _places(shared.to_numpy(), allowed)
    used = np.unique(place[~np.isnan(place)])
    if len(used) == 1:
        score = allowed[int(used[0])]
        return Alpha(None, n, n_people, f"every score is {score:g}, so agreement cannot be told from habit")
    return Alpha(alpha(place)["ordinal"], n, n_people)


def _too_few(n: int, n_people: int) -> str | None:
    if n_people < 2:
        return "nobody has scored yet" if n_people == 0 else "only one person has scored"
    if n < 2:
        return f"{'no' if n == 0 else 'only one'} response was scored by two people; 2 are needed"
    return None


def _places(scores: Floats, allowed: Sequence[float]) -> Floats:
    place = places(scores, allowed)
    off = np.isnan(place) & ~np.isnan(scores)
    if off.any():
        found = ", ".join(f"{score:g}" for score in np.unique(scores[off]))
        raise ValueError(f"people's scores {found} are not on the scale {scale_in_words(allowed)}")
    return place


def people_closeness(people: pd.DataFrame) -> Closeness:
    """Compare every two people's scores of the same response.

    Parameters
    ----------
    people : DataFrame of float, responses by people
        NaN where a person gave no score.

    Returns
    -------
    Closeness
        n counts pairs of scores: a response scored by three people gives three. None, with the reason, when
        no response was scored by two people.
    """
    gaps = [people[first] - people[second] for first, second in combinations(people.columns, 2)]
    pooled = pd.concat(gaps).dropna() if gaps else pd.Series(dtype=float)
    if pooled.empty:
        return Closeness(None, None, 0, "no response was scored by two people")
    return Closeness(*_near(pooled), len(pooled))


def with_people_mean(judges: pd.Series, people: pd.DataFrame) -> Agreement:
    """Compare the judges' settled score with the mean of the people who scored the response.

    Parameters
    ----------
    judges : Series of float, indexed by response
        Settled scores, NaN where there is none; half points are legal.
    people : DataFrame of float, responses by people
        NaN where a person gave no score; a response scored by one person counts with that score.

    Returns
    -------
    Agreement
        n counts responses. None, with the reason, when no response has both.
    """
    return _agree((judges - people.mean(axis=1)).dropna())


def with_each_person(judges: pd.Series, people: pd.DataFrame) -> Agreement:
    """Compare the judges' settled score with each single person's score; n counts pairs of scores.

    Parameters and returns otherwise as in `with_people_mean`.
    """
    gaps = [(judges - people[person]).dropna() for person in people.columns]
    return _agree(pd.concat(gaps) if gaps else pd.Series(dtype=float))


def _agree(gaps: pd.Series) -> Agreement:
    if gaps.empty:
        return Agreement(None, None, None, 0, "no response has both judges' and people's scores")
    return Agreement(*_near(gaps), float(gaps.mean()), len(gaps))


def _near(gaps: pd.Series) -> tuple[float, float]:
    return float((gaps.abs() <= SAME).mean()), float((gaps.abs() <= 1 + SAME).mean())
