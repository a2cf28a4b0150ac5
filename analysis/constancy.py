"""How constant people are: the same response scored twice by the same person, who was not told.

Scores on several axes of one response hang together and repeats are few, so the figures are counts out of n and carry
no interval.
"""

from typing import NamedTuple

import pandas as pd

from analysis.scales import SAME


class Constancy(NamedTuple):
    """One person's second scores beside their first.

    Attributes
    ----------
    rater : str
    responses : int
        Responses scored twice.
    n : int
        Axes with a value both times, over all of them.
    equal, within_one : int
        Of these, with the same value, and at most one point apart.
    mean_distance, mean_change : float or None
        Mean absolute difference, and mean of second minus first, in points; None when n is 0.
    changed_kind : int
        Axes with a value one time and none the other (it does not apply, cannot be assessed, the rubric is unclear),
        or with different reasons for none.
    same_none : int
        Axes without a value both times, for the same reason.
    """

    rater: str
    responses: int
    n: int
    equal: int
    within_one: int
    mean_distance: float | None
    mean_change: float | None
    changed_kind: int
    same_none: int


def constancy(pairs: pd.DataFrame) -> tuple[Constancy, ...]:
    """Compare every person with themselves.

    Parameters
    ----------
    pairs : DataFrame
        One row per person, response, module and axis: rater, response, module, first, again (float, NaN without a
        value), first_kind, again_kind.

    Returns
    -------
    tuple of Constancy
        In the order in which raters come in the frame.
    """
    return tuple(_of(str(rater), mine) for rater, mine in pairs.groupby("rater", sort=False))


def _of(rater: str, mine: pd.DataFrame) -> Constancy:
    both = mine[mine["first"].notna() & mine["again"].notna()]
    change = both["again"] - both["first"]
    without = mine.drop(index=both.index)
    same = without["first_kind"] == without["again_kind"]
    return Constancy(
        rater=rater,
        responses=len(mine[["response", "module"]].drop_duplicates()),
        n=len(both),
        equal=int((change.abs() <= SAME).sum()),
        within_one=int((change.abs() <= 1 + SAME).sum()),
        mean_distance=float(change.abs().mean()) if len(both) else None,
        mean_change=float(change.mean()) if len(both) else None,
        changed_kind=int((~same).sum()),
        same_none=int(same.sum()),
    )
