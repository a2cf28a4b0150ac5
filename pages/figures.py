"""Figures as cells of a table: two decimals, always with n, with an interval or the reason it lacks."""

from collections.abc import Mapping
from html import escape

from analysis.correlation import Correlation, PeopleCorrelation
from analysis.estimates import Estimate
from analysis.frames import MISSING, Kind, Missing
from analysis.sentences import figure

WHOSE: dict[Kind, str] = {"human": "People", "llm": "Judges, one by one", "settled": "Judges’ settled score"}
SINGLE: dict[Kind, str] = {"human": "people", "llm": "judges"}
BETWEEN = "–"
MISSING_WORDS = {reason: words[:1].upper() + words[1:] for reason, words in MISSING.items()}


def correlation(found: Correlation | PeopleCorrelation) -> str:
    """Return r with its interval and n as HTML, or n and why there is none."""
    return estimate(of_correlation(found))


def of_correlation(found: Correlation | PeopleCorrelation) -> Estimate:
    """Return a correlation as any other figure."""
    return Estimate(
        found.r,
        found.n,
        found.low,
        found.high,
        method=None if found.low is None else "Fisher z",
        why_undefined=found.why_undefined,
        why_no_interval=found.why_no_interval,
    )


def estimate(found: Estimate, *, signed: bool = False, percent: bool = False, beside: str = "") -> str:
    """Return a figure with its interval and n as HTML, or n and why there is none.

    Parameters
    ----------
    found
        The figure.
    signed
        Whether one above 0 gets a plus.
    percent
        Whether it is a share.
    beside
        What else is said of a figure that there is, such as its value by chance.
    """
    if found.value is None:
        return _undefined(found.n, found.why_undefined)
    notes = [beside] if beside else []
    if found.low is not None and found.high is not None:
        notes.insert(0, interval(found, signed=signed, percent=percent))
    elif found.why_no_interval:
        notes.append(f"no interval: {found.why_no_interval}")
    return _defined(number(found.value, signed=signed, percent=percent), notes, found.n)


def interval(found: Estimate, *, signed: bool = False, percent: bool = False) -> str:
    """Write the interval of a figure that has one."""
    low, high = (
        number(limit, signed=signed, percent=percent) for limit in (found.low, found.high) if limit is not None
    )
    return f"{low.removesuffix(' %')} to {high}"


def number(value: float, *, signed: bool = False, percent: bool = False) -> str:
    """Write a figure as every page does; a share that is not quite all never reads as if it were."""
    if percent:
        text = f"{value * 100:.0f} %"
        if text in {"100 %", "0 %"} and 0 < value < 1:
            return "above 99 %" if value > 0.5 else "below 1 %"
        return text
    text = figure(value)
    return f"+{text}" if signed and value > 0 and text != "0.00" else text


def cell(value: float | None, n: int, why: str | None, *, signed: bool = False) -> str:
    """Return a figure without an interval, with its n, as HTML; or n and why there is none."""
    return estimate(Estimate(value, n, why_undefined=why), signed=signed)


def count(value: int, beside: str = "") -> str:
    """Return a number of things as HTML."""
    small = f'<span class="sr-beside">{escape(beside)}</span>' if beside else ""
    return f'<span class="sr-figure">{value:,}</span>{small}'


def _defined(text: str, notes: list[str], n: int) -> str:
    small = "".join(f'<span class="sr-beside">{escape(one)}</span>' for one in notes)
    return f'<span class="sr-figure">{escape(text)}</span>{small}<span class="sr-n">n = {n:,}</span>'


def _undefined(n: int, why: str | None) -> str:
    return (
        f'<span class="sr-figure">{BETWEEN}</span><span class="sr-beside">{escape(why or "")}</span>'
        f'<span class="sr-n">n = {n:,}</span>'
    )


def missing_rows(missing: Mapping[Kind, Mapping[Missing, int]]) -> list[list[str]]:
    """Return what is missing on an axis as lines of HTML cells: whose, then a count for each reason of `MISSING`."""
    return [
        [escape(WHOSE[kind]), *(f"{counts[reason]:,}" if reason in counts else BETWEEN for reason in MISSING)]
        for kind, counts in missing.items()
    ]


def missing_columns() -> list[str]:
    """Return the heads of `missing_rows`."""
    return ["Whose", *MISSING_WORDS.values()]


def missing_in_words(missing: Mapping[Kind, Mapping[Missing, int]]) -> list[str]:
    """Say what is missing of people, and of what counts of the judges, each kind with its count; empty for nothing."""
    return [
        f"{who}: {', '.join(f'{counts[reason]:,} × {MISSING[reason]}' for reason in counts if counts[reason])}"
        for kind, who in SINGLE.items()
        if any((counts := missing[kind]).values())
    ]
