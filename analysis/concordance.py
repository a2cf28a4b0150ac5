"""Lin's concordance correlation: how close two sets of scores are to the line of equality, and its published interval.

With moments divided by n it is the same number as kappa with quadratic weights on equally spaced values, and it
takes half points: 1 - mean((x - y)**2) / (var x + var y + (mean x - mean y)**2).
"""

import math
from typing import NamedTuple

from scipy import special

from analysis.scales import Floats


class Concordance(NamedTuple):
    """Lin's coefficient = r * accuracy, with the standard error and interval Lin published; None where there is none.

    The interval (Lin 1989, with the correction of 2000, on Fisher's z) is for citing beside other work: in
    simulations it covers less than it says at n = 20, so reports use the jackknife.
    """

    value: float
    accuracy: float
    error: float | None
    low: float | None
    high: float | None


def lins_concordance(first: Floats, second: Floats, r: float, *, level: float) -> Concordance:
    """Compute the coefficient.

    Parameters
    ----------
    first, second : array of float, (n,)
        Paired scores without NaN, both varying.
    r : float
        Their Pearson correlation.
    level : float in (0, 1)
        Coverage of the interval.
    """
    n = len(first)
    spread = math.sqrt(float(first.var()) * float(second.var()))
    shift = (float(second.mean()) - float(first.mean())) / math.sqrt(spread)
    value = 2 * r * spread / (float(first.var() + second.var()) + shift**2 * spread)
    accuracy = value / r if r != 0 else 0.0
    if n < 4 or abs(r) >= 1 - 1e-12 or r == 0:
        return Concordance(value, accuracy, None, None, None)
    variance = (
        (1 - r**2) * value**2 * (1 - value**2) / r**2
        + 2 * value**3 * (1 - value) * shift**2 / r
        - value**4 * shift**4 / (2 * r**2)
    ) / (n - 2)
    error = math.sqrt(max(variance, 0.0))
    centre, half = math.atanh(value), float(special.ndtri((1 + level) / 2)) * error / (1 - value**2)
    return Concordance(value, accuracy, error, math.tanh(centre - half), math.tanh(centre + half))
