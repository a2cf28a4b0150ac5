"""A mean of people's scores, sharpened by the judges' scores where people did not look: PPI++.

People scored a random part of the responses, the judges all of them. The judges' mean over everything is corrected by
how far they are off where people scored too: lam * mean(judges elsewhere) + mean(people - lam * judges). `lam` says
how much the judges are trusted and is set from the data (Angelopoulos and others 2023, Science 382:669-674, "Prediction
-powered inference"; Angelopoulos, Duchi and Zrnic 2023, "PPI++", arXiv 2311.01453). With lam 0 it is the people's mean
alone. The judges' bias is removed whatever lam is; their own mean with an interval of its own would exclude the truth
nearly always.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from scipy import special, stats

from analysis.scales import SAME, Floats


class CorrectedMean(NamedTuple):
    """The corrected mean on one axis, or the reason there is none.

    Attributes
    ----------
    value : float or None
        In points of the axis.
    n, n_judged_only : int
        Responses scored by people and judges, and by judges alone.
    lam : float or None
        Weight of the judges, 0 to 1.
    people_mean, judges_mean : float or None
        The people's mean where they scored, and the judges' over all responses, for comparison.
    helped : float or None
        Share of the interval's width saved against the people's mean alone; below 0 when the judges cost precision.
    """

    value: float | None
    n: int
    n_judged_only: int
    low: float | None = None
    high: float | None = None
    lam: float | None = None
    people_mean: float | None = None
    judges_mean: float | None = None
    helped: float | None = None
    method: str = ""
    why_undefined: str | None = None
    why_no_interval: str | None = None
    notes: tuple[str, ...] = ()


def corrected_mean(
    people: pd.Series,
    judges: pd.Series,
    *,
    level: float = 0.95,
    lam: float | None = None,
    interval: Literal["t", "z"] = "t",
) -> CorrectedMean:
    """Estimate the mean that people would give over all responses.

    Parameters
    ----------
    people : Series of float, indexed by response
        Mean of the people who scored a response; NaN where nobody did. The scored responses must be a random sample
        of all; the function cannot see whether they are.
    judges : Series of float, indexed by response
        Settled scores; NaN where there is none. A response with people's scores and no settled one is left out.
    level : float in (0, 1)
    lam : float in [0, 1], or None to set it from the data
    interval
        ``t``: variances with n - 1, Student's t with n - 2 degrees of freedom (n - 1 when lam is 0); it keeps its
        promise from about 20 scored responses on. ``z``: as published for large samples, variances with n.

    Returns
    -------
    CorrectedMean
        The people's mean alone (lam 0), with a note, when fewer than 3 responses were scored by both, nothing was
        judged only, or the judges never vary. No value when people scored nothing; no interval when they scored one
        response or all their scores are the same.
    """
    if lam is not None and not 0 <= lam <= 1:
        raise ValueError(f"lam is {lam}; it lies from 0 to 1")
    people, judges = people.align(judges, join="outer")
    both = people.notna() & judges.notna()
    scored, beside = people[both].to_numpy(dtype=float), judges[both].to_numpy(dtype=float)
    elsewhere = judges[people.isna() & judges.notna()].to_numpy(dtype=float)
    n, more = len(scored), len(elsewhere)
    if n == 0:
        reason = "no response was scored by people and judges"
        return CorrectedMean(None, 0, more, why_undefined=reason, why_no_interval=reason)
    weight, notes = _weight(scored, beside, elsewhere, lam)
    value = (
        float(scored.mean()) if weight == 0 else float(weight * elsewhere.mean() + (scored - weight * beside).mean())
    )
    found = CorrectedMean(
        value,
        n,
        more,
        lam=weight,
        people_mean=float(scored.mean()),
        judges_mean=float(np.concatenate([beside, elsewhere]).mean()),
        notes=notes,
    )
    if n < 2 or np.ptp(scored) <= SAME:
        reason = "only one response was scored" if n < 2 else f"every score of the people is {scored[0]:g}"
        return found._replace(why_no_interval=reason)
    return _with_interval(found, value, (scored, beside, elsewhere), level, by_t=interval == "t")


def _weight(scored: Floats, beside: Floats, elsewhere: Floats, lam: float | None) -> tuple[float, tuple[str, ...]]:
    """Lam and what to say about it: covariance with the judges over their variance, less the fewer are judged only."""
    n, more = len(scored), len(elsewhere)
    everything = np.concatenate([beside, elsewhere])
    if n < 3 or not more or np.ptp(everything) <= SAME:
        reason = f"only {n} responses were scored by both" if n < 3 else "no response was judged only"
        if n >= 3 and more:
            reason = "the judges' scores are all the same"
        return 0.0, (f"the people's mean alone: {reason}",)
    if lam is not None:
        return lam, ()
    covariance = float(((scored - scored.mean()) * (beside - beside.mean())).mean())
    tuned = min(max(covariance / ((1 + n / more) * float(everything.var(ddof=1))), 0.0), 1.0)
    return tuned, () if tuned else ("the judges do not follow the people here, so they get no weight",)


def _with_interval(
    found: CorrectedMean, value: float, scores: tuple[Floats, Floats, Floats], level: float, *, by_t: bool
) -> CorrectedMean:
    scored, beside, elsewhere = scores
    n, lam, ddof = found.n, found.lam or 0.0, int(by_t)
    variance = float((scored - lam * beside).var(ddof=ddof)) / n
    if lam:
        variance += lam**2 * float(elsewhere.var(ddof=min(ddof, len(elsewhere) - 1))) / len(elsewhere)
    df = n - 2 if lam else n - 1
    half = _quantile(level, df, by_t) * math.sqrt(variance)
    half_alone = _quantile(level, n - 1, by_t) * math.sqrt(float(scored.var(ddof=ddof)) / n)
    if not half > SAME:
        return found._replace(
            why_no_interval="judges and people give the same scores; the interval would have no width"
        )
    name = "PPI++" if lam else "the people's mean"
    tail = f"t with {df} degrees of freedom" if by_t else "z, variances with n"
    return found._replace(low=value - half, high=value + half, helped=1 - half / half_alone, method=f"{name}, {tail}")


def _quantile(level: float, df: int, by_t: bool) -> float:
    share = (1 + level) / 2
    return float(stats.t.ppf(share, df) if by_t else special.ndtri(share))
