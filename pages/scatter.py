"""One axis, response by response: what people said from left to right, what the judges said from bottom to top.

Scores are few values, so many responses fall on one spot: each spot is one circle that grows with them and says how
many they are. Nothing is told by colour alone, and a table beside the plot says the same in words.
"""

from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from analysis.scales import DECIMALS

HEIGHT = 420
LABELLED_FROM = 2
GRID = 40
EDGE = 0.08
NUMBERED = 0.05
SMALLEST, WITH_A_NUMBER = 30, 140
MOST_SPOTS = 400
SPOT, ON_SPOT = "#35807a", "white"
"""A tone that stands out, with white on it, from a light and from a dark page."""


class Spots(NamedTuple):
    """The responses counted by where they lie.

    Attributes
    ----------
    counts : DataFrame
        people, judges, responses; the fullest spot first.
    apart : (float, float)
        The smallest gap between two spots from left to right and from bottom to top, as shares of the scale: no
        circle is wider, so that none covers another.
    cell : float
        Scores were rounded to multiples of this, because there are too many spots; 0 where they stand as they are.
    """

    counts: pd.DataFrame
    apart: tuple[float, float]
    cell: float

    @property
    def numbered(self) -> bool:
        """Whether spots lie far enough apart to write on them how many responses they are."""
        return min(self.apart) >= NUMBERED


def spots(people: pd.Series, judges: pd.Series, lowest: float, highest: float) -> Spots:
    """Count the responses on each spot.

    Parameters
    ----------
    people, judges : Series of float, on the same index
        NaN where there is no score.
    lowest, highest
        The ends of the axis's scale.
    """
    both = pd.DataFrame({"people": people, "judges": judges}).dropna().astype(float).round(DECIMALS)
    cell = 0.0
    if len(both.drop_duplicates()) > MOST_SPOTS:
        cell = (highest - lowest) / GRID
        both = ((both - lowest) / cell).round() * cell + lowest
    counts = both.value_counts().rename("responses").reset_index()
    apart = tuple(smallest_gap(counts[side]) / (highest - lowest) for side in ("people", "judges"))
    return Spots(counts, (apart[0], apart[1]), cell)


def smallest_gap(scores: pd.Series) -> float:
    """Return how far the nearest two different scores lie apart; 1 where there is only one."""
    gaps = np.diff(np.unique(scores.to_numpy(dtype=float)))
    return float(gaps.min()) if len(gaps) else 1.0


def chart(found: Spots, lowest: float, highest: float, *, sides: tuple[str, str]) -> alt.LayerChart | alt.FacetChart:
    """Draw the spots, with a line where judges and people would agree.

    Parameters
    ----------
    found
        From `spots`.
    lowest, highest
        The ends of the scale.
    sides
        What is said along the people's and the judges' side.
    """
    edge = (highest - lowest) * EDGE
    scale = alt.Scale(domain=[lowest - edge, highest + edge], nice=False, zero=False)
    step = max(1, round((highest - lowest) / 10))
    values = list(range(int(lowest), int(highest) + 1, step))
    ticks = alt.Axis(values=values, format="~g", grid=True, labelFontSize=13, titleFontSize=15)
    x = alt.X("people:Q", title=sides[0], scale=scale, axis=ticks)
    y = alt.Y("judges:Q", title=sides[1], scale=scale, axis=ticks)
    counted = alt.Chart(found.counts).encode(x=x, y=y)
    ends = pd.DataFrame({"people": [lowest, highest], "judges": [lowest, highest]})
    line = alt.Chart(ends).mark_line(strokeDash=[5, 5], strokeWidth=1.5, opacity=0.7, color="gray").encode(x=x, y=y)
    size = sized(*(part / (1 + 2 * EDGE) for part in found.apart))
    tooltip = [
        alt.Tooltip("people:Q", title=sides[0], format=".2f"),
        alt.Tooltip("judges:Q", title=sides[1], format=".2f"),
        alt.Tooltip("responses:Q", title="Responses"),
    ]
    circles = counted.mark_circle(color=SPOT, opacity=1 if found.numbered else 0.75).encode(size=size, tooltip=tooltip)
    layers: list[alt.Chart] = [line, circles]
    if found.numbered:
        labelled = counted.transform_filter(alt.datum.responses >= LABELLED_FROM)
        text = labelled.mark_text(fontWeight="bold", fontSize=12, color=ON_SPOT)
        layers.append(text.encode(text="responses:Q", tooltip=tooltip))
    return alt.layer(*layers).properties(height=HEIGHT)


def sized(across: float, up: float) -> alt.Size:
    """Return circles that grow with the responses, none wider than the smallest gap between two spots.

    Parameters
    ----------
    across, up
        The smallest gaps, as shares of the plot's width and height.
    """
    widest = f"clamp(PI / 4 * pow(min({across:.6f} * width, {up:.6f} * height), 2), {SMALLEST}, 1000)"
    sizes = [alt.ExprRef(f"min({WITH_A_NUMBER}, {widest})"), alt.ExprRef(widest)]
    return alt.Size("responses:Q", scale=alt.Scale(range=sizes, domainMin=1), legend=None)


def in_words(name: str, found: Spots, *, sides: tuple[str, str]) -> str:
    """Say what the plot shows, for those who cannot see it."""
    number = int(found.counts["responses"].sum())
    responses = "1 response" if number == 1 else f"{number:,} responses"
    return (
        f"Scatter plot for {name}: {responses}; {sides[0]} from left to right, {sides[1]} from bottom "
        "to top, with a dashed line where both are equal. A table below lists the counts."
    )
