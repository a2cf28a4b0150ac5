"""What a statistic needs to know of an axis's scale, and when two scores are the same."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

SAME = 1e-9
"""Two scores nearer than this are the same: means of thirds differ in their last bit by the order of sums."""

DECIMALS = 9
"""Scores are compared, ranked and counted after rounding to this many decimals, for the same reason."""

Floats = npt.NDArray[np.float64]


class Scale(Protocol):
    """One axis as the statistics see it; `rubrics.axes.Axis` is one."""

    @property
    def id(self) -> str:
        """The axis id used in the frame."""
        ...

    @property
    def name(self) -> str:
        """The axis's name for readers."""
        ...

    def values(self) -> tuple[float, ...]:
        """Every score that may be given, from lowest to highest."""
        ...


def places(scores: Floats, allowed: Sequence[float]) -> Floats:
    """Find each score's place on a scale: 0 for the lowest value, 1 for the next, and so on.

    Parameters
    ----------
    scores : array of float, any shape
        NaN where there is none.
    allowed : sequence of float, at least one
        The values of the scale, from lowest to highest.

    Returns
    -------
    array of float, same shape
        NaN where there is no score, and where a score is not on the scale.
    """
    values = np.asarray(allowed, dtype=float)
    above = np.searchsorted(values, scores).clip(0, len(values) - 1)
    below = (above - 1).clip(0)
    nearest = np.where(np.abs(scores - values[below]) <= np.abs(scores - values[above]), below, above)
    return np.where(np.abs(scores - values[nearest]) <= SAME, nearest.astype(float), np.nan)


def scale_in_words(allowed: Sequence[float]) -> str:
    """Write a scale as its values, or from lowest to highest with its step when there are many."""
    if len(allowed) <= 11:
        return ", ".join(f"{value:g}" for value in allowed)
    return f"{allowed[0]:g} to {allowed[-1]:g} in steps of {allowed[1] - allowed[0]:g}"


def over(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, giving NaN wherever the denominator is not above 0: a ratio that is undefined there."""
    where = np.broadcast_to(denominator > 0, numerator.shape)
    ratio: Floats = np.divide(numerator, denominator, out=np.full(numerator.shape, np.nan), where=where)
    return ratio
