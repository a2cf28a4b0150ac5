"""Times in plain words, as a colleague would say them."""

from datetime import datetime
from typing import Any

import pandas as pd


def known(moment: Any) -> datetime | None:
    """Return a time of a frame, None where it is missing."""
    if pd.isna(moment):
        return None
    if not isinstance(moment, datetime):
        raise TypeError(f"{moment!r} is no time")
    return moment


def ago(moment: datetime | None, now: datetime) -> str:
    """Say how long ago something was: "just now", "3 hours ago", "yesterday", "on 4 March 2026".

    Parameters
    ----------
    moment : aware datetime or None
        None gives "never".
    now : aware datetime
        The present.
    """
    if moment is None:
        return "never"
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if minutes < 24 * 60:
        hours = minutes // 60
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    days = minutes // (24 * 60)
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 14 else f"on {day(moment)}"


def day(moment: datetime) -> str:
    """Write a date as "4 March 2026"."""
    return f"{moment.day} {moment:%B %Y}"
