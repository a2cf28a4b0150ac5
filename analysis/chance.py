"""What two raters would reach by chance: the same scores on each side, dealt out in a random order.

Exact agreement of 60 % says little where both give the same score half of the time. These are the expected
values over all pairings of one side's scores with the other's, computed from the marginals.
"""

from typing import NamedTuple

import numpy as np

from analysis.scales import SAME, Floats


class ByChance(NamedTuple):
    """Expected exact and within-one agreement (shares) and mean absolute difference (points)."""

    exact: float
    within_one: float
    mae: float


def by_chance(first: Floats, second: Floats) -> ByChance:
    """Compare every score of one side with every score of the other.

    Parameters
    ----------
    first, second : array of float, (n,)
        The scores of the units that have both, without NaN; at least one.
    """
    other = np.sort(second)
    pairs = len(first) * len(second)

    def within(points: float) -> int:
        upper = np.searchsorted(other, first + points + SAME, side="right")
        return int((upper - np.searchsorted(other, first - points - SAME, side="left")).sum())

    below = np.searchsorted(other, first)
    running = np.concatenate([[0.0], np.cumsum(other)])
    apart = first * below - running[below] + (running[-1] - running[below]) - first * (len(other) - below)
    return ByChance(within(0.0) / pairs, within(1.0) / pairs, float(apart.sum()) / pairs)
