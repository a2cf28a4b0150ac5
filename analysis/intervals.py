"""Which interval a statistic gets, and where there is none the reason.

Chosen by simulated coverage, see docs/statistics.md:

* jackknife: value ± t(n - 1) * the standard error from leaving out each unit (or cluster) in turn, on Fisher's
  z where the statistic lies between -1 and 1, on logarithms for a ratio (Miller 1974, "The jackknife - a
  review");
* Wilson: for a share of units (Wilson 1927; Brown, Cai and DasGupta 2001), and for a share of pairs of raters
  with the number of units that the jackknife's standard error is worth (Korn and Graubard 1998);
* Student's t for a mean;
* beside each of them, as a second opinion, the percentiles of the bootstrap draws.
"""

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from scipy import special

from analysis.estimates import Estimate
from analysis.kernels import LeftOut
from analysis.resampling import Plan, estimate
from analysis.scales import Floats

NO_WIDTH = 1e-12

OnScale = Literal["z", "log", "plain"]

SCALES: dict[OnScale, tuple[Callable[[Floats], Floats], Callable[[float], float], str]] = {
    "z": (np.arctanh, math.tanh, " on Fisher z"),
    "log": (np.log, math.exp, " on logarithms"),
    "plain": (np.positive, float, ""),
}


class Figure(NamedTuple):
    """A statistic with the interval to quote, and with the bootstrap's percentile interval as a second opinion.

    `bootstrap` is None where the statistic has no value, or cannot be computed draw by draw.
    """

    estimate: Estimate
    bootstrap: Estimate | None = None


class Moved(NamedTuple):
    """How a statistic moves: without each unit, and from draw to draw, (draws,)."""

    left_out: LeftOut
    drawn: Floats


def jackknife(
    value: float,
    n: int,
    moved: Moved,
    plan: Plan,
    *,
    on: OnScale = "z",
    within: tuple[float, float] = (-1.0, 1.0),
    corrected: bool = False,
) -> Estimate:
    """Put the jackknife interval beside a value; the percentile interval where the jackknife has none.

    Parameters
    ----------
    value : float
    n : int
        What the statistic calls its n.
    moved : Moved
    plan : Plan
        For its level, and to describe its draws.
    on : {"z", "log", "plain"}
        Whether the interval is made on Fisher's z of the statistic, its logarithm, or itself. On logarithms,
        a statistic that is not above 0 without each of the units falls back to the plain one.
    within : (float, float)
        What the statistic can be; limits on the plain scale stop there.
    corrected : bool
        Whether the interval lies around the value less the bias that the jackknife finds.

    Returns
    -------
    Estimate
        Without an interval below four units, or when leaving out a single unit leaves nothing to compare.
        On z, the interval is that of the percentiles when the value, or the value without one of the units,
        is 1 or more in size.
    """
    without, times = moved.left_out
    units = int(times.sum())
    if reason := _why_none(units, without):
        return _no_interval(value, n, plan, reason)
    if on == "z" and max(abs(value), float(np.abs(without).max())) >= 1 - NO_WIDTH:
        return estimate(value, n, moved.drawn, plan)
    if on == "log" and min(value, float(without.min())) <= 0:
        on = "plain"
    there, back, words = SCALES[on]
    centre, mean, error = _spread(there(np.array([value])), there(without), times)
    if error < NO_WIDTH:
        return _no_interval(value, n, plan, "no unit changes it, so an interval would have no width")
    if corrected:
        centre, words = units * centre - (units - 1) * mean, f"{words}, less bias"
    half = _t(units - 1, plan) * error
    low, high = back(centre - half), back(centre + half)
    if on == "plain":
        low, high = max(low, within[0]), min(high, within[1])
    return Estimate(value, n, low, high, f"jackknife{words}, t({units - 1})", plan.level)


def _why_none(units: int, without: Floats) -> str | None:
    if units < 4:
        return f"{units} units are too few for an interval; 4 are needed"
    return "it rests on a single unit: without that one it is undefined" if np.isnan(without).any() else None


def _spread(value: Floats, without: Floats, times: Floats) -> tuple[float, float, float]:
    """Return the value, the mean of the values without one unit, and the jackknife's standard error."""
    units = float(times.sum())
    mean = float(without @ times) / units
    return float(value[0]), mean, math.sqrt((units - 1) / units * float(((without - mean) ** 2) @ times))


def _t(df: int, plan: Plan) -> float:
    return float(special.stdtrit(df, (1 + plan.level) / 2))


def _no_interval(value: float, n: int, plan: Plan, reason: str) -> Estimate:
    return Estimate(value, n, level=plan.level, why_no_interval=reason)


def fisher(value: float, n: int, plan: Plan, *, inflate: float = 1.0, method: str = "Fisher z") -> Estimate:
    """Put Fisher's interval beside a correlation: tanh(atanh(value) ± z * sqrt(inflate / (n - 3))).

    Inflate is 1 for Pearson's r (Fisher 1921) and 1 + rho**2 / 2 for Spearman's rho (Bonett and Wright 2000).
    There is none below four units, and none where the correlation is perfect.
    """
    if n < 4:
        return _no_interval(value, n, plan, f"{n} responses are too few for an interval; 4 are needed")
    if 1 - abs(value) < NO_WIDTH:
        return _no_interval(value, n, plan, "the scores lie on one line, where the interval has no width")
    half = float(special.ndtri((1 + plan.level) / 2)) * math.sqrt(inflate / (n - 3))
    centre = math.atanh(value)
    return Estimate(value, n, math.tanh(centre - half), math.tanh(centre + half), method, plan.level)


def share(value: float, n: int, plan: Plan, *, moved: Moved | None = None) -> Estimate:
    """Put Wilson's interval beside a share.

    Parameters
    ----------
    value : float
    n : int
        Units the share is of.
    plan : Plan
    moved : Moved or None
        None when every unit is a yes or a no. Otherwise (a unit has several pairs of raters, or is a cluster)
        the interval is that of as many units as would give the jackknife's standard error, with t for z.
    """
    if moved is None:
        low, high = _wilson(value, float(n), float(special.ndtri((1 + plan.level) / 2)))
        return Estimate(value, n, low, high, "Wilson", plan.level)
    without, times = moved.left_out
    units = int(times.sum())
    if reason := _why_none(units, without):
        return _no_interval(value, n, plan, reason)
    error = _spread(np.array([value]), without, times)[2]
    if error < NO_WIDTH and 0 < value < 1:
        return _no_interval(value, n, plan, "no unit changes it, so an interval would have no width")
    worth = value * (1 - value) / error**2 if error >= NO_WIDTH else float(units)
    low, high = _wilson(value, worth, _t(units - 1, plan))
    return Estimate(value, n, low, high, f"Wilson with the jackknife's error, t({units - 1})", plan.level)


def _wilson(value: float, worth: float, z: float) -> tuple[float, float]:
    below = 1 + z**2 / worth
    middle = (value + z**2 / (2 * worth)) / below
    half = z * math.sqrt(value * (1 - value) / worth + z**2 / (4 * worth**2)) / below
    return 0.0 if value == 0 else middle - half, 1.0 if value == 1 else middle + half


def mean(scores: Floats, plan: Plan) -> Estimate:
    """Give the mean of n independent values with Student's t interval; without one where they do not vary."""
    n, value = len(scores), float(scores.mean())
    if n < 2:
        return _no_interval(value, n, plan, "a single response has no interval; 2 are needed")
    error = float(scores.std(ddof=1)) / math.sqrt(n)
    if error < NO_WIDTH:
        return _no_interval(value, n, plan, f"it is the same in all {n} responses, so an interval would have no width")
    half = _t(n - 1, plan) * error
    return Estimate(value, n, value - half, value + half, f"Student t({n - 1})", plan.level)


def with_bootstrap(figure: Estimate, drawn: Floats | None, plan: Plan) -> Figure:
    """Add the percentile interval as a second opinion, where the statistic has a value."""
    if figure.value is None or drawn is None:
        return Figure(figure)
    return Figure(figure, estimate(figure.value, figure.n, drawn, plan))
