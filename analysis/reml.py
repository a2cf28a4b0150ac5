"""Variance components of scores when some are missing: restricted maximum likelihood, units and raters crossed.

The model is score = mean + unit + rater + rest with independent normal effects (Patterson and Thompson 1971).
Units are eliminated in closed form, which leaves a system of the size of the number of raters, built from sums
over the units that have the same number of scores. So one evaluation of the likelihood costs the same for 20
units and for 100,000.

On complete data the estimates equal those from mean squares as long as none of these is negative; REML stops
at 0, where mean squares go below.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from analysis.scales import Floats

LARGEST = 1e3
"""Largest ratio of two standard deviations that is looked at; beyond it the rest is as good as 0."""

STEP = 1e-4

Ints = npt.NDArray[np.intp]


class Variances(NamedTuple):
    """Variance between units, between raters, and of the rest, in squared points of the scale."""

    unit: float
    rater: float
    rest: float


class _Sums(NamedTuple):
    """Sums over the units with m scores, one row for each m; and over all."""

    m: Floats
    units: Floats
    present: Floats  # (m, raters): scores of each rater
    together: Floats  # (m, raters, raters): units that both scored
    total: Floats  # sums of the units' totals
    by_rater: Floats  # (m, raters): sums of the totals of the units that the rater scored
    squared: Floats  # sums of the squared totals
    own: Floats  # (raters,): sum of the rater's scores
    squares: float


def variances(scores: Floats, *, raters: bool = True, near: Variances | None = None) -> Variances:
    """Estimate the components.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none; at least two units with two scores or more, and not all scores alike.
    raters : bool
        Whether raters have an effect of their own; without, it is part of the rest (each unit has raters of
        its own: the one-way model).
    near : Variances or None
        Estimates from nearly the same scores, from which the search may start; a component that is 0 there
        stays 0.
    """
    sums = _sums(scores)
    deviance = _deviance(sums)
    if near is None:
        start = np.array([1.0, 0.3] if raters else [1.0])
        bounds = [(0.0, LARGEST)] * len(start)
        at = optimize.minimize(deviance, start, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-13}).x
    else:
        at = np.sqrt(np.array([near.unit, near.rater] if raters else [near.unit]) / near.rest)
    at = _polished(deviance, at)
    unit, rater = float(at[0]) ** 2, float(at[1]) ** 2 if raters else 0.0
    rest = _fit(sums, unit, rater)[0] / (float(sums.m @ sums.units) - 1)
    return Variances(unit * rest, rater * rest, rest)


def _sums(scores: Floats) -> _Sums:
    given = (~np.isnan(scores)).astype(float)
    known = np.where(given > 0, scores, 0.0)
    known -= given * known.sum() / given.sum()
    m, total = given.sum(axis=1), known.sum(axis=1)
    sizes = np.unique(m[m > 0])
    rows = [m == size for size in sizes]
    return _Sums(
        sizes,
        np.array([row.sum() for row in rows], dtype=float),
        np.array([given[row].sum(axis=0) for row in rows]),
        np.array([given[row].T @ given[row] for row in rows]),
        np.array([total[row].sum() for row in rows]),
        np.array([total[row] @ given[row] for row in rows]),
        np.array([(total[row] ** 2).sum() for row in rows]),
        known.sum(axis=0),
        float((known**2).sum()),
    )


def _fit(sums: _Sums, unit: float, rater: float) -> tuple[float, float]:
    """Return the residual sum of squares, and the log determinants, at given ratios of variances to the rest."""
    shrink = unit / (1 + sums.m * unit)
    n = sums.present.sum(axis=0)
    ones = float((sums.units * sums.m / (1 + sums.m * unit)).sum())
    mean = float(sums.own.sum() - (shrink * sums.m * sums.total).sum())
    squares = float(sums.squares - (shrink * sums.squared).sum())
    log_size = float((sums.units * np.log1p(sums.m * unit)).sum())
    if rater > 0:
        cross = n - (shrink * sums.m) @ sums.present
        own = sums.own - shrink @ sums.by_rater
        inner = np.eye(len(n)) + rater * (np.diag(n) - np.tensordot(shrink, sums.together, axes=1))
        to_cross, to_own = np.linalg.solve(inner, np.stack([cross, own], axis=1)).T
        ones -= rater * float(cross @ to_cross)
        mean -= rater * float(cross @ to_own)
        squares -= rater * float(own @ to_own)
        log_size += float(np.linalg.slogdet(inner)[1])
    return squares - mean**2 / ones, log_size + float(np.log(ones))


def _deviance(sums: _Sums) -> Callable[[Floats], float]:
    freedom = float((sums.m * sums.units).sum()) - 1

    def deviance(ratios: Floats) -> float:
        unit, rater = ratios[0] ** 2, ratios[1] ** 2 if len(ratios) > 1 else 0.0
        residual, log_size = _fit(sums, float(unit), float(rater))
        return freedom * float(np.log(max(residual, 1e-300))) + log_size

    return deviance


def _polished(deviance: Callable[[Floats], float], at: Floats) -> Floats:
    """Take Newton steps in the directions that are not at 0, until they help no more."""
    free = np.flatnonzero(at > 10 * STEP)
    at = np.where(at > 10 * STEP, at, 0.0)
    for _ in range(5):
        gradient, curvature = _derivatives(deviance, at, free)
        if not len(free) or np.linalg.eigvalsh(curvature)[0] <= 0:
            break
        better = at.copy()
        better[free] -= np.linalg.solve(curvature, gradient)
        if (better < 0).any() or deviance(better) > deviance(at):
            break
        at = better
    return at


def _derivatives(deviance: Callable[[Floats], float], at: Floats, free: Ints) -> tuple[Floats, Floats]:
    steps = np.eye(len(at))[free] * STEP
    gradient = np.array([(deviance(at + s) - deviance(at - s)) / (2 * STEP) for s in steps])
    curvature = np.array(
        [
            [(deviance(at + s + t) - deviance(at + s - t) - deviance(at - s + t) + deviance(at - s - t)) for t in steps]
            for s in steps
        ]
    ).reshape(len(free), len(free)) / (4 * STEP**2)
    return gradient, curvature
