"""How fast each person scores, when they will have finished at that pace, and who needs a word; told in sentences."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime, timedelta
from html import escape
from typing import Any, NamedTuple

import pandas as pd

from pages import figures, when
from pages.study_course import Work

LATELY = timedelta(days=7)
QUIET = timedelta(days=7)
"""Nobody is reminded of work that they did something on within this time."""

HEADS = ("Person", "Left", "Last 7 days", "Minutes a response", "Finished at this pace", "Link ends", "Needs a word")
SOME_OTHER_TIME = timedelta(days=730)


class Pace(NamedTuple):
    """One person's pace.

    Attributes
    ----------
    name : str
    left : int
        Responses still to score.
    lately : int
        Submitted within the last 7 days.
    per_day : float or None
        Of these, a day; over the days since the first submission where that is less than 7 days ago, at least one.
        None when nothing was submitted lately.
    minutes : float or None
        The middle one of all times from opening a response to submitting it.
    timed : int
        How many times that is of.
    ends : datetime or None
        When the link ends; None for a person without a link.
    last, invited : datetime or None
    """

    name: str
    left: int
    lately: int
    per_day: float | None
    minutes: float | None
    timed: int
    ends: datetime | None
    last: datetime | None
    invited: datetime | None

    def finished(self, now: datetime) -> datetime | None:
        """Return when the rest is done at this pace; None where there is no pace."""
        if not self.left or self.per_day is None:
            return None
        days = self.left / self.per_day
        return None if days > SOME_OTHER_TIME.days else now + timedelta(days=days)


def pace_of(work: Sequence[Work], pace: pd.DataFrame, minutes: pd.DataFrame, now: datetime) -> list[Pace]:
    """Bring together what is known of each person; `work` and `pace` are in the same order."""
    times = {str(rater): taken["minutes"] for rater, taken in minutes.groupby("rater")}
    return [
        _pace(one, row, times.get(str(row["rater"])), now)
        for one, row in zip(work, pace.to_dict("records"), strict=True)
    ]


def _pace(one: Work, row: Mapping[Hashable, Any], taken: pd.Series | None, now: datetime) -> Pace:
    lately, first = int(row["lately"]), when.known(row["first"])
    days = None if first is None else min(max((now - first) / timedelta(days=1), 1.0), LATELY.days)
    return Pace(
        one.name,
        one.left,
        lately,
        lately / days if lately and days else None,
        None if taken is None else float(taken.median()),
        0 if taken is None else len(taken),
        when.known(row["link_ends"]),
        when.known(row["last"]),
        when.known(row["invited"]),
    )


def needs_a_word(one: Pace, now: datetime) -> str:
    """Say why a person should be written to; empty when there is no need."""
    if not one.left:
        return ""
    whole = "one response" if one.left == 1 else f"{one.left} responses"
    if one.ends is not None and one.ends <= now:
        return f"The link ended on {when.day(one.ends)} with {whole} to go. Send a new one from the page People."
    finished = one.finished(now)
    if finished is not None and one.ends is not None and finished > one.ends:
        return f"At this pace {whole} will not be done when the link ends on {when.day(one.ends)}."
    since = one.last or one.invited
    if since is not None and now - since >= QUIET:
        days = (now - since).days
        return f"Nothing for {days} days." if one.last else f"Not begun, {days} days after the invitation."
    return ""


def lines(paces: Sequence[Pace], now: datetime) -> list[list[str]]:
    """Return the table of everybody's pace as lines of HTML cells, as `HEADS`."""
    return [
        [
            escape(one.name),
            str(one.left),
            str(one.lately),
            figures.cell(None, 0, "nothing scored here") if one.minutes is None else _minutes(one.minutes, one.timed),
            escape(_finished(one, now)),
            "no link" if one.ends is None else when.day(one.ends),
            escape(needs_a_word(one, now)),
        ]
        for one in paces
    ]


def _minutes(middle: float, timed: int) -> str:
    text = f"{middle:.0f}" if middle >= 10 else f"{middle:.1f}"
    return f'<span class="sr-figure">{text}</span><span class="sr-n">n = {timed:,}</span>'


def _finished(one: Pace, now: datetime) -> str:
    if not one.left:
        return "finished"
    finished = one.finished(now)
    if finished is not None:
        return f"about {when.day(finished)}"
    return "cannot be said: nothing within 7 days" if one.per_day is None else "in more than two years"
