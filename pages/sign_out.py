"""Signing out: this browser's login ends in the store, so its cookie opens nothing any more, wherever it is."""

import streamlit as st

from store import people
from store.engine import Store
from web.identity import COOKIE, now


def button(store: Store) -> None:
    """Show the button that signs this browser out; the next run finds a stranger."""
    st.button("Sign out", key="sign_out", on_click=_sign_out, args=(store,))


def _sign_out(store: Store) -> None:
    with store.writing() as session:
        people.log_out(session, cookie=st.context.cookies.get(COOKIE) or "", now=now())
    st.session_state.clear()
