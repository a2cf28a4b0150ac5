"""The scorer's page: the ballot, one component that talks to the ballot's routes by itself.

Its files are plain ones in `pages/ballot`; pyproject.toml declares the folder to Streamlit. Nothing is handed to it
from here, so nothing about a response passes through Streamlit.
"""

import streamlit as st

from pages import access, welcome
from store import benchmarks
from store.engine import Store


def render(store: Store) -> None:
    """Score one blinded response after another: anchors beside the text, one sentence for each axis."""
    person = access.require(store, {"scorer"})
    if not welcome.declared(store, person):
        return
    # Beside a charter there are three columns, which need the whole width.
    with store.reading() as session:
        study_id = person.study_id
        wide = study_id is not None and benchmarks.of_study(session, study_id=study_id).charters is not None
    sides = ";padding-inline:clamp(1rem, 2.5vw, 2rem)" if wide else ""
    st.html(f"<style>.stMainBlockContainer{{padding-top:4.2rem;padding-bottom:0{sides}}}</style>")
    ballot = st.components.v2.component(
        "secondreader.ballot", html='<div id="ballot" class="ballot"></div>', css="ballot.css", js="ballot.js"
    )
    ballot(key="ballot")
