"""What reviewers have signed: their decisions with reasons, and the clauses on which they are not at one."""

from html import escape

import streamlit as st

from pages import look, when
from pages.charters_board import DECIDED, SAID, ModuleBoard
from rubrics.kept_charters import changed_numbers
from rubrics.reviews import ReviewEntry, Subject, class_label, disputed, named
from store import reviews, signing
from store.engine import Store
from store.reviews import SignedReview
from store.signing import Statement


def verdicts(store: Store, one: ModuleBoard) -> None:
    """Show the latest sign-off of each reviewer, and those before it."""
    st.subheader("Verdicts", anchor=False)
    if not one.signed:
        look.prose("Nobody has signed this charter yet.")
        return
    latest = list(one.last_signed.values())
    with store.reading() as session:
        stated = {last.rater_id: signing.statement_of(session, rater_id=last.rater_id) for last in latest}
    lines = "".join(_verdict(last, one, stated[last.rater_id]) for last in latest)
    st.html(f'<ul class="sr-quotes">{lines}</ul>')
    before = [signed for signed in one.signed if signed.id != one.last_signed[signed.rater_id].id]
    if before:
        with st.expander(f"Earlier sign-offs ({len(before)})"):
            st.html(f'<ul class="sr-quotes">{"".join(_verdict(signed, one, None) for signed in before)}</ul>')


def _verdict(signed: SignedReview, one: ModuleBoard, stated: Statement | None) -> str:
    of = "the present text" if one.signed_now(signed) else f"version {signed.version}, not the present text"
    parts = [
        f'<div class="sr-person"><span class="sr-name" dir="auto">{escape(signed.name)}</span> '
        f"{look.pill(DECIDED[signed.decision], 'good' if one.signed_now(signed) else 'invented')} "
        f'<span class="sr-says">{escape(f"{of}, signed on {when.day(signed.signed_at)}")}</span></div>'
    ]
    said = (
        ("Reasons", signed.reasons),
        ("What could sway them", signed.conflict),
        ("A private note to you, never published", signed.private_note),
        (_printed("Qualification", stated), stated.qualification if stated else ""),
        (_printed("Tradition", stated), stated.tradition if stated else ""),
    )
    parts += [
        f'<p class="sr-says">{escape(what)}</p><blockquote dir="auto">{escape(words)}</blockquote>'
        for what, words in said
        if words
    ]
    return f"<li>{''.join(parts)}</li>"


def _printed(what: str, stated: Statement | None) -> str:
    return f"{what} ({'may' if stated and stated.publish else 'must not'} be printed)"


def disputes(store: Store, one: ModuleBoard) -> None:
    """Show the clauses and scenarios that somebody disagrees with, or that reviewers classify otherwise."""
    latest = one.last_signed
    with store.reading() as session:
        entries = reviews.signed_entries(session, sign_off_ids=[last.id for last in latest.values()])
    said = {last.name: [entry for entry in entries[last.id] if _stands(entry, last, one)] for last in latest.values()}
    found = disputed(said)
    if not found:
        return
    st.subheader("Not at one", anchor=False)
    st.html(f'<ul class="sr-quotes">{"".join(_dispute(subject, by) for subject, by in found.items())}</ul>')


def _stands(entry: ReviewEntry, signed: SignedReview, one: ModuleBoard) -> bool:
    """Whether what was said of a clause is still about the words that are in force."""
    if entry.part != "clause" or one.in_force is None or one.signed_now(signed):
        return True
    return entry.clause not in changed_numbers(one.text_signed(signed).text, one.in_force.text)


def _dispute(subject: Subject, by: dict[str, ReviewEntry]) -> str:
    name = named(subject)
    people = "".join(
        f'<p dir="auto"><strong>{escape(who)}</strong>: {escape(_position(entry))}</p>' for who, entry in by.items()
    )
    return f'<li><span class="sr-name">{escape(f"{name[:1].upper()}{name[1:]}")}</span>{people}</li>'


def _position(entry: ReviewEntry) -> str:
    classified = f"; {class_label(entry.classification).lower()}" if entry.classification else ""
    return f"{SAID[entry.agreement]}{classified}"
