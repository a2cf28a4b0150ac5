"""Is a long frame what `analysis.frames` says it is? Every problem is named at once, in words."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from pandas.api.types import is_float_dtype

from analysis.frames import COLUMNS, MAY_BE_MISSING
from analysis.scales import SAME, Scale, places, scale_in_words


def check_frame(frame: pd.DataFrame, axes: Sequence[Scale], *, any_number: bool = False) -> None:
    """Refuse a long frame that breaks its contract.

    Parameters
    ----------
    frame : DataFrame
        The long frame, columns as in `analysis.frames`.
    axes : sequence of Scale
        Every axis that may occur. People and judges must use the values of their axis; a settled score may
        lie between two of them (the median of an even number of judges does), not outside.
    any_number : bool
        Whether judges' scores, and with them what is settled, may lie anywhere, as means of several replies do.

    Raises
    ------
    ValueError
        Naming every problem found, one a line, with what is allowed.
    """
    problems = list(_columns(frame))
    if not problems:
        problems = [*_kinds(frame), *_values(frame), *_repeats(frame), *_scales(frame, axes, any_number)]
    if problems:
        raise ValueError("the frame of scores cannot be used:\n" + "\n".join(problems))


def _columns(frame: pd.DataFrame) -> Iterator[str]:
    if set(frame.columns) != set(COLUMNS) or len(frame.columns) != len(COLUMNS):
        yield f"columns are {', '.join(map(str, frame.columns))}; allowed are exactly {', '.join(COLUMNS)}"
        return
    if not is_float_dtype(frame["value"]):
        yield f"column value holds {frame['value'].dtype}; it must hold float64, with NaN for no value"
    for column in ("response", "axis", "rater", "kind"):
        if empty := int(frame[column].isna().sum()):
            yield f"column {column} is empty in {empty} rows; every row needs one"


def _kinds(frame: pd.DataFrame) -> Iterator[str]:
    for kind in sorted(set(frame["kind"]) - set(MAY_BE_MISSING)):
        yield f"kind '{kind}' is unknown; allowed are {', '.join(MAY_BE_MISSING)}"
    for kind, reasons in MAY_BE_MISSING.items():
        found = frame.loc[frame["kind"] == kind, "missing"].dropna()
        for reason in sorted(set(found) - set(reasons)):
            yield f"missing '{reason}' cannot occur for kind {kind}; allowed are {', '.join(reasons)}"
    kinds_of_rater = frame.groupby("rater")["kind"].nunique()
    for rater in sorted(kinds_of_rater[kinds_of_rater > 1].index):
        yield f"rater '{rater}' occurs with more than one kind; a rater is a person, a judge or a rule"


def _place(row: pd.Series) -> str:
    return f"response '{row['response']}', axis '{row['axis']}', rater '{row['rater']}'"


def _values(frame: pd.DataFrame) -> Iterator[str]:
    has_value, has_reason = frame["value"].notna(), frame["missing"].notna()
    for _, row in frame[has_value & has_reason].iterrows():
        yield f"{_place(row)}: has both the value {row['value']:g} and the reason '{row['missing']}'"
    for _, row in frame[~has_value & ~has_reason].iterrows():
        yield f"{_place(row)}: has neither a value nor a reason why it is missing"
    for _, row in frame[frame["value"].abs() == math.inf].iterrows():
        yield f"{_place(row)}: value is {row['value']}; it must be a finite number"


def _repeats(frame: pd.DataFrame) -> Iterator[str]:
    repeated = frame[frame.duplicated(["response", "axis", "rater"])]
    for _, row in repeated.drop_duplicates(["response", "axis", "rater"]).iterrows():
        yield f"{_place(row)}: occurs more than once"
    rules = frame[frame["kind"] == "settled"].drop_duplicates(["response", "axis", "rater"])
    for _, row in rules[rules.duplicated(["response", "axis"])].iterrows():
        yield f"{_place(row)}: is a second settled score; one is allowed for a response and axis"


def _scales(frame: pd.DataFrame, axes: Sequence[Scale], any_number: bool) -> Iterator[str]:
    known = {axis.id: axis.values() for axis in axes}
    for axis_id in sorted(set(frame["axis"]) - set(known)):
        yield f"axis '{axis_id}' is unknown; allowed are {', '.join(known)}"
    scored = frame[frame["value"].notna() & frame["axis"].isin(list(known))]
    for axis_id, rows in scored.groupby("axis"):
        allowed = known[str(axis_id)]
        off = np.isnan(places(rows["value"].to_numpy(), allowed))
        outside = (rows["value"] < allowed[0] - SAME) | (rows["value"] > allowed[-1] + SAME)
        wrong = np.where(rows["kind"] == "settled", outside, off)
        if any_number:
            wrong &= (rows["kind"] == "human").to_numpy()
        for _, row in rows[wrong].iterrows():
            yield f"{_place(row)}: score {row['value']:g} is not on the scale {scale_in_words(allowed)}"
