"""What one cell says: numbers and yes or no, read strictly, and refused in words that help."""

import re

from files.problems import Report, shown
from files.tables import Row

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
NUMBER_FIRST = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?\s*[^0-9\s.,]")
NOT_THERE = {"nan", "na", "n/a", "n.a.", "null", "none", "-", "--", ".", "?", "x", "missing", "inf", "-inf"}
YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False}


def number(text: str) -> float | None:
    """Return the number in a cell, None for anything else: words, NaN, a decimal comma."""
    return float(text) if NUMBER.fullmatch(text) else None


def yes_or_no(row: Row, column: str, report: Report) -> bool:
    """Return what a yes-or-no cell says; empty is no."""
    text = row.text(column).lower()
    if text not in YES:
        report.add(row.number, column, shown(text), "true or false (also yes, no, 1, 0; empty is false)")
    return YES.get(text, False)


def count(row: Row, column: str, report: Report, *, default: int) -> int:
    """Return a whole number of at least 1; `default` for an empty cell, or one that is no such number."""
    text = row.text(column)
    if not text:
        return default
    value = number(text)
    if value is None or value < 1 or not value.is_integer():
        report.add(row.number, column, shown(text), "a whole number of at least 1")
        return default
    return int(value)


def share(row: Row, column: str, report: Report) -> float | None:
    """Return a number from 0 to 1, None for an empty cell."""
    text = row.text(column)
    value = number(text)
    if text and (value is None or not 0 <= value <= 1):
        report.add(row.number, column, shown(text), "a number from 0 to 1, or empty")
        return None
    return value


def parts(row: Row, column: str) -> list[str]:
    """Return the parts of a cell that holds several, divided by ` | `."""
    return [part.strip() for part in row.text(column).split(" | ") if part.strip()]
