"""A long table a hundred lines at a time, so that a page with two thousand responses stays quick."""

from collections.abc import Sequence

import streamlit as st

from pages import look

LINES = 100


def part(total: int, *, key: str) -> slice:
    """Return which lines of a table to show; where it is long, a person chooses them.

    Parameters
    ----------
    total
        How many lines there are.
    key
        Of the choice, if there is one.
    """
    if total <= LINES:
        return slice(0, total)
    picked = st.selectbox(
        "Which of them",
        list(range(0, total, LINES)),
        format_func=lambda one: f"{one + 1:,} to {min(one + LINES, total):,} of {total:,}",
        key=key,
    )
    start = picked or 0
    return slice(start, start + LINES)


def table(heads: Sequence[str], lines: Sequence[Sequence[str]], *, title: str, key: str, kind: str = "narrow") -> None:
    """Show a table of HTML cells, as much of it as was chosen; parameters as in `look.table` and `part`."""
    if not lines:
        look.prose("There is none.")
        return
    st.html(look.table(heads, lines[part(len(lines), key=key)], title=f"{title} ({len(lines):,})", kind=kind))
