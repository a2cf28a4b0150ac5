"""Where raters are furthest apart, response by response, with everyone's reasons side by side and a discussion."""

from typing import NamedTuple

import pandas as pd
import streamlit as st

from analysis.disagreements import Between, disagreements, furthest
from pages import (
    access,
    acting,
    address,
    disagreements_one,
    disagreements_tables,
    look,
    paged,
    results,
    study_choice,
    unblinding,
)
from pages.results import Results
from store import notes
from store.engine import Store

ROLES = ("owner", "researcher")
BETWEEN: dict[Between, str] = {
    "sides": "Judges and people",
    "people": "People among themselves",
    "judges": "Judges among themselves",
    "applies": "Whether the axis applies",
}
ALL = "all"


class Filter(NamedTuple):
    """Which responses are listed, and in which order; `ALL` where nothing was chosen."""

    between: Between
    axis: str
    category: str
    system: str
    discussed: str


def render(store: Store) -> None:
    """List the responses, the most disputed first; or show the one that the address asks for."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Disagreements", card)
    acting.show_outcome()
    address.follow()
    found = results.of_study(store, card)
    if found is None:
        return
    named = results.systems_are_named(store, card)
    with store.reading() as session:
        noted = notes.counted(session, study_id=card.id)
    counts = noted[noted["module"] == found.module].set_index("response")["notes"]
    asked = st.query_params.get("response")
    with st.expander("Which responses, and in which order"):
        chosen = _filter(found, named=named)
    listed = filtered(found, chosen, counts)
    if asked is None:
        _list(found, listed, counts, chosen, named=named)
        if not named:
            unblinding.offered(store, card, person)
        return
    if asked not in found.facts.index:
        look.notice(
            "The response that this address asks for is not in this study. If you look after several studies, choose "
            "the other one at the side.",
            kind="bad",
        )
        st.html(address.link("All responses", **disagreements_tables.asks()))
        return
    disagreements_one.show(store, card, found, asked, listed["response"].tolist(), named=named)


def _filter(found: Results, *, named: bool) -> Filter:
    axes = {one.id: one.name for one in found.benchmark.axes}
    categories = sorted({one for one in found.facts["category"] if one})
    systems = sorted(set(found.facts["system"])) if named else []
    left, right = st.columns(2)
    with left:
        between = address.choose(
            "Furthest apart first", {str(key): words for key, words in BETWEEN.items()}, key="between"
        )
        category = _choose("Kind of prompt", "Every kind", categories, "category")
        discussed = address.choose(
            "Notes", {ALL: "With and without", "yes": "With notes", "no": "Without"}, key="discussed"
        )
    with right:
        axis = address.choose("Axis", {ALL: "The axis furthest apart", **axes}, key="on")
        system = _choose("System", "Every system", systems, "system")
    known: dict[str, Between] = {str(key): key for key in BETWEEN}
    return Filter(known[between], axis, category, system, discussed)


def _choose(label: str, everything: str, options: list[str], key: str) -> str:
    """Let a person choose one of the options or all; nothing shows where there is none to choose from."""
    if len(options) < 2:
        return ALL
    return address.choose(label, {ALL: everything, **{one: one for one in options if one != ALL}}, key=key)


def filtered(found: Results, chosen: Filter, counts: pd.Series) -> pd.DataFrame:
    """Return the responses that are listed, in order: response, axis, gap, share."""
    axes = [one for one in found.benchmark.axes if chosen.axis in (ALL, one.id)]
    listed = furthest(disagreements(found.tables, axes, chosen.between))
    facts = found.facts.loc[listed["response"]]
    keep = pd.Series(True, index=facts.index)
    if chosen.category != ALL:
        keep &= facts["category"] == chosen.category
    if chosen.system != ALL:
        keep &= facts["system"] == chosen.system
    if chosen.discussed != ALL:
        keep &= facts.index.isin(counts.index) == (chosen.discussed == "yes")
    return listed[keep.to_numpy()].reset_index(drop=True)


def _list(found: Results, listed: pd.DataFrame, counts: pd.Series, chosen: Filter, *, named: bool) -> None:
    if listed.empty:
        look.notice("No response fits these choices, or none has the scores that are compared.")
        return
    heads = disagreements_tables.heads(chosen.between, named=named)
    shown = listed[paged.part(len(listed), key="listed")]
    lines = disagreements_tables.lines(found, shown, counts, disagreements_tables.asks(), named=named)
    title = f"{BETWEEN[chosen.between]}: furthest apart first ({len(listed):,})"
    st.html(look.table(heads, lines, title=title))
    look.prose("A response opens with everyone’s reasons. Its address can be sent to whoever may see this page.")
