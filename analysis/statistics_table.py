"""The full statistics of all axes as one long table: a row per axis and figure."""

from collections.abc import Iterator, Mapping

import pandas as pd

from analysis.axis_statistics import AxisStatistics
from analysis.intervals import Figure
from analysis.pairs import PairFigures
from analysis.raters import RaterFigures

COLUMNS = (
    "axis",
    "group",
    "statistic",
    "value",
    "n",
    "low",
    "high",
    "method",
    "level",
    "reason",
    "interval_reason",
    "by_chance",
    "bootstrap_low",
    "bootstrap_high",
    "bootstrap_undefined",
    "flagged",
)


def statistics_table(axes: Mapping[str, AxisStatistics]) -> pd.DataFrame:
    """Lay out the figures of every axis.

    Parameters
    ----------
    axes : axis id to AxisStatistics

    Returns
    -------
    DataFrame of object
        Columns as `COLUMNS`. ``group`` says who is compared; ``reason`` why there is no value and
        ``interval_reason`` why there is no interval; ``by_chance`` what two such raters would reach by chance.
        The bootstrap is the second opinion: percentiles, and the share of draws that was undefined; ``flagged``
        when more than 5 % were. What is undefined is None, never NaN.
    """
    rows = [
        _row(axis, group, name, figure, chance)
        for axis, found in axes.items()
        for group, name, figure, chance in figures(found)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype=object)


def figures(axis: AxisStatistics) -> Iterator[tuple[str, str, Figure, float | None]]:
    """Yield every figure of one axis: who is compared, its name, the figure, and its value by chance."""
    pairs = [("judges and people's mean", axis.judges_people)]
    pairs += [(f"judges and {person}", found) for person, found in axis.judges_each_person]
    groups = (("people", axis.people), ("judges", axis.judges), ("everybody", axis.everybody))
    for who, pair in pairs:
        yield from ((who, name, figure, _by_chance(pair, name)) for name, figure in _figures_of(pair))
    for who, group in groups:
        yield from ((who, name, figure, _by_chance(group, name)) for name, figure in _figures_of(group))
        yield from ((who, form, figure, None) for form, figure in group.icc.figures.items())
    yield from (("judges and people's mean", name, figure, None) for name, figure in _figures_of(axis.ceiling))


def _figures_of(found: tuple[object, ...]) -> Iterator[tuple[str, Figure]]:
    fields: tuple[str, ...] = getattr(type(found), "_fields")  # noqa: B009 - a NamedTuple of any kind
    yield from ((name, part) for name, part in zip(fields, found, strict=True) if isinstance(part, Figure))


def _by_chance(found: PairFigures | RaterFigures, name: str) -> float | None:
    chance: float | None = getattr(found.chance, name, None)
    return chance


def _row(axis: str, group: str, name: str, figure: Figure, chance: float | None) -> dict[str, object]:
    shown, second = figure.estimate, figure.bootstrap
    return {
        "axis": axis,
        "group": group,
        "statistic": name,
        "value": shown.value,
        "n": shown.n,
        "low": shown.low,
        "high": shown.high,
        "method": shown.method,
        "level": shown.level,
        "reason": shown.why_undefined,
        "interval_reason": shown.why_no_interval,
        "by_chance": chance,
        "bootstrap_low": second.low if second else None,
        "bootstrap_high": second.high if second else None,
        "bootstrap_undefined": second.undefined_draws if second else None,
        "flagged": bool(second and second.flagged) or shown.flagged,
    }
