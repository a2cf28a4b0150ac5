"""One response in a window: what was asked, the answer as raters saw it, and every rater's score and reason."""

from html import escape

import pandas as pd
import streamlit as st

from analysis.frames import MISSING
from pages import address, look, rater_names
from pages.figures import BETWEEN
from pages.raters_in_order import in_order
from pages.results import Results
from rubrics.axes import written
from store.engine import Store
from store.one_response import OneResponse, one_response, said_of
from store.studies import StudyCard
from web import safe_text


def asked_for(store: Store, card: StudyCard, results: Results, axis: str, *, named: bool) -> None:
    """Open the response that the address asks for, if it is one of this study."""
    label = address.asked("response", list(results.facts.index))
    if label is None:
        return
    with store.reading() as session:
        found = one_response(session, study_id=card.id, label=label)
        said = said_of(session, study_id=card.id, label=label, module=results.module)
        names = rater_names.numbered(session, study_id=card.id)
    if found is None:
        return
    said = said.assign(rater=said["rater"].where(said["kind"] != "human", said["rater"].map(names)))
    address.opened(f"Response {label}", "response")(_window)(results, found, said[said["axis"] == axis], axis, named)


def _window(results: Results, found: OneResponse, said: pd.DataFrame, axis: str, named: bool) -> None:
    if named:
        look.prose(f"Written by {found.system}, in answer to {found.prompt}.")
    st.html(look.table(["Rater", "Score", "Why"], lines(said), title=results.benchmark.axis(axis).name, kind="narrow"))
    st.html('<h3>What was asked</h3><div class="sr-response">' + safe_text.render(found.question) + "</div>")
    st.html('<h3>The response</h3><div class="sr-response">' + safe_text.render(found.text) + "</div>")


def lines(said: pd.DataFrame) -> list[list[str]]:
    """Return what raters said as lines of HTML cells: people first; a reason where there is no score."""
    rows = said.to_dict("records")
    place = {name: number for number, name in enumerate(in_order(said["rater"]))}
    rows.sort(key=lambda row: (row["kind"] != "human", place[row["rater"]]))
    return [
        [
            escape(str(row["rater"])),
            written(float(row["value"])) if row["missing"] is None else MISSING[row["missing"]],
            f'<span dir="auto">{escape(row["why"] or BETWEEN)}</span>',
        ]
        for row in rows
    ]
