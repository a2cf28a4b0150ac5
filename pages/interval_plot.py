"""One figure of several judges or systems side by side: a point with its interval on each row.

A table beside the plot says the same, so the plot needs no colour and no legend.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import altair as alt
import pandas as pd
import streamlit as st

from analysis.estimates import Estimate
from pages.figures import number

TONE, QUIET = "#2f7f78", "#7d7b74"
"""Tones that stand out from a light and from a dark page."""

ROW = 44
ROOM = {"left": 0, "right": 18, "top": 4, "bottom": 20}
"""Around the plot, so that no label at its edge is cut."""


class Interval(NamedTuple):
    """One row of the plot."""

    name: str
    estimate: Estimate


def show(lines: Sequence[Interval], title: str, *, key: str, zero: bool = True) -> None:
    """Show the plot under its title; nothing where no row has a value.

    Parameters
    ----------
    lines, zero
        As in `chart`.
    title
        What the figure is.
    key
        Of the plot, once on a page.
    """
    if not any(one.estimate.value is not None for one in lines):
        return
    st.html(f"<h3>{escape(title)}</h3>")
    with st.container(width=640, key=f"plot_{key}"):
        drawn = chart(lines, zero=zero)
        st.altair_chart(drawn, width="stretch", alt=in_words(lines, title), key=f"chart_{key}")


def chart(lines: Sequence[Interval], *, zero: bool = True) -> alt.LayerChart | alt.FacetChart:
    """Draw every row in the order given, also one without a value, which stays empty.

    Parameters
    ----------
    lines
        At least one with a value.
    zero
        Whether the scale begins at 0 or before, and a dashed line marks it.
    """
    drawn = pd.DataFrame(
        [
            (one.name, one.estimate.value, one.estimate.low, one.estimate.high, in_figures(one.estimate))
            for one in lines
            if one.estimate.value is not None
        ],
        columns=["name", "value", "low", "high", "told"],
    ).astype({"value": float, "low": float, "high": float})
    scale = alt.Scale(zero=zero, nice=True)
    names = [one.name for one in lines]
    rows = alt.Axis(labelFontSize=14, labelLimit=150, labelFlush=False, ticks=False, domain=False, grid=False)
    ticks = alt.Axis(grid=True, labelFontSize=13, labelFlush=False, tickCount=6)
    y = alt.Y("name:N", title=None, sort=names, scale=alt.Scale(domain=names), axis=rows)
    x = alt.X("value:Q", title=None, scale=scale, axis=ticks)
    told = [alt.Tooltip("name:N", title="Of"), alt.Tooltip("told:N", title="Figure")]
    whole = alt.Chart(drawn).encode(y=y, tooltip=told)
    rules = whole.transform_filter(alt.datum.low != None)  # noqa: E711 - an expression, not a comparison
    bars = rules.mark_rule(strokeWidth=3, color=TONE).encode(x=alt.X("low:Q", title=None, scale=scale), x2="high:Q")
    points = whole.mark_point(filled=True, size=150, opacity=1, color=TONE).encode(x=x)
    layers = [bars, points]
    if zero:
        layers.insert(0, alt.Chart(pd.DataFrame({"x": [0]})).mark_rule(color=QUIET, strokeDash=[3, 3]).encode(x="x:Q"))
    return alt.layer(*layers).properties(height=ROW * len(names) + 40, padding=ROOM)


def in_figures(found: Estimate) -> str:
    """Write a figure with its interval and n, or n and why there is none."""
    if found.value is None:
        return f"none: {found.why_undefined} (n = {found.n:,})"
    if found.low is None or found.high is None:
        return f"{number(found.value)}, no interval: {found.why_no_interval} (n = {found.n:,})"
    return f"{number(found.value)}, {number(found.low)} to {number(found.high)} (n = {found.n:,})"


def in_words(lines: Sequence[Interval], title: str) -> str:
    """Say what the plot shows, for those who cannot see it."""
    return f"{title}. {'; '.join(f'{one.name}: {in_figures(one.estimate)}' for one in lines)}."
