"""How often shuffled scores correlate as strongly: the permutation p of Pearson's r.

Two-sided by the size of r: the share of shuffles whose |r| is at least the one found. (Doubling the smaller
tail, as SciPy does, gives another number where the scores are skewed.) All orders are looked at up to n = 8,
which is exact. Above, orders are drawn, and the order found counts as one of them: p = (b + 1) / (B + 1)
(Phipson and Smyth 2010), which is never 0.

The sum of products decides, because shuffling changes neither mean nor spread; it is made of whole numbers, so
ties are ties. Drawing one random order, all its n rotations are looked at as well: each of them by itself is
a random order with equal chances, and a Fourier transform gives all their sums of products at once.
"""

from itertools import permutations
from typing import NamedTuple

import numpy as np
from scipy import fft

from analysis.scales import Floats
from analysis.whole_numbers import whole_numbers
from blinding.draws import word_arrays

EXACT_UP_TO = 8
SHUFFLES = 10_000
"""At least this many orders are looked at."""

ORDERS = 8
"""At least this many of them are drawn independently of each other."""


class Permutation(NamedTuple):
    """The p value, and how many orders it rests on; `exact` when these were all there are."""

    p: float
    orders: int
    exact: bool


def permutation_p(first: Floats, second: Floats, *, seed: str, purpose: str = "permutation") -> Permutation:
    """Compute the two-sided permutation p of Pearson's r.

    Parameters
    ----------
    first, second : array of float, (n,)
        Paired scores without NaN, n at least 3, neither side constant.
    seed, purpose : str
        See `blinding.draws`; not used up to n = 8.
    """
    n = len(first)
    x, y = (whole_numbers(side, largest=float(2**20) / n).values for side in (first, second))
    centre = x.sum() * y.sum()
    found = abs(n * (x @ y) - centre)
    if n <= EXACT_UP_TO:
        orders = np.array(list(permutations(range(n))))
        sums = y[orders] @ x
        return Permutation(float((np.abs(n * sums - centre) >= found).mean()), len(orders), True)
    keys = word_arrays(seed, purpose)
    families = max(ORDERS, -(-SHUFFLES // n))
    orders = np.argsort(keys(families * n).reshape(families, n), axis=1, kind="stable")
    turned = fft.irfft(np.conj(fft.rfft(x)) * fft.rfft(y[orders], axis=1), n, axis=1)
    at_least = int((np.abs(n * np.rint(turned) - centre) >= found).sum())
    return Permutation((at_least + 1) / (families * n + 1), families * n, False)
