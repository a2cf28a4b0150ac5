"""The act of showing which system wrote what: by the owner, after scoring has ended, confirmed, and logged."""

import streamlit as st

from pages import acting, look
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from store.unblinding import unblind
from web.identity import now

OWNER = ("owner",)


def offered(store: Store, card: StudyCard, person: Person) -> None:
    """Say that the systems are still hidden, and let the owner show them."""
    look.prose("Which system wrote which response is still hidden.")
    if person.role not in OWNER:
        look.prose("The study's owner can show it, on this page.")
        return
    if st.button("Show which system wrote what …", key="unblind"):
        _confirm(store, card.id)


@st.dialog("Show which system wrote what?")
def _confirm(store: Store, study_id: int) -> None:
    look.prose(
        "From then on owners and researchers of this study see the systems by name. Whoever judges a response later "
        "may be swayed by the name, so look at everything you want to judge blind first.",
        "The study's log keeps who showed them and when. It cannot be undone.",
    )
    with st.container(horizontal=True, key="unblinding"):
        done = st.button("Show the systems", key="unblind_now", type="primary", on_click=_act, args=(store, study_id))
        if st.button("Not yet", key="not_yet") or done:
            st.rerun()


def _act(store: Store, study_id: int) -> None:
    def work(session: Session, person: Person) -> str:
        unblind(session, study_id=study_id, by=person.rater_id, now=now())
        return "The systems are shown by name now."

    acting.act(store, OWNER, study_id, work)
