"""A long table a hundred lines at a time, so that a page with two thousand responses stays quick."""

from collections.abc import Sequence

import streamlit as st

from pages import look

LINES = 100


def table(heads: Sequence[str], lines: Sequence[Sequence[str]], *, title: str, key: str, kind: str = "narrow") -> None:
    """Show a table of HTML cells, and a choice of which part of it where it is long.

    Parameters
    ----------
    heads, lines, title, kind
        As in `look.table`.
    key
        Of the choice, if there is one.
    """
    if not lines:
        look.prose("There is none.")
        return
    start = 0
    if len(lines) > LINES:
        starts = list(range(0, len(lines), LINES))
        picked = st.selectbox(
            "Which of them",
            starts,
            format_func=lambda one: f"{one + 1:,} to {min(one + LINES, len(lines)):,} of {len(lines):,}",
            key=key,
        )
        start = picked or 0
    st.html(look.table(heads, lines[start : start + LINES], title=f"{title} ({len(lines):,})", kind=kind))
