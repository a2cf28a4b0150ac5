"""Does one person agree better with the judges than with the other person? Williams' test of two dependent r's."""

import math
from typing import NamedTuple

from scipy import stats


class Williams(NamedTuple):
    """Williams' t for r12 against r13, with its degrees of freedom and two-sided p; or the reason there is none."""

    difference: float | None
    t: float | None
    df: int
    p: float | None
    why_undefined: str | None = None


def williams(r12: float, r13: float, r23: float, n: int) -> Williams:
    """Compare two correlations that share one variable (Williams 1959; Steiger 1980, equation 7).

    Parameters
    ----------
    r12, r13 : float
        The correlations compared: person with judges, person with the other person.
    r23 : float
        Judges with the other person.
    n : int
        Units on which all three rest.

    Returns
    -------
    Williams
        Positive when r12 is larger. Undefined below four units, and where the three correlations leave
        nothing unexplained.
    """
    if n < 4:
        return Williams(r12 - r13, None, n - 3, None, f"{n} responses are too few for Williams' test; 4 are needed")
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    below = 2 * determinant * (n - 1) / (n - 3) + mean**2 * (1 - r23) ** 3
    if below < 1e-12 or r23 <= -1:
        reason = "the scores lie on one line or in one plane, which leaves nothing to test with"
        return Williams(r12 - r13, None, n - 3, None, reason)
    t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / below)
    return Williams(r12 - r13, t, n - 3, float(2 * stats.t.sf(abs(t), n - 3)))
