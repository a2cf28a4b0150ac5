"""How far the raters of one group agree among themselves: people, judges, or everybody.

Krippendorff's alpha, kappas, Gwet's AC, the intraclass correlations, agreement in points, and Kendall's W, each
on what it can use: alpha and AC on every response that two raters scored, intraclass correlations and W on the
responses that every rater scored (the former by REML where scores are missing).
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from analysis.categories import Chance, Weighting, chance_corrected, classified
from analysis.chance import ByChance
from analysis.closeness import closeness_by_chance, closeness_kernel
from analysis.coincidences import alpha, alpha_kernel
from analysis.estimates import Estimate, undefined, without_interval
from analysis.intervals import Figure, Moved, OnScale, jackknife, share, with_bootstrap
from analysis.kernels import Kernel, Rows, leave_one_out, value
from analysis.ranking import Concordance, kendall_w
from analysis.reliability import Intraclass, intraclass_figures, intraclass_kernel
from analysis.resampling import Plan
from analysis.scales import SAME, Floats, places
from analysis.standard_errors import PublishedErrors, published_errors

Drawn = Mapping[str, Mapping[str, Floats]]

MOST = 3 * 10**7
"""A kernel may hold this many numbers; a statistic that needs more is computed without intervals."""

NO_INTERVAL = "too many different scores on too many responses to leave out one at a time"


class RaterFigures(NamedTuple):
    """Everything about one group of raters.

    Attributes
    ----------
    raters : int
        Raters with at least one score.
    n : int
        Responses that at least two of them scored.
    ratings : int
        Scores on these responses.
    alpha_nominal, alpha_ordinal, alpha_interval : Figure
        n counts responses.
    kappa, kappa_linear, kappa_quadratic, fleiss, ac1, ac2 : Figure
        Over `categories` declared categories; Fleiss' kappa unweighted, AC2 with quadratic weights. Kappa is
        Cohen's for two raters, on the responses that both scored, and Conger's for more.
    exact, within_one : Figure
        Shares of pairs of scores; n counts responses.
    chance : ByChance or None
    errors : PublishedErrors or None
        Standard errors of kappa and AC as other programs print them.
    icc : Intraclass
    w : Concordance
    """

    raters: int
    n: int
    ratings: int
    categories: int
    alpha_nominal: Figure
    alpha_ordinal: Figure
    alpha_interval: Figure
    kappa: Figure
    kappa_linear: Figure
    kappa_quadratic: Figure
    fleiss: Figure
    ac1: Figure
    ac2: Figure
    exact: Figure
    within_one: Figure
    chance: ByChance | None
    errors: PublishedErrors | None
    icc: Intraclass
    w: Concordance


ON: Mapping[str, OnScale] = {"ac1": "plain"}
"""Statistics whose jackknife is not made on Fisher's z."""

IN_POINTS = ("exact", "within_one")

KERNELS = ("alpha", "closeness", "chance", "cohen")
"""The kernels of everything but intraclass correlations; a later one takes the place of an earlier one's kappa."""

NAMES = (
    "alpha_nominal",
    "alpha_ordinal",
    "alpha_interval",
    "kappa",
    "kappa_linear",
    "kappa_quadratic",
    "fleiss",
    "ac1",
    "ac2",
    "exact",
    "within_one",
)


class Group(NamedTuple):
    """Scores of one group, (units, raters), NaN where there is none; the declared values; what a rater is called.

    Raters without any score are left out.
    """

    scores: Floats
    allowed: tuple[float, ...]
    one_rater: str = "rater"


def rater_kernels(group: Group, rows: Rows) -> dict[str, Kernel]:
    """Lay out what the figures need; `rows` are those of a table that holds the scores."""
    scores = group.scores[rows.first]
    if scores.shape[1] < 2:
        return {}
    kernels = {
        "alpha": _alpha_kernel(scores),
        "closeness": closeness_kernel(scores),
        "icc": intraclass_kernel(scores),
    }
    place = places(scores, group.allowed)
    if len(group.allowed) > 1 and _on_scale(group):
        kernels["chance"] = _chance_kernel(place, len(group.allowed))
        given = (~np.isnan(place)).sum(axis=1)
        alone = given == 1
        if scores.shape[1] == 2 and alone.any():
            both = np.where(alone[:, None], np.nan, place)
            kernels["cohen"] = _chance_kernel(both, len(group.allowed))
    return {name: kernel for name, kernel in kernels.items() if kernel is not None and kernel.columns.size <= MOST}


def _alpha_kernel(scores: Floats) -> Kernel | None:
    kernel = alpha_kernel(scores)
    if kernel is None:
        return None
    return Kernel(kernel.columns, lambda sums: {f"alpha_{level}": a for level, a in kernel.compute(sums).items()})


def _on_scale(group: Group) -> bool:
    return bool((np.isnan(places(group.scores, group.allowed)) == np.isnan(group.scores)).all())


def _one_is_constant(group: Group) -> str | None:
    """Say which of two raters gives the same score throughout; kappa would be 0 whatever the other one says."""
    both = group.scores[~np.isnan(group.scores).any(axis=1)]
    if group.scores.shape[1] != 2 or len(both) == 0:
        return None
    steady = [float(side[0]) for side in both.T if side.max() - side.min() <= SAME]
    return f"one {group.one_rater} gives {steady[0]:g} every time" if steady else None


def _chance_kernel(place: Floats, categories: int) -> Kernel:
    table = classified(place, categories)
    return Kernel(
        table.columns, lambda sums: _named(chance_corrected(table, sums, ("identity", "linear", "quadratic")))
    )


def _named(found: Mapping[Weighting, Chance]) -> dict[str, Floats]:
    identity, linear, quadratic = found["identity"], found["linear"], found["quadratic"]
    return {
        "kappa": identity.kappa,
        "kappa_linear": linear.kappa,
        "kappa_quadratic": quadratic.kappa,
        "fleiss": identity.fleiss,
        "ac1": identity.gwet,
        "ac2": quadratic.gwet,
    }


def rater_figures(
    group: Group, kernels: Mapping[str, Kernel], rows: Rows, drawn: Drawn, plan: Plan, *, clustered: bool = False
) -> RaterFigures:
    """Compute everything about a group.

    Parameters
    ----------
    group : Group
    kernels, rows
        From `rater_kernels`, or these by cluster.
    drawn : kernel to statistic to array of float, (draws,)
        The kernels in the bootstrap draws.
    plan : Plan
    clustered : bool
        Whether the kernels' rows are clusters.
    """
    scores = group.scores
    per_unit = (~np.isnan(scores)).sum(axis=1)
    n = int((per_unit >= 2).sum())
    values = _values(group, kernels, rows)
    moved = {
        statistic: Moved(left_out, drawn[name][statistic])
        for name in KERNELS
        if name in kernels
        for statistic, left_out in leave_one_out(kernels[name], rows).items()
        if _counts(name, statistic)
    }
    one_pair = not clustered and per_unit.max(initial=0) == 2
    found = {}
    for name in NAMES:
        reason = _why_undefined(group, n, name, kernels)
        if reason:
            figure = undefined(reason, n, level=plan.level)
        elif name in IN_POINTS:
            figure = share(values[name], n, plan, moved=None if one_pair else moved.get(name))
        else:
            figure = _estimate(name, values[name], n, moved, plan)
        found[name] = with_bootstrap(figure, moved[name].drawn if name in moved else None, plan)
    icc = (kernels["icc"], rows, drawn["icc"]) if "icc" in kernels else None
    return RaterFigures(
        scores.shape[1],
        n,
        int(per_unit[per_unit >= 2].sum()),
        len(group.allowed),
        **found,
        chance=closeness_by_chance(scores),
        errors=published_errors(places(scores, group.allowed), len(group.allowed)) if "chance" in kernels else None,
        icc=intraclass_figures(scores, icc, plan, clustered=clustered),
        w=kendall_w(scores),
    )


def _values(group: Group, kernels: Mapping[str, Kernel], rows: Rows) -> dict[str, float]:
    values = {f"alpha_{level}": found for level, found in alpha(group.scores).items()}
    for name in ("closeness", "chance", "cohen"):
        if name in kernels:
            values |= {k: v for k, v in value(kernels[name], rows).items() if _counts(name, k)}
    return values


def _counts(kernel: str, statistic: str) -> bool:
    """With one of two raters' scores missing, kappa comes from the responses that both scored, the rest from all."""
    return kernel != "cohen" or statistic.startswith("kappa")


def _estimate(name: str, value: float, n: int, moved: Mapping[str, Moved], plan: Plan) -> Estimate:
    if name not in moved:
        return without_interval(value, n, NO_INTERVAL, level=plan.level)
    within, on = (-math.inf, 1.0), ON.get(name, "z")
    return jackknife(value, n, moved[name], plan, on=on, within=within, corrected=name == "fleiss")


def _why_undefined(group: Group, n: int, name: str, kernels: Mapping[str, Kernel]) -> str | None:
    scores, rater = group.scores, group.one_rater
    if scores.shape[1] < 2:
        return f"only one {rater} has scored" if scores.shape[1] else f"no {rater} has scored"
    in_points = name in IN_POINTS
    least = 1 if in_points else 2
    if n < least:
        few = "no response was" if n == 0 else "only one response was"
        return f"{few} scored by two {rater}s; {'1 is' if least == 1 else '2 are'} needed"
    pairable = scores[(~np.isnan(scores)).sum(axis=1) >= 2]
    if not in_points and np.nanmax(pairable) - np.nanmin(pairable) <= SAME:
        return f"every score is {np.nanmax(pairable):g}, so agreement cannot be told from habit"
    return None if in_points or name.startswith("alpha") else _why_not_by_chance(group, name, kernels)


def _why_not_by_chance(group: Group, name: str, kernels: Mapping[str, Kernel]) -> str | None:
    if not _on_scale(group):
        return "some scores lie between the declared values"
    if "chance" not in kernels:
        return f"the axis declares {len(group.allowed)} values, which is too few or too many"
    return _one_is_constant(group) if name.startswith("kappa") else None
