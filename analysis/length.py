"""Do judges reward length beyond what people see in a response?

judge - people = mean + slope * log2(words) + part * people + rest, by least squares. The raw correlation of judges'
scores with length mixes quality in: better answers may well be longer. With the people's score held, the slope is how
many points more than people the judges give when the length doubles. People's scores measure quality with error, so a
part of true quality is left in the rest; with few people the slope is still pulled a little towards the raw one.
"""

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from analysis.drawn_correlations import correlations
from analysis.estimates import Estimate, undefined, without_interval
from analysis.scales import SAME, Floats

FEWEST = 5
"""Responses needed: three coefficients, and two more for the spread."""


class LengthSlope(NamedTuple):
    """Points per doubling of length, with a t interval; and r of judges' and people's scores with log length.

    Both r are None where they are undefined; they are for comparison and confound quality.
    """

    slope: Estimate
    judges_r: float | None
    people_r: float | None


def length_slope(judges: pd.Series, people: pd.Series, words: pd.Series, *, level: float = 0.95) -> LengthSlope:
    """Regress how far judges are above people on length, given the people's score.

    Parameters
    ----------
    judges, people : Series of float, indexed by response
        Settled scores, and the mean of the people who scored; NaN where there is none.
    words : Series of int, indexed by response
        Words of the response, at least 1; NaN where unknown.
    level : float in (0, 1)

    Returns
    -------
    LengthSlope
        Undefined below five responses, when all have the same length or the same people's score, or when length and
        people's score lie on one line.

    Raises
    ------
    ValueError
        If a response has fewer words than 1.
    """
    if (words < 1).any():
        raise ValueError("a response has fewer than 1 word; leave empty responses out")
    table = pd.concat([judges, people, np.log2(words)], axis=1, join="inner", keys=["judges", "people", "length"])
    judge, person, length = table.dropna().to_numpy(dtype=float).T
    r = correlations([(judge, length), (person, length)]).found
    known = [None if np.isnan(value) else float(value) for value in r]
    return LengthSlope(_slope(judge - person, person, length, level), known[0], known[1])


def _slope(gap: Floats, person: Floats, length: Floats, level: float) -> Estimate:
    n = len(gap)
    if n < FEWEST:
        return undefined(f"{n} responses have all three; {FEWEST} are needed", n, level=level)
    if np.ptp(length) <= SAME:
        return undefined(f"every response has {2 ** length[0]:.0f} words", n, level=level)
    if np.ptp(person) <= SAME:
        return undefined(f"every score of the people is {person[0]:g}", n, level=level)
    beside = np.column_stack([np.ones(n), person])
    own = _rest(length, beside)
    if float(own @ own) <= (n * SAME) ** 2:
        return undefined("length and people's scores lie on one line", n, level=level)
    value = float(own @ gap) / float(own @ own)
    rest = _rest(gap, np.column_stack([beside, length]))
    spread = float(rest @ rest) / (n - 3)
    if spread <= SAME**2:
        return without_interval(value, n, "length and people's scores explain everything", level=level)
    half = float(stats.t.ppf((1 + level) / 2, n - 3)) * math.sqrt(spread / float(own @ own))
    return Estimate(value, n, value - half, value + half, f"least squares, t with {n - 3} degrees of freedom", level)


def _rest(side: Floats, beside: Floats) -> Floats:
    """What is left of a column after its best fit by others."""
    rest: Floats = side - beside @ np.linalg.lstsq(beside, side, rcond=None)[0]
    return rest
