"""The long frame that every statistic reads: one row per response, axis and rater.

Columns
-------
response : str
    Id of what was scored (a target id where the benchmark has several modules).
axis : str
    Axis id of the benchmark.
rater : str
    Id of the person or judge; on settled rows the name of the rule that settled the score.
kind : str
    ``human`` (a person), ``llm`` (one judge) or ``settled`` (what counts of the judges' scores under the
    protocol's rule, for example their median). Settled rows are written by whoever settles; nothing in this
    package turns judges into a settled score.
value : float64
    The score on the axis's own scale, NaN when there is none.
missing : str or None
    Why there is no value, one of `MISSING`; None when there is one. "Does not apply" is a reason, never a 0.

A rater who was asked and gave nothing has a row with ``not_scored``; a rater who was never asked has no row.
A frame holds one pass: first scores and scores given after seeing other people's reasons do not share a
frame, and hidden repeats stay outside. At most one settled row per response and axis.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import pandas as pd

COLUMNS = ("response", "axis", "rater", "kind", "value", "missing")

Kind = Literal["human", "llm", "settled"]
Missing = Literal["not_applicable", "cannot_assess", "rubric_unclear", "unreadable", "not_scored"]

MISSING: dict[Missing, str] = {
    "not_applicable": "does not apply",
    "cannot_assess": "cannot assess",
    "rubric_unclear": "the rubric is unclear",
    "unreadable": "the reply could not be read",
    "not_scored": "not scored yet",
}

MAY_BE_MISSING: dict[Kind, tuple[Missing, ...]] = {
    "human": ("not_applicable", "cannot_assess", "rubric_unclear", "not_scored"),
    "llm": ("not_applicable", "unreadable", "not_scored"),
    "settled": ("not_applicable", "unreadable", "not_scored"),
}


class Row(NamedTuple):
    """One row of the long frame; exactly one of `value` and `missing` is None."""

    response: str
    axis: str
    rater: str
    kind: Kind
    value: float | None = None
    missing: Missing | None = None


def long_frame(rows: Iterable[Row]) -> pd.DataFrame:
    """Lay rows out as a long frame with the right column types, also when there are none.

    Parameters
    ----------
    rows : iterable of Row
        In any order.

    Returns
    -------
    DataFrame
        Columns as in the module's description, fresh index 0, 1, 2, ...
    """
    frame = pd.DataFrame(list(rows), columns=list(COLUMNS), dtype=object)
    frame["value"] = frame["value"].astype("float64")
    return frame


def wide(frame: pd.DataFrame, axis: str, kind: Kind) -> pd.DataFrame:
    """Lay out one axis as responses by raters of one kind.

    Parameters
    ----------
    frame : DataFrame
        A long frame that passed `analysis.frame_check.check_frame`.
    axis : str
        The axis wanted; an axis without any row gives a table of NaN, not an empty one.
    kind : Kind
        Whose scores.

    Returns
    -------
    DataFrame of float64
        Index: every response of the whole frame, sorted. Columns: every rater of that kind in the whole
        frame, sorted, so that a rater or response without a value here keeps a line of NaN. NaN where there
        is no value.
    """
    responses = pd.Index(sorted(frame["response"].unique()), name="response", dtype=object)
    raters = pd.Index(sorted(frame.loc[frame["kind"] == kind, "rater"].unique()), name="rater", dtype=object)
    rows = frame[(frame["axis"] == axis) & (frame["kind"] == kind)]
    table = rows.set_index(["response", "rater"])["value"].unstack("rater")
    return table.reindex(index=responses, columns=raters).astype("float64")


def settled(frame: pd.DataFrame, axis: str) -> pd.Series:
    """Return what counts of the judges' scores on one axis.

    Parameters
    ----------
    frame : DataFrame
        A checked long frame.
    axis : str
        The axis wanted.

    Returns
    -------
    Series of float64, indexed by every response of the frame, sorted
        NaN where nothing is settled or the settled outcome is that the axis does not apply.
    """
    rows = frame[(frame["axis"] == axis) & (frame["kind"] == "settled")]
    responses = pd.Index(sorted(frame["response"].unique()), name="response", dtype=object)
    return rows.set_index("response")["value"].reindex(responses).astype("float64")


def count_missing(frame: pd.DataFrame, axis: str, kind: Kind) -> dict[Missing, int]:
    """Count the rows without a value on one axis by their reason, zeros included."""
    rows = frame[(frame["axis"] == axis) & (frame["kind"] == kind)]
    counts = rows["missing"].value_counts()
    return {reason: int(counts.get(reason, 0)) for reason in MAY_BE_MISSING[kind]}
