"""Two ways of settling the same responses, side by side."""

from collections.abc import Mapping
from statistics import fmean
from typing import NamedTuple

from judging.protocols.terms import AxisScore, Settled


class Compared(NamedTuple):
    """One axis under two ways of settling.

    Attributes
    ----------
    axis : str
    n : int
        Targets with a score under both.
    only_a, only_b : int
        Targets with a score under one of the two alone.
    mean_difference : float or None
        Mean of b minus a over the n, in points of the axis.
    exact : float or None
        Share of the n on which both are equal (0 to 1).
    why_undefined : str or None
        Why the last two are None; None exactly when they are not.
    """

    axis: str
    n: int
    only_a: int
    only_b: int
    mean_difference: float | None
    exact: float | None
    why_undefined: str | None = None


def compare(settled_a: Mapping[int, Settled], settled_b: Mapping[int, Settled]) -> list[Compared]:
    """Compare two ways of settling, axis by axis.

    Parameters
    ----------
    settled_a, settled_b : mapping of target id to Settled
        Such as two protocols, two runs, or one run without and with the models of the author's maker.

    Returns
    -------
    list of Compared
        One for each axis that occurs in either, in the order in which they occur.
    """
    axes = dict.fromkeys(axis for settled in (settled_a, settled_b) for one in settled.values() for axis in one.scores)
    return [_axis(axis, _values(settled_a, axis), _values(settled_b, axis)) for axis in axes]


def _values(settled: Mapping[int, Settled], axis: str) -> dict[int, float]:
    scores: dict[int, AxisScore | None] = {target: one.scores.get(axis) for target, one in settled.items()}
    return {target: one.value for target, one in scores.items() if one is not None and one.value is not None}


def _axis(axis: str, a: Mapping[int, float], b: Mapping[int, float]) -> Compared:
    both = a.keys() & b.keys()
    only_a, only_b = len(a.keys() - both), len(b.keys() - both)
    if not both:
        return Compared(axis, 0, only_a, only_b, None, None, "no target has a score under both")
    gaps = [round(b[target] - a[target], 9) for target in sorted(both)]
    return Compared(axis, len(both), only_a, only_b, fmean(gaps), fmean(gap == 0 for gap in gaps))
