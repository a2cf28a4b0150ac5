"""Reviewers' comments, each to be answered: what became of it, in words that its author will read."""

from html import escape

import streamlit as st

from pages import acting, charters_doubts, look, when
from pages.charters_board import BECAME, DECIDED, SAID, ModuleBoard
from rubrics.clause_diff import unbroken, word_runs
from rubrics.reviews import LONGEST, named
from store import review_comments
from store.engine import Session, Store
from store.people import Person
from store.review_comments import Comment
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
TAGS = {"same": "span", "removed": "del", "added": "ins"}


def comments(store: Store, card: StudyCard, one: ModuleBoard) -> None:
    """Show what is still to be answered, then what was."""
    charters_doubts.show(store, card, one)
    if not one.comments:
        return
    waiting = [comment for comment in one.comments if comment.reply is None]
    answered = [comment for comment in one.comments if comment.reply is not None]
    st.subheader("Comments to resolve", anchor=False)
    look.prose(
        f"{len(answered)} of {len(one.comments)} are answered. A reviewer sees your answer beside their own words when "
        "they come back."
    )
    for comment in waiting:
        _comment(store, card, one, comment)
    if answered:
        with st.expander(f"Answered ({len(answered)})", expanded=not waiting):
            for comment in answered:
                _comment(store, card, one, comment)


def _comment(store: Store, card: StudyCard, one: ModuleBoard, comment: Comment) -> None:
    key = f"{comment.signed.id}_{comment.part}_{comment.clause}"
    with st.container(border=True, key=f"comment_{key}"):
        st.html(_said(one, comment))
        if comment.reply is not None:
            said = f"{BECAME[comment.reply.outcome]}, {when.day(comment.reply.replied_at)}"
            st.html(
                f'<div class="sr-reply"><p class="sr-says">{escape(said)}</p>'
                f'<blockquote dir="auto">{escape(comment.reply.words)}</blockquote></div>'
            )
        with st.expander("Answer again" if comment.reply else "Answer"), st.form(f"answer_{key}", border=False):
            st.radio("What became of it", list(BECAME), format_func=BECAME.__getitem__, index=None, key=f"became_{key}")
            read_by = (
                "the reviewer to read" if comment.entry else "the reviewer, and to be printed beside their reasons"
            )
            st.text_area(f"Your answer, for {read_by}", max_chars=LONGEST, key=f"words_{key}")
            st.form_submit_button("Answer", on_click=_answer, args=(store, card.id, comment, key))


def _said(one: ModuleBoard, comment: Comment) -> str:
    """Return a comment as HTML, a proposed wording as the difference it makes."""
    signed, entry = comment.signed, comment.entry
    place = named(entry.subject) if entry else f"{DECIDED[signed.decision]}: the reasons"
    stance = f", {SAID[entry.agreement]}" if entry and entry.agreement else ""
    head = (
        f'<p><span class="sr-name">{escape(f"{place[:1].upper()}{place[1:]}")}</span> '
        f'<span class="sr-says" dir="auto">{escape(f"{signed.name}{stance}, on version {signed.version}")}</span></p>'
    )
    words = entry.comment if entry else signed.reasons or "No reasons were given here; see the comments."
    body = f'<blockquote dir="auto">{escape(words)}</blockquote>' if words else ""
    if entry and entry.proposed:
        body += f'<p class="sr-says">Proposes</p><blockquote dir="auto">{_proposal(one, comment)}</blockquote>'
    return f'<div class="sr-comment">{head}{body}</div>'


def _proposal(one: ModuleBoard, comment: Comment) -> str:
    entry = comment.entry
    clause = one.text_signed(comment.signed).clause(entry.clause) if entry and entry.part == "clause" else None
    runs = word_runs(unbroken(clause.text), unbroken(entry.proposed)) if clause and entry else ()
    if not runs:
        return escape(entry.proposed if entry else "")
    return "".join(f"<{TAGS[run.kind]}>{escape(run.text)}</{TAGS[run.kind]}>" for run in runs)


def _answer(store: Store, study_id: int, comment: Comment, key: str) -> None:
    outcome, words = st.session_state.get(f"became_{key}"), str(st.session_state.get(f"words_{key}") or "")

    def work(session: Session, person: Person) -> str:
        review_comments.reply(
            session,
            study_id=study_id,
            sign_off_id=comment.signed.id,
            part=comment.part,
            clause=comment.clause,
            outcome=outcome or "",
            words=words,
            by=person.rater_id,
            now=now(),
        )
        return f"Your answer to {comment.signed.name} is kept."

    acting.act(store, ROLES, study_id, work)
