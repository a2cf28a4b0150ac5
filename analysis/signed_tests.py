"""Two tests on paired differences that hold for a handful of pairs: the sign test and Wilcoxon's signed ranks.

Differences nearer to 0 than 1e-9 are ties and take no part. Equal sizes share their mid-rank; the exact distribution
is then that of the mid-ranks actually found, every pattern of signs being equally likely, so no table or continuity
correction is needed.
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import special, stats

from analysis.scales import SAME, Floats

MOST_EXACT = 200
"""Largest number of differences for which every sum of signed ranks is counted out."""


class SignedTest(NamedTuple):
    """A two-sided p-value on the differences that are not 0, or the reason there is none.

    `positive` and `negative` count differences; `ties` those that are 0 and left out.
    """

    p: float | None
    positive: int
    negative: int
    ties: int
    method: str
    why_undefined: str | None = None


def sign_test(differences: Floats) -> SignedTest:
    """Test whether differences lie above 0 as often as below (exact binomial, two-sided).

    Parameters
    ----------
    differences : array of float, shape (n,)
        NaN where a pair is incomplete; left out.
    """
    kept, positive, ties = _kept(differences)
    method = "exact sign test, two-sided"
    if not len(kept):
        return SignedTest(None, 0, 0, ties, method, "no pair differs")
    p = float(stats.binomtest(positive, len(kept)).pvalue)
    return SignedTest(p, positive, len(kept) - positive, ties, method)


def signed_rank_test(differences: Floats) -> SignedTest:
    """Test whether differences lie symmetrically around 0 (Wilcoxon 1945, Biometrics 1:80-83, two-sided).

    Exact up to 200 differences that are not 0, from there the normal approximation of `signed_rank_normal_p`.

    Parameters
    ----------
    differences : array of float, shape (n,)
        NaN where a pair is incomplete; left out.
    """
    kept, positive, ties = _kept(differences)
    if not len(kept):
        return SignedTest(None, 0, 0, ties, "signed rank test", "no pair differs")
    exact = len(kept) <= MOST_EXACT
    p = _exact_p(kept) if exact else signed_rank_normal_p(kept)
    method = f"{'exact' if exact else 'normal'} signed rank test, two-sided"
    return SignedTest(p, positive, len(kept) - positive, ties, method)


def signed_rank_normal_p(differences: Floats) -> float | None:
    """Return the two-sided p of the signed ranks by the normal approximation, corrected for ties, not for continuity.

    None when no pair differs. Parameters as in `signed_rank_test`.
    """
    kept, _, _ = _kept(differences)
    if not len(kept):
        return None
    ranks = _mid_ranks(kept)
    above = math.fsum(ranks[kept > 0])
    z = (above - math.fsum(ranks) / 2) / math.sqrt(math.fsum(ranks**2) / 4)
    return float(2 * special.ndtr(-abs(z)))


def _kept(differences: Floats) -> tuple[Floats, int, int]:
    there = differences[~np.isnan(differences)]
    kept = there[np.abs(there) > SAME]
    return kept, int((kept > 0).sum()), len(there) - len(kept)


def _mid_ranks(kept: Floats) -> Floats:
    return np.asarray(stats.rankdata(np.round(np.abs(kept), 9)), dtype=float)


def _exact_p(kept: Floats) -> float:
    """Count out the sums of ranks with a positive sign; ranks are doubled, so that mid-ranks are whole."""
    doubled = np.rint(2 * _mid_ranks(kept)).astype(int)
    shares = np.zeros(int(doubled.sum()) + 1)
    shares[0] = 1.0
    for rank in doubled:
        moved = np.zeros_like(shares)
        moved[rank:] = shares[: len(shares) - rank]
        shares = (shares + moved) / 2
    found = int(doubled[kept > 0].sum())
    tail = min(math.fsum(shares[: found + 1]), math.fsum(shares[found:]))
    return min(1.0, 2 * tail)
