"""The reports of all axes as one flat table, for a screen or a file."""

from collections.abc import Sequence

import pandas as pd

from analysis.axis_statistics import AxisStatistics
from analysis.report import AxisReport


def agreement_table(reports: Sequence[AxisReport]) -> pd.DataFrame:
    """Lay out reports as one row per axis.

    Parameters
    ----------
    reports : sequence of AxisReport

    Returns
    -------
    DataFrame of object
        With the main figures of the full statistics where the reports have them; all of them are in
        `analysis.statistics_table`. Numbers unrounded. A figure that is undefined is None, never NaN, and the
        ``..._reason`` column of its group says why; shares lie between 0 and 1; ``missing_<whose>_<reason>``
        counts rows.
    """
    return pd.DataFrame([_row(report) for report in reports], dtype=object)


def _row(report: AxisReport) -> dict[str, object]:
    row: dict[str, object] = {"axis": report.axis, "name": report.name, "n": report.n}
    row |= _group("r", report.judges_people._asdict())
    row |= _group("people_r", {k: v for k, v in report.people_people._asdict().items() if k != "pairs"})
    row |= _group("alpha", report.alpha._asdict())
    row |= _group("with_mean", report.with_mean._asdict())
    row |= _group("with_each", report.with_each._asdict())
    row |= _group("people", report.people_closeness._asdict())
    whose = {"human": "people", "llm": "judges", "settled": "settled"}
    for kind, counts in report.missing.items():
        row |= {f"missing_{whose[kind]}_{reason}": count for reason, count in counts.items()}
    if report.statistics is not None:
        row |= _full(report.statistics)
    return row | {"sentence": report.sentence}


def _full(statistics: AxisStatistics) -> dict[str, object]:
    """Flatten the figures beside r: of the judges against the people's mean, and of each group."""
    pair, ceiling = statistics.judges_people, statistics.ceiling
    shown = {name: getattr(pair, name) for name in ("spearman", "kendall", "concordance", "bias", "mae", "exact")}
    shown |= {"within_one": pair.within_one, "ceiling": ceiling.ceiling, "of_ceiling": ceiling.of_ceiling}
    for who, group in (("people", statistics.people), ("judges", statistics.judges)):
        shown |= {f"{who}_{name}": getattr(group, name) for name in ("alpha_ordinal", "kappa_quadratic", "ac2")}
        shown[f"{who}_icc_a1"] = group.icc.figures["ICC(A,1)"]
    row: dict[str, object] = {}
    for name, found in shown.items():
        value, n, low, high, *_ = found.estimate
        row |= {f"full_{name}": value, f"full_{name}_n": n, f"full_{name}_low": low, f"full_{name}_high": high}
        row[f"full_{name}_reason"] = found.estimate.why_undefined
    for name in ("exact", "within_one", "mae"):
        row[f"full_{name}_by_chance"] = getattr(pair.chance, name, None)
    return row


def _group(name: str, fields: dict[str, object]) -> dict[str, object]:
    """Prefix the fields of one figure; the figure itself (r or value) takes the group's name."""
    short = {"r": name, "value": name, "why_undefined": f"{name}_reason"}
    short["why_no_interval"] = f"{name}_interval_reason"
    return {short.get(field, f"{name}_{field}"): content for field, content in fields.items()}
