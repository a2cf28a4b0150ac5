"""Which study a page is about: a person's own, or for an owner of all studies the one chosen in the sidebar."""

import streamlit as st

from pages import look
from store import studies
from store.benchmark_choice import choices
from store.engine import Store
from store.people import Person
from store.studies import StudyCard

KEY = "study"


def current(store: Store, person: Person) -> StudyCard | None:
    """Return the study that a person's pages are about, None where there is no study; shows nothing."""
    with store.reading() as session:
        cards = {card.id: card for card in studies.list_studies(session, study_id=person.study_id)}
    picked = st.session_state.get(KEY)
    return cards[picked] if picked in cards else next(reversed(cards.values()), None)


def chosen(store: Store, person: Person) -> StudyCard:
    """Return the study that a page shows; with none at all, say how to make one and show nothing more.

    The choice stays the same from page to page.
    """
    with store.reading() as session:
        cards = {card.id: card for card in studies.list_studies(session, study_id=person.study_id)}
    if not cards:
        _how_to_make_one(store)
        st.stop()
    ids = list(cards)
    if len(ids) == 1:
        return cards[ids[0]]
    picked = st.sidebar.selectbox(
        "Study",
        ids,
        index=len(ids) - 1,
        format_func=lambda one: cards[one].title,
        key=KEY,
        persist_state="session",
    )
    return cards[picked if picked in cards else ids[-1]]


def _how_to_make_one(store: Store) -> None:
    look.head("No study yet")
    look.prose(
        "A study is made on the computer that runs Second Reader, with the command of the benchmark that it follows. "
        "Its short name (spring) and its title are yours to choose.",
    )
    with store.reading() as session:
        benchmarks = choices(session)
    for one in benchmarks:
        look.prose(f"{one.title}, {one.version}:")
        command = f'secondreader study create spring --title "Spring run" --benchmark "{one.slug} {one.version}"'
        st.code(command, language=None, wrap_lines=True)
    look.prose("Then load this page again.")
