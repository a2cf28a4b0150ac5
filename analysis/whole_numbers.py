"""Scores as whole numbers, so that sums of them are exact: the same on every machine, in any order of adding."""

from typing import NamedTuple

import numpy as np

from analysis.scales import Floats

EXACT = 2.0**53
"""Float64 holds every whole number up to this one."""

SCALES = (*range(1, 61), 70, 80, 84, 90, 100, 120, 168, 210, 420, 840, 1000, 2520, 10_000, 27_720, 100_000)
"""Denominators tried: of steps, of means over a few people, of medians, of decimal fractions."""

PRECISION = 1e-9
"""Scores are taken as right to this many points: thirds come from files with nine decimals."""


class WholeNumbers(NamedTuple):
    """Scores times `scale`, minus an origin.

    Attributes
    ----------
    values : array of float, as the scores
        (score - origin) * scale: whole numbers from 0 up; NaN where there is no score.
    origin, scale : float
        To go back: values / scale + origin.
    exact : bool
        False when no common denominator was found and the scores were moved to the nearest point of a grid
        with about a million steps; meant for bootstrap draws then, not for the value itself.
    """

    values: Floats
    origin: float
    scale: float
    exact: bool


def whole_numbers(scores: Floats, *, largest: float = 2.0**20) -> WholeNumbers:
    """Turn scores into whole numbers by their smallest common denominator.

    Parameters
    ----------
    scores : array of float, any shape
        NaN where there is none.
    largest : float
        No value may be above this. Sums of products of two values over n units are exact up to
        n * largest**2 < 2**53.
    """
    scored = scores[~np.isnan(scores)]
    if scored.size == 0:
        return WholeNumbers(scores, 0.0, 1.0, True)
    origin = float(scored.min())
    levels = np.unique(scored - origin)
    for scale in SCALES:
        if levels[-1] * scale > largest:
            break
        at = levels * scale
        if float(np.abs(at - np.rint(at)).max()) <= 2 * PRECISION * scale:
            return WholeNumbers(np.rint((scores - origin) * scale), origin, float(scale), True)
    grid = largest / levels[-1]
    return WholeNumbers(np.rint((scores - origin) * grid), origin, grid, False)
