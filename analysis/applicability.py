"""Do raters agree on whether an axis applies at all? Kept apart from the scores: "does not apply" is never a 0."""

from typing import NamedTuple

import numpy as np

from analysis.categories import chance_corrected, classified
from analysis.scales import Floats


class Applicability(NamedTuple):
    """Agreement of a group on "applies" against "does not apply".

    Attributes
    ----------
    n : int
        Responses on which at least two raters said one or the other.
    applies, does_not : int
        How many said which, on all responses.
    agreement, ac1 : float or None
        Share of agreeing pairs of raters, each response weighing the same, and Gwet's AC1 with two categories.
        None, with the reason, where nobody could disagree.
    why_undefined : str or None
    """

    n: int
    applies: int
    does_not: int
    agreement: float | None
    ac1: float | None
    why_undefined: str | None = None


class Crossed(NamedTuple):
    """One side against the other on the same responses: both say it applies, only one side, neither."""

    both: int
    only_first: int
    only_second: int
    neither: int


def applicability(said: Floats) -> Applicability:
    """Compare raters on whether the axis applies.

    Parameters
    ----------
    said : array of float, (responses, raters)
        1.0 for applies, 0.0 for does not, NaN for everything else; see `analysis.score_tables`.
    """
    n = int(((~np.isnan(said)).sum(axis=1) >= 2).sum())
    yes, no = int((said == 1).sum()), int((said == 0).sum())
    if n == 0:
        return Applicability(n, yes, no, None, None, "no response was judged for applicability by two raters")
    if no == 0 or yes == 0:
        everybody = "applies" if no == 0 else "does not apply"
        return Applicability(n, yes, no, None, None, f"everybody says that it {everybody}, every time")
    table = classified(said, 2)
    found = chance_corrected(table, table.columns.sum(axis=1, keepdims=True), ("identity",))["identity"]
    return Applicability(n, yes, no, float(found.agreement[0]), float(found.gwet[0]))


def crossed(first: Floats, second: Floats) -> Crossed:
    """Count responses by what two sides said; a response on which either said neither thing is left out."""
    yes, no = first == 1, first == 0
    return Crossed(
        int((yes & (second == 1)).sum()),
        int((yes & (second == 0)).sum()),
        int((no & (second == 1)).sum()),
        int((no & (second == 0)).sum()),
    )
