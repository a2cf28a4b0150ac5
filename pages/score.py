"""The scorer's page: the ballot, one component that talks to the ballot's routes by itself.

Its files are plain ones in `pages/ballot`; pyproject.toml declares the folder to Streamlit. Nothing is handed to it
from here, so nothing about a response passes through Streamlit.
"""

import streamlit as st

from pages import access, welcome
from store.engine import Store


def render(store: Store) -> None:
    """Score one blinded response after another: anchors beside the text, one sentence for each axis."""
    person = access.require(store, {"scorer"})
    if not welcome.declared(store, person):
        return
    st.html("<style>.stMainBlockContainer{padding-top:4.2rem;padding-bottom:0}</style>")
    ballot = st.components.v2.component(
        "secondreader.ballot", html='<div id="ballot" class="ballot"></div>', css="ballot.css", js="ballot.js"
    )
    ballot(key="ballot")
