"""From settled scores to one figure per response, by the rules of the benchmark file.

An axis that does not apply is left out of the total, or takes the whole total with it, as the file says; the possible
maximum follows, so that nothing is rescaled without its being seen. An axis whose score is missing for any other
reason makes the total missing: a score that was never given is not "does not apply".
"""

import pandas as pd

from rubrics.schema import Axis, Benchmark

TOTAL_COLUMNS = ("total", "possible", "percent")


def response_totals(settled: pd.DataFrame, benchmark: Benchmark) -> pd.DataFrame:
    """Add up every response.

    Parameters
    ----------
    settled : DataFrame
        Long, one row per response and axis: response, axis, value (float, NaN when missing), missing (None or the
        reason, see `analysis.frames`). Rows of other raters do not belong here. Axes outside the composite may
        stand in it and are ignored.
    benchmark : Benchmark
        Its composite axes, and its tables ``totals``, ``nulls`` and ``rounding``.

    Returns
    -------
    DataFrame of float, indexed by response, sorted
        total, possible (the highest total this response could have reached), percent (100 total / possible). All NaN
        when the total is missing.
    """
    axes = {axis.id: axis for axis in benchmark.composite_axes}
    responses = pd.Index(sorted(settled["response"].unique()), name="response", dtype=object)
    rows = settled[settled["axis"].isin(list(axes))].set_index(["response", "axis"])
    value = rows["value"].unstack("axis").reindex(index=responses, columns=list(axes)).astype("float64")
    reason = rows["missing"].unstack("axis").reindex(index=responses, columns=list(axes))
    possible = pd.DataFrame({one.id: _highest(one, benchmark) for one in axes.values()}, index=responses, dtype=float)
    for one in axes.values():
        value[one.id] = _scaled(value[one.id], one, benchmark)
    counted = value.notna()
    left_out = (reason == "not_applicable") & ~counted
    whole = (counted | (left_out & _may_be_left_out(benchmark))).all(axis=1) & counted.any(axis=1)
    add = "sum" if benchmark.totals.within_response == "sum" else "mean"
    total = value.agg(add, axis=1).where(whole)
    highest = possible.where(counted).agg(add, axis=1).where(whole)
    if "response_total" in benchmark.rounding.applies_to:
        total = total.map(benchmark.rounding.apply, na_action="ignore")
    columns = (total, highest, 100 * total / highest)
    return pd.DataFrame(dict(zip(TOTAL_COLUMNS, columns, strict=True)), index=responses)


def _may_be_left_out(benchmark: Benchmark) -> bool:
    return benchmark.nulls is not None and benchmark.nulls.in_total == "left_out"


def _highest(axis: Axis, benchmark: Benchmark) -> float:
    return axis.highest if benchmark.totals.scaled_to is None else benchmark.totals.scaled_to


def _scaled(value: pd.Series, axis: Axis, benchmark: Benchmark) -> pd.Series:
    if benchmark.totals.scaled_to is None:
        return value
    return (value - axis.lowest) / (axis.highest - axis.lowest) * benchmark.totals.scaled_to
