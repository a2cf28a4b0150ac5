"""Two columns of scores of the same responses, compared in every way the report has: usually judges and people.

Each figure uses the responses with a score on both sides, and says why where there is none. A side that does
not vary leaves every correlation undefined: it is not 0, and not 1.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy import special, stats

from analysis.chance import ByChance, by_chance
from analysis.concordance import Concordance, lins_concordance
from analysis.correlation import why_no_correlation
from analysis.estimates import Estimate, undefined, without_interval
from analysis.intervals import Figure, Moved, fisher, jackknife, mean, share, with_bootstrap
from analysis.kernels import Kernel, Rows, leave_one_out
from analysis.pair_sums import moments, ranks
from analysis.permutation import Permutation, permutation_p
from analysis.resampling import Plan
from analysis.scales import DECIMALS, SAME, Floats

Drawn = Mapping[str, Mapping[str, Floats]]

TOO_MANY = "too many different pairs of scores to leave out one response at a time"


class Limits(NamedTuple):
    """Bland and Altman's limits of agreement: bias ± z standard deviations of the differences.

    `error` is the standard error of each limit (Bland and Altman 1999, section 2.2).
    """

    low: float
    high: float
    sd: float
    error: float


class Tests(NamedTuple):
    """P values against no correlation.

    Pearson by t, Spearman by the t approximation, Kendall by the normal approximation with ties; Pearson also
    by permutation, None where responses come in clusters.
    """

    pearson: float
    spearman: float
    kendall: float
    permutation: Permutation | None


class PairFigures(NamedTuple):
    """Everything about one pair; differences are second side - first side, in points.

    Attributes
    ----------
    n : int
        Responses with both scores; every figure rests on these.
    pearson, spearman, kendall, concordance, bias, mae, exact, within_one : Figure
    lin : Concordance or None
        The concordance with Lin's own interval and accuracy factor.
    tests : Tests or None
    limits : Limits or None
        None with fewer than two responses.
    chance : ByChance or None
        What exact, within_one and mae would be by chance.
    """

    n: int
    pearson: Figure
    spearman: Figure
    kendall: Figure
    concordance: Figure
    bias: Figure
    mae: Figure
    exact: Figure
    within_one: Figure
    lin: Concordance | None
    tests: Tests | None
    limits: Limits | None
    chance: ByChance | None


class Pair(NamedTuple):
    """Two columns of scores, (units,), NaN where there is none; and how a reason names the sides, in the plural."""

    first: Floats
    second: Floats
    names: tuple[str, str]


def pair_kernels(pair: Pair, rows: Rows) -> dict[str, Kernel]:
    """Lay out what the figures need; `rows` are those of a table that holds both columns."""
    first, second = pair.first[rows.first], pair.second[rows.first]
    by_rank = ranks(first, second)
    return {"moments": moments(first, second)} | ({} if by_rank is None else {"ranks": by_rank})


def pair_figures(
    pair: Pair, kernels: Mapping[str, Kernel], rows: Rows, drawn: Drawn, plan: Plan, *, clustered: bool = False
) -> PairFigures:
    """Compute everything about a pair.

    Parameters
    ----------
    pair : Pair
    kernels, rows
        From `pair_kernels`, or these by cluster.
    drawn : kernel to statistic to array of float, (draws,)
        The kernels in the bootstrap draws.
    plan : Plan
        The draws' plan; its seed also serves the permutation p.
    clustered : bool
        Whether the kernels' rows are clusters; all intervals are the jackknife's then, leaving out clusters.
    """
    both = ~(np.isnan(pair.first) | np.isnan(pair.second))
    scores = Pair(np.round(pair.first[both], DECIMALS), np.round(pair.second[both], DECIMALS), pair.names)
    moved = {
        statistic: Moved(left_out, drawn[name][statistic])
        for name, kernel in kernels.items()
        for statistic, left_out in leave_one_out(kernel, rows).items()
    }
    reason = why_no_correlation(*scores)
    if reason:
        nothing = undefined(reason, len(scores.first), level=plan.level)
        found = dict.fromkeys(("pearson", "spearman", "kendall", "concordance"), nothing)
    else:
        found = _correlations(scores, moved, plan, clustered)
    found |= _distances(scores, moved, plan, clustered)
    gaps = scores.second - scores.first
    return PairFigures(
        len(gaps),
        **{
            name: with_bootstrap(figure, moved[name].drawn if name in moved else None, plan)
            for name, figure in found.items()
        },
        lin=None if reason else _lin(scores, plan),
        tests=None if reason else _tests(scores, plan, clustered),
        limits=limits_of_agreement(gaps, plan) if len(gaps) >= 2 else None,
        chance=by_chance(scores.first, scores.second) if len(gaps) else None,
    )


def _correlations(scores: Pair, moved: Mapping[str, Moved], plan: Plan, clustered: bool) -> dict[str, Estimate]:
    first, second, n = scores.first, scores.second, len(scores.first)
    r = float(np.clip(stats.pearsonr(first, second).statistic, -1, 1))
    rho = float(np.clip(stats.spearmanr(first, second).statistic, -1, 1))
    values = {
        "pearson": r,
        "spearman": rho,
        "kendall": float(stats.kendalltau(first, second).statistic),
        "concordance": lins_concordance(first, second, r, level=plan.level).value,
    }
    if clustered:
        return {name: _by_jackknife(name, value, n, moved, plan) for name, value in values.items()}
    return {
        "pearson": fisher(r, n, plan),
        "spearman": fisher(rho, n, plan, inflate=1 + rho**2 / 2, method="Bonett-Wright on Fisher z"),
        "kendall": _by_jackknife("kendall", values["kendall"], n, moved, plan),
        "concordance": _by_jackknife("concordance", values["concordance"], n, moved, plan),
    }


def _by_jackknife(name: str, value: float, n: int, moved: Mapping[str, Moved], plan: Plan) -> Estimate:
    if name not in moved:
        return without_interval(value, n, TOO_MANY, level=plan.level)
    return jackknife(value, n, moved[name], plan)


def _distances(scores: Pair, moved: Mapping[str, Moved], plan: Plan, clustered: bool) -> dict[str, Estimate]:
    gaps, names = scores.second - scores.first, scores.names
    n, size = len(gaps), np.abs(gaps)
    if n == 0:
        nothing = undefined(f"no response has both {names[0]} and {names[1]}", 0, level=plan.level)
        return dict.fromkeys(("bias", "mae", "exact", "within_one"), nothing)
    exact, within_one = float((size <= SAME).mean()), float((size <= 1 + SAME).mean())
    if not clustered:
        return {
            "bias": mean(gaps, plan),
            "mae": mean(size, plan),
            "exact": share(exact, n, plan),
            "within_one": share(within_one, n, plan),
        }
    value, size_of = float(gaps.mean()), float(size.mean())
    return {
        "bias": jackknife(value, n, moved["bias"], plan, on="plain", within=(-math.inf, math.inf)),
        "mae": jackknife(size_of, n, moved["mae"], plan, on="plain", within=(0.0, math.inf)),
        "exact": share(exact, n, plan, moved=moved["exact"]),
        "within_one": share(within_one, n, plan, moved=moved["within_one"]),
    }


def _lin(scores: Pair, plan: Plan) -> Concordance:
    r = float(np.clip(stats.pearsonr(scores.first, scores.second).statistic, -1, 1))
    return lins_concordance(scores.first, scores.second, r, level=plan.level)


def _tests(scores: Pair, plan: Plan, clustered: bool) -> Tests:
    first, second = scores.first, scores.second
    return Tests(
        float(stats.pearsonr(first, second).pvalue),
        float(stats.spearmanr(first, second).pvalue),
        float(stats.kendalltau(first, second, method="asymptotic").pvalue),
        None if clustered else permutation_p(first, second, seed=plan.seed),
    )


def limits_of_agreement(gaps: Floats, plan: Plan) -> Limits:
    """Compute the limits of agreement of differences, (n,), n at least 2; of the plan only its level counts."""
    n, sd = len(gaps), float(gaps.std(ddof=1))
    bias, z = float(gaps.mean()), float(special.ndtri((1 + plan.level) / 2))
    return Limits(bias - z * sd, bias + z * sd, sd, sd * math.sqrt(1 / n + z**2 / (2 * (n - 1))))
