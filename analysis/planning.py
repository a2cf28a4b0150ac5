"""How many responses are needed: for an interval of a wanted width, and for a correlation to be noticed.

Every n is the smallest whole number that will do; `power_n` is also given unrounded, as other tools print it.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from scipy import optimize, special, stats

MOST = 10_000_000
"""No plan is looked for beyond this many responses."""


class Needed(NamedTuple):
    """How many responses the next study needs if r is as found: for intervals of a half width, and to notice it at all.

    None where there is no such number: r is undefined, a perfect line, or too near 0 to be noticed.
    """

    for_half_width_tenth: int | None
    for_half_width_fifth: int | None
    for_power_four_fifths: int | None


def needed(r: float | None) -> Needed:
    """Plan from a correlation found."""
    if r is None or not -1 < r < 1:
        return Needed(None, None, None)
    noticed = math.ceil(round(power_n(r), 6)) if power(r, MOST) >= 0.8 else None
    return Needed(pearson_n(r, 0.1), pearson_n(r, 0.2), noticed)


def fisher_interval(r: float, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the interval that Pearson's r will have with n responses (Fisher 1921).

    Parameters
    ----------
    r : float in (-1, 1)
    n : int, at least 4
    level : float in (0, 1)
    """
    _check_r(r)
    _check_level(level)
    if n < 4:
        raise ValueError(f"n is {n}; an interval of r needs at least 4")
    return _around(r, _z(level) / math.sqrt(n - 3))


def pearson_n(r: float, half_width: float, *, level: float = 0.95) -> int:
    """Find the smallest n for which the interval of Pearson's r is at most twice `half_width` wide.

    Parameters
    ----------
    r : float in (-1, 1)
        The correlation expected.
    half_width : float above 0
    """
    _check_r(r)
    return _smallest(half_width, level, lambda n: 1 / math.sqrt(n - 3), r, fewest=4)


def spearman_n(rho: float, half_width: float, *, level: float = 0.95) -> int:
    """Find the smallest n for Spearman's rho: standard error of its z is sqrt((1 + rho^2 / 2) / (n - 3)).

    Bonett and Wright (2000), Psychometrika 65:23-28. Parameters as in `pearson_n`.
    """
    _check_r(rho)
    return _smallest(half_width, level, lambda n: math.sqrt((1 + rho**2 / 2) / (n - 3)), rho, fewest=4)


def kendall_n(tau: float, half_width: float, *, level: float = 0.95) -> int:
    """Find the smallest n for Kendall's tau: standard error of its z is sqrt(0.437 / (n - 4)).

    Bonett and Wright (2000), Psychometrika 65:23-28. Parameters as in `pearson_n`.
    """
    _check_r(tau)
    return _smallest(half_width, level, lambda n: math.sqrt(0.437 / (n - 4)), tau, fewest=5)


def icc_n(icc: float, raters: int, half_width: float, *, level: float = 0.95) -> int:
    """Find how many responses an intraclass correlation of single scores needs.

    n = 8 z^2 (1 - icc)^2 (1 + (k - 1) icc)^2 / (k (k - 1) w^2) + 1 with w the whole width, rounded up (Bonett 2002,
    Statist. Med. 21:1331-1335, eq. 3 without its small correction for k = 2).

    Parameters
    ----------
    icc : float in [0, 1)
    raters : int, at least 2
        How many score each response.
    half_width : float above 0
    """
    if not 0 <= icc < 1 or raters < 2:
        raise ValueError(f"icc is {icc}, raters {raters}; icc lies from 0 to below 1, raters are at least 2")
    _check_half_width(half_width)
    _check_level(level)
    spread = (1 - icc) * (1 + (raters - 1) * icc)
    exact = 8 * (_z(level) * spread / (2 * half_width)) ** 2 / (raters * (raters - 1)) + 1
    return math.ceil(round(exact, 9))


def mean_n(sd: float, half_width: float, *, level: float = 0.95) -> int:
    """Find how many independent units a mean needs for a t interval of a wanted half width.

    Parameters
    ----------
    sd : float above 0
        Standard deviation between units (between prompts, where a prompt has several responses), from a pilot.
    half_width : float above 0, in the same unit
    """
    if not sd > 0:
        raise ValueError(f"sd is {sd}; it must be above 0")
    _check_half_width(half_width)
    _check_level(level)

    def wide(n: int) -> bool:
        return float(stats.t.ppf((1 + level) / 2, n - 1)) * sd / math.sqrt(n) > half_width

    return _first(lambda n: not wide(n), 2)


def power(r: float, n: float, *, alpha: float = 0.05) -> float:
    """Return the chance that a two-sided test of no correlation notices a true r with n responses.

    The approximation of Cohen (1988, Statistical Power Analysis, ch. 3) with Fisher's z corrected by r / (2 (n - 1)),
    as in R's pwr.r.test.

    Parameters
    ----------
    r : float in (-1, 1)
    n : float, at least 4
    alpha : float in (0, 1)
    """
    _check_r(r)
    if not n >= 4 or not 0 < alpha < 1:
        raise ValueError(f"n is {n}, alpha {alpha}; n is at least 4, alpha lies between 0 and 1")
    t = float(stats.t.isf(alpha / 2, n - 2))
    noticed = math.atanh(t / math.sqrt(t**2 + n - 2))
    z = math.atanh(abs(r)) + abs(r) / (2 * (n - 1))
    root = math.sqrt(n - 3)
    return float(special.ndtr((z - noticed) * root) + special.ndtr((-z - noticed) * root))


def power_n(r: float, *, wanted: float = 0.8, alpha: float = 0.05) -> float:
    """Find the n, not rounded, at which `power` reaches a wanted chance; round it up to use it.

    Raises
    ------
    ValueError
        If r is 0 or so small that ten million responses would not do, or `wanted` is not within alpha to 1.
    """
    if not alpha < wanted < 1:
        raise ValueError(f"the wanted power is {wanted}; it must lie between alpha ({alpha}) and 1")
    if power(r, MOST, alpha=alpha) < wanted:
        raise ValueError(f"r is {r}; no plan of up to {MOST:,} responses notices it")
    if power(r, 4, alpha=alpha) >= wanted:
        return 4.0
    return float(optimize.brentq(lambda n: power(r, n, alpha=alpha) - wanted, 4, MOST, xtol=1e-10, maxiter=500))


def _smallest(half_width: float, level: float, error_of_z: Callable[[int], float], r: float, *, fewest: int) -> int:
    _check_half_width(half_width)
    _check_level(level)

    def narrow(n: int) -> bool:
        low, high = _around(r, _z(level) * error_of_z(n))
        return high - low <= 2 * half_width

    return _first(narrow, fewest)


def _first(enough: Callable[[int], bool], fewest: int) -> int:
    """The smallest n that is enough, given that every larger one is too: doubling, then halving."""
    low, high = fewest - 1, fewest
    while not enough(high):
        low, high = high, high * 2
        if high > MOST:
            raise ValueError(f"more than {MOST:,} responses would be needed")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _around(r: float, half: float) -> tuple[float, float]:
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)


def _z(level: float) -> float:
    return float(special.ndtri((1 + level) / 2))


def _check_r(r: float) -> None:
    if not -1 < r < 1:
        raise ValueError(f"r is {r}; it must lie between -1 and 1")


def _check_half_width(half_width: float) -> None:
    if not half_width > 0:
        raise ValueError(f"half width is {half_width}; it must be above 0")


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it must lie between 0 and 1")
