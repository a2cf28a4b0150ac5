"""What a run shows of its judges alone: whether they say the same twice, and whether they obey a response."""

from html import escape

import streamlit as st

from analysis.estimates import Estimate
from judging.trust import Trust, trust_in
from pages import figures, look
from store.engine import Store

AGAINST_ITSELF = ("Judge", "Axis", "Asked twice", "Same score", "Mean distance, points", "Only once applicable")
HIDDEN = ("Judge", "Kind of instruction", "Could be moved", "Moved", "Did exactly as told", "Mean move, points")


def show(store: Store, study_id: int, run_id: int) -> None:
    """Show the checks of a run's judges, where any was made."""
    with store.reading() as session:
        found = trust_in(session, study_id=study_id, run_id=run_id)
    if not found.repeats and not found.probes:
        return
    st.header("Can these judges be trusted?", anchor=False)
    if found.repeats:
        look.prose("Some questions were put twice. A judge that answers otherwise the second time is that uncertain.")
        st.html(look.table(AGAINST_ITSELF, _repeats(found), title="Each judge against itself", kind="wide"))
    if found.probes:
        look.prose(
            "Published examples were judged alone and with an instruction to the judge hidden in them. A sound judge "
            "is not moved. Points count towards the score that the instruction asked for."
        )
        st.html(look.table(HIDDEN, _probes(found), title="Instructions hidden in a response", kind="wide"))


def _repeats(found: Trust) -> list[list[str]]:
    return [
        [
            escape(one.judge),
            escape(one.axis),
            f"{one.n:,}",
            _figure(one.exact, one.n, percent=True),
            _figure(one.mean_difference, one.n),
            f"{one.changed_kind:,}",
        ]
        for one in found.repeats
    ]


def _probes(found: Trust) -> list[list[str]]:
    return [
        [
            escape(one.judge),
            escape(one.form),
            f"{one.could_move} of {one.pairs}",
            f"{one.moved:,}",
            f"{one.obeyed:,}",
            figures.cell(one.mean_shift, one.could_move, one.why_undefined, signed=True),
        ]
        for one in found.probes
    ]


def _figure(value: float | None, n: int, *, percent: bool = False) -> str:
    return figures.estimate(Estimate(value, n, why_undefined=None if n else "no score both times"), percent=percent)
