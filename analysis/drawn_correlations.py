"""Pearson's r of many pairs of columns at once: as found, without each unit in turn, and in every bootstrap draw.

All pairs share their units and their draws, so that means and differences of correlations can be taken draw by draw.
A pair uses the units that have both scores.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.resampling import Columns, Ints, Plan, sums
from analysis.scales import SAME, Floats
from analysis.whole_numbers import whole_numbers

Pair = tuple[Floats, Floats]

FINEST = 2.0**16
"""Scores enter the draws as whole numbers up to this one, so that sums of their products stay exact."""


class Correlations(NamedTuple):
    """r of every pair; NaN where it is undefined: fewer than three units, or a side that never varies.

    Attributes
    ----------
    found : array of float, (pairs,)
    left_out : array of float, (pairs, units)
        Without each unit in turn.
    n : array of int, (pairs,)
        Units with both scores.
    """

    found: Floats
    left_out: Floats
    n: Ints


def correlations(pairs: Sequence[Pair]) -> Correlations:
    """Correlate every pair, with all units and without each in turn.

    Parameters
    ----------
    pairs : sequence of two arrays of float, (units,)
        All over the same units in the same order; NaN where there is no score.
    """
    total, left_out = np.empty((len(pairs), 6)), np.empty((len(pairs), len(pairs[0][0]) if pairs else 0))
    for place, (x, y) in enumerate(map(_shared, pairs)):
        moments = _moments(_centred(x), _centred(y))
        total[place] = moments.sum(axis=1)
        left_out[place] = _r((total[place][:, None] - moments)[None])[0]
    return Correlations(_r(total), left_out, total[:, 0].astype(int))


def drawn_correlations(pairs: Sequence[Pair], plan: Plan) -> Floats:
    """Correlate every pair in every draw of units; shape (pairs, draws), NaN where undefined."""
    whole = [[whole_numbers(side, largest=FINEST).values for side in _shared(pair)] for pair in pairs]
    moments = np.concatenate([_moments(x, y) for x, y in whole])
    return _r(sums([Columns(moments)], plan)[0].reshape(len(pairs), 6, -1))


def _shared(pair: Pair) -> Pair:
    there = ~np.isnan(pair[0]) & ~np.isnan(pair[1])
    return np.where(there, pair[0], np.nan), np.where(there, pair[1], np.nan)


def _centred(side: Floats) -> Floats:
    there = side[~np.isnan(side)]
    return side - there.mean() if len(there) else side


def _moments(x: Floats, y: Floats) -> Floats:
    """Six rows: counted, x, y, xx, yy, xy; all 0 where there is no score."""
    there = ~np.isnan(x)
    x, y = np.where(there, x, 0.0), np.where(there, y, 0.0)
    return np.stack([there.astype(float), x, y, x * x, y * y, x * y])


def _r(moments: Floats) -> Floats:
    """r from summed moments of shape (pairs, 6, ...)."""
    n, x, y, xx, yy, xy = moments.swapaxes(0, 1)
    of_x, of_y = n * xx - x * x, n * yy - y * y
    flat = (n * SAME) ** 2
    defined = (n >= 3) & (of_x > flat) & (of_y > flat)
    spread = np.sqrt(np.where(defined, of_x, 1.0)) * np.sqrt(np.where(defined, of_y, 1.0))
    r: Floats = np.where(defined, np.clip((n * xy - x * y) / spread, -1.0, 1.0), np.nan)
    return r
