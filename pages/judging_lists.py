"""The calls of a run that need a look: possibly paid, not readable, without an answer, put aside; and a raw reply."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from judging.in_words import dollars
from judging.run.control import CallLine, RunStatus
from pages import look
from store.engine import Store
from store.raw_replies import raw_reply

LISTS = (
    ("doubtful", "Possibly paid without an answer", "Their highest cost counts as spent."),
    ("unreadable", "Could not be read, or refused", "Nothing was guessed: none of these counts as a score."),
    ("failed", "Without an answer", "They stay so until they are asked again."),
    ("parked", "Put aside", "They wait until the run is resumed."),
)
COLUMNS = ("Response", "Judge", "Asked as", "Attempt", "Why")


def show(store: Store, status: RunStatus) -> None:
    """Show the lists that are not empty, and the raw reply that is asked for."""
    for name, title, means in LISTS:
        calls: Sequence[CallLine] = getattr(status, name)
        if calls:
            with st.expander(f"{title} ({_how_many(name, status, calls)})"):
                look.prose(means)
                rows = [_row(one, priced=name == "doubtful") for one in calls]
                st.html(look.table(COLUMNS, rows, title=title))
    if status.unreadable:
        _raw(store, status)


def _how_many(name: str, status: RunStatus, calls: Sequence[CallLine]) -> str:
    total = status.calls.get(name, 0) + (status.calls.get("refused", 0) if name == "unreadable" else 0)
    return f"the first {len(calls)} of {total:,}" if total > len(calls) else str(len(calls))


def _row(call: CallLine, *, priced: bool) -> list[str]:
    cost = f" (at most {dollars(call.usd)})" if priced and call.usd is not None else ""
    return [escape(call.subject), escape(call.judge), escape(call.stage), str(call.attempt), escape(call.why + cost)]


def _raw(store: Store, status: RunStatus) -> None:
    calls = {one.call_id: f"{one.subject}, {one.judge}, attempt {one.attempt}" for one in status.unreadable}
    picked = st.selectbox(
        "Read what a judge really wrote",
        list(calls),
        index=None,
        format_func=lambda one: calls.get(one, ""),
        placeholder="Choose a reply",
        key=f"raw_{status.run_id}",
    )
    if picked is None:
        return
    with store.reading() as session:
        reply = raw_reply(session, run_id=status.run_id, call_id=picked)
    if reply:
        st.html(f'<div class="sr-context" dir="auto">{escape(reply)}</div>')
    else:
        look.prose("The reply is empty.")
