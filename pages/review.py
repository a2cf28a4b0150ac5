"""A reviewer's page: one component that talks to the review's routes by itself.

Its files are plain ones in `pages/review_form`; pyproject.toml declares the folder to Streamlit. What is typed goes to
our routes and never through Streamlit, which would lose it with the network.
"""

import streamlit as st

from pages import access, sign_out
from store.engine import Store

ROLES = ("reviewer",)


def render(store: Store) -> None:
    """Review the charters this person was asked to review, clause by clause, and sign them."""
    access.require(store, ROLES)
    st.html("<style>.stMainBlockContainer{padding-top:4.2rem;padding-bottom:1rem}</style>")
    review = st.components.v2.component(
        "secondreader.review", html='<div id="review" class="review"></div>', css="review.css", js="review.js"
    )
    review(key="review")
    sign_out.button(store)
