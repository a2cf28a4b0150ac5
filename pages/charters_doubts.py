"""Clauses that scorers found unclear, for the owner to answer; who the scorers are shows nowhere."""

from html import escape

import streamlit as st

from pages import acting, look, when
from pages.charters_board import BECAME, ModuleBoard
from rubrics.reviews import LONGEST
from store import benchmarks, clause_doubts
from store.clause_doubts import Doubt
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)


def show(store: Store, card: StudyCard, one: ModuleBoard) -> None:
    """Show what scorers found unclear in one charter, what is still to be answered first; nothing where nothing was."""
    with store.reading() as session:
        every = clause_doubts.doubts(session, study_id=card.id)
        benchmark = benchmarks.of_study(session, study_id=card.id)
    doubts = [doubt for doubt in every if doubt.module == one.module.id]
    if not doubts:
        return
    names = {axis.id: axis.name for axis in benchmark.axes}
    st.subheader("Unclear to scorers", anchor=False)
    answered = sum(doubt.reply is not None for doubt in doubts)
    look.prose(
        f"{answered} of {len(doubts)} are answered. The scorer finds your answer beside the clause; nobody is told who "
        "it is."
    )
    for doubt in sorted(doubts, key=lambda doubt: doubt.reply is not None):
        _doubt(store, card, doubt, names.get(doubt.axis, doubt.axis))


def _doubt(store: Store, card: StudyCard, doubt: Doubt, axis: str) -> None:
    key = f"{doubt.sheet_id}_{doubt.axis}"
    with st.container(border=True, key=f"doubt_{key}"):
        says = f"a scorer, on version {doubt.version}, scoring “{axis}”"
        st.html(
            f'<div class="sr-comment"><p><span class="sr-name">Clause {escape(doubt.clause)}</span> '
            f'<span class="sr-says" dir="auto">{escape(says)}</span></p>'
            f'<blockquote dir="auto">{escape(doubt.why)}</blockquote></div>'
        )
        if doubt.reply is not None:
            said = f"{BECAME[doubt.reply.outcome]}, {when.day(doubt.reply.replied_at)}"
            st.html(
                f'<div class="sr-reply"><p class="sr-says">{escape(said)}</p>'
                f'<blockquote dir="auto">{escape(doubt.reply.words)}</blockquote></div>'
            )
        with st.expander("Answer again" if doubt.reply else "Answer"), st.form(f"reply_{key}", border=False):
            st.radio("What became of it", list(BECAME), format_func=BECAME.__getitem__, index=None, key=f"came_{key}")
            st.text_area("Your answer, for the scorer to read", max_chars=LONGEST, key=f"said_{key}")
            st.form_submit_button("Answer", on_click=_answer, args=(store, card.id, doubt, key))


def _answer(store: Store, study_id: int, doubt: Doubt, key: str) -> None:
    outcome, words = st.session_state.get(f"came_{key}"), str(st.session_state.get(f"said_{key}") or "")

    def work(session: Session, person: Person) -> str:
        clause_doubts.answer(
            session,
            study_id=study_id,
            sheet_id=doubt.sheet_id,
            axis=doubt.axis,
            outcome=outcome or "",
            words=words,
            by=person.rater_id,
            now=now(),
        )
        return "Your answer is kept."

    acting.act(store, ROLES, study_id, work)
