"""Responses on which two scorers lie too far apart: who settles them, and what waits. No score shows here."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

import pandas as pd
import streamlit as st

from pages import look
from rubrics.axes import written
from rubrics.schema import Benchmark
from store import adjudicated
from store.engine import Session


class Gaps(NamedTuple):
    """What adjudicators have before them (`store.adjudicated.queues`), and what nobody has, by module."""

    queues: pd.DataFrame
    unassigned: Mapping[str, int]

    @property
    def waiting(self) -> int:
        """Responses that are still to be settled."""
        return int(self.queues["waiting"].sum()) + sum(self.unassigned.values())


def gaps(session: Session, *, study_id: int, names: Mapping[str, str] | None) -> Gaps:
    """Read what there is to settle in a study; `names` by key replace the people's own."""
    queues = adjudicated.queues(session, study_id=study_id)
    if names is not None:
        queues = queues.assign(name=queues["rater"].map(names))
    return Gaps(queues, adjudicated.unassigned(session, study_id=study_id))


def show(found: Gaps, benchmark: Benchmark) -> None:
    """Show the adjudicators' queues, and what waits for one; nothing where there is neither."""
    if found.queues.empty and not found.unassigned:
        return
    gap = written(benchmark.people.human_gap)
    st.header("Settling gaps", anchor=False)
    points = "point" if gap == "1" else "points"
    look.prose(
        f"Where two scorers lie {gap} {points} or more apart on any axis, an adjudicator settles the response. "
        f"{_responses(found.waiting)} {'waits' if found.waiting < 2 else 'wait'} for that."
    )
    names = {one.id: one.name for one in benchmark.modules}
    for module, number in found.unassigned.items():
        where = f" from the standpoint of {names.get(module, module)}" if len(names) > 1 else ""
        them = "it" if number == 1 else "them"
        look.notice(f"{_responses(number)}{where}: nobody is named to settle {them}. Name somebody on the page People.")
    rows = "".join(_line(row) for row in found.queues.to_dict("records"))
    if rows:
        st.html(f'<ul class="sr-lines">{rows}</ul>')


def _responses(number: int) -> str:
    return {0: "No response", 1: "One response"}.get(number, f"{number} responses")


def _line(row: Mapping[object, object]) -> str:
    name, waiting, begun, settled, dropped = (row[one] for one in ("name", "waiting", "begun", "settled", "dropped"))
    total = int(str(waiting)) + int(str(settled))
    says = f"{waiting} waiting"
    if begun:
        says += f", {begun} of them with own first scores in"
    if dropped:
        says += f"; {dropped} no longer needed, because the two came closer"
    return (
        f'<li><span class="sr-name" dir="auto">{escape(str(name))}</span>'
        f"{look.bar(int(str(settled)), total, str(name))}"
        f'<span class="sr-count">{settled} of {total}</span><span class="sr-says">{escape(says)}</span></li>'
    )


def next_step(found: Gaps) -> str:
    """Say what comes next where everybody has scored."""
    waits = "waits" if found.waiting == 1 else "wait"
    return f"Everyone has scored. {_responses(found.waiting)} on which two lie too far apart {waits} to be settled."


def unfinished(found: Gaps) -> list[str]:
    """Say what is still to be settled before scoring is closed."""
    if not found.waiting:
        return []
    are = "is" if found.waiting == 1 else "are"
    return [f"{_responses(found.waiting)} on which two people lie too far apart {are} not settled."]
