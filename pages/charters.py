"""The owner's board of charters: how far each is released, who reviews it, what they say, and its text."""

from html import escape

import streamlit as st

from pages import (
    access,
    acting,
    charters_board,
    charters_comments,
    charters_packets,
    charters_people,
    charters_text,
    charters_verdicts,
    fresh_link,
    look,
    study_choice,
)
from pages.charters_board import Board, ModuleBoard
from publishing.gate import ModuleGate
from rubrics.schema import Module
from store.engine import Store
from web.identity import now

ROLES = ("owner",)
CHOSEN = "charter_module"


def render(store: Store) -> None:
    """Show how a study's charters stand, and one of them with everything that belongs to it."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Charters", card)
    acting.show_outcome()
    fresh_link.show(card.id)
    with store.reading() as session:
        board = charters_board.board(session, study_id=card.id, now=now())
    if board is None:
        look.prose("This study's benchmark has no charters, so there is nothing to review or to sign.")
        return
    _gate(board)
    charters_people.invite_form(store, card, board.benchmark)
    one = board.of(_module(board))
    st.html(f'<h2 class="sr-module" dir="auto">{escape(one.module.name)}</h2>')
    charters_people.reviewers(store, card, one, board.reviewers)
    charters_verdicts.verdicts(store, one)
    charters_verdicts.disputes(store, one)
    charters_comments.comments(store, card, one)
    charters_packets.show(store, card, one)
    charters_text.text(store, card, one)


def _gate(board: Board) -> None:
    """Module by module: released, or what is missing."""
    rows = "".join(
        _gate_line(gate, board.of(module))
        for gate, module in zip(board.gate.modules, board.benchmark.modules, strict=True)
    )
    st.header("How far they are released", anchor=False)
    rule = board.benchmark.charters
    if rule is not None:
        look.prose(
            f"A charter is released when {rule.approvals} qualified reviewers approve the same text and nobody's "
            "decline of it stands. An edit makes every approval one of an earlier text."
        )
    st.html(f'<ul class="sr-gates">{rows}</ul>')


def _gate_line(gate: ModuleGate, one: ModuleBoard) -> str:
    mark = look.pill("Released", "good") if gate.open else look.pill("Not released")
    version = f"version {one.in_force.version}" if one.in_force else "no text"
    signed = sum(one.signed_now(last) for last in one.last_signed.values())
    far = f"{version}; {len(one.reviewers)} invited, {signed} signed the present text"
    missing = "".join(f'<p dir="auto">{escape(said.removeprefix(f"{gate.name}: "))}</p>' for said in gate.missing)
    return (
        f'<li data-module="{escape(gate.module, quote=True)}"><div><span class="sr-name" dir="auto">'
        f'{escape(gate.name)}</span> {mark}</div><p class="sr-says">{escape(far)}</p>{missing}</li>'
    )


def _module(board: Board) -> Module:
    modules = {one.id: one for one in board.benchmark.modules}
    ids = list(modules)
    picked = st.selectbox(
        "Charter", ids, format_func=lambda one: modules[one].name, key=CHOSEN, persist_state="session"
    )
    return modules[picked if picked in modules else ids[0]]
