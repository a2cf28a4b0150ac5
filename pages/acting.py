"""What pressing a button does: the role is asked again, the work is one transaction, the outcome waits for the page.

This runs in Streamlit's callbacks, where showing anything would break off the work; so an outcome is kept in the
session and shown by the page body afterwards (`show_outcome`).
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

import streamlit as st

from pages import access, look
from store.engine import Session, Store, StoreError
from store.people import Person

KEPT = "outcome"
SIGNED_OUT = "This was not done, because this page is not open to you any more. Please open your personal link again."

Work = Callable[[Session, Person], str]
"""Does one thing in a session and returns a sentence that says what was done; refuses with StoreError."""


class Outcome(NamedTuple):
    """What came of an action, in sentences for the person."""

    good: bool
    sentences: tuple[str, ...]


def act(store: Store, roles: Collection[str], study_id: int | None, work: Work) -> bool:
    """Do some work for the person behind this browser, in one transaction, and keep the outcome for the page.

    Parameters
    ----------
    store
        Where the work is written.
    roles
        Who may do this; asked in the same transaction.
    study_id
        The study the work is on. A person of another study is refused; an owner of all studies is not.
    work
        What is done.

    Returns
    -------
    bool
        Whether it was done. What was refused, and why, is shown by `show_outcome`.
    """

    def in_one_transaction() -> str:
        with store.writing() as session:
            return work(session, allowed(session, access.login(), roles, study_id))

    return _kept(in_one_transaction)


def act_apart(store: Store, roles: Collection[str], study_id: int | None, work: Callable[[Person], str]) -> bool:
    """Do some work that has transactions of its own, or starts a process, and keep the outcome; else like `act`."""

    def when_allowed() -> str:
        with store.reading() as session:
            person = allowed(session, access.login(), roles, study_id)
        return work(person)

    return _kept(when_allowed)


def _kept(work: Callable[[], str]) -> bool:
    try:
        outcome = Outcome(True, (work(),))
    except StoreError as refused:
        outcome = Outcome(False, tuple(_sentence(problem) for problem in refused.problems))
    st.session_state[KEPT] = outcome
    return outcome.good


def allowed(session: Session, login: str | None, roles: Collection[str], study_id: int | None) -> Person:
    """Return the person behind a browser when they hold one of the roles in a study.

    Raises
    ------
    StoreError
        When they do not, or not any more.
    """
    person = access.behind(session, login)
    if person is None or person.role not in roles or person.study_id not in (None, study_id):
        raise StoreError(SIGNED_OUT)
    return person


def _sentence(problem: str) -> str:
    """Write a problem as a sentence of its own."""
    ends = "" if problem.endswith((".", "?", "!")) else "."
    return f"{problem[:1].upper()}{problem[1:]}{ends}"


def show_outcome() -> None:
    """Show what came of the last action, once."""
    outcome: Outcome | None = st.session_state.pop(KEPT, None)
    if outcome is not None:
        look.notice(*outcome.sentences, kind="good" if outcome.good else "bad")
