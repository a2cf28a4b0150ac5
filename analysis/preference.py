"""Do judges favour answers of their own maker?

score = response + judge + preference * same + rest, by least squares. The response effect takes up how good an answer
is, in the eyes of everybody who judged it, and the judge effect how lenient a judge is; what is left is whether a
judge is more lenient with its own (Spiliopoulou and others 2025, "Play Favorites", arXiv 2508.06709, with response
effects in place of a gold score). Subtracting the people's mean from every score changes nothing, because the response
effect takes it up. Where answers have a single judge there is no response effect to be had; then
`preference_beside_people` takes the people's mean for what an answer is worth.

Under cross-judging nobody judges its own answers: then a preference for oneself cannot be known, and only one for the
family can, where some judge has a sibling among the authors and others judge the same answers.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.estimates import Estimate, undefined
from analysis.resampling import Columns, Plan, estimate, few_clusters, sums
from analysis.scales import Floats
from analysis.whole_numbers import whole_numbers

FINEST = 2.0**20

SMALL = 1e-4
"""Less than this left of the flag, in squared scores, is rounding."""


class Preference(NamedTuple):
    """Points that a judge gives its own above others, or the reason why that cannot be known.

    Attributes
    ----------
    points : Estimate
        `n` counts responses; the interval comes from draws of whole responses, stretched for few.
    same, other : int
        Scores given to its own and to others.
    """

    points: Estimate
    same: int
    other: int


def same_maker(systems: pd.Series, judges: pd.Series) -> pd.DataFrame:
    """Mark who judges its own.

    Parameters
    ----------
    systems : Series of str, indexed by response
        Model or family that wrote each response.
    judges : Series of str, indexed by judge
        Model or family of each judge, in the same words.

    Returns
    -------
    DataFrame of bool, responses by judges
    """
    table = systems.to_numpy()[:, None] == judges.to_numpy()[None, :]
    return pd.DataFrame(table, index=systems.index, columns=judges.index)


def preference(scores: pd.DataFrame, same: pd.DataFrame, plan: Plan, *, whose: str = "family") -> Preference:
    """Estimate the preference from answers that several judges scored.

    Parameters
    ----------
    scores : DataFrame of float, responses by judges
        On one axis; NaN where a judge gave no score.
    same : DataFrame of bool, responses by judges
        Whether the judge is of the author's family (or the very model); see `same_maker`.
    plan : Plan
        Which draws of responses.
    whose : str
        What `same` marks, for the reasons: "family" or "system".
    """
    kept = scores[scores.notna().sum(axis=1) >= 2]
    return _preference(kept, same, plan, whose, centred=True)


def preference_beside_people(
    scores: pd.DataFrame, same: pd.DataFrame, people: pd.Series, plan: Plan, *, whose: str = "family"
) -> Preference:
    """Estimate the preference where answers have a single judge, from how far each is above the people's mean.

    Parameters
    ----------
    people : Series of float, indexed by response
        Mean of the people who scored. Others as in `preference`.
    """
    gaps = scores.sub(people.reindex(scores.index), axis=0).dropna(how="all")
    return _preference(gaps, same, plan, whose, centred=False)


def _preference(scores: pd.DataFrame, same: pd.DataFrame, plan: Plan, whose: str, *, centred: bool) -> Preference:
    scores = scores.dropna(axis=1, how="all")
    table = scores.to_numpy(dtype=float)
    there = ~np.isnan(table)
    flag = same.reindex(index=scores.index, columns=scores.columns).fillna(False).to_numpy(dtype=bool) & there
    own, other = int(flag.sum()), int(there.sum() - flag.sum())
    n = len(table)

    def cannot(reason: str) -> Preference:
        return Preference(undefined(f"not identifiable: {reason}", n, level=plan.level), own, other)

    if n < 2:
        return Preference(
            undefined(f"{n} responses have the scores needed; 2 are needed", n, level=plan.level), own, other
        )
    if not own:
        return cannot(f"no judge scored an answer of its own {whose}")
    if not other:
        return cannot(f"judges scored only answers of their own {whose}")
    products = _products(table, flag, there, centred=centred)
    value, remaining = _solve(products.sum(axis=-1)[..., None], table.shape[1])
    if remaining[0] <= SMALL:
        return cannot(f"which judges scored which answers leaves judges' severity and their {whose} entangled")
    if int(there.sum()) - (n if centred else 0) - table.shape[1] - 1 < 1:
        return cannot("there are too few scores to tell it from chance")
    drawn = _solve(_drawn(products, plan), table.shape[1])[0]
    return Preference(estimate(float(value[0]), n, drawn, plan, stretch=few_clusters(n, plan.level)), own, other)


def _products(table: Floats, flag: Floats, there: Floats, *, centred: bool) -> Floats:
    """Each response's sums of products of judge columns, flag and score, (columns, columns, responses)."""
    dummies = np.eye(table.shape[1])[None, :, :] * there[:, :, None]
    last = np.stack([flag.astype(float), np.where(there, table, 0.0)], axis=2)
    design = np.concatenate([dummies, last], axis=2)
    if centred:
        mean = design.sum(axis=1, keepdims=True) / there.sum(axis=1)[:, None, None]
        design = np.where(there[:, :, None], design - mean, 0.0)
    return np.asarray(np.einsum("njp,njq->pqn", design, design), dtype=float)


def _drawn(products: Floats, plan: Plan) -> Floats:
    """The sums of products over the responses of every draw."""
    size, n = products.shape[0], products.shape[-1]
    flat = products.reshape(size * size, n)
    whole = [whole_numbers(row, largest=FINEST) for row in flat]
    drawn = sums([Columns(np.stack([row.values for row in whole]))], plan)[0]
    scale, origin = (np.array([[getattr(row, name)] for row in whole]) for name in ("scale", "origin"))
    return np.asarray(drawn / scale + n * origin, dtype=float).reshape(size, size, -1)


def _solve(products: Floats, judges: int) -> tuple[Floats, Floats]:
    """The coefficient of the flag from (columns, columns, draws), and how much of the flag judges leave unexplained.

    NaN in a draw where nothing is left of it.
    """
    by_draw = products.transpose(2, 0, 1)
    among, flag, score = by_draw[:, :judges, :judges], by_draw[:, :judges, judges], by_draw[:, :judges, judges + 1]
    inverse = np.linalg.pinv(among, rcond=1e-9, hermitian=True)
    weights = np.einsum("dij,dj->di", inverse, flag)
    remaining = by_draw[:, judges, judges] - (weights * flag).sum(axis=1)
    beside = by_draw[:, judges, judges + 1] - (weights * score).sum(axis=1)
    found = np.divide(beside, remaining, out=np.full(len(beside), np.nan), where=remaining > SMALL)
    return found, remaining
