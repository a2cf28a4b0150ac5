"""The figures of one axis as cells of a table: two decimals, always with n, with an interval or the reason it lacks."""

from collections.abc import Sequence
from html import escape

from analysis.agreement import Agreement, Closeness
from analysis.correlation import Correlation, PeopleCorrelation
from analysis.frames import MISSING
from analysis.report import AxisReport
from analysis.sentences import figure

TOGETHER = (
    "Axis",
    "Judges’ median with the people’s mean: r, 95 % interval",
    "People with each other: r, 95 % interval",
    "People: ordinal alpha",
)
IN_POINTS = (
    "Axis",
    "Judges’ median and people’s mean",
    "Judges’ median and each person",
    "Person and person",
    "Judges minus people",
)
WHOSE = {"human": "People", "llm": "Judges, one by one", "settled": "Judges’ median"}
BETWEEN = "–"


def together(reports: Sequence[AxisReport]) -> list[list[str]]:
    """Return how judges and people rise and fall together: one line of HTML cells per axis, as in `TOGETHER`."""
    return [
        [
            escape(one.name),
            correlation(one.judges_people),
            correlation(one.people_people),
            cell(one.alpha.value, one.alpha.n, one.alpha.why_undefined),
        ]
        for one in reports
    ]


def in_points(reports: Sequence[AxisReport]) -> list[list[str]]:
    """Return how near scores are to each other: one line of HTML cells per axis, as in `IN_POINTS`."""
    return [
        [
            escape(one.name),
            closeness(one.with_mean),
            closeness(one.with_each),
            closeness(one.people_closeness),
            cell(one.with_mean.bias, one.with_mean.n, one.with_mean.why_undefined, signed=True),
        ]
        for one in reports
    ]


def correlation(found: Correlation | PeopleCorrelation) -> str:
    """Return r with its interval and n as HTML, or n and why there is none."""
    if found.r is None:
        return _undefined(found.n, found.why_undefined)
    if found.low is None or found.high is None:
        return _defined(figure(found.r), f"no interval: {found.why_no_interval}", found.n)
    return _defined(figure(found.r), f"{figure(found.low)} to {figure(found.high)}", found.n)


def closeness(found: Agreement | Closeness) -> str:
    """Return the shares that are equal, and at most one point apart, with n as HTML, or n and why there are none."""
    if found.exact is None or found.within_one is None:
        return _undefined(found.n, found.why_undefined)
    return _defined(f"{figure(found.exact)} equal", f"{figure(found.within_one)} within one point", found.n)


def cell(value: float | None, n: int, why: str | None, *, signed: bool = False) -> str:
    """Return a figure with its n as HTML, or n and why there is none."""
    if value is None:
        return _undefined(n, why)
    text = figure(value)
    return _defined(f"+{text}" if signed and value > 0 and text != "0.00" else text, "", n)


def _defined(text: str, beside: str, n: int) -> str:
    small = f'<span class="sr-beside">{escape(beside)}</span>' if beside else ""
    return f'<span class="sr-figure">{escape(text)}</span>{small}<span class="sr-n">n = {n}</span>'


def _undefined(n: int, why: str | None) -> str:
    return (
        f'<span class="sr-figure">{BETWEEN}</span><span class="sr-beside">{escape(why or "")}</span>'
        f'<span class="sr-n">n = {n}</span>'
    )


def missing_rows(one: AxisReport) -> list[list[str]]:
    """Return what is missing on an axis as lines of HTML cells: whose, then a count for each reason of `MISSING`."""
    return [
        [escape(WHOSE[kind]), *(str(counts[reason]) if reason in counts else BETWEEN for reason in MISSING)]
        for kind, counts in one.missing.items()
    ]


def missing_columns() -> list[str]:
    """Return the heads of `missing_rows`."""
    return ["Whose", *(words[:1].upper() + words[1:] for words in MISSING.values())]
