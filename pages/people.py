"""Personal links: inviting people, seeing who came in, taking a link back."""

from collections.abc import Hashable, Mapping
from datetime import datetime
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import streamlit as st

from pages import access, acting, look, study_choice, when
from store import opening, people
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
FRESH = "fresh_link"
LONGEST_NAME = 120
MAY_BE = {
    "scorer": "Scorer: scores responses",
    "researcher": "Researcher: sees the results, without names",
    "owner": "Owner: runs this study",
}


class FreshLink(NamedTuple):
    """A link that was just made; its token is nowhere else."""

    study_id: int
    name: str
    token: str


def render(store: Store) -> None:
    """Show who is invited, with what they can still do about it."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("People", card)
    acting.show_outcome()
    _fresh_link(card)
    _invite_form(store, card)
    _links(store, card, person)


def _origin() -> str:
    """The address of this site, as the owner's browser knows it."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _fresh_link(card: StudyCard) -> None:
    fresh: FreshLink | None = st.session_state.get(FRESH)
    if fresh is None or fresh.study_id != card.id:
        return
    with st.container(border=True, key="fresh"):
        st.header("The new link", anchor=False)
        look.prose(
            f"This is the personal link of {fresh.name}. Send it to them alone: whoever has it comes in as them. "
            "It shows only now; if it gets lost, make a new one.",
        )
        st.code(f"{_origin()}/i/{fresh.token}", language=None, wrap_lines=True)
        st.button("I have copied it", key="copied", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(FRESH, None)


def _invite_form(store: Store, card: StudyCard) -> None:
    st.header("Invite someone", anchor=False)
    with st.form("invite", clear_on_submit=True, enter_to_submit=True, border=False):
        st.text_input("Name, for your eyes only", max_chars=LONGEST_NAME, key="name", autocomplete="off")
        st.radio("What they do", list(MAY_BE), format_func=MAY_BE.__getitem__, key="role")
        st.form_submit_button("Make a personal link", type="primary", on_click=_invite, args=(store, card.id))


def _invite(store: Store, study_id: int) -> None:
    name, role = str(st.session_state["name"]).strip(), st.session_state["role"]
    made: list[FreshLink] = []

    def work(session: Session, _person: Person) -> str:
        if role == "scorer":
            token = opening.invite_scorer(session, study_id=study_id, name=name, now=now())
        else:
            token = people.invite(session, study_id=study_id, name=name, role=role, now=now())
        made.append(FreshLink(study_id, name, token))
        return f"{name} is invited."

    if acting.act(store, ROLES, study_id, work):
        st.session_state[FRESH] = made[0]


def _links(store: Store, card: StudyCard, person: Person) -> None:
    st.header("Who is invited", anchor=False)
    with store.reading() as session:
        links = people.invitations(session, study_id=card.id)
    if links.empty:
        look.prose(
            "Nobody yet. Two scorers are a good beginning: people can then be compared with one another as well."
        )
        return
    for link in links.to_dict("records"):
        _link(store, card, link, mine=link["invitation"] == person.invitation_id)


def _link(store: Store, card: StudyCard, link: Mapping[Hashable, Any], *, mine: bool) -> None:
    moment, number = now(), int(link["invitation"])
    state = state_of(
        when.known(link["revoked_at"]), when.known(link["expires_at"]), opened=bool(link["opened"]), moment=moment
    )
    invited = f"{link['role']}, invited {when.ago(when.known(link['created_at']), moment)}"
    with st.container(key=f"link_{number}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="sr-person"><span class="sr-name" dir="auto">{escape(link["name"])}</span> '
            f'<span class="sr-says">{escape(invited)}</span> {look.pill(state)}</div>'
        )
        if state in ("waiting", "opened") and not mine:
            st.button("Take back", key=f"revoke_{number}", on_click=_revoke, args=(store, card.id, number))


def state_of(revoked_at: datetime | None, expires_at: datetime | None, *, opened: bool, moment: datetime) -> str:
    """Say how a link stands: revoked, expired, opened (at least once, anywhere) or waiting."""
    if revoked_at is not None:
        return "revoked"
    if expires_at is not None and expires_at <= moment:
        return "expired"
    return "opened" if opened else "waiting"


def _revoke(store: Store, study_id: int, invitation_id: int) -> None:
    def work(session: Session, person: Person) -> str:
        people.revoke(session, invitation_id=invitation_id, by=person.rater_id, now=now())
        return "The link is taken back; it opens nothing any more. What was written with it is kept."

    acting.act(store, ROLES, study_id, work)
