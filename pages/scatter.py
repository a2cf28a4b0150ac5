"""The scatter plot of one axis: the judges' median against the mean of the people.

Scores are few values, so many responses fall on one spot: each spot is one circle that grows with them and says how
many they are. Nothing is told by colour alone, and a table beside the plot says the same in words.
"""

from collections import Counter
from collections.abc import Sequence

import altair as alt
import pandas as pd

from analysis.report import AxisReport, Point

HEIGHT = 420
LABELLED_FROM = 2
SPOT, ON_SPOT = "#35807a", "white"
"""A tone that stands out, with white on it, from a light and from a dark page."""


def spots(points: Sequence[Point]) -> pd.DataFrame:
    """Count the responses on each spot: columns people, judges, responses; the fullest spot first."""
    counts = Counter((point.people, point.judges) for point in points)
    rows = [(people, judges, count) for (people, judges), count in counts.most_common()]
    return pd.DataFrame(rows, columns=["people", "judges", "responses"])


def chart(report: AxisReport, lowest: float, highest: float) -> alt.LayerChart | alt.FacetChart:
    """Draw the spots, with a line where judges and people would agree.

    Parameters
    ----------
    report
        The axis.
    lowest, highest
        The ends of its scale.
    """
    edge = (highest - lowest) * 0.08
    scale = alt.Scale(domain=[lowest - edge, highest + edge], nice=False, zero=False)
    step = max(1, round((highest - lowest) / 10))
    ticks = alt.Axis(
        values=list(range(int(lowest), int(highest) + 1, step)),
        format="~g",
        grid=True,
        labelFontSize=13,
        titleFontSize=15,
    )
    x = alt.X("people:Q", title="Mean of the people", scale=scale, axis=ticks)
    y = alt.Y("judges:Q", title="The judges' median", scale=scale, axis=ticks)
    counted = alt.Chart(spots(report.points)).encode(x=x, y=y)
    ends = pd.DataFrame({"people": [lowest, highest], "judges": [lowest, highest]})
    line = alt.Chart(ends).mark_line(strokeDash=[5, 5], strokeWidth=1.5, opacity=0.7, color="gray").encode(x=x, y=y)
    size = alt.Size("responses:Q", scale=alt.Scale(range=[130, 1200], domainMin=1), legend=None)
    circles = counted.mark_circle(color=SPOT, opacity=1).encode(
        size=size,
        tooltip=[
            alt.Tooltip("people:Q", title="Mean of the people", format=".2f"),
            alt.Tooltip("judges:Q", title="The judges' median", format=".2f"),
            alt.Tooltip("responses:Q", title="Responses"),
        ],
    )
    numbers = counted.transform_filter(alt.datum.responses >= LABELLED_FROM).mark_text(
        fontWeight="bold", fontSize=14, color=ON_SPOT
    )
    return alt.layer(line, circles, numbers.encode(text="responses:Q")).properties(height=HEIGHT)


def in_words(report: AxisReport) -> str:
    """Say what the plot shows, for those who cannot see it."""
    responses = "1 response" if report.n == 1 else f"{report.n} responses"
    return (
        f"Scatter plot for {report.name}: {responses}, the mean of the people from left to right, the judges' median "
        f"from bottom to top, with a dashed line where both are equal. {report.sentence} A table lists the points."
    )
