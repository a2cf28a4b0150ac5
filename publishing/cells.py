"""Figures as cells of a printed table: two decimals, with n, with an interval or the reason there is none."""

from analysis.estimates import Estimate
from analysis.ppi import CorrectedMean
from analysis.sentences import figure

NONE = "–"


def estimate(found: Estimate, *, signed: bool = False, unit: str = "n") -> str:
    """Write an estimate: `0.83 (0.61 to 0.93), n = 20`, or why there is none."""
    value = None if found.value is None else _signed(found.value, signed)
    return _cell(value, (found.low, found.high), found.n, found.why_undefined, unit)


def mean(found: CorrectedMean) -> str:
    """Write a corrected mean, with how many responses people scored."""
    value = None if found.value is None else figure(found.value)
    return _cell(value, (found.low, found.high), found.n, found.why_undefined, "people scored")


def coefficient(value: float | None, interval: tuple[float | None, float | None], n: int, why: str | None) -> str:
    """Write a coefficient with its interval and n, or why there is none."""
    return _cell(None if value is None else figure(value), interval, n, why, "n")


def beside_chance(found: Estimate, chance: float | None) -> str:
    """Write a share beside what chance alone would give."""
    beside = "" if chance is None else f"; by chance {figure(chance)}"
    return estimate(found) + beside


def _cell(value: str | None, interval: tuple[float | None, float | None], n: int, why: str | None, unit: str) -> str:
    if value is None:
        return f"{NONE} ({why}; {unit} = {n})"
    low, high = interval
    between = "" if low is None or high is None else f" ({figure(low)} to {figure(high)})"
    return f"{value}{between}, {unit} = {n}"


def _signed(value: float, signed: bool) -> str:
    text = figure(value)
    return f"+{text}" if signed and value > 0 and text != "0.00" else text
