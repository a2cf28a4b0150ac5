"""The reference cases, and our value for each: one function per kind of statistic name."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.categories import Chance, Weighting, chance_corrected, classified
from analysis.ceiling import Ceiling
from analysis.coincidences import alpha
from analysis.intraclass import Form
from analysis.kernels import distinct_rows, drawn
from analysis.pairs import Pair, PairFigures, pair_figures, pair_kernels
from analysis.permutation import permutation_p
from analysis.ranking import kendall_w
from analysis.raters import Group, RaterFigures, rater_figures, rater_kernels
from analysis.resampling import Plan, percentile
from analysis.scales import Floats, places
from analysis.standard_errors import ac_error, kappa_error
from tests.analysis.full_statistics import of_matrix

REFERENCE: Any = json.loads((Path(__file__).parent / "reference.json").read_text("utf-8"))
PLAN = Plan("reference", draws=50)
SHROUT_FLEISS: dict[str, Form] = {
    "ICC(1,1)": "ICC(1,1)",
    "ICC(2,1)": "ICC(A,1)",
    "ICC(3,1)": "ICC(C,1)",
    "ICC(1,k)": "ICC(1,k)",
    "ICC(2,k)": "ICC(A,k)",
    "ICC(3,k)": "ICC(C,k)",
}


class Case(NamedTuple):
    """One value that another program gives for one input."""

    input: str
    statistic: str
    params: dict[str, Any]
    expected: Any
    atol: float
    known_wrong: bool

    def __str__(self) -> str:
        return f"{self.input}: {self.statistic} {self.params or ''}"


CASES = [
    Case(
        c["input"],
        c["statistic"],
        c.get("params") or {},
        c["expected"],
        c.get("atol", 0.0),
        c.get("known_wrong", False),
    )
    for c in REFERENCE["cases"]
]


def matrix(name: str) -> Floats:
    """The input's scores, (units, raters); a contingency table is written out unit by unit."""
    entry = REFERENCE["inputs"][name]
    table = np.array(entry["matrix"], dtype=float)
    if not entry["orientation"].startswith("contingency"):
        return table
    cells = [(i, j) for i in range(len(table)) for j in range(len(table)) for _ in range(int(table[i, j]))]
    return np.array(cells, dtype=float)


def settled(scores: Floats) -> Floats:
    """The median of the four judges in columns 2 to 5."""
    return pd.DataFrame(scores[:, 2:]).median(axis=1).to_numpy()


def pair(first: Floats, second: Floats) -> PairFigures:
    """Every figure of two columns."""
    made = Pair(first, second, ("the first scores", "the second scores"))
    rows = distinct_rows(np.column_stack([first, second]))
    kernels = pair_kernels(made, rows)
    return pair_figures(made, kernels, rows, drawn([(kernels, rows)], PLAN)[0], PLAN)


def group(scores: Floats, allowed: tuple[float, ...]) -> RaterFigures:
    """Every figure of a group of raters."""
    made = Group(scores, allowed)
    rows = distinct_rows(scores)
    kernels = rater_kernels(made, rows)
    return rater_figures(made, kernels, rows, drawn([(kernels, rows)], PLAN)[0], PLAN)


def by_chance(scores: Floats, categories: list[float], weighting: Weighting) -> Chance:
    """The chance-corrected coefficients over given categories."""
    table = classified(places(scores, categories), len(categories))
    return chance_corrected(table, table.columns.sum(axis=1, keepdims=True))[weighting]


def observed(scores: Floats) -> list[float]:
    """The categories that occur."""
    return [float(value) for value in np.unique(scores[~np.isnan(scores)])]


def columns(scores: Floats, statistic: str) -> Floats:
    """The raters that a statistic's name asks for."""
    if "(H1,H2)" in statistic or "humans complete" in statistic:
        return scores[:, :2]
    return scores[:, 2:] if "(J1..J4)" in statistic else scores


WEIGHTINGS: dict[str, Weighting] = {
    "unweighted": "identity",
    "linear": "linear",
    "quadratic": "quadratic",
    "ordinal": "ordinal",
}


def our_error(case: Case) -> float | None:
    scores = matrix(case.input)
    categories, named = observed(scores), "quadratic" if "quadratic" in case.statistic else "unweighted"
    weighting, place = WEIGHTINGS[case.params.get("weights", named)], places(scores, categories)
    if case.statistic.startswith("cohen"):
        return kappa_error(place, len(categories), weighting)
    error, n = ac_error(place, len(categories), weighting), len(scores)
    # From a table of two raters irrCAC divides by n where it divides by n - 1 from the scores themselves.
    return error if error is None or case.params else error * ((n - 1) / n) ** 0.5


def our_alpha(case: Case) -> float:
    level = case.params.get("level", "nominal")
    return alpha(columns(matrix(case.input), case.statistic))[level]


def our_coefficient(case: Case) -> float:
    scores = columns(matrix(case.input), case.statistic)
    named = re.search("quadratic|linear", case.statistic)
    weighting = WEIGHTINGS[named[0] if named else case.params.get("weights", "unweighted")]
    fixed = case.input in {"qwk_gap", "credo_23x2"} or case.input.startswith("tenx")
    categories = [0.0, 1.0, 2.0, 3.0] if fixed else observed(scores)
    if case.input == "credo_23x2":
        scores = np.searchsorted([40, 65, 85], scores, side="right").astype(float)
    found = by_chance(scores, categories, weighting)
    if re.search("gwet", case.statistic):
        return float(found.gwet[0])
    if re.match("fleiss|scott", case.statistic):
        return float(found.fleiss[0])
    if "agreement" in case.statistic:
        return float(found.agreement[0])
    return float(found.kappa[0])


def our_intraclass(case: Case) -> Any:
    scores = columns(matrix(case.input), case.statistic)
    figures = group(scores, tuple(observed(scores))).icc
    form = SHROUT_FLEISS.get(case.statistic.split(" ")[0], "ICC(A,k)")
    shown = figures.figures[form].estimate
    if "F,df1" in case.statistic:
        assert figures.tests is not None
        return list(figures.tests[form][:4])
    if "ci95" in case.statistic:
        return [shown.low, shown.high]
    return [shown.value, shown.low, shown.high] if "complete" in case.statistic else shown.value


def sides(case: Case) -> tuple[Floats, Floats]:
    """The two columns that a statistic's name asks for."""
    scores = matrix(case.input)
    if scores.shape[1] == 2:
        return scores[:, 1], scores[:, 0]
    if "(H1,H2)" in case.statistic:
        return scores[:, 0], scores[:, 1]
    for person, column in (("H1", 0), ("H2", 1)):
        if f"median,{person}" in case.statistic:
            return scores[:, column], settled(scores)
    people = pd.DataFrame(scores[:, :2])
    return people.mean(axis=1, skipna="required" not in case.statistic).to_numpy(), settled(scores)


def our_pair(case: Case) -> Any:
    found = pair(*sides(case))
    statistic = case.statistic
    tests, limits, lin = found.tests, found.limits, found.lin
    assert tests is not None
    assert limits is not None
    assert lin is not None
    error = lin.error or 0.0
    bias = found.bias.estimate
    shown: list[tuple[str, Any]] = [
        ("pearson_ci95", [found.pearson.estimate.low, found.pearson.estimate.high]),
        ("pearson_p", tests.pearson),
        ("pearson_r", found.pearson.estimate.value),
        ("spearman_rho", found.spearman.estimate.value),
        ("spearman_p", tests.spearman),
        ("kendall_tau", found.kendall.estimate.value),
        ("kendall_p", tests.kendall),
        ("lin_ccc_ci95_z", [lin.low, lin.high]),
        ("lin_ccc_ci95_asymptotic", [lin.value - 1.959963984540054 * error, lin.value + 1.959963984540054 * error]),
        ("lin_ccc_C_b", lin.accuracy),
        ("lin_ccc", found.concordance.estimate.value),
        ("bland_altman_bias_ci95_t", [bias.low, bias.high]),
        ("bland_altman_se_of_limit", limits.error),
        ("(bland_altman )?bias,sd", [bias.value, limits.sd, limits.low, limits.high]),
        ("mae", found.mae.estimate.value),
        ("exact,within1", [found.exact.estimate.value, found.within_one.estimate.value]),
        ("exact_agreement", found.exact.estimate.value),
        ("within_1", found.within_one.estimate.value),
        ("identity", found.concordance.estimate.value),
    ]
    return next(value for pattern, value in shown if re.match(pattern, statistic))


def our_ceiling(case: Case) -> list[float | None]:
    full = of_matrix(matrix(case.input)[:, :2], matrix(case.input)[:, 2:], plan=PLAN)
    high: Ceiling = full.ceiling
    return [
        high.ceiling.estimate.value,
        full.judges_people.pearson.estimate.value,
        high.of_ceiling.estimate.value,
    ]


def our_williams(case: Case) -> list[float | None]:
    full = of_matrix(matrix(case.input)[:, :2], matrix(case.input)[:, 2:], plan=PLAN)
    test = full.person_or_judges[0].test
    return [test.t, test.p]


def all_draws(units: int) -> Floats:
    """Every possible draw once, (units, units ** units)."""
    index = np.indices((units,) * units).reshape(units, -1)
    return np.array([(index == unit).sum(axis=0) for unit in range(units)], dtype=float)


def exhaustive(case: Case) -> list[float]:
    first, second = sides(case)
    kernel = pair_kernels(Pair(first, second, ("", "")), distinct_rows(np.column_stack([first, second])))["moments"]
    r = kernel.compute(kernel.columns @ all_draws(len(first)))["pearson"]
    if "undefined" in case.statistic:
        return [len(r), int(np.isnan(r).sum())]
    limits = percentile(r, Plan("", level=0.95))
    assert limits.low is not None
    assert limits.high is not None
    return [limits.low, float(np.median(r[~np.isnan(r)])), limits.high]


def our_permutation(case: Case) -> list[float]:
    first, second = sides(case)
    return [permutation_p(first, second, seed="not used").p]


def our_five(case: Case) -> list[float]:
    scores = matrix(case.input)
    categories = observed(scores) if case.params["categories"] == "observed" else [0.0, 1.0, 2.0, 3.0]
    identity, quadratic = (by_chance(scores, categories, w) for w in ("identity", "quadratic"))
    return [float(identity.gwet[0]), float(quadratic.gwet[0]), float(identity.kappa[0]), alpha(scores)["nominal"]]


def cronbach(case: Case) -> float | None:
    scores = matrix(case.input)
    return group(scores, tuple(observed(scores))).icc.figures["ICC(C,k)"].estimate.value


OURS: list[tuple[str, Callable[[Case], Any]]] = [
    (r".*_a?se(\(|$)", our_error),
    ("krippendorff_alpha", our_alpha),
    ("ICC", our_intraclass),
    ("cronbach", cronbach),
    ("kendall_W", lambda case: kendall_w(matrix(case.input)).w),
    ("AC1, AC2", our_five),
    ("(fleiss|conger|cohen)_kappa|scott_pi|gwet|percent_agreement|quadratic kappa|bands", our_coefficient),
    ("human_ceiling", our_ceiling),
    ("williams", our_williams),
    ("exhaustive bootstrap", exhaustive),
    ("(exact|scipy) permutation", our_permutation),
    ("llm_median", lambda case: [m for m in settled(matrix(case.input)) if not np.isnan(m)]),
    ("", our_pair),
]


def ours(case: Case) -> Any:
    """Compute our value of a case."""
    return next(value(case) for pattern, value in OURS if re.match(pattern, case.statistic))


def theirs(case: Case) -> Any:
    """The value to compare with: of lists, the parts that this product has."""
    if case.statistic.startswith("AC1, AC2"):
        return [case.expected[at] for at in (0, 1, 3, 4)]
    if case.statistic.startswith("llm_median"):
        return [median for median in case.expected if median is not None]
    if case.statistic.startswith("exact permutation"):
        return case.expected[:1]
    return (
        case.expected if isinstance(case.expected, list) or not case.statistic.startswith("scipy") else [case.expected]
    )
