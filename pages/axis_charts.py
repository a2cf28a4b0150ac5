"""The plots of the Axis page beside the scatter plot. What they tell stands in a table below each, too.

Tones go from light to dark, so that greyscale keeps their order; nothing hangs on colour alone.
"""

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.by_group import GroupFigures
from analysis.cross_tables import Level
from analysis.pairs import Limits
from analysis.scales import DECIMALS
from pages.scatter import GRID, HEIGHT, MOST_SPOTS, SPOT, sized, smallest_gap

PALE, DEEP = "#d9e8e5", "#1f5f5b"
ON_PALE, ON_DEEP = "#10211f", "#ffffff"
LINE = "#7d7b74"
CELL, PICKED = 52, "cell"
LABELS: dict[str, Any] = {"labelFontSize": 13, "titleFontSize": 14}
MOST_GROUPS = 40


def confusion(
    counts: npt.NDArray[np.intp], rows: Sequence[Level], columns: Sequence[Level], sides: tuple[str, str]
) -> alt.LayerChart | alt.FacetChart:
    """Draw how many responses have which scores; a click on a cell picks it, under the name `PICKED`.

    Parameters
    ----------
    counts : array of int, (rows, columns)
    rows, columns
        Of people and of judges.
    sides
        Their names.
    """
    table = pd.DataFrame(
        [
            (down.label, across.label, int(counts[r, c]), r, c)
            for r, down in enumerate(rows)
            for c, across in enumerate(columns)
            if counts[r, c]
        ],
        columns=["people", "judges", "responses", "row", "column"],
    )
    most = int(table["responses"].max()) if len(table) else 1
    order = {"x": [line.label for line in rows], "y": [line.label for line in reversed(columns)]}
    cells = alt.Chart(table).encode(
        x=alt.X("people:N", sort=order["x"], title=sides[0], scale=alt.Scale(domain=order["x"]), axis=_flat()),
        y=alt.Y("judges:N", sort=order["y"], title=sides[1], scale=alt.Scale(domain=order["y"]), axis=_flat()),
        tooltip=[
            alt.Tooltip("people:N", title=sides[0]),
            alt.Tooltip("judges:N", title=sides[1]),
            alt.Tooltip("responses:Q", title="Responses"),
        ],
    )
    pick = alt.selection_point(name=PICKED, fields=["row", "column"], on="click")
    tone = alt.Scale(domain=[0, most], range=[PALE, DEEP])
    filled = cells.mark_rect(stroke=LINE, strokeWidth=0.5, cursor="pointer").encode(
        color=alt.Color("responses:Q", scale=tone, legend=None),
        strokeWidth=alt.condition(pick, alt.value(3), alt.value(0.5), empty=False),
    )
    number = cells.mark_text(fontSize=14, fontWeight="bold", cursor="pointer").encode(
        text="responses:Q",
        color=alt.condition(alt.datum.responses > most * 0.45, alt.value(ON_DEEP), alt.value(ON_PALE)),
    )
    return alt.layer(filled.add_params(pick), number).properties(height=CELL * max(len(columns), 2) + 60)


def _flat() -> alt.Axis:
    return alt.Axis(labelAngle=0, grid=False, ticks=False, **LABELS)


def differences(
    both: pd.DataFrame, bias: float, limits: Limits | None, highest_gap: float
) -> alt.LayerChart | alt.FacetChart:
    """Draw Bland and Altman's plot: the difference against the mean of both, counted on each spot.

    Parameters
    ----------
    both : DataFrame
        people, judges and gap of each response.
    bias : float
    limits : Limits or None
        None with a single response.
    highest_gap
        How far apart both can be on this axis.
    """
    table = pd.DataFrame({"mean": (both["people"] + both["judges"]) / 2, "gap": both["gap"]}).round(DECIMALS)
    if len(table.drop_duplicates()) > MOST_SPOTS:
        cell = highest_gap / GRID
        table = (table / cell).round() * cell
    counts = table.value_counts().rename("responses").reset_index()
    spots = (
        alt.Chart(counts)
        .mark_circle(color=SPOT, opacity=0.8)
        .encode(
            x=alt.X("mean:Q", title="Mean of people and judges", scale=alt.Scale(zero=False), axis=alt.Axis(**LABELS)),
            y=alt.Y("gap:Q", title="Judges minus people, points", axis=alt.Axis(**LABELS)),
            size=_size(counts),
            tooltip=[
                alt.Tooltip("mean:Q", title="Mean of both", format=".2f"),
                alt.Tooltip("gap:Q", title="Judges minus people", format="+.2f"),
                alt.Tooltip("responses:Q", title="Responses"),
            ],
        )
    )
    rules = [(bias, "mean", 3, [1, 0]), *([] if limits is None else _limits(limits))]
    drawn = [spots]
    for at, words, width, dash in rules:
        line = alt.Chart(pd.DataFrame({"at": [at], "words": [f"{words} {at:+.2f}"]}))
        drawn.append(line.mark_rule(color=LINE, strokeWidth=width, strokeDash=dash).encode(y="at:Q"))
        label = line.mark_text(align="right", dy=-9, fontSize=13, color=LINE, fontWeight="bold")
        drawn.append(label.encode(y="at:Q", x=alt.value("width"), text="words:N"))
    return alt.layer(*drawn).properties(height=HEIGHT)


def _size(counts: pd.DataFrame) -> alt.Size:
    """Circles that do not cover each other, also when the limits of agreement stretch the plot upwards."""
    spans = [max(float(np.ptp(counts[side])), 1.0) for side in ("mean", "gap")]
    across, up = (smallest_gap(counts[side]) / span for side, span in zip(("mean", "gap"), spans, strict=True))
    return sized(across * 0.8, up * 0.5)


def _limits(limits: Limits) -> list[tuple[float, str, int, list[int]]]:
    return [(limits.low, "lower limit", 2, [6, 4]), (limits.high, "upper limit", 2, [6, 4])]


def distribution(shares: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw which share of each rater's scores has which value.

    Parameters
    ----------
    shares : DataFrame of float, raters by scores in words
        In the order in which they are drawn.
    """
    scores, raters = list(shares.columns), list(shares.index)
    table = shares.rename_axis("rater").reset_index().melt("rater", var_name="score", value_name="share")
    cells = alt.Chart(table[table["share"] > 0]).encode(
        x=alt.X("score:N", sort=scores, title="Score", scale=alt.Scale(domain=scores), axis=_flat()),
        y=alt.Y(
            "rater:N",
            sort=raters,
            title=None,
            scale=alt.Scale(domain=raters),
            axis=alt.Axis(ticks=False, labelLimit=200, **LABELS),
        ),
        tooltip=[
            alt.Tooltip("rater:N", title="Rater"),
            alt.Tooltip("score:N", title="Score"),
            alt.Tooltip("share:Q", title="Share of their scores", format=".0%"),
        ],
    )
    tone = alt.Scale(domain=[0, 1], range=[PALE, DEEP])
    filled = cells.mark_rect(stroke=LINE, strokeWidth=0.5).encode(color=alt.Color("share:Q", scale=tone, legend=None))
    number = cells.mark_text(fontSize=13).encode(
        text=alt.Text("share:Q", format=".0%"),
        color=alt.condition(alt.datum.share > 0.5, alt.value(ON_DEEP), alt.value(ON_PALE)),
    )
    return alt.layer(filled, number).properties(height=34 * max(len(raters), 2) + 60)


def group_bias(groups: Sequence[GroupFigures]) -> alt.LayerChart | alt.FacetChart:
    """Draw how much higher or lower judges score in each group, with intervals; groups without a score have no mark."""
    names = [one.group for one in groups]
    table = pd.DataFrame(
        [
            (one.group, one.bias.value, one.bias.low, one.bias.high, one.n)
            for one in groups
            if one.bias.value is not None
        ],
        columns=["group", "bias", "low", "high", "n"],
    ).astype({"bias": float, "low": float, "high": float})
    axis = alt.Axis(ticks=False, domain=False, labelLimit=220, grid=False, **LABELS)
    y = alt.Y("group:N", sort=names, title=None, scale=alt.Scale(domain=names), axis=axis)
    whole = alt.Chart(table).encode(
        y=y,
        tooltip=[
            alt.Tooltip("group:N", title="Group"),
            alt.Tooltip("bias:Q", title="Judges minus people", format="+.2f"),
            alt.Tooltip("low:Q", title="Interval from", format="+.2f"),
            alt.Tooltip("high:Q", title="to", format="+.2f"),
            alt.Tooltip("n:Q", title="Responses"),
        ],
    )
    x = alt.X("low:Q", title="Judges minus people, points, with 95 % interval", axis=alt.Axis(**LABELS))
    rules = whole.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2.5, color=SPOT).encode(x=x, x2="high:Q")
    points = whole.mark_point(filled=True, size=130, opacity=1, color=SPOT).encode(x="bias:Q")
    none = alt.Chart(pd.DataFrame({"x": [0]})).mark_rule(color=LINE, strokeDash=[5, 4]).encode(x="x:Q")
    return alt.layer(none, rules, points).properties(height=34 * max(len(names), 2) + 60)
