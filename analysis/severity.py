"""How severe or lenient each rater is: rater effects beside response effects, by least squares.

score = mean + response + rater + rest, the rater effects adding up to 0. Because every response has an effect of its
own, raters may have scored different responses: under cross-judging, where no judge scores its own system's answers,
plain means would compare judges on different responses. Where every rater scored every response the effect is the
rater's mean minus the mean of all scores.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from analysis.estimates import Estimate, undefined, without_interval
from analysis.scales import SAME, Floats


class Severity(NamedTuple):
    """Rater effects in points of the axis: above 0 lenient, below 0 severe.

    Attributes
    ----------
    raters : tuple of (rater, Estimate)
        Every rater asked about; `n` counts the responses of the rater that another rater scored too.
    residual_sd : float or None
        Spread of what raters and responses leave unexplained; None without degrees of freedom.
    n : int
        Responses scored by at least two raters; only they carry information.
    why_undefined : str or None
        The reason why no rater has an effect.
    """

    raters: tuple[tuple[str, Estimate], ...]
    residual_sd: float | None
    n: int
    why_undefined: str | None = None


def severity(scores: pd.DataFrame, *, level: float = 0.95) -> Severity:
    """Estimate every rater's effect with a t interval.

    Parameters
    ----------
    scores : DataFrame of float, responses by raters
        Judges, people or both, on one axis; NaN where a rater gave no score.
    level : float in (0, 1)
        Coverage of the intervals.

    Returns
    -------
    Severity
        Undefined below two raters, without a shared response, or when the raters fall into groups that share no
        response: then no effect can be compared across groups. No interval where nothing is left over to estimate
        the spread from. The interval takes the rest to be equally spread for all raters.
    """
    scores = scores.dropna(axis=1, how="all")
    shared = scores[scores.notna().sum(axis=1) >= 2]
    n, counts = len(shared), shared.notna().sum()
    if reason := _why_undefined(shared):
        raters = tuple((str(rater), undefined(reason, int(counts[rater]), level=level)) for rater in scores.columns)
        return Severity(raters, None, n, reason)
    effects, errors, sd, df = _fit(shared.to_numpy(dtype=float))
    half = errors * (stats.t.ppf((1 + level) / 2, df) if df else np.nan)
    method = f"least squares with response and rater effects, t with {df} degrees of freedom"
    raters = tuple(
        (str(rater), _estimate(float(effect), float(width), int(count), method, level))
        for rater, effect, width, count in zip(scores.columns, effects, half, counts, strict=True)
    )
    return Severity(raters, sd, n)


def _estimate(effect: float, half: float, n: int, method: str, level: float) -> Estimate:
    if not half > SAME:
        missing = np.isnan(half)
        reason = "there are too few scores to estimate their spread" if missing else "raters and responses explain all"
        return without_interval(effect, n, reason, level=level)
    return Estimate(effect, n, effect - half, effect + half, method, level)


def _why_undefined(shared: pd.DataFrame) -> str | None:
    if shared.shape[1] < 2:
        return f"{'no' if not shared.shape[1] else 'only one'} rater has scores; 2 are needed"
    if shared.empty:
        return "no response was scored by two raters"
    if alone := [str(rater) for rater in shared.columns if shared[rater].isna().all()]:
        return f"{', '.join(alone)}: no response shared with another rater"
    there = shared.notna().to_numpy()
    response, rater = np.nonzero(there)
    nodes = sum(there.shape)
    links = coo_array((np.ones(len(rater)), (response, rater + there.shape[0])), shape=(nodes, nodes))
    groups, member = connected_components(links, directed=False)
    if groups > 1:
        of_rater = member[there.shape[0] :]
        names = [" and ".join(map(str, shared.columns[of_rater == group])) for group in np.unique(of_rater)]
        return f"the raters fall into groups that share no response: {'; '.join(names)}"
    return None


def _fit(scores: Floats) -> tuple[Floats, Floats, float | None, int]:
    """Least squares with the response effects swept out: effects, their standard errors, residual sd, its df."""
    there = ~np.isnan(scores)
    responses, raters = scores.shape
    count = there.sum(axis=1, keepdims=True)
    weight = there / np.sqrt(count)
    normal = np.diag(there.sum(axis=0).astype(float)) - weight.T @ weight
    centred = np.where(there, scores - np.nanmean(scores, axis=1, keepdims=True), 0.0)
    inverse = np.linalg.inv(normal + 1 / raters) - 1 / raters
    effects = inverse @ centred.sum(axis=0)
    expected = effects - (there @ effects)[:, None] / count
    rest = np.where(there, centred - expected, 0.0)
    df = int(there.sum()) - responses - raters + 1
    if df < 1:
        return effects, np.full(raters, np.nan), None, 0
    variance = float((rest**2).sum()) / df
    return effects, np.sqrt(variance * np.clip(np.diag(inverse), 0, None)), float(np.sqrt(variance)), df
