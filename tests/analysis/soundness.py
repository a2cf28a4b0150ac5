"""What must hold of every figure whatever the scores: a value or a reason, an interval or a reason, never NaN."""

import math
from collections.abc import Iterator

from analysis.axis_statistics import AxisStatistics
from analysis.intervals import Figure
from analysis.statistics_table import figures


def every_number(found: object) -> Iterator[float]:
    """Walk through nested tuples and mappings for numbers."""
    if isinstance(found, float):
        yield found
    elif isinstance(found, dict):
        for part in found.values():
            yield from every_number(part)
    elif isinstance(found, tuple):
        for part in found:
            yield from every_number(part)


def check_sound(statistics: AxisStatistics) -> None:
    """Fail unless every figure keeps its promises."""
    for number in every_number(statistics):
        assert math.isfinite(number)
    for group, name, figure, _ in figures(statistics):
        _check(f"{group}: {name}", figure)


def _check(name: str, figure: Figure) -> None:
    for shown in (figure.estimate, figure.bootstrap):
        if shown is None:
            continue
        assert (shown.value is None) == (shown.why_undefined is not None), name
        assert (shown.low is None) == (shown.high is None), name
        assert (shown.low is None) == (shown.why_no_interval is not None), name
        assert (shown.low is None) == (shown.method is None), name
        if shown.low is not None and shown.high is not None:
            assert shown.low < shown.high, name
    if figure.bootstrap is not None:
        assert figure.bootstrap.value == figure.estimate.value, name


def figure_of(statistics: AxisStatistics, group: str, name: str) -> Figure:
    """Look a figure up by who is compared and its name."""
    return next(found for who, what, found, _ in figures(statistics) if (who, what) == (group, name))
