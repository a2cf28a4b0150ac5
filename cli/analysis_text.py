"""A data set's report in a few tables, for a person at a terminal; every figure is in the JSON."""

from collections.abc import Iterator

from analysis.data_set import DataSet
from analysis.estimates import Estimate
from cli.sentences import table_lines

OVERALL = (
    "axis",
    "n",
    "r, judges' median and people's mean",
    "bias",
    "people's ordinal alpha",
    "rho",
    "could stand in",
)
EACH = ("axis", "judge", "n", "r", "bias", "mean distance")


def report_in_words(report: DataSet) -> str:
    """Lay out the report: the judges' median by axis, every judge, and the reasons for what is missing."""
    reasons = list(dict.fromkeys(_reasons(report)))
    parts = [
        table_lines(OVERALL, _overall(report)),
        table_lines(EACH, _each(report)),
        _halo(report),
        ["Why there is none:", *reasons] if reasons else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _overall(report: DataSet) -> Iterator[tuple[object, ...]]:
    for axis, one in report.axes.items():
        median, replaceable = one.statistics.judges_people, one.replaceable
        yield (
            axis,
            median.n,
            _shown(median.pearson.estimate),
            _shown(median.bias.estimate),
            _shown(one.statistics.people.alpha_ordinal.estimate),
            _shown(replaceable.rho),
            "no verdict" if replaceable.passes is None else replaceable.passes,
        )


def _each(report: DataSet) -> Iterator[tuple[object, ...]]:
    for axis, one in report.axes.items():
        for judge in one.judges:
            figures = judge.figures
            shown = [_shown(figure.estimate) for figure in (figures.pearson, figures.bias, figures.mae)]
            yield (axis, judge.judge, figures.n, *shown)


def _halo(report: DataSet) -> list[str]:
    found = report.halo
    if found.difference.value is None:
        return []
    judges, people = _shown(found.judges), _shown(found.people)
    return [f"Halo, mean r between axes: judges {judges}, people {people}, difference {_shown(found.difference)}"]


def _reasons(report: DataSet) -> Iterator[str]:
    for axis, one in report.axes.items():
        median, people = one.statistics.judges_people.pearson.estimate, one.statistics.people.alpha_ordinal.estimate
        for what, estimate in (("r", median), ("alpha", people)):
            if estimate.why_no_interval:
                yield f"  {axis}, {what}: {estimate.why_no_interval}"
        if one.replaceable.why_no_verdict:
            yield f"  {axis}, verdict: {one.replaceable.why_no_verdict}"
        for judge in one.judges:
            if reason := judge.figures.pearson.estimate.why_undefined:
                yield f"  {axis}, {judge.judge}, r: {reason}"
    if report.halo.difference.why_undefined:
        yield f"  halo: {report.halo.difference.why_undefined}"


def _shown(found: Estimate) -> str | None:
    if found.value is None:
        return None
    if found.low is None or found.high is None:
        return f"{found.value:.3f}"
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
