"""p-values adjusted for how many tests were made.

Holm's for claims ("the judges are biased on these axes"), Benjamini and Hochberg's for screens ("look at these axes
first"), Benjamini and Yekutieli's where the tests depend on one another in an unknown way, as in the alternative
annotator test. A test that could not be made is no test: None is dropped before counting, and `m` says how many
were left.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from analysis.scales import Floats


class Adjusted(NamedTuple):
    """Adjusted p-values in the order given, None where no test was made, and the number of tests made."""

    p: tuple[float | None, ...]
    m: int


def holm(p: Sequence[float | None]) -> Adjusted:
    """Adjust so that the chance of any false finding stays below the level (Holm 1979, Scand. J. Statist. 6:65-70).

    Parameters
    ----------
    p : sequence of float in [0, 1], or None where no test was made

    Raises
    ------
    ValueError
        If a p-value is NaN or outside 0 to 1.
    """
    return _adjusted(p, _step_down)


def benjamini_hochberg(p: Sequence[float | None]) -> Adjusted:
    """Adjust so that the share of false findings among the findings stays below the level.

    Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57:289-300. Parameters and errors as in `holm`.
    """
    return _adjusted(p, lambda ordered: _step_up(ordered, 1.0))


def benjamini_yekutieli(p: Sequence[float | None]) -> Adjusted:
    """Adjust as `benjamini_hochberg`, for tests that depend on one another in any way.

    Benjamini and Yekutieli (2001), Ann. Statist. 29:1165-1188. Parameters and errors as in `holm`.
    """
    return _adjusted(p, lambda ordered: _step_up(ordered, float(np.sum(1 / np.arange(1, len(ordered) + 1)))))


def _adjusted(p: Sequence[float | None], adjust: Callable[[Floats], Floats]) -> Adjusted:
    made = [place for place, value in enumerate(p) if value is not None]
    values = np.array([p[place] for place in made], dtype=float)
    if wrong := [f"{value:g}" for value in values if not 0 <= value <= 1]:
        raise ValueError(f"p-values {', '.join(wrong)} are outside 0 to 1; a test that was not made is None")
    order = np.argsort(values, kind="stable")
    result: list[float | None] = [None] * len(p)
    for place, value in zip(order, np.minimum(adjust(values[order]), 1.0), strict=True):
        result[made[place]] = float(value)
    return Adjusted(tuple(result), len(made))


def _step_down(ordered: Floats) -> Floats:
    return np.maximum.accumulate(ordered * np.arange(len(ordered), 0, -1))


def _step_up(ordered: Floats, penalty: float) -> Floats:
    m = len(ordered)
    scaled = ordered * (m / np.arange(1, m + 1)) * penalty
    return np.minimum.accumulate(scaled[::-1])[::-1]
