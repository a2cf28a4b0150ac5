"""Who is looking at a page: asked anew at every run, so that a revoked link or a changed role acts at once."""

from collections.abc import Collection

import streamlit as st

from store import people
from store.engine import Session, Store
from store.people import Person
from web.identity import USER_KEY, now


def login() -> str | None:
    """Return what this browser is known by (the hash of its cookie), None when it is not signed in."""
    known = st.user.get(USER_KEY)
    return known if isinstance(known, str) else None


def visitor(store: Store) -> Person | None:
    """Return the person behind this browser, None for a stranger."""
    with store.reading() as session:
        return behind(session, login())


def behind(session: Session, cookie_hash: str | None) -> Person | None:
    """Return the person behind a browser, None for a stranger; shows nothing."""
    return people.who(session, cookie_hash=cookie_hash, now=now()) if cookie_hash else None


def require(store: Store, roles: Collection[str]) -> Person:
    """Return the person behind this browser, or show nothing more when they hold none of the roles."""
    person = visitor(store)
    if person is None or person.role not in roles:
        st.title("This page is not open to you")
        st.write("Please open the personal link that you were sent. Nothing that you have written is lost.")
        st.stop()
    return person
