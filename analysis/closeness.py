"""How often two raters of a group give the same score, or one within a point: over all pairs of their scores."""

from itertools import combinations

import numpy as np

from analysis.chance import ByChance, by_chance
from analysis.kernels import Kernel
from analysis.scales import SAME, Floats, over


def closeness_kernel(scores: Floats) -> Kernel:
    """Lay out pairs of scores per unit: how many, how many equal, how many within one point.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none. A unit with m scores gives m (m - 1) / 2 pairs.
    """
    columns = np.zeros((3, len(scores)))
    for first, second in combinations(scores.T, 2):
        gap = np.abs(first - second)
        columns += [~np.isnan(gap), gap <= SAME, gap <= 1 + SAME]
    return Kernel(columns, lambda sums: {"exact": over(sums[1], sums[0]), "within_one": over(sums[2], sums[0])})


def closeness_by_chance(scores: Floats) -> ByChance | None:
    """Average, over pairs of raters and weighted by their pairs of scores, what each pair would reach by chance."""
    found = []
    for first, second in combinations(scores.T, 2):
        both = ~(np.isnan(first) | np.isnan(second))
        if both.any():
            found.append((int(both.sum()), by_chance(first[both], second[both])))
    pairs = sum(number for number, _ in found)
    if not pairs:
        return None
    return ByChance(*(sum(number * values[at] for number, values in found) / pairs for at in range(3)))
