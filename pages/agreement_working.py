"""What stands behind one figure of the Agreement page: the responses used, the matrix, the method, what to mind."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import pandas as pd

from analysis.correlation import PeopleCorrelation
from analysis.cross_tables import coincidences, cross_table, levels
from analysis.estimates import Estimate
from analysis.frames import MISSING, Kind
from analysis.report import AxisReport
from analysis.sentences import figure
from pages import figures
from pages.agreement_table import COLUMNS, cells, whole_prompts
from pages.raters_in_order import in_order
from pages.results import Results
from rubrics.axes import Axis

JUDGES, MEAN, GAP = "Judges’ settled score", "Mean of the people", "Judges minus people"
OF_PAIRS = ("n", "r", "bias", "exact", "within_one")
FEW = 20
LOW_ALPHA = 0.667

METHODS = {
    "n": "The responses that have both a settled score of the judges and at least one person’s score. Every figure of "
    "judges with people rests on these.",
    "missing": "Every answer without a score, by its reason. None of them enters a figure: “does not apply” is no 0.",
    "r": "Pearson’s r between the mean of the people who scored a response and the judges’ settled score.",
    "people": "Pearson’s r between people, on the responses that the judges scored too; with more than two people the "
    "mean over their pairs, each weighted by the responses that both scored (Hunter and Schmidt 2004).",
    "ceiling": "The square root of ICC(C,k) of the people: the r that a judge without any error would reach with their "
    "mean (Spearman 1904).",
    "bias": "The mean of the judges’ settled score less the mean of the people, in points of the axis.",
    "exact": "The share of responses on which both are the same. By chance: every score of one side set against "
    "every score of the other.",
    "within_one": "The share of responses on which both differ by at most one point. By chance: every score of one "
    "side set against every score of the other.",
    "alpha": "Krippendorff’s ordinal alpha of the people: 1 less observed by expected disagreement, over every "
    "response that two of them scored (Krippendorff 2011).",
}
"""One sentence or two on each figure, from docs/statistics.md."""


class Matrix(NamedTuple):
    """A table of counts or figures: its title, heads and lines of HTML cells."""

    title: str
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]


class Working(NamedTuple):
    """Everything behind one figure.

    Attributes
    ----------
    title
        The axis and the figure.
    shown
        The figure itself as HTML.
    method, cautions
        Sentences.
    matrix
    used : DataFrame
        One row for each response used, indexed by its label: each rater's score, or why there is none as text, ""
        where a rater was not asked.
    """

    title: str
    shown: str
    method: str
    cautions: tuple[str, ...]
    matrix: Matrix
    used: pd.DataFrame


def working(results: Results, axis: Axis, name: str) -> Working:
    """Lay out what stands behind a figure.

    Parameters
    ----------
    results
        Of the study.
    axis
        Of its benchmark.
    name
        One of `COLUMNS`.
    """
    one = next(each.report for each in results.report.axes if each.report.axis == axis.id)
    same = results.same[axis.id]
    return Working(
        title=f"{one.name}: {COLUMNS[name]}",
        shown=cells(one, same)[name],
        method=_method(one, name),
        cautions=tuple(_cautions(one, same, name)),
        matrix=_matrix(results, axis, one, name),
        used=used(results, axis.id, name),
    )


def _estimate(one: AxisReport, name: str) -> Estimate | None:
    full = one.statistics
    if full is None or name in ("n", "missing", "people"):
        return None
    if name == "r":
        return figures.of_correlation(one.judges_people)
    if name == "alpha":
        return full.people.alpha_ordinal.estimate
    if name == "ceiling":
        return full.ceiling.ceiling.estimate
    found: Estimate = getattr(full.judges_people, name).estimate
    return found


def _method(one: AxisReport, name: str) -> str:
    found = _estimate(one, name)
    if found is None or found.method is None:
        return METHODS[name]
    said = f"{METHODS[name]} Interval ({found.level * 100:g} %): {found.method}"
    if name == "r" and one.statistics is not None and (second := whole_prompts(one)):
        said += f"; {second} ({one.statistics.judges_people.pearson.estimate.method})"
    return f"{said}."


def _cautions(one: AxisReport, same: PeopleCorrelation, name: str) -> list[str]:
    found, n_people = _estimate(one, name), one.n_people
    notes = []
    if name in OF_PAIRS and 0 < one.n < FEW:
        notes.append(f"Only {one.n} responses: read the interval as wide as it is.")
    if name in ("exact", "within_one") and n_people > 1:
        notes.append(_of_a_mean(one, name))
    if name == "people" and len(same.pairs) > 1:
        notes.append("The pairs share people, so their mean has no interval.")
    if name in ("alpha", "people", "r", "ceiling") and one.alpha.value is not None and one.alpha.value < LOW_ALPHA:
        notes.append(
            f"People themselves agree little here (ordinal alpha {figure(one.alpha.value)}); against such a measure no "
            "judge can look good, and a judge that looks bad may not be."
        )
    if found is not None and found.flagged:
        notes.append(
            f"In {found.undefined_draws * 100:.0f} % of the draws it is undefined; read the interval with care."
        )
    if name != "missing":
        notes += one.notes
    return notes


def _of_a_mean(one: AxisReport, name: str) -> str:
    each: float | None = getattr(one.with_each, name)
    people: float | None = getattr(one.people_closeness, name)
    beside = [
        f"{words} {figures.number(share, percent=True)}"
        for words, share in (("judges with one person at a time", each), ("one person with another", people))
        if share is not None
    ]
    return f"The people’s side is a mean, which is seldom a whole score. Score by score: {', '.join(beside) or 'none'}."


def _matrix(results: Results, axis: Axis, one: AxisReport, name: str) -> Matrix:
    if name == "missing":
        return _reasons(results, axis.id)
    if name in OF_PAIRS:
        return _crossed(results, axis)
    if name == "alpha":
        return _coincidences(results, axis.id)
    return _pairs(results.same[axis.id] if name == "people" else one.people_people)


def _crossed(results: Results, axis: Axis) -> Matrix:
    mean, judges = results.tables.scores(axis.id, "human").mean(axis=1), results.tables.settled(axis.id)
    bands = [(band.low, band.high) for band in axis.bands]
    rows, columns = levels(mean, axis.values(), bands), levels(judges, axis.values(), bands)
    counts = cross_table(mean, judges, rows, columns)
    lines = [[row.label, *map(str, line)] for row, line in zip(rows, counts.tolist(), strict=True)]
    heads = ["People ↓, judges →", *(column.label for column in columns)]
    return Matrix("How many responses have which scores", heads, lines)


def _coincidences(results: Results, axis: str) -> Matrix:
    table = coincidences(results.tables.scores(axis, "human"))
    lines = [
        [f"{value:g}", *(f"{cell:.4g}" for cell in row)]
        for value, row in zip(table.index, table.to_numpy(), strict=True)
    ]
    return Matrix("How often each score met each other one", ["Score", *(f"{one:g}" for one in table.columns)], lines)


def _pairs(people: PeopleCorrelation) -> Matrix:
    names = in_order({name for pair in people.pairs for name in (pair.first, pair.second)})
    found = {frozenset((pair.first, pair.second)): figures.correlation(pair.correlation) for pair in people.pairs}
    lines = [
        [escape(row), *(found.get(frozenset((row, column)), "") if row != column else "" for column in names)]
        for row in names
    ]
    return Matrix("r of every two people", ["", *names], lines)


def _reasons(results: Results, axis: str) -> Matrix:
    reasons = reasons_of(results, axis)
    lines = [
        [escape(rater), *(str(int((reasons[rater] == reason).sum())) for reason in MISSING)]
        for rater in reasons.columns
    ]
    return Matrix("Who left how many without a score", ["Rater", *figures.missing_columns()[1:]], lines)


def reasons_of(results: Results, axis: str) -> pd.DataFrame:
    """Return why there is no score, responses by raters; None where there is one, or nobody was asked."""
    tables = results.tables
    rows = tables.axis == tables.axes.get_indexer(pd.Index([axis]))[0]
    rows &= tables.kind != tables.kinds.get_indexer(pd.Index(["settled"]))[0]
    laid = pd.DataFrame(
        {
            "response": tables.responses[tables.response[rows]],
            "rater": tables.raters[tables.rater[rows]],
            "missing": tables.missing[rows],
        }
    )
    table = laid.pivot(index="response", columns="rater", values="missing")
    return table[in_order(table.columns)]


def scores_of(results: Results, axis: str) -> pd.DataFrame:
    """Return every score on an axis: people, judges, then what counts of the judges; NaN where there is none."""
    people, judges = (_sorted(results.tables.scores(axis, kind)) for kind in _single())
    table = pd.concat([people, judges], axis=1)
    return table.assign(
        **{
            MEAN: people.mean(axis=1),
            JUDGES: results.tables.settled(axis),
            GAP: results.tables.settled(axis) - people.mean(axis=1),
        }
    )


def _single() -> tuple[Kind, Kind]:
    return "human", "llm"


def _sorted(table: pd.DataFrame) -> pd.DataFrame:
    return table[in_order(table.columns)]


def used(results: Results, axis: str, name: str) -> pd.DataFrame:
    """Return what raters said on the responses that a figure rests on, by label; see `Working`."""
    table, people = scores_of(results, axis), results.tables.scores(axis, "human")
    reasons = reasons_of(results, axis)
    rest: Mapping[str, pd.Series] = {
        "missing": reasons.notna().any(axis=1).reindex(table.index, fill_value=False),
        "people": (people.notna().sum(axis=1) >= 2) & table[JUDGES].notna(),
        "alpha": people.notna().sum(axis=1) >= 2,
        "ceiling": people.notna().any(axis=1),
    }
    kept = rest.get(name, table[MEAN].notna() & table[JUDGES].notna())
    if name in ("people", "alpha", "ceiling"):
        table = table[in_order(people.columns)]
    elif name == "missing":
        table = table.drop(columns=[MEAN, GAP])
    return _with_reasons(table[kept], reasons)


def _with_reasons(table: pd.DataFrame, reasons: pd.DataFrame) -> pd.DataFrame:
    words = reasons.reindex(index=table.index, columns=table.columns).map(
        lambda reason: "" if pd.isna(reason) else MISSING[reason]
    )
    return table.astype(object).where(table.notna(), words)


def written(said: object) -> str:
    """Write one cell of `used` for reading: at most four digits of a score."""
    return f"{said:.4g}" if isinstance(said, float) else str(said)
