"""The six intraclass correlations from mean squares, with F intervals; every rater scored every unit.

Names as McGraw and Wong (1996); Shrout and Fleiss (1979) in brackets. With mean squares of units (R), raters
(C), the rest (E) and within units (W), n units and k raters:

* ICC(1,1) [1,1]: (R - W) / (R + (k - 1) W); ICC(1,k) [1,k]: (R - W) / R. Each unit has raters of its own.
* ICC(A,1) [2,1]: (R - E) / (R + (k - 1) E + k (C - E) / n); ICC(A,k) [2,k]: (R - E) / (R + (C - E) / n).
  The same raters throughout, and it counts if one is stricter.
* ICC(C,1) [3,1]: (R - E) / (R + (k - 1) E); ICC(C,k) [3,k]: (R - E) / R. Strictness does not count.

Where units vary no more than chance (R at or below W, or E) an average form has no meaning as a reliability: the
formula gives any number then, also far above 1. It is undefined in every draw, and beside a negative single form,
which is reported as it is, only a value from -1 to 0 is told at all (`negative_averages`), never with an interval.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
from scipy import stats

from analysis.scales import Floats, over

Form = Literal["ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)"]
FORMS: tuple[Form, ...] = ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)")


class MeanSquares(NamedTuple):
    """Mean squares of units, raters, rest and within units; arrays of float, (draws,); and how many of each."""

    units: Floats
    raters: Floats
    rest: Floats
    within: Floats
    n: Floats
    k: float


class FTest(NamedTuple):
    """The F test of one form against 0, and its F interval; `low` is None where there is no interval."""

    f: float
    df1: float
    df2: float
    p: float
    low: float | None
    high: float


def unit_sums(values: Floats) -> Floats:
    """Lay out complete units as columns for the bootstrap: 1, sum, squared sum, sum of squares, each score.

    Parameters
    ----------
    values : array of float, (units, raters)
        Whole numbers; a unit with a missing score gives a row of zeros.
    """
    complete = ~np.isnan(values.sum(axis=1))
    known = np.where(complete[:, None], values, 0.0)
    total = known.sum(axis=1)
    return np.vstack([complete.astype(float), total, total**2, (known**2).sum(axis=1), known.T])


def mean_squares(sums: Floats) -> MeanSquares:
    """Compute the mean squares from sums of `unit_sums`; NaN with fewer than two units.

    Every difference is taken between whole numbers, so units, raters or rest that do not vary give exactly 0.
    """
    n, total, squared_totals, squares, by_rater = sums[0], sums[1], sums[2], sums[3], sums[4:]
    k = len(by_rater)
    nk = n * k
    between = n * squared_totals - total**2  # n k times the sum of squares between units
    columns = k * (by_rater**2).sum(axis=0) - total**2  # n k times that between raters
    whole = nk * squares - total**2  # n k times the total one
    inside = whole - between
    units = over(between, nk * (n - 1))
    raters = over(columns, nk * (k - 1))
    rest = over(inside - columns, nk * (n - 1) * (k - 1))
    within = over(inside, nk * n * (k - 1))
    return MeanSquares(units, raters, rest, within, n, k)


def intraclass(squares: MeanSquares) -> dict[Form, Floats]:
    """Compute all six forms; NaN where undefined."""
    r, c, e, w, n, k = squares
    with np.errstate(invalid="ignore"):
        some = np.where(r + e > 0, 1.0, 0.0)
        above = (np.where(r > w, 1.0, 0.0), np.where(r > e, 1.0, 0.0))
        return {
            "ICC(1,1)": over(r - w, some * (r + (k - 1) * w)),
            "ICC(A,1)": over(r - e, some * (r + (k - 1) * e + k * (c - e) / n)),
            "ICC(C,1)": over(r - e, some * (r + (k - 1) * e)),
            "ICC(1,k)": over(r - w, above[0] * r),
            "ICC(A,k)": over(r - e, above[1] * (r + (c - e) / n)),
            "ICC(C,k)": over(r - e, above[1] * r),
        }


def negative_averages(squares: MeanSquares) -> dict[Form, float]:
    """Compute the average forms of one data set whose units vary no more than chance, those from -1 to 0 only."""
    r, c, e, w, n = (float(part[0]) for part in squares[:5])
    parts: dict[Form, tuple[float, float]] = {
        "ICC(1,k)": (r - w, r),
        "ICC(A,k)": (r - e, r + (c - e) / n),
        "ICC(C,k)": (r - e, r),
    }
    return {form: above / below for form, (above, below) in parts.items() if below > 0 and -below <= above <= 0}


def f_tests(squares: MeanSquares, *, level: float) -> dict[Form, FTest]:
    """Test each form against 0 and make its F interval (McGraw and Wong 1996, tables 7 and 8).

    Parameters
    ----------
    squares : MeanSquares
        Of one data set: arrays of one value. Units, rest and within units must vary.
    level : float in (0, 1)
        Coverage of the interval.
    """
    r, c, e, w, n = (float(part[0]) for part in squares[:5])
    k, df = squares.k, round(n) - 1
    one, two = _f_test(r, w, df, round(n) * (k - 1)), _f_test(r, e, df, df * (k - 1))
    low, high = _agreement((r, c, e), round(n), k, level) or (None, 1.0)
    (low_1, high_1), (low_2, high_2) = _ratio_limits(one, level), _ratio_limits(two, level)
    return {
        "ICC(1,1)": one._replace(low=_single(low_1, k), high=_single(high_1, k)),
        "ICC(A,1)": two._replace(low=low, high=high),
        "ICC(C,1)": two._replace(low=_single(low_2, k), high=_single(high_2, k)),
        "ICC(1,k)": one._replace(low=1 - 1 / low_1, high=1 - 1 / high_1),
        "ICC(A,k)": two._replace(
            low=average(low, k) if low is not None and low > -1 / (k - 1) else None, high=average(high, k)
        ),
        "ICC(C,k)": two._replace(low=1 - 1 / low_2, high=1 - 1 / high_2),
    }


def _f_test(between: float, inside: float, df1: float, df2: float) -> FTest:
    ratio = between / inside
    return FTest(ratio, df1, df2, float(stats.f.sf(ratio, df1, df2)), None, math.inf)


def _ratio_limits(test: FTest, level: float) -> tuple[float, float]:
    upper = (1 + level) / 2
    low, high = stats.f.ppf(upper, test.df1, test.df2), stats.f.ppf(upper, test.df2, test.df1)
    return float(test.f / low), float(test.f * high)


def _single(ratio: float, k: float) -> float:
    return (ratio - 1) / (ratio + k - 1)


def average(single: float, k: float) -> float:
    """Turn the reliability of one score into that of a mean of k (Spearman and Brown); above -1 / (k - 1)."""
    return single * k / (1 + single * (k - 1))


def _agreement(squares: tuple[float, float, float], n: int, k: float, level: float) -> tuple[float, float] | None:
    """Limits of ICC(A,1), with Satterthwaite's degrees of freedom for raters and rest together.

    None where these are so few that no limits come of it.
    """
    r, c, e = squares
    rho = (r - e) / (r + (k - 1) * e + k * (c - e) / n)
    a, b = k * rho * c, (n * (1 + (k - 1) * rho) - k * rho) * e
    df = (a + b) ** 2 / (a**2 / (k - 1) + b**2 / ((n - 1) * (k - 1)))
    below, above = stats.f.ppf((1 + level) / 2, n - 1, df), stats.f.ppf((1 + level) / 2, df, n - 1)
    rest = k * c + (k * n - k - n) * e
    low = n * (r - below * e) / (below * rest + n * r) if math.isfinite(below) else -n * e / rest
    high = n * (above * r - e) / (rest + n * above * r)
    return (float(low), float(high)) if low < rho < high else None
