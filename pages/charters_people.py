"""Inviting experts to review charters, how far each is, what is recorded of their qualification, and reminders."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from pages import acting, charters_board, fresh_link, look
from pages.charters_board import ModuleBoard
from pages.fresh_link import FreshLink
from rubrics.schema import Benchmark
from store import reviews
from store.engine import Session, Store
from store.people import Person
from store.reviews import Reviewer
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
LONGEST_NAME = 120


def invite_form(store: Store, card: StudyCard, benchmark: Benchmark) -> None:
    """Show the form that makes a reviewer's personal link."""
    with st.expander("Invite a reviewer"), st.form("invite_reviewer", clear_on_submit=True, border=False):
        st.text_input("Name", max_chars=LONGEST_NAME, key="reviewer_name", autocomplete="off")
        st.html("<p>What they review</p>")
        for module in benchmark.modules:
            st.checkbox(module.name, key=f"review_{module.id}")
        st.html("<p>What is recorded of them</p>")
        st.checkbox("They are qualified: versed in this tradition, by training or office", key="reviewer_qualified")
        modules = tuple(module.id for module in benchmark.modules)
        st.form_submit_button("Make a personal link", type="primary", on_click=_invite, args=(store, card.id, modules))


def _invite(store: Store, study_id: int, every: tuple[str, ...]) -> None:
    name, qualified = str(st.session_state["reviewer_name"]).strip(), bool(st.session_state["reviewer_qualified"])
    modules = [module for module in every if st.session_state[f"review_{module}"]]
    made: list[FreshLink] = []

    def work(session: Session, person: Person) -> str:
        token = reviews.invite_reviewer(
            session,
            study_id=study_id,
            name=name,
            modules=modules,
            qualified=qualified,
            by=person.rater_id,
            now=now(),
        )
        made.append(FreshLink(study_id, name, token))
        return f"{name} is invited."

    if acting.act(store, ROLES, study_id, work):
        fresh_link.keep(made[0])


def reviewers(store: Store, card: StudyCard, one: ModuleBoard, everyone: Sequence[Reviewer]) -> None:
    """Show who reviews a charter and how far they are; what they have written shows only when they have signed."""
    st.subheader("Reviewers", anchor=False)
    for reviewer in one.reviewers:
        _reviewer(store, card, one, reviewer)
    if one.reviewers:
        look.prose("Links are renewed and taken back on the page People.")
    else:
        look.prose("Nobody is invited to review this charter yet.")
    here = {reviewer.rater_id for reviewer in one.reviewers}
    others = {reviewer.rater_id: reviewer.name for reviewer in everyone if reviewer.rater_id not in here}
    if others:
        _ask_too(store, card, one, others)


def _ask_too(store: Store, card: StudyCard, one: ModuleBoard, others: Mapping[int, str]) -> None:
    """Show the form that asks somebody who has a link already to review this charter too."""
    with st.expander("Ask somebody who reviews another charter"), st.form(f"ask_{one.module.id}", border=False):
        st.selectbox("Who", list(others), format_func=lambda who: look.label(others[who]), key=f"who_{one.module.id}")
        st.checkbox("They are qualified for this one too", key=f"also_{one.module.id}")
        st.form_submit_button("Ask them", on_click=_ask, args=(store, card.id, one.module.id, others))


def _ask(store: Store, study_id: int, module: str, others: Mapping[int, str]) -> None:
    who, qualified = st.session_state.get(f"who_{module}"), bool(st.session_state.get(f"also_{module}"))

    def work(session: Session, person: Person) -> str:
        reviews.add_review(
            session,
            study_id=study_id,
            rater_id=who or 0,
            module=module,
            qualified=qualified,
            by=person.rater_id,
            now=now(),
        )
        return f"{others.get(who or 0, 'They')} will find it behind their link."

    acting.act(store, ROLES, study_id, work)


def _reviewer(store: Store, card: StudyCard, one: ModuleBoard, reviewer: Reviewer) -> None:
    mark = look.pill("qualified") if reviewer.qualified else look.pill("not recorded as qualified", "invented")
    far = charters_board.how_far(reviewer, one, now())
    with st.container(key=f"link_review_{reviewer.review_id}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="sr-person"><span class="sr-name" dir="auto">{escape(reviewer.name)}</span> {mark} '
            f'<span class="sr-says">{escape(far)}</span></div>'
        )
        st.button(
            "Record as not qualified" if reviewer.qualified else "Record as qualified",
            key=f"qualify_{reviewer.review_id}",
            on_click=_qualify,
            args=(store, card.id, reviewer),
        )
    last = one.last_signed.get(reviewer.rater_id)
    if not one.signed_now(last):
        with st.expander(f"Reminder to {look.label(reviewer.name)}"):
            st.code(charters_board.reminder(reviewer, one, card.title), language=None, wrap_lines=True)


def _qualify(store: Store, study_id: int, reviewer: Reviewer) -> None:
    def work(session: Session, person: Person) -> str:
        reviews.record_qualification(
            session,
            study_id=study_id,
            review_id=reviewer.review_id,
            qualified=not reviewer.qualified,
            by=person.rater_id,
            now=now(),
        )
        return (
            f"{reviewer.name} is recorded as {'not qualified' if reviewer.qualified else 'qualified'} for this charter."
        )

    acting.act(store, ROLES, study_id, work)
