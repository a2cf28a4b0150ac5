"""Preparing a draft study: what came in, the places where a response may give its author away, opening for scoring."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from pages import access, acting, leak_marks, look, study_choice
from pages.leak_marks import DECIDED, KINDS, Mark
from store import frames, opening, responses
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web import safe_text
from web.identity import now

ROLES = ("owner",)
ON_A_PAGE = 10
SHOWN = {
    "response": "Response",
    "prompt": "Prompt",
    "category": "Category",
    "system": "System",
    "family": "Maker",
    "replication": "Replication",
}
OPPOSITE = {"redact": "keep", "keep": "redact"}
AFTER_ALL = {"redact": "Remove after all", "keep": "Keep after all"}


def render(store: Store) -> None:
    """Show a study's responses and marks; decide on the marks and open the study while it is a draft."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Prepare", card)
    acting.show_outcome()
    if card.state != "draft":
        look.notice("This study was opened for scoring. What scorers read is fixed since then.")
    _responses(store, card)
    if not card.responses:
        return
    with store.reading() as session:
        marks = leak_marks.of_frame(responses.marks(session, study_id=card.id))
    _marks(store, card, marks)
    if card.state == "draft":
        _opening(store, card, marks)


def _responses(store: Store, card: StudyCard) -> None:
    st.header("Responses", anchor=False)
    if not card.responses:
        look.prose(
            "There are none yet. They come in on the page Import, or with this command on the computer that runs "
            "Second Reader:"
        )
        _how_they_come_in(card)
        return
    with store.reading() as session:
        table = frames.responses(session, study_id=card.id)
    systems, prompts = table["system"].nunique(), table["prompt"].nunique()
    look.prose(f"{len(table)} responses of {systems} systems to {prompts} prompts are in.")
    if card.state == "draft":
        look.prose("More come in on the page Import, or with this command, until the study opens:")
        _how_they_come_in(card)
    with st.expander("Read the responses"):
        st.dataframe(table[list(SHOWN)].rename(columns=SHOWN), hide_index=True)
        label = st.selectbox("Response", table["response"].tolist(), key="read")
        if label is not None:
            text = table.loc[table["response"] == label, "text"].iloc[0]
            st.html(f'<div class="sr-response">{safe_text.render(str(text))}</div>')


def _how_they_come_in(card: StudyCard) -> None:
    command = f"secondreader import responses {card.slug} responses.csv --prompts prompts.csv --systems systems.csv"
    st.code(command, language=None, wrap_lines=True)


def _marks(store: Store, card: StudyCard, marks: Sequence[Mark]) -> None:
    st.header("Places that may give the author away", anchor=False)
    if not marks:
        look.prose("None were found. No response names itself, its maker, its tools or its own way of citing.")
        return
    undecided = [one for one in marks if one.decision is None]
    decided = [one for one in marks if one.decision is not None]
    if card.state == "draft":
        look.prose(
            "Scorers must not know who wrote a response. Remove a place, and they read a neutral sign there instead; "
            "keep it where it gives nothing away. You can change your mind until the study opens.",
        )
        st.html(f'<p class="sr-count-line">{len(decided)} of {len(marks)} decided</p>')
    for kind, same in leak_marks.by_kind(undecided).items():
        _undecided(store, card, kind, same)
    if decided:
        with st.expander(f"Decided ({len(decided)})", expanded=not undecided and card.state == "draft"):
            for mark in decided:
                _decided(store, card, mark)


def _undecided(store: Store, card: StudyCard, kind: str, same: Sequence[Mark]) -> None:
    """Show the first marks of one kind; those behind them follow as these are decided."""
    st.subheader(f"{KINDS[kind]} ({len(same)})", anchor=False)
    if len(same) > 1:
        with st.container(horizontal=True, key=f"all_{kind}"):
            _button(store, card, f"Remove all {len(same)}", key=f"redact_all_{kind}", marks=same, decision="redact")
            _button(store, card, f"Keep all {len(same)}", key=f"keep_all_{kind}", marks=same, decision="keep")
    for mark in same[:ON_A_PAGE]:
        with st.container(border=True, key=f"mark_{mark.id}"):
            _shown(mark)
            with st.container(horizontal=True, key=f"choices_{mark.id}"):
                _button(store, card, "Remove", key=f"redact_{mark.id}", marks=[mark], decision="redact")
                _button(store, card, "Keep", key=f"keep_{mark.id}", marks=[mark], decision="keep")
    if len(same) > ON_A_PAGE:
        look.prose(f"{len(same) - ON_A_PAGE} more of this kind follow as you decide.")


def _shown(mark: Mark, says: str = "") -> None:
    where = f"In a response to {mark.prompt} ({mark.label})"
    st.html(
        f'<div class="sr-mark"><p class="sr-says" dir="auto">{escape(where)} {says}</p>'
        f'{leak_marks.in_context(mark)}<p dir="auto">{escape(mark.reason)}</p></div>'
    )


def _decided(store: Store, card: StudyCard, mark: Mark) -> None:
    decision = mark.decision or ""
    with st.container(border=True, key=f"decided_{mark.id}"):
        _shown(mark, look.pill(DECIDED[decision]))
        if card.state == "draft":
            other = OPPOSITE[decision]
            _button(store, card, AFTER_ALL[other], key=f"change_{mark.id}", marks=[mark], decision=other)


def _button(store: Store, card: StudyCard, label: str, *, key: str, marks: Sequence[Mark], decision: str) -> None:
    ids = [one.id for one in marks]
    st.button(label, key=key, on_click=_decide, args=(store, card.id, ids, decision))


def _decide(store: Store, study_id: int, mark_ids: list[int], decision: str) -> None:
    def work(session: Session, person: Person) -> str:
        responses.decide_marks(
            session, study_id=study_id, mark_ids=mark_ids, decision=decision, by=person.rater_id, now=now()
        )
        places = "The place" if len(mark_ids) == 1 else f"All {len(mark_ids)} places"
        return f"{places} will be {'removed' if decision == 'redact' else 'kept'}."

    acting.act(store, ROLES, study_id, work)


def _opening(store: Store, card: StudyCard, marks: Sequence[Mark]) -> None:
    st.header("Open for scoring", anchor=False)
    undecided = sum(one.decision is None for one in marks)
    if undecided:
        places = "one place" if undecided == 1 else f"{undecided} places"
        look.prose(f"You can open the study when you have decided on {places} above.")
        return
    look.prose(
        "From then on the responses and what is removed from them are fixed, and every scorer finds a queue of their "
        "own behind their link. It cannot be undone.",
    )
    st.button("Open for scoring", key="open", type="primary", on_click=_open, args=(store, card.id))


def _open(store: Store, study_id: int) -> None:
    def work(session: Session, person: Person) -> str:
        opening.open_and_assign(session, study_id=study_id, by=person.rater_id, now=now())
        return "The study is open for scoring."

    acting.act(store, ROLES, study_id, work)
