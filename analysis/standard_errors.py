"""Large-sample standard errors of kappa and AC as other programs print them, for citing beside other work.

The reports' intervals do not use them: the jackknife covers better in small samples.
"""

import math
from typing import NamedTuple

import numpy as np

from analysis.categories import DISTANCES, Weighting
from analysis.scales import Floats


class PublishedErrors(NamedTuple):
    """Standard errors; None where the coefficient has no value, and for kappa with more than two raters."""

    kappa: float | None
    kappa_quadratic: float | None
    ac1: float | None
    ac2: float | None


def published_errors(places: Floats, categories: int) -> PublishedErrors:
    """Compute the standard errors.

    Parameters
    ----------
    places : array of float, (units, raters)
        Scores as places on the declared scale; NaN where there is none.
    categories : int
        How many categories are declared.
    """
    two = places.shape[1] == 2
    return PublishedErrors(
        kappa_error(places, categories, "identity") if two else None,
        kappa_error(places, categories, "quadratic") if two else None,
        ac_error(places, categories, "identity"),
        ac_error(places, categories, "quadratic"),
    )


def _weights(categories: int, weighting: Weighting) -> Floats:
    step = np.arange(categories, dtype=float)
    distance = DISTANCES[weighting](step[:, None] - step)
    weights: Floats = 1 - distance / distance.max()
    return weights


def kappa_error(places: Floats, categories: int, weighting: Weighting) -> float | None:
    """Compute the standard error of two raters' kappa (Fleiss, Cohen and Everitt 1969, equation 13)."""
    both = places[~np.isnan(places).any(axis=1)].astype(np.intp)
    if not len(both):
        return None
    table = np.zeros((categories, categories))
    np.add.at(table, (both[:, 0], both[:, 1]), 1 / len(both))
    weights = _weights(categories, weighting)
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    by_chance = float(rows @ weights @ columns)
    if 1 - by_chance < 1e-12 or max(rows.max(), columns.max()) > 1 - 1e-12:
        return None
    kappa = (float((table * weights).sum()) - by_chance) / (1 - by_chance)
    pull = (weights @ columns)[:, None] + rows @ weights
    spread = float((table * (weights - pull * (1 - kappa)) ** 2).sum()) - (kappa - by_chance * (1 - kappa)) ** 2
    return math.sqrt(max(spread, 0.0) / len(both)) / (1 - by_chance)


def ac_error(places: Floats, categories: int, weighting: Weighting) -> float | None:
    """Compute the standard error of AC1 or AC2 over units (Gwet 2014, section 5.3.1; as irrCAC)."""
    given = (places[:, :, None] == np.arange(categories)).sum(axis=1).astype(float)
    given = given[given.sum(axis=1) >= 1]
    n, m = len(given), given.sum(axis=1)
    pairs = m >= 2
    if n < 2 or not pairs.any() or (given.sum(axis=0) > 0).sum() < 2:
        return None
    weights = _weights(categories, weighting)
    agreeing = (given * (given @ weights - 1)).sum(axis=1) / np.where(pairs, m * (m - 1), 1.0)
    agreed = float(agreeing[pairs].mean())
    shares = given / m[:, None]
    pi = shares.mean(axis=0)
    factor = float(weights.sum()) / (categories * (categories - 1))
    by_chance = factor * float((pi * (1 - pi)).sum())
    ac = (agreed - by_chance) / (1 - by_chance)
    own_chance = factor * (shares @ (1 - pi))
    own = np.where(pairs, (agreeing - by_chance) / (1 - by_chance) * n / pairs.sum(), 0.0)
    own -= 2 * (1 - ac) * (own_chance - by_chance) / (1 - by_chance)
    return math.sqrt(float(((own - ac) ** 2).sum()) / (n * (n - 1)))
