"""How often each rater gave a score, and why not where there is none: counted apart for each kind of missing."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.frames import MAY_BE_MISSING, Kind, Missing
from analysis.score_tables import ScoreTables


class RaterCounts(NamedTuple):
    """One rater on one axis.

    Attributes
    ----------
    rater : str
    asked : int
        Responses with a row of this rater.
    scored : int
        Of those, with a score.
    missing : reason to int
        Of those, without one, for each reason that this kind of rater may have.
    """

    rater: str
    asked: int
    scored: int
    missing: dict[Missing, int]


def rater_counts(tables: ScoreTables, axis: str, kind: Kind) -> tuple[RaterCounts, ...]:
    """Count every rater of one kind on one axis, by name; raters who were never asked have no line."""
    of_axis = tables.axes.get_indexer(pd.Index([axis]))[0]
    of_kind = tables.kinds.get_indexer(pd.Index([kind]))[0]
    rows = np.flatnonzero((tables.axis == of_axis) & (tables.kind == of_kind))
    raters, value, missing = tables.rater[rows], tables.value[rows], tables.missing[rows]
    size = len(tables.raters)
    asked, scored = np.bincount(raters, minlength=size), np.bincount(raters[~np.isnan(value)], minlength=size)
    by_reason = {reason: np.bincount(raters[missing == reason], minlength=size) for reason in MAY_BE_MISSING[kind]}
    return tuple(
        RaterCounts(
            str(tables.raters[place]),
            int(asked[place]),
            int(scored[place]),
            {reason: int(counts[place]) for reason, counts in by_reason.items()},
        )
        for place in np.flatnonzero(asked).tolist()
    )
