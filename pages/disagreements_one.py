"""One response: what was asked and answered, people's and judges' reasons side by side, and the discussion."""

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from analysis.frames import MISSING
from pages import acting, address, disagreements_tables, look, rater_names, when
from pages.raters_in_order import in_order
from pages.results import Results
from rubrics.axes import Axis, written
from store import notes
from store.engine import Session, Store
from store.one_response import OneResponse, one_response, said_of
from store.people import Person
from store.studies import StudyCard
from web import safe_text
from web.identity import now

ROLES = ("owner", "researcher")


def show(store: Store, card: StudyCard, found: Results, label: str, listed: Sequence[str], *, named: bool) -> None:
    """Show one response, and the ways to the next and back to the list."""
    with store.reading() as session:
        response = one_response(session, study_id=card.id, label=label)
        said = said_of(session, study_id=card.id, label=label, module=found.module)
        names = rater_names.numbered(session, study_id=card.id)
        written_notes = notes.of_target(session, study_id=card.id, label=label, module=found.module)
    if response is None:
        return
    said = said.assign(rater=said["rater"].where(said["kind"] != "human", said["rater"].map(names)))
    _ways(label, listed)
    st.header(f"Response {label}", anchor=False)
    category = str(found.facts.loc[label, "category"])
    look.prose(_about(response, category, named=named))
    with st.expander("What was asked, and the response", expanded=True):
        st.html(
            '<h3>What was asked</h3><div class="sr-response">' + safe_text.render(response.question) + "</div>"
            '<h3>The response</h3><div class="sr-response">' + safe_text.render(response.text) + "</div>"
        )
    st.header("Scores and reasons", anchor=False)
    settled = {axis.id: found.tables.settled(axis.id).get(label) for axis in found.benchmark.axes}
    for axis in found.benchmark.axes:
        st.html(side_by_side(axis, said[said["axis"] == axis.id], settled[axis.id]))
    _discussion(store, card, found, label, written_notes)


def _about(response: OneResponse, category: str, *, named: bool) -> str:
    kind = f" ({category})" if category else ""
    author = f", written by {response.system}" if named else ""
    return f"An answer to {response.prompt}{kind}{author}. The address of this page leads back to it."


def _ways(label: str, listed: Sequence[str]) -> None:
    asks = disagreements_tables.asks()
    ways = [address.link("All responses", **asks)]
    if label in listed:
        place = listed.index(label)
        if place:
            ways.insert(0, address.link("Before this one", **asks, response=listed[place - 1]))
        if place + 1 < len(listed):
            ways.append(address.link("Next one", **asks, response=listed[place + 1]))
    st.html(f'<nav class="sr-ways" aria-label="Other responses">{"".join(ways)}</nav>')


def side_by_side(axis: Axis, said: pd.DataFrame, settled: float | None) -> str:
    """Return what everybody said on one axis as HTML: people on one side, judges on the other."""
    people, judges = _cards(said[said["kind"] == "human"]), _cards(said[said["kind"] == "llm"])
    counts = "" if settled is None or pd.isna(settled) else f" What counts of them: {written(float(settled))}."
    return (
        f'<section class="sr-sides"><h3>{escape(axis.name)}</h3>'
        f"<div><h4>People</h4>{people or NOBODY}</div>"
        f'<div><h4>Judges</h4>{judges or NOBODY}<p class="sr-says">{escape(counts)}</p></div></section>'
    )


NOBODY = '<p class="sr-says">Nobody has said anything here.</p>'


def _cards(said: pd.DataFrame) -> str:
    rows = said.to_dict("records")
    place = {name: number for number, name in enumerate(in_order(said["rater"]))}
    rows.sort(key=lambda row: place[str(row["rater"])])
    return "".join(_card(row) for row in rows)


def _card(row: Mapping[Hashable, Any]) -> str:
    missing = row["missing"]
    score = written(float(row["value"])) if missing is None else MISSING[missing]
    why = escape(str(row["why"])) if row["why"] else "No reason was given."
    return (
        f'<div class="sr-said"><span class="sr-figure">{escape(score)}</span>'
        f'<span class="sr-says" dir="auto">{escape(str(row["rater"]))}</span><p dir="auto">{why}</p></div>'
    )


def _discussion(store: Store, card: StudyCard, found: Results, label: str, written_notes: pd.DataFrame) -> None:
    st.header("Discussion", anchor=False)
    moment = now()
    lines = "".join(
        f'<li><p class="sr-says" dir="auto">{escape(row["author"])}, '
        f"{escape(when.ago(when.known(row['written_at']), moment))}</p>"
        f'<p class="sr-note" dir="auto">{escape(row["text"])}</p></li>'
        for row in written_notes.to_dict("records")
    )
    if lines:
        st.html(f'<ul class="sr-quotes">{lines}</ul>')
    else:
        look.prose("Nobody has written a note on this response yet.")
    key = f"note_{found.module}_{label}"
    with st.form(f"form_{key}", enter_to_submit=False):
        st.text_area("Your note", key=key, max_chars=notes.LONGEST)
        look.prose(
            "Owners and researchers of this study see it, with your name. It stays as it is written. A release of "
            "the study has it too, without names of people."
        )
        st.form_submit_button("Add the note", on_click=_write, args=(store, card.id, label, found.module, key))


def _write(store: Store, study_id: int, label: str, module: str, key: str) -> None:
    text = str(st.session_state.get(key, ""))

    def work(session: Session, person: Person) -> str:
        notes.write(session, study_id=study_id, label=label, module=module, text=text, by=person.rater_id, now=now())
        return "The note is kept."

    if acting.act(store, ROLES, study_id, work):
        st.session_state[key] = ""
