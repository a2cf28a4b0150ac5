"""What every statistic gives back: a value with n, interval, level and method, or the reason there is none."""

from typing import NamedTuple

FLAGGED = 0.05
"""An interval is flagged when more than this share of its draws was undefined."""

REFUSED = 0.20
"""There is no interval when more than this share of the draws was undefined."""


class Estimate(NamedTuple):
    """One statistic. Nothing is rounded; what is not there has a reason in words.

    Attributes
    ----------
    value : float or None
        None exactly when `why_undefined` speaks.
    n : int
        Units it rests on; each statistic says what its unit is.
    low, high : float or None
        The interval; both None exactly when `why_no_interval` speaks.
    method : str or None
        How the interval was made, for a methods section.
    level : float
        Nominal coverage of the interval.
    why_undefined, why_no_interval : str or None
        The reason in words.
    undefined_draws : float
        Share of bootstrap draws in which the statistic was undefined; they were dropped. 0 for an interval
        that needs no draws.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    method: str | None = None
    level: float = 0.95
    why_undefined: str | None = None
    why_no_interval: str | None = None
    undefined_draws: float = 0.0

    @property
    def flagged(self) -> bool:
        """More than 5 % of the draws were undefined: read the interval with care."""
        return self.undefined_draws > FLAGGED


def undefined(reason: str, n: int, *, level: float = 0.95) -> Estimate:
    """Say that a statistic has no value, and why."""
    return Estimate(None, n, level=level, why_undefined=reason, why_no_interval=reason)


def without_interval(value: float, n: int, reason: str, *, level: float = 0.95) -> Estimate:
    """Give a value that has no interval, and say why."""
    return Estimate(value, n, level=level, why_no_interval=reason)
