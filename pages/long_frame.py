"""From the store's rows to the long frame that every statistic reads."""

from collections.abc import Mapping

import pandas as pd

from analysis.frames import COLUMNS
from files.export import MEDIAN_RATER


def long_frame(scores: pd.DataFrame, settled: pd.DataFrame, *, module: str, names: Mapping[str, str]) -> pd.DataFrame:
    """Bring people, judges and settled scores of one module together; no person's name or key is left in it.

    Parameters
    ----------
    scores : DataFrame
        As `store.frames.scores` returns it.
    settled : DataFrame
        As `store.frames.settled` returns it.
    module : str
        The module whose targets are wanted; response labels are unique within it.
    names : mapping
        What each person is called instead of their key (`pages.rater_names`).

    Returns
    -------
    DataFrame
        Columns as in `analysis.frames`.
    """
    given = scores[scores["module"] == module]
    people = given["kind"] == "human"
    given = given.assign(rater=given["rater"].where(~people, given["rater"].map(names)))
    counts = settled[settled["module"] == module]
    counts = counts.assign(rater=MEDIAN_RATER, kind="settled")
    frame = pd.concat([one[list(COLUMNS)].astype(object) for one in (given, counts)], ignore_index=True)
    missing = frame["missing"].where(frame["missing"].notna(), None)
    return frame.assign(value=frame["value"].astype("float64"), missing=missing)
