"""Where the spread of scores on one axis comes from: responses, raters, and the rest (a generalizability study).

Responses crossed with raters, one score in each cell; the rest is rater by response interaction and error together
(Cronbach and others 1972; Brennan 2001, Generalizability Theory, ch. 3). Components come from the mean squares, so
one may fall below 0; it is reported as found, with the value that tools which truncate would print beside it.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.scales import SAME


class Source(NamedTuple):
    """One source of spread: its mean square, degrees of freedom, component, and the component cut off at 0."""

    mean_square: float
    df: int
    component: float
    truncated: float


class Components(NamedTuple):
    """Sources of spread, or the reason they cannot be told apart.

    Attributes
    ----------
    response, rater, rest : Source or None
        In squared points of the axis.
    relative : float or None
        Generalizability of the mean of the raters found, response / (response + rest / k), from truncated
        components: how well it ranks responses. None when responses do not differ.
    absolute : float or None
        Phi, response / (response + rater / k + rest / k): how well it places responses on the scale.
    n, n_raters : int
        Responses scored by every rater, and raters; only these enter.
    n_incomplete : int
        Responses with some scores, left out because one rater's is missing.
    """

    response: Source | None
    rater: Source | None
    rest: Source | None
    relative: float | None
    absolute: float | None
    n: int
    n_raters: int
    n_incomplete: int
    why_undefined: str | None = None


def variance_components(scores: pd.DataFrame) -> Components:
    """Split the spread of scores into responses, raters and the rest.

    Parameters
    ----------
    scores : DataFrame of float, responses by raters
        Judges, people or both, on one axis; NaN where a rater gave no score. A column must be one rater all the way
        down: slots filled by different people have no rater component.

    Returns
    -------
    Components
        Undefined below two raters or three responses scored by all of them, and when every score is the same.
    """
    scores = scores.dropna(axis=1, how="all").dropna(how="all")
    complete = scores.dropna().to_numpy(dtype=float)
    n, k = complete.shape
    left = len(scores) - n
    if reason := _why_undefined(n, k):
        return Components(None, None, None, None, None, n, k, left, reason)
    if complete.max() - complete.min() <= SAME:
        reason = f"every score is {complete[0, 0]:g}"
        return Components(None, None, None, None, None, n, k, left, reason)
    grand, by_response, by_rater = complete.mean(), complete.mean(axis=1), complete.mean(axis=0)
    rest = float(((complete - by_response[:, None] - by_rater + grand) ** 2).sum()) / ((n - 1) * (k - 1))
    response = k * float(((by_response - grand) ** 2).sum()) / (n - 1)
    rater = n * float(((by_rater - grand) ** 2).sum()) / (k - 1)
    sources = (
        _source(response, n - 1, (response - rest) / k),
        _source(rater, k - 1, (rater - rest) / n),
        _source(rest, (n - 1) * (k - 1), rest),
    )
    return Components(*sources, *_dependability(*sources, k), n, k, left)


def _why_undefined(n: int, k: int) -> str | None:
    if k < 2:
        return f"{'no' if k == 0 else 'only one'} rater has scores; 2 are needed"
    if n < 3:
        return f"{n} responses were scored by all {k} raters; 3 are needed"
    return None


def _source(mean_square: float, df: int, component: float) -> Source:
    return Source(mean_square, df, component, max(component, 0.0))


def _dependability(response: Source, rater: Source, rest: Source, k: int) -> tuple[float | None, float | None]:
    if response.truncated <= SAME * np.sqrt(response.mean_square + rest.mean_square):
        return None, None
    relative = response.truncated / (response.truncated + rest.truncated / k)
    absolute = response.truncated / (response.truncated + (rater.truncated + rest.truncated) / k)
    return float(relative), float(absolute)
