"""A data set's report as JSON: every figure an object with value, n, interval, method, or the reason there is none.

Names follow those of published agreement tables: ``krippendorff_alpha_ordinal``, ``icc2_1``, ``kendall_tau_b``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from analysis.data_set import AxisOfDataSet, DataSet
from analysis.intraclass import Form
from analysis.judge_figures import JudgeFigures
from analysis.leave_one_out import Beside
from analysis.pairs import PairFigures
from analysis.plain_values import plain
from analysis.raters import RaterFigures

Json = dict[str, Any]

ICC: Mapping[Form, str] = {
    "ICC(1,1)": "icc1_1",
    "ICC(A,1)": "icc2_1",
    "ICC(C,1)": "icc3_1",
    "ICC(1,k)": "icc1_k",
    "ICC(A,k)": "icc2_k",
    "ICC(C,k)": "icc3_k",
}
"""McGraw and Wong's names by those of Shrout and Fleiss."""

PAIR = {
    "pearson": "pearson",
    "spearman": "spearman",
    "kendall": "kendall_tau_b",
    "concordance": "lin_ccc",
    "mae": "mean_abs_error",
    "bias": "bias_judge_minus_human",
    "exact": "exact_agreement",
    "within_one": "within_one",
}
GROUP = {
    "alpha_ordinal": "krippendorff_alpha_ordinal",
    "alpha_interval": "krippendorff_alpha_interval",
    "alpha_nominal": "krippendorff_alpha_nominal",
    "kappa": "kappa",
    "kappa_linear": "kappa_linear",
    "kappa_quadratic": "kappa_quadratic",
    "fleiss": "fleiss_kappa",
    "ac1": "gwet_ac1",
    "ac2": "gwet_ac2",
    "exact": "exact_agreement",
    "within_one": "within_one",
}

NOTES = (
    "The score that counts of the judges is their median on each item and axis; half points are kept.",
    "A rater id is taken for one person throughout. Where an id is a slot filled by different people, only alpha, "
    "Fleiss' kappa and ICC(1,1) mean anything.",
    "r with a mean of several people is higher than r with one person for the same judges, because a mean has less "
    "chance in it: read without_each_person for a fair comparison.",
)


def report_as_json(report: DataSet, scores: pd.DataFrame, settings: Mapping[str, Any]) -> Json:
    """Lay out a report.

    Parameters
    ----------
    report : DataSet
    scores : DataFrame
        The long frame that was reported, for the counts.
    settings : mapping
        What was asked for: files, seed, draws, level, epsilon.
    """
    return {
        "settings": dict(settings),
        "notes": list(NOTES),
        "axes": {axis: _axis(one, scores[scores["axis"] == axis]) for axis, one in report.axes.items()},
        "halo": plain(report.halo),
        "tests_over_axes": {
            "what": "no correlation of the judges' median with the people's mean, permutation p",
            "m": report.holm.m,
            "p": dict(report.p),
            "holm": dict(zip(report.p, report.holm.p, strict=True)),
            "benjamini_hochberg": dict(zip(report.p, report.benjamini_hochberg.p, strict=True)),
        },
    }


def _axis(one: AxisOfDataSet, scores: pd.DataFrame) -> Json:
    statistics = one.statistics
    return {
        **_counts(scores),
        "human_agreement": _group(statistics.people, "human"),
        "icc": _icc(statistics.people, scores),
        "judges": {judge.judge: _judge(judge) for judge in one.judges},
        "median_of_judges": {
            "judges": [judge.judge for judge in one.judges],
            **_pair(statistics.judges_people),
            "with_each_human": {each.person: _pair(each.figures) for each in statistics.judges_each_person},
            "ceiling": plain(statistics.ceiling),
            "williams": plain(statistics.person_or_judges),
        },
        "judge_agreement": _group(statistics.judges, "judge"),
        "everybody_agreement": _group(statistics.everybody, "rater"),
        "alternative_annotator_test": plain(one.replaceable),
        "without_each_person": {
            **_beside(one.without_people.people, "judges", "person"),
            "mean_r_difference": plain(one.without_people.r_difference),
            "mean_error_difference": plain(one.without_people.error_difference),
        },
        "without_each_judge": _beside(one.without_judges, "all_judges", "without"),
        "severity": {**plain(one.severity), "raters": {name: plain(effect) for name, effect in one.severity.raters}},
        "human_severity_in_logits": {
            **plain(one.severity_in_logits),
            "severity": dict(one.severity_in_logits.severity),
            "standard_error": dict(one.severity_in_logits.standard_error),
        },
        "human_variance_components": plain(one.components),
        "responses_needed": plain(one.needed),
    }


def _counts(scores: pd.DataFrame) -> Json:
    people = scores[scores["kind"] == "human"]
    given = people[people["value"].notna()]
    per_item = given["response"].value_counts().reindex(people["response"].unique(), fill_value=0)
    return {
        "n_human_scores": len(given),
        "n_human_missing": len(people) - len(given),
        "n_items_with_human": int(given["response"].nunique()),
        "human_raters": sorted(given["rater"].unique()),
        "human_mean_of_all_scores": float(given["value"].mean()) if len(given) else None,
        "ratings_per_item": {str(k): int(v) for k, v in sorted(per_item.value_counts().items())},
    }


def _pair(figures: PairFigures) -> Json:
    rest = {"n", "tests", "limits", "chance", "lin"}
    found = {name: plain(getattr(figures, field)) for field, name in PAIR.items()}
    return {**found, **{name: plain(getattr(figures, name)) for name in sorted(rest)}}


def _judge(judge: JudgeFigures) -> Json:
    found = {
        **_pair(judge.figures),
        "n_judge_scores": judge.scores,
        "n_judge_missing": judge.missing,
        "n_out_of_range": judge.off_scale,
    }
    return found if judge.on_scale is None else {**found, "in_range_only": _pair(judge.on_scale)}


def _group(figures: RaterFigures, rater: str) -> Json:
    return {
        **{name: plain(getattr(figures, field)) for field, name in GROUP.items()},
        f"n_{rater}s": figures.raters,
        f"n_items_with_2plus_{rater}_ratings": figures.n,
        "n_ratings_on_them": figures.ratings,
        "declared_categories": figures.categories,
        "by_chance": plain(figures.chance),
        "kendall_w": plain(figures.w),
    }


def _icc(figures: RaterFigures, scores: pd.DataFrame) -> Json:
    given = scores[(scores["kind"] == "human") & scores["value"].notna()]
    per_item = given["response"].value_counts()
    icc = figures.icc
    return {
        "raters": sorted(given["rater"].unique()),
        "n_complete_items": int((per_item == figures.raters).sum()) if figures.raters > 1 else 0,
        "how": icc.how,
        "average_of": icc.average_of,
        **{name: {"form": form, **plain(icc.figures[form])} for form, name in ICC.items()},
    }


def _beside(found: Iterable[Beside], first: str, second: str) -> Json:
    names = {"first_r": f"r_{first}", "second_r": f"r_{second}"}
    names |= {"first_error": f"error_{first}", "second_error": f"error_{second}"}
    return {
        one.name: {names.get(field, field): plain(value) for field, value in one._asdict().items() if field != "name"}
        for one in found
    }
