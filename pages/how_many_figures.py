"""What further responses or people would bring on each axis, from what this study found; pure, for the page to show."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import pandas as pd

from analysis.estimates import Estimate
from analysis.planned_widths import icc_half_width, r_half_width, r_with_people
from analysis.planning import pearson_n, power_n
from analysis.sentences import figure
from pages import figures
from publishing.study_figures import AxisFigures

MORE_PEOPLE = (0, 1, 2, 4)
TIMES = (1, 2, 3, 5)
STEPS = 40
NOTICED = 0.02
"""The smallest r for which a plan is made: below it tens of thousands of responses would be needed."""


class Pilot(NamedTuple):
    """What a plan starts from on one axis.

    Attributes
    ----------
    name
    r : Estimate
        Judges with the people's mean.
    single : Estimate
        ICC(C,1): how reliable one person is.
    people : float
        Who scored each response, on average.
    """

    name: str
    r: Estimate
    single: Estimate
    people: float


def pilot_of(one: AxisFigures) -> Pilot:
    """Return what the study found on an axis."""
    full = one.report.statistics
    if full is None:
        raise ValueError(f"the figures of {one.report.axis} were computed without a plan")
    icc = full.people.icc
    return Pilot(one.report.name, full.judges_people.pearson.estimate, icc.figures["ICC(C,1)"].estimate, icc.average_of)


def why_no_plan(pilot: Pilot) -> str | None:
    """Say why there is nothing to plan from, None when there is."""
    r = pilot.r.value
    if r is None:
        return pilot.r.why_undefined
    if abs(r) >= 1:
        return "the scores lie on one line, so that every interval has no width"
    return None


def responses_line(pilot: Pilot, half_width: float) -> list[str]:
    """Return a line of HTML cells: axis, r now, responses needed for an interval that narrow, and to notice r."""
    if (why := why_no_plan(pilot)) is not None:
        return [
            escape(pilot.name),
            figures.estimate(pilot.r),
            *[f'<span class="sr-beside">{escape(why or "")}</span>'] * 3,
        ]
    r, low = pilot.r.value or 0.0, pilot.r.low
    worst = "" if low is None or low <= -1 else f"{pearson_n(max(low, 0.0), half_width):,}"
    noticed = f"{round(power_n(r) + 0.499999):,}" if abs(r) > NOTICED else "more than 10,000"
    needed = pearson_n(r, half_width)
    more = f"{max(0, needed - pilot.r.n):,} more" if needed > pilot.r.n else "enough"
    return [escape(pilot.name), figures.estimate(pilot.r), figures.count(needed, more), worst, noticed]


def widths(pilot: Pilot) -> pd.DataFrame:
    """Return expected half widths of r's interval: people, responses, half, r; for now, and for more people.

    Empty where there is nothing to plan from. Lines of more people only where people's reliability is known.
    """
    columns = ["people", "responses", "half", "r"]
    if why_no_plan(pilot) is not None:
        return pd.DataFrame(columns=columns)
    most = max(200, pilot.r.n * TIMES[-1])
    grid = sorted({max(4, round(10 * (most / 10) ** (step / STEPS))) for step in range(STEPS + 1)})
    rows = [(one.words, n, r_half_width(one.r, n), one.r) for one in with_people(pilot) if abs(one.r) < 1 for n in grid]
    return pd.DataFrame(rows, columns=columns)


class More(NamedTuple):
    """A number of people for each response, in words and as it is, and the r to expect with their mean."""

    words: str
    people: float
    r: float


def with_people(pilot: Pilot) -> list[More]:
    """Return what to expect with as many people as now and, where one person's reliability is known, with more."""
    r, single, now = pilot.r.value, pilot.single.value, pilot.people
    if r is None:
        return []
    if single is None or single <= 0 or now < 1:
        return [More("As many people as now", now, r)]
    return [
        More(_more(now, more), now + more, r_with_people(r, single, now, now + more) if more else r)
        for more in MORE_PEOPLE
    ]


def _more(now: float, more: int) -> str:
    if not more:
        return f"As many people as now ({now:.2g})"
    return "1 person more" if more == 1 else f"{more} people more"


def people_lines(pilot: Pilot, n: int) -> list[list[str]]:
    """Return lines of HTML cells: people for each response, r to expect, its half width, one person's reliability."""
    lines = []
    for one in with_people(pilot):
        own = figures.BETWEEN if abs(one.r) >= 1 or n < 4 else f"± {r_half_width(one.r, n):.2f}"
        lines.append([escape(one.words), figure(one.r), own, _reliability(pilot.single.value, one.people, n)])
    return lines


def _reliability(single: float | None, people: float, n: int) -> str:
    if single is None or not 0 <= single < 1 or people < 2 or n < 2:
        return figures.BETWEEN
    return f"{figure(single)} ± {icc_half_width(single, people, n):.2f}"


def responses_options(pilot: Pilot) -> Sequence[int]:
    """Return numbers of responses worth comparing: as many as now, and multiples."""
    now = max(pilot.r.n, 10)
    return [now * times for times in TIMES]
