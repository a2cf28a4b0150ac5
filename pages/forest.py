"""The forest plot over axes: the judges' r with its interval, the people's with each other, and the best possible r.

Shapes and lines tell the three apart, so that nothing hangs on colour; a table below says the same in words.
"""

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from analysis.estimates import Estimate
from analysis.sentences import figure
from pages import figures
from pages.results import Results

STRONG, QUIET = "#2f7f78", "#77756d"
"""Tones that stand out from a light and from a dark page, and differ in greyscale."""

KINDS = {
    "Judges with people’s mean": ("circle", STRONG, [1, 0]),
    "People with each other": ("diamond", QUIET, [5, 3]),
    "Best possible with people’s mean": ("M-.12,-1.2L.12,-1.2L.12,1.2L-.12,1.2Z", QUIET, [2, 3]),
}
"""What is drawn, with shape, tone and dashes of its line."""

MARKS = ("●", "◆", "┃")
ROW = 84
WRAP = 17


class Line(NamedTuple):
    """One figure of the plot."""

    axis: str
    kind: str
    estimate: Estimate


def lines_of(results: Results) -> list[Line]:
    """Return what the plot shows: three figures of each axis."""
    found = []
    for one in results.report.axes:
        full, name = one.report.statistics, one.report.name
        if full is None:
            continue
        same = figures.of_correlation(results.same[one.report.axis])
        judges = figures.of_correlation(one.report.judges_people)
        three = (judges, same, full.ceiling.ceiling.estimate)
        found += [Line(name, kind, estimate) for kind, estimate in zip(KINDS, three, strict=True)]
    return found


def chart(lines: Sequence[Line]) -> alt.LayerChart | alt.FacetChart:
    """Draw the figures that have a value, one row for each axis, also for one without any."""
    drawn = pd.DataFrame(
        [
            (
                _wrapped(one.axis),
                one.kind,
                one.estimate.value,
                one.estimate.low,
                one.estimate.high,
                f"n = {one.estimate.n:,}",
                _interval(one.estimate),
            )
            for one in lines
            if one.estimate.value is not None
        ],
        columns=["axis", "kind", "value", "low", "high", "n", "interval"],
    ).astype({"value": float, "low": float, "high": float})
    names = list(dict.fromkeys(_wrapped(one.axis) for one in lines))
    lowest = min(0.0, float(drawn[["value", "low"]].min().min()) if len(drawn) else 0.0)
    return _layers(drawn, names, lowest).properties(height=ROW * max(len(names), 1))


def _layers(drawn: pd.DataFrame, names: Sequence[str], lowest: float) -> alt.LayerChart | alt.FacetChart:
    scale = alt.Scale(domain=[min(-0.05, lowest - 0.05), 1.02], nice=False)
    ticks = alt.Axis(format=".1f", grid=True, labelFontSize=13, titleFontSize=14, tickCount=8)
    rows = alt.Axis(
        labelFontSize=14, labelLimit=0, labelExpr="split(datum.label, '|')", ticks=False, domain=False, grid=False
    )
    y = alt.Y("axis:N", title=None, sort=list(names), scale=alt.Scale(domain=list(names)), axis=rows)
    offset = alt.YOffset("kind:N", sort=list(KINDS), scale=alt.Scale(domain=list(KINDS), paddingOuter=0.6))
    told: dict[str, Any] = {
        "color": _scaled(alt.Color, 1),
        "tooltip": [
            alt.Tooltip("kind:N", title="Of"),
            alt.Tooltip("value:Q", title="r", format=".2f"),
            alt.Tooltip("interval:N", title="Interval"),
            alt.Tooltip("n:N", title="Rests on"),
        ],
    }
    whole = alt.Chart(drawn).encode(y=y, yOffset=offset, **told)
    rules = whole.mark_rule(strokeWidth=2.5).encode(
        x=alt.X("low:Q", title="r, with 95 % interval", scale=scale, axis=ticks),
        x2="high:Q",
        strokeDash=_scaled(alt.StrokeDash, 2),
    )
    points = whole.mark_point(filled=True, size=150, opacity=1, strokeWidth=3).encode(
        x=alt.X("value:Q", scale=scale), shape=_scaled(alt.Shape, 0)
    )
    nothing = alt.Chart(pd.DataFrame({"x": [0]})).mark_rule(color=QUIET, strokeDash=[2, 2]).encode(x="x:Q")
    return alt.layer(nothing, rules.transform_filter(alt.datum.low != None), points)  # noqa: E711 - an expression


def _scaled(channel: Any, part: int) -> Any:
    scale = alt.Scale(domain=list(KINDS), range=[told[part] for told in KINDS.values()])
    return channel("kind:N", scale=scale, sort=list(KINDS), legend=None)


def _wrapped(name: str) -> str:
    """Break an axis's name into lines, so that it leaves room for the plot on a phone."""
    return "|".join(wrap(name.replace("|", " "), WRAP))


def legend() -> str:
    """Say which mark means what."""
    return " · ".join(f"{mark} {kind}" for mark, kind in zip(MARKS, KINDS, strict=True))


def _interval(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return found.why_no_interval or "none"
    return f"{figure(found.low)} to {figure(found.high)}"


def in_words(lines: Sequence[Line]) -> str:
    """Say what the plot shows, for those who cannot see it."""
    told = [
        f"{one.axis}, {one.kind.lower()}: {figure(one.estimate.value)}"
        for one in lines
        if one.estimate.value is not None
    ]
    return f"Forest plot of correlations with their intervals, one row for each axis. {'; '.join(told) or 'Empty'}."


def table(lines: Sequence[Line]) -> list[list[str]]:
    """Return the same as lines of HTML cells: axis, then a figure of each kind."""
    rows: dict[str, list[str]] = {}
    for one in lines:
        rows.setdefault(one.axis, []).append(figures.estimate(one.estimate))
    return [[escape(axis), *cells] for axis, cells in rows.items()]
