"""The plot of How many more?: the half width of r's interval against responses, a line for each number of people."""

from html import escape
from typing import Any

import altair as alt
import pandas as pd

from pages.scatter import HEIGHT, SPOT

LINE = "#7d7b74"
DASHES = [[1, 0], [7, 4], [2, 3], [9, 3, 2, 3]]
LABELS: dict[str, Any] = {"labelFontSize": 13, "titleFontSize": 14}
ROWS = 10


def chart(widths: pd.DataFrame, now: int, wanted: float) -> alt.LayerChart | alt.FacetChart:
    """Draw the lines, told apart by their dashes, with marks at what there is now and what is wanted.

    Parameters
    ----------
    widths : DataFrame
        people (in words), responses, half, r.
    now
        Responses of the study.
    wanted
        The half width wanted.
    """
    names = list(dict.fromkeys(widths["people"]))
    x = alt.X(
        "responses:Q", title="Responses", scale=alt.Scale(type="log", nice=False), axis=alt.Axis(format=",d", **LABELS)
    )
    y = alt.Y("half:Q", title="Half width of the interval of r", scale=alt.Scale(domainMin=0), axis=alt.Axis(**LABELS))
    legend = alt.Legend(title=None, orient="top", labelFontSize=13, symbolSize=900, labelLimit=260, columns=1)
    lines = (
        alt.Chart(widths)
        .mark_line(strokeWidth=2.5, color=SPOT)
        .encode(
            x=x,
            y=y,
            strokeDash=alt.StrokeDash(
                "people:N", sort=names, scale=alt.Scale(domain=names, range=DASHES), legend=legend
            ),
            tooltip=[
                alt.Tooltip("people:N", title="With"),
                alt.Tooltip("responses:Q", title="Responses", format=","),
                alt.Tooltip("r:Q", title="r to expect", format=".2f"),
                alt.Tooltip("half:Q", title="Half width", format=".3f"),
            ],
        )
    )
    rule = alt.Chart(pd.DataFrame({"half": [wanted]})).mark_rule(color=LINE, strokeDash=[4, 3], strokeWidth=2)
    drawn = [lines, rule.encode(y="half:Q")]
    if widths["responses"].min() <= now <= widths["responses"].max():
        here = alt.Chart(pd.DataFrame({"responses": [now], "words": [f"now {now:,}"]}))
        drawn.append(here.mark_rule(color=LINE, strokeWidth=2).encode(x="responses:Q"))
        label = here.mark_text(align="left", dx=6, fontSize=13, fontWeight="bold", color=LINE)
        drawn.append(label.encode(x="responses:Q", y=alt.value(12), text="words:N"))
    return alt.layer(*drawn).properties(height=HEIGHT)


def table(widths: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    """Return the lines of the plot as heads and lines of HTML cells: about ten numbers of responses."""
    wide = widths.pivot(index="responses", columns="people", values="half")[list(dict.fromkeys(widths["people"]))]
    kept = wide.iloc[:: max(1, len(wide) // ROWS)]
    lines = [
        [f"{int(n):,}", *(f"± {half:.2f}" for half in row)] for n, row in zip(kept.index, kept.to_numpy(), strict=True)
    ]
    return ["Responses", *(escape(str(name)) for name in kept.columns)], lines
