"""Severity in logits: the rating scale model with raters in the place of items, by conditional maximum likelihood.

P(score h) is proportional to exp(h (quality - severity) + step_h); conditioning on each response's sum of scores
removes its quality, so nothing is assumed about how good the responses are (Andrich 1978, Psychometrika 43:561-573;
Linacre 1989, Many-Facet Rasch Measurement). The scores are taken as ordered categories, not as points. It stands
beside the additive effects of `analysis.severity`, which always exist; this does not when a category is unused or a
rater gave nothing but the lowest or the highest score.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import optimize

from analysis.scales import Floats, places

MOST_CATEGORIES = 11
FARTHEST = 15.0
"""An estimate this many logits out has run away; less where many raters would leave what a float holds."""

Informative = Counter[tuple[tuple[int, ...], tuple[int, ...]]]
"""(raters who scored a response, their categories) and how often that occurs."""


class RatingScale(NamedTuple):
    """Severities that add up to 0, above 0 severe; cumulative steps of the scale; or the reason there are none.

    Attributes
    ----------
    severity, standard_error : tuple of (rater, float)
        In logits; standard errors from the curvature of the conditional likelihood.
    steps : tuple of float
        -step_h for the third category and those above; the first two are 0 by convention.
    log_likelihood : float or None
        Conditional.
    n : int
        Responses that carry information: scored by two raters, neither all lowest nor all highest.
    """

    severity: tuple[tuple[str, float], ...]
    standard_error: tuple[tuple[str, float], ...]
    steps: tuple[float, ...]
    log_likelihood: float | None
    n: int
    why_undefined: str | None = None


def rating_scale(scores: pd.DataFrame, allowed: Sequence[float]) -> RatingScale:
    """Fit the model on one axis.

    Parameters
    ----------
    scores : DataFrame of float, responses by raters
        NaN where a rater gave no score.
    allowed : sequence of float
        The declared values of the axis, lowest first; at most 11.

    Raises
    ------
    ValueError
        If a score is not one of `allowed`.
    """
    scores = scores.dropna(axis=1, how="all")
    values = scores.to_numpy(dtype=float)
    place = places(values, allowed)
    if (np.isnan(place) & ~np.isnan(values)).any():
        raise ValueError("a score is not one of the allowed values; medians with half points do not belong here")
    if len(allowed) > MOST_CATEGORIES:
        return _none(0, f"the scale has {len(allowed)} values; at most {MOST_CATEGORIES} can be steps of their own")
    used = _informative(place, len(allowed) - 1)
    if reason := _why_undefined(used, scores.columns, len(allowed)):
        return _none(used.total(), reason)
    model = _Conditional(used, scores.shape[1], len(allowed) - 1)
    limits = [(-model.farthest, model.farthest)] * model.free
    fit = optimize.minimize(
        model.loss,
        np.zeros(model.free),
        jac=True,
        method="L-BFGS-B",
        bounds=limits,
        options={"ftol": 1e-15, "gtol": 1e-8, "maxiter": 1000},
    )
    ease, steps = model.parts(fit.x)
    if float(np.abs(fit.x).max()) > 0.99 * model.farthest or float(np.abs(model.loss(fit.x)[1]).max()) > 1e-3:
        return _none(used.total(), "the likelihood has no maximum: some raters' scores never overlap")
    errors = model.standard_errors(fit.x)
    return RatingScale(
        tuple((str(rater), float(-value)) for rater, value in zip(scores.columns, ease, strict=True)),
        tuple((str(rater), float(value)) for rater, value in zip(scores.columns, errors, strict=True)),
        tuple(float(-step) for step in steps[2:]),
        float(-fit.fun),
        used.total(),
    )


def _none(n: int, reason: str) -> RatingScale:
    return RatingScale((), (), (), None, n, reason)


def _informative(place: Floats, highest: int) -> Informative:
    used: Informative = Counter()
    for row in place:
        raters = np.flatnonzero(~np.isnan(row))
        categories = row[raters].astype(int)
        if len(raters) >= 2 and 0 < categories.sum() < highest * len(raters):
            used[tuple(raters.tolist()), tuple(categories.tolist())] += 1
    return used


def _why_undefined(used: Informative, raters: pd.Index, size: int) -> str | None:
    if not used:
        return "no response was scored by two raters other than all lowest or all highest"
    given: dict[int, set[int]] = {rater: set() for rater in range(len(raters))}
    for who, categories in used:
        for rater, category in zip(who, categories, strict=True):
            given[rater].add(category)
    if alone := [str(raters[rater]) for rater, found in given.items() if not found]:
        return f"{', '.join(alone)}: no response that tells anything about severity"
    if unused := sorted(set(range(size)) - set().union(*given.values())):
        return f"categories {', '.join(str(one) for one in unused)} (counted from 0) are unused"
    if extreme := [str(raters[rater]) for rater, found in given.items() if found in ({0}, {size - 1})]:
        return f"{', '.join(extreme)}: only the lowest or only the highest score given"
    return None


class _Conditional:
    """The conditional likelihood as a function of free parameters: all raters but the last, then steps from the 3rd."""

    def __init__(self, used: Informative, raters: int, highest: int) -> None:
        self.raters, self.highest = raters, highest
        self.free = raters - 1 + highest - 1
        self.farthest = min(FARTHEST, 500 / (highest * raters))
        self.sums = Counter[tuple[tuple[int, ...], int]]()
        self.scored, self.reached = np.zeros(raters), np.zeros(highest + 1)
        for (who, categories), times in used.items():
            self.sums[who, sum(categories)] += times
            for rater, category in zip(who, categories, strict=True):
                self.scored[rater] += category * times
                self.reached[category] += times

    def parts(self, free: Floats) -> tuple[Floats, Floats]:
        """Ease of every rater (adding up to 0) and every step (the first two 0)."""
        ease = np.append(free[: self.raters - 1], -free[: self.raters - 1].sum())
        return ease, np.append([0.0, 0.0], free[self.raters - 1 :])

    def loss(self, free: Floats) -> tuple[float, Floats]:
        """Minus the log likelihood and its gradient."""
        ease, steps = self.parts(free)
        terms = np.exp(np.outer(ease, np.arange(self.highest + 1)) + steps)
        value = self.scored @ ease + self.reached @ steps
        of_rater, of_step = self.scored.copy(), self.reached.copy()
        for who in {who for who, _ in self.sums}:
            whole, without = _products(terms[list(who)])
            for total, times in ((total, times) for (those, total), times in self.sums.items() if those == who):
                value -= times * np.log(whole[total])
                for rater, rest in zip(who, without, strict=True):
                    chance = self._chances(terms[rater], rest, total) / whole[total]
                    of_rater[rater] -= times * (chance @ np.arange(self.highest + 1))
                    of_step -= times * chance
        gradient = np.append(of_rater[:-1] - of_rater[-1], of_step[2:])
        return -float(value), -gradient

    def _chances(self, terms: Floats, rest: Floats, total: int) -> Floats:
        others = total - np.arange(self.highest + 1)
        inside = (others >= 0) & (others < len(rest))
        return np.asarray(np.where(inside, terms * rest[others.clip(0, len(rest) - 1)], 0.0), dtype=float)

    def standard_errors(self, free: Floats) -> Floats:
        """From the curvature, found by differences of the gradient."""
        step = 1e-5
        moves = np.eye(len(free)) * step
        curvature = np.array([(self.loss(free + m)[1] - self.loss(free - m)[1]) / (2 * step) for m in moves])
        covariance = np.linalg.pinv((curvature + curvature.T) / 2)[: self.raters - 1, : self.raters - 1]
        last = covariance.sum()
        return np.asarray(np.sqrt(np.clip(np.append(np.diag(covariance), last), 0, None)), dtype=float)


def _products(terms: Floats) -> tuple[Floats, list[Floats]]:
    """The product of all raters' polynomials, and for each rater the product of all others'."""
    ahead = [np.ones(1)]
    for one in terms:
        ahead.append(np.convolve(ahead[-1], one))
    behind = [np.ones(1)]
    for one in terms[::-1]:
        behind.append(np.convolve(behind[-1], one))
    without = [np.convolve(ahead[place], behind[len(terms) - 1 - place]) for place in range(len(terms))]
    return ahead[-1], without
