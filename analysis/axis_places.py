"""Does it matter to a judge where in its prompt an axis stands?

value = mean of the axis + slope * place + rest, by least squares: an axis's own level is taken out, so an axis that is
scored low wherever it stands is no effect of its place. This needs axes in another order for each response, as a run
with shuffled axes has them; where an axis always stands in one place, level and place cannot be told apart.
"""

import math

import pandas as pd
from scipy import stats

from analysis.estimates import Estimate, undefined, without_interval
from analysis.scales import SAME

FEWEST_BEYOND = 2
"""Scores needed beyond one for each axis and one for the slope, for a spread."""


def place_slope(scores: pd.DataFrame, *, level: float = 0.95) -> Estimate:
    """Say by how many points one judge's scores rise with each place later in the list of axes.

    Parameters
    ----------
    scores : DataFrame
        One row for each score of one judge: axis, place (1 for the first), value (float; NaN where there is none).
    level : float in (0, 1)

    Returns
    -------
    Estimate
        In points of the scale for one place, with a t interval; n counts scores. Undefined with too few scores, or
        where no axis stood in two places.
    """
    known = scores.dropna(subset=["value"])
    by_axis = known.groupby("axis")
    n, axes = len(known), by_axis.ngroups
    free = n - axes - 1
    if free < FEWEST_BEYOND:
        least = axes + 1 + FEWEST_BEYOND
        return undefined(f"{n} scores on {axes} axes; {least} are needed", n, level=level)
    place = (known["place"] - by_axis["place"].transform("mean")).to_numpy(dtype=float)
    value = (known["value"] - by_axis["value"].transform("mean")).to_numpy(dtype=float)
    width = float(place @ place)
    if width <= SAME**2:
        return undefined("every axis always stood in the same place", n, level=level)
    slope = float(place @ value) / width
    rest = value - slope * place
    spread = float(rest @ rest) / free
    if spread <= SAME**2:
        return without_interval(slope, n, "axis and place explain everything", level=level)
    half = float(stats.t.ppf((1 + level) / 2, free)) * math.sqrt(spread / width)
    return Estimate(slope, n, slope - half, slope + half, f"least squares, t with {free} degrees of freedom", level)
