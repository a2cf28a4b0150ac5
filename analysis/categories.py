"""Agreement corrected for chance over declared categories: kappa, Gwet's AC1 and AC2, from sums over units.

All of them are (a - e) / (1 - e), where a is the weighted share of agreeing pairs of scores and e what chance
would give. They differ in e (pi is the share of each category, a unit with fewer scores weighing as much as
one with many; T the sum of the weights, q the number of declared categories):

* kappa: sum of w * p1 * p2 over the raters' own shares of categories (Cohen 1960, 1968); for more than two
  raters or missing scores Conger's form (1980), as irrCAC computes it;
* Fleiss' kappa: sum of w * pi * pi (Fleiss 1971);
* Gwet's AC1, and AC2 with weights: T / (q (q - 1)) * sum of pi (1 - pi) (Gwet 2008; 2014, ch. 4).

Weights by the distance d of two categories in steps of the scale: identity (1 when the same), linear
1 - d / (q - 1), quadratic 1 - (d / (q - 1))**2, ordinal 1 - d (d + 1) / (q (q - 1)) (Gwet's, which is not
Krippendorff's ordinal metric). AC1 and AC2 depend on q, so the categories are those of the
axis, whether or not anybody used them; kappa with equal steps does not.
"""

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from analysis.scales import Floats, over

Weighting = Literal["identity", "linear", "quadratic", "ordinal"]
WEIGHTINGS: tuple[Weighting, ...] = ("identity", "linear", "quadratic", "ordinal")

DISTANCES: dict[Weighting, Callable[[Floats], Floats]] = {
    "identity": lambda steps: (steps != 0).astype(float),
    "linear": np.abs,
    "quadratic": np.square,
    "ordinal": lambda steps: np.abs(steps) * (np.abs(steps) + 1) / 2,
}


class Chance(NamedTuple):
    """The chance-corrected coefficients under one weighting; arrays of float, (draws,), NaN where undefined."""

    agreement: Floats
    kappa: Floats
    fleiss: Floats
    gwet: Floats


class Classified(NamedTuple):
    """How each unit was classified, as columns for the bootstrap (whole numbers, one row per column).

    Attributes
    ----------
    columns : array of float, (columns, units)
        1 where the unit has a score; 1 where it has two; its disagreement under each weighting, times
        `pair_times`; its share of each category that occurs, times `share_times`; then for each rater which
        category it was given.
    used : array of float
        The categories that occur, as places on the scale.
    categories, raters : int
        q, and the number of raters.
    pair_times, share_times : int
        Common multiples that make the columns whole.
    """

    columns: Floats
    used: Floats
    categories: int
    raters: int
    pair_times: int
    share_times: int


def classified(places: Floats, categories: int) -> Classified:
    """Lay out the classification of each unit.

    Parameters
    ----------
    places : array of float, (units, raters)
        Scores as places on the declared scale, 0 to categories - 1; NaN where there is none.
    categories : int
        How many categories are declared, at least two.
    """
    used = np.unique(places[~np.isnan(places)])
    given = places[:, :, None] == used
    of_unit = given.sum(axis=1).astype(float)
    number = of_unit.sum(axis=1)
    present = [int(m) for m in np.unique(number)]
    pair_times = math.lcm(*(m * (m - 1) for m in present if m >= 2))
    share_times = math.lcm(*(m for m in present if m >= 1))
    per_pair = np.where(number >= 2, pair_times / np.maximum(number * (number - 1), 1), 0.0)
    per_score = np.where(number >= 1, share_times / np.maximum(number, 1), 0.0)
    columns = [
        (number >= 1).astype(float),
        (number >= 2).astype(float),
        *(_disagreement(of_unit, used, weighting) * per_pair for weighting in WEIGHTINGS),
        *(of_unit.T * per_score),
        *given.transpose(1, 2, 0).reshape(-1, len(places)).astype(float),
    ]
    return Classified(np.rint(columns), used, categories, places.shape[1], pair_times, share_times)


def _disagreement(of_unit: Floats, used: Floats, weighting: Weighting) -> Floats:
    """How far apart the scores of each unit are, summed over ordered pairs."""
    total: Floats = ((of_unit @ DISTANCES[weighting](used[:, None] - used)) * of_unit).sum(axis=1)
    return total


def chance_corrected(
    table: Classified, sums: Floats, weightings: Sequence[Weighting] = WEIGHTINGS
) -> dict[Weighting, Chance]:
    """Compute the coefficients from sums of the table's columns.

    Parameters
    ----------
    table : Classified
    sums : array of float, (columns, draws)
    weightings : sequence of Weighting
        Those wanted.

    Returns
    -------
    dict of weighting to Chance
        NaN where no unit has two scores, where all scores are the same, and for kappa where one of two raters
        gives the same score throughout.
    """
    q, used, start = table.categories, len(table.used), 2 + len(WEIGHTINGS)
    pi = over(sums[start : start + used], sums[0] * table.share_times)
    by_rater = sums[start + used :].reshape(table.raters, used, sums.shape[1])
    every = np.arange(q, dtype=float)
    found: dict[Weighting, Chance] = {}
    for weighting in weightings:
        furthest = float(DISTANCES[weighting](np.array([q - 1.0]))[0])
        distance = DISTANCES[weighting](table.used[:, None] - table.used) / furthest
        weights = q * q - float(DISTANCES[weighting](every[:, None] - every).sum()) / furthest
        observed = 1 - over(sums[2 + WEIGHTINGS.index(weighting)], sums[1] * table.pair_times * furthest)
        apart = (pi * (distance @ pi)).sum(axis=0)
        gwet = weights / (q * (q - 1)) * (pi * (1 - pi)).sum(axis=0)
        expected = (1 - _conger(by_rater, distance), 1 - apart, np.where(apart > 0, gwet, math.nan))
        found[weighting] = Chance(observed, *(_corrected(observed, by_chance) for by_chance in expected))
    return found


def _conger(by_rater: Floats, distance: Floats) -> Floats:
    """Disagreement by chance between two different raters' own shares of categories, mean over their pairs."""
    number = by_rater.sum(axis=1)
    raters = (number > 0).sum(axis=0)
    if len(by_rater) == 2:  # with one of two raters constant, kappa is 0 whatever the other says: undefined
        raters = np.where(((by_rater > 0).sum(axis=1) >= 2).all(axis=0), raters, 0)
    own = np.nan_to_num(over(by_rater, number[:, None]))
    total = own.sum(axis=0)
    pooled = (total * (distance @ total)).sum(axis=0)
    same_rater = (own * (distance @ own)).sum(axis=(0, 1))
    return over(pooled - same_rater, raters * (raters - 1.0))


def _corrected(observed: Floats, by_chance: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        return over(observed - by_chance, np.where(1 - by_chance > 1e-12, 1 - by_chance, 0.0))
