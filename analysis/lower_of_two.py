"""Two judges of one answer, of whom the lower score is published.

The lower of two equally good judges lies below either of them: by 0.56 standard deviations of a judge's
error on average, whatever the answer is worth. So the lower score stands beside both judges' own and their mean.
"""

from typing import NamedTuple

import pandas as pd

from rubrics.schema import Rounding


class LowerOfTwo(NamedTuple):
    """Means over the answers that both judges scored, unrounded; `shown` is the lower's as published.

    None exactly when `why_undefined` speaks.
    """

    n: int
    lower: float | None
    first: float | None
    second: float | None
    both: float | None
    shown: float | None
    why_undefined: str | None = None


def lower_of_two(first: pd.Series, second: pd.Series, rounding: Rounding) -> LowerOfTwo:
    """Take the means of the lower score, of each judge, and of their mean.

    Parameters
    ----------
    first, second : Series of float, indexed by response
        NaN where a judge gave no score; an answer that only one judged has no lower score and is left out.
    rounding : Rounding
        The benchmark's rule; used where it applies to overall figures.
    """
    pairs = pd.concat([first, second], axis=1, join="inner", keys=["first", "second"]).dropna()
    if pairs.empty:
        return LowerOfTwo(0, None, None, None, None, None, "no answer was scored by both judges")
    lower = float(pairs.min(axis=1).mean())
    one, other = float(pairs["first"].mean()), float(pairs["second"].mean())
    shown = rounding.apply(lower) if "overall" in rounding.applies_to else lower
    return LowerOfTwo(len(pairs), lower, one, other, (one + other) / 2, shown)
