"""Kendall's coefficient of concordance W: do several raters put the same units first?"""

from typing import NamedTuple

import numpy as np
from scipy import stats

from analysis.scales import DECIMALS, Floats


class Concordance(NamedTuple):
    """W between 0 and 1 with Friedman's test of no concordance, or the reason there is none."""

    w: float | None
    n: int
    chi_squared: float | None = None
    df: int | None = None
    p: float | None = None
    why_undefined: str | None = None


def kendall_w(scores: Floats) -> Concordance:
    """Compute W, corrected for ties (Kendall and Gibbons 1990, ch. 6).

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none; only units that every rater scored are used.

    Returns
    -------
    Concordance
        W is the variance of the units' rank sums over what it is when all raters rank alike; the test is
        chi squared = raters * (n - 1) * W with n - 1 degrees of freedom. Undefined with fewer than two
        raters or three such units, or when every rater ranks all units alike.
    """
    complete = np.round(scores[~np.isnan(scores).any(axis=1)], DECIMALS)
    n, raters = complete.shape
    if raters < 2:
        return Concordance(None, n, why_undefined="fewer than two raters")
    if n < 3:
        return Concordance(None, n, why_undefined=f"{n} responses were scored by every rater; 3 are needed")
    ranks = stats.rankdata(complete, axis=0) - (n + 1) / 2
    own = float((ranks**2).sum())
    if own == 0:
        return Concordance(None, n, why_undefined="no rater tells any responses apart")
    w = float((ranks.sum(axis=1) ** 2).sum()) / (raters * own)
    chi_squared = raters * (n - 1) * w
    return Concordance(w, n, chi_squared, n - 1, float(stats.chi2.sf(chi_squared, n - 1)))
