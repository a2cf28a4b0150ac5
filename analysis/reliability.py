"""Intraclass correlations of a group of raters: by mean squares where every score is there, else by REML.

A rater is a person or a judge, not a slot in a form: where "rater 1" is somebody else on every response, only
the one-way forms mean anything.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from analysis.estimates import Estimate, undefined, without_interval
from analysis.intervals import Figure, Moved, jackknife, with_bootstrap
from analysis.intraclass import (
    FORMS,
    Form,
    FTest,
    MeanSquares,
    average,
    f_tests,
    intraclass,
    mean_squares,
    negative_averages,
    unit_sums,
)
from analysis.kernels import Kernel, Rows, leave_one_out
from analysis.reml import Variances, variances
from analysis.resampling import Plan
from analysis.scales import SAME, Floats
from analysis.whole_numbers import EXACT, whole_numbers

TOO_MANY = "too many responses to leave out one cluster at a time"

ONLY_STRICTNESS = "the raters differ by nothing but strictness, or not at all"
UNBOUNDED = "too few degrees of freedom: its lower limit would have no bound"

SMALLEST = 1e-8
"""A variance is taken as none below this share of the other."""

SINGLE: dict[Form, Form] = {
    "ICC(1,1)": "ICC(1,1)",
    "ICC(1,k)": "ICC(1,1)",
    "ICC(A,1)": "ICC(A,1)",
    "ICC(A,k)": "ICC(A,1)",
    "ICC(C,1)": "ICC(C,1)",
    "ICC(C,k)": "ICC(C,1)",
}


class Intraclass(NamedTuple):
    """The six forms, and what they rest on.

    Attributes
    ----------
    figures : form to Figure
    tests : form to FTest, or None
        Against 0; only with mean squares, and where the raters differ at all.
    how : {"mean squares", "REML"}
    average_of : float
        k of the average forms: the raters, or with missing scores the harmonic mean of scores per response.
    """

    figures: Mapping[Form, Figure]
    tests: Mapping[Form, FTest] | None
    how: Literal["mean squares", "REML"]
    average_of: float


def intraclass_kernel(scores: Floats) -> Kernel | None:
    """Lay out complete scores for jackknife and bootstrap; None where any is missing.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none; a unit without any score is passed over.
    """
    scored = ~np.isnan(scores)
    if scores.shape[1] < 2 or (scored.any(axis=1) != scored.all(axis=1)).any():
        return None
    largest = min(2.0**20, math.sqrt(EXACT / (2 * max(len(scores), 1))) / scores.shape[1])
    columns = unit_sums(whole_numbers(scores, largest=largest).values)
    return Kernel(columns, lambda sums: dict(intraclass(mean_squares(sums)).items()))


Moving = tuple[Kernel, Rows, Mapping[str, Floats]]
"""The `intraclass_kernel` of some scores, its rows, and its statistics in the bootstrap draws."""


def intraclass_figures(scores: Floats, moving: Moving | None, plan: Plan, *, clustered: bool = False) -> Intraclass:
    """Compute the six forms.

    Parameters
    ----------
    scores : array of float, (units, raters)
        NaN where there is none; raters without any score left out.
    moving : Moving or None
        None where scores are missing, or too many for a kernel.
    plan : Plan
    clustered : bool
        Whether the kernel's rows are clusters; the jackknife takes the place of F then.
    """
    scored = scores[~np.isnan(scores).all(axis=1)]
    per_unit = (~np.isnan(scored)).sum(axis=1)
    how: Literal["mean squares", "REML"] = "REML" if (per_unit < scores.shape[1]).any() else "mean squares"
    average_of = float(len(scored) / (1 / per_unit).sum()) if len(scored) else 0.0
    n = int((per_unit >= 2).sum())
    if reason := _why_undefined(scored, n):
        return Intraclass(dict.fromkeys(FORMS, Figure(undefined(reason, n, level=plan.level))), None, how, average_of)
    if how == "REML":
        return Intraclass(_by_reml(scored, average_of, n, plan), None, how, average_of)
    return _by_mean_squares(scored, moving, plan, clustered)


def _why_undefined(scored: Floats, n: int) -> str | None:
    if scored.shape[1] < 2:
        return "fewer than two raters have scored"
    if n < 3:
        return f"{n} responses were scored by two raters; 3 are needed"
    if np.nanmax(scored) - np.nanmin(scored) <= SAME:
        return f"every score is {np.nanmax(scored):g}, so agreement cannot be told from habit"
    return None


def _by_mean_squares(scored: Floats, moving: Moving | None, plan: Plan, clustered: bool) -> Intraclass:
    n, k = scored.shape
    whole = whole_numbers(scored, largest=math.sqrt(EXACT / n) / n)
    exact = whole.values if whole.exact else scored - scored.mean()
    squares = mean_squares(unit_sums(exact).sum(axis=1, keepdims=True))
    values = {form: float(found[0]) for form, found in intraclass(squares).items()}
    negative = negative_averages(squares)
    differ = float(squares.rest[0]) > 0 and float(squares.units[0]) > 0
    tests = f_tests(squares, level=plan.level) if differ else None
    left_out = leave_one_out(moving[0], moving[1]) if moving else {}
    figures: dict[Form, Figure] = {}
    for form in FORMS:
        moved = Moved(left_out[form], moving[2][form]) if moving else None
        if math.isnan(values[form]):
            figure = _no_reliability(form, negative.get(form), n, plan)
        elif clustered:
            figure = jackknife(values[form], n, moved, plan) if moved else without_interval(values[form], n, TOO_MANY)
        else:
            figure = _with_f(values[form], n, form, tests, plan)
        figures[form] = with_bootstrap(figure, moved.drawn if moved else None, plan)
    return Intraclass(figures, tests, "mean squares", float(k))


def _with_f(value: float, n: int, form: Form, tests: Mapping[Form, FTest] | None, plan: Plan) -> Estimate:
    if tests is None:
        return without_interval(
            value, n, "the raters differ by nothing but strictness, or not at all", level=plan.level
        )
    test = tests[form]
    if test.low is None:
        return without_interval(
            value, n, "too few degrees of freedom: its lower limit would have no bound", level=plan.level
        )
    method = f"F({test.df1}, {test.df2})"
    if form in {"ICC(A,1)", "ICC(A,k)"}:
        method = "F with Satterthwaite's degrees of freedom"
    return Estimate(value, n, test.low, test.high, method, plan.level)


def _no_reliability(form: Form, negative: float | None, n: int, plan: Plan) -> Estimate:
    if not form.endswith("k)"):
        return undefined("neither the responses nor the raters' judgment of them varies", n, level=plan.level)
    reason = "responses vary no more than single scores do by chance, so an average has no reliability"
    if negative is None:
        return undefined(reason, n, level=plan.level)
    return without_interval(negative, n, f"{reason}; the value only says so", level=plan.level)


def _by_reml(scored: Floats, average_of: float, n: int, plan: Plan) -> dict[Form, Figure]:
    """Take values from REML, and F intervals from the mean squares that its components would give.

    These are of the n responses with two scores or more, scored as often as their harmonic mean.
    """
    crossed, own = variances(scored), variances(scored, raters=False)
    values = _forms(crossed, own, average_of)
    per_unit = (~np.isnan(scored)).sum(axis=1)
    k = n / float((1 / per_unit[per_unit >= 2]).sum())
    if min(crossed.rest, own.rest) <= SMALLEST * max(crossed.unit, own.unit):
        return {form: Figure(_without_rest(value, n, plan)) for form, value in values.items()}
    limits = {
        **_limits(own._replace(rater=0.0), n, k, plan.level, ("ICC(1,1)", "ICC(1,k)")),
        **_limits(crossed, n, k, plan.level, ("ICC(A,1)", "ICC(A,k)", "ICC(C,1)", "ICC(C,k)")),
    }
    return {
        form: Figure(_with_limits(values[form], n, _of_form(form, limits[form], average_of), plan)) for form in FORMS
    }


def _limits(
    parts: Variances, n: int, k: float, level: float, forms: Sequence[Form]
) -> dict[Form, tuple[float, float] | None]:
    """Find the limits of the single form that belongs to each form."""
    units, raters, rest = (
        np.array([part]) for part in (parts.rest + k * parts.unit, parts.rest + n * parts.rater, parts.rest)
    )
    found = f_tests(MeanSquares(units, raters, rest, rest, np.array([float(n)]), k), level=level)
    single = {form: found[SINGLE[form]] for form in forms}
    return {form: None if test.low is None else (test.low, test.high) for form, test in single.items()}


def _of_form(form: Form, limits: tuple[float, float] | None, k: float) -> tuple[float, float] | None:
    """Turn limits of a single form into those of the form itself; None where there are none."""
    if limits is None or not form.endswith("k)"):
        return limits
    return None if k > 1 and limits[0] <= -1 / (k - 1) else (average(limits[0], k), average(limits[1], k))


def _with_limits(value: float, n: int, limits: tuple[float, float] | None, plan: Plan) -> Estimate:
    if math.isnan(value):
        return undefined("REML finds no difference between responses", n, level=plan.level)
    if limits is None:
        return without_interval(value, n, UNBOUNDED, level=plan.level)
    return Estimate(value, n, limits[0], limits[1], "F from REML's components", plan.level)


def _without_rest(value: float, n: int, plan: Plan) -> Estimate:
    if math.isnan(value):
        return undefined("REML finds no difference between responses", n, level=plan.level)
    return without_interval(value, n, ONLY_STRICTNESS, level=plan.level)


def _forms(crossed: Variances, own: Variances, k: float) -> dict[Form, float]:
    strict = crossed.rater + crossed.rest
    parts: dict[Form, tuple[float, float]] = {
        "ICC(1,1)": (own.unit, own.rest),
        "ICC(A,1)": (crossed.unit, strict),
        "ICC(C,1)": (crossed.unit, crossed.rest),
        "ICC(1,k)": (own.unit, own.rest / k),
        "ICC(A,k)": (crossed.unit, strict / k),
        "ICC(C,k)": (crossed.unit, crossed.rest / k),
    }
    return {
        form: unit / (unit + error) if unit > SMALLEST * error else (math.nan if form.endswith("k)") else 0.0)
        for form, (unit, error) in parts.items()
    }
