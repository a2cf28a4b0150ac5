"""Signing out: this browser's login ends in the store, so its cookie opens nothing any more, wherever it is."""

import streamlit as st

from store import people
from store.engine import Store
from web.identity import COOKIE, now


def button(store: Store) -> None:
    """Show the button that signs this browser out; the next run finds a stranger."""
    st.button("Sign out", key="sign_out", on_click=_sign_out, args=(store,))


def _sign_out(store: Store) -> None:
    end_login(store, st.context.cookies.get(COOKIE))
    st.session_state.clear()


def end_login(store: Store, cookie: str | None) -> None:
    """End the login of one browser; the person's other browsers stay signed in."""
    if cookie:
        with store.writing() as session:
            people.log_out(session, cookie=cookie, now=now())
