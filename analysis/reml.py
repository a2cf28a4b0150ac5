"""Variance components of scores when some are missing: restricted maximum likelihood, units and raters crossed.

The model is score = mean + unit + rater + rest with independent normal effects (Patterson and Thompson 1971).
Units are eliminated in closed form, which leaves a system of the size of the number of raters, built from sums
over the units that have the same number of scores. So one evaluation of the likelihood costs the same for 20
units and for 100,000.

On complete data the estimates equal those from mean squares as long as none of these is negative; REML stops
at 0, where mean squares go below.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize

from analysis.scales import Floats

LARGEST = 1e3
"""Largest ratio of two standard deviations that is looked at; beyond it the rest is as good as 0."""

SMALLEST = 1e-14
"""A residual sum of squares below this share of the total one is taken as this: the rest is 0 there."""

Complex = npt.NDArray[np.complex128]

STARTS = np.array([[1.0, 0.1], [5.0, 0.01], [0.1, 1.0]])

STEP = 1e-5
TILT = 1e-30


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


def variances(scores: Floats, *, raters: bool = True) -> Variances:
    """Estimate the components.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none; at least two units with two scores or more, and not all scores alike.
    raters : bool
        Whether raters have an effect of their own; without, it is part of the rest (each unit has raters of
        its own: the one-way model).
    """
    sums = _sums(scores)
    deviance = _Deviance(sums)
    at = _polished(deviance, _searched(deviance, raters))
    unit, rater = float(at[0]) ** 2, float(at[1]) ** 2 if raters else 0.0
    rest = float(_fit(sums, unit, rater)[0].real) / deviance.freedom
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


def _fit(sums: _Sums, unit: complex, rater: complex) -> tuple[complex, complex]:
    """Return the residual sum of squares, and the log determinants, at given ratios of variances to the rest."""
    shrink = unit / (1 + sums.m * unit)
    n = sums.present.sum(axis=0)
    ones = (sums.units * sums.m / (1 + sums.m * unit)).sum()
    mean = sums.own.sum() - (shrink * sums.m * sums.total).sum()
    squares = sums.squares - (shrink * sums.squared).sum()
    log_size = (sums.units * np.log(1 + sums.m * unit)).sum()
    if rater != 0:
        cross = n - (shrink * sums.m) @ sums.present
        own = sums.own - shrink @ sums.by_rater
        inner = np.eye(len(n)) + rater * (np.diag(n) - np.tensordot(shrink, sums.together, axes=1))
        to_cross, to_own = np.linalg.solve(inner, np.stack([cross, own], axis=1)).T
        ones = ones - rater * (cross @ to_cross)
        mean = mean - rater * (cross @ to_own)
        squares = squares - rater * (own @ to_own)
        sign, log_inner = np.linalg.slogdet(inner)
        log_size = log_size + np.log(sign) + log_inner
    return squares - mean * mean / ones, log_size + np.log(ones)


class _Deviance:
    """Twice the negative restricted log likelihood, by ratios of the variances to the rest."""

    def __init__(self, sums: _Sums) -> None:
        self.sums = sums
        self.freedom = float((sums.m * sums.units).sum()) - 1

    def _at(self, ratios: Complex) -> complex:
        unit, rater = ratios[0], ratios[1] if len(ratios) > 1 else 0.0
        residual, log_size = _fit(self.sums, unit, rater)
        floor = SMALLEST * self.sums.squares
        at_least = residual if residual.real > floor else residual - residual.real + floor
        return complex(self.freedom * np.log(at_least) + log_size)

    def with_slope_by_variance(self, ratios: Floats) -> tuple[float, Floats]:
        """Return the deviance and its exact derivatives (by steps into the imaginary)."""
        tilted = [self._at(ratios + 1j * TILT * step) for step in np.eye(len(ratios))]
        return float(tilted[0].real), np.array([value.imag / TILT for value in tilted])

    def with_slope(self, ratios: Floats) -> tuple[float, Floats]:
        """Return the same by ratios of standard deviations, in which it is closer to a parabola."""
        value, slope = self.with_slope_by_variance(ratios**2)
        return value, 2 * ratios * slope


def _searched(deviance: _Deviance, raters: bool) -> Floats:
    """Search from several starts over the ratios of variances: there the slope at 0 tells whether to leave it."""

    def by_variance(ratios: Floats) -> tuple[float, Floats]:
        return deviance.with_slope_by_variance(ratios)

    starts = STARTS if raters else STARTS[:, :1]
    bounds = [(0.0, LARGEST**2)] * starts.shape[1]
    found = [optimize.minimize(by_variance, start, jac=True, method="L-BFGS-B", bounds=bounds) for start in starts]
    return np.sqrt(np.asarray(min(found, key=lambda one: float(one.fun)).x))


def _polished(deviance: _Deviance, at: Floats) -> Floats:
    """Take Newton steps in the directions that are not at 0, until they help no more."""
    free = at > 10 * STEP
    at = np.where(free, at, 0.0)
    if not free.any():
        return at
    best, slope = deviance.with_slope(at)
    for _ in range(8):
        steps = np.eye(len(at))[free] * STEP
        bends = [deviance.with_slope(at + s)[1] - deviance.with_slope(at - s)[1] for s in steps]
        curvature = np.array(bends)[:, free] / (2 * STEP)
        curvature = (curvature + curvature.T) / 2
        if np.linalg.eigvalsh(curvature)[0] <= 0:
            break
        better = at.copy()
        better[free] -= np.linalg.solve(curvature, slope[free])
        value, new_slope = deviance.with_slope(better) if (better >= 0).all() else (np.inf, slope)
        if value > best + 1e-9:
            break
        moved = float(np.abs(better - at).max())
        at, best, slope = better, value, new_slope
        if moved < 1e-11:
            break
    return at
