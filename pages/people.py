"""Personal links: inviting people, seeing who came in, taking a link back."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

import streamlit as st

from pages import access, acting, fresh_link, look, people_standpoints, study_choice, when
from pages.fresh_link import FreshLink
from pages.people_standpoints import Named
from store import benchmarks, duties, links, opening, people
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
LONGEST_NAME = 120
OPEN = ("waiting", "opened")
TO_SCORE = ("scorer", "adjudicator")
MAY_BE = {
    "scorer": "Scorer: scores responses",
    "adjudicator": "Adjudicator: settles responses on which two scorers lie too far apart, and scores no others",
    "researcher": "Researcher: sees the results, without names",
    "owner": "Owner: runs this study",
}


def render(store: Store) -> None:
    """Show who is invited, with what they can still do about it."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("People", card)
    acting.show_outcome()
    fresh_link.show(card.id)
    _invite_form(store, card)
    _links(store, card, person)


def _invite_form(store: Store, card: StudyCard) -> None:
    st.header("Invite someone", anchor=False)
    with store.reading() as session:
        modules = benchmarks.of_study(session, study_id=card.id).modules
    with st.form("invite", clear_on_submit=True, enter_to_submit=True, border=False):
        st.text_input("Name, for your eyes only", max_chars=LONGEST_NAME, key="name", autocomplete="off")
        st.radio("What they do", list(MAY_BE), format_func=MAY_BE.__getitem__, key="role")
        if len(modules) > 1:
            st.html(
                '<p class="sr-prose">For a scorer or adjudicator: the standpoints they are qualified for. Nothing of '
                "the others is shown to them, and nobody scores and settles from the same one.</p>"
            )
            for one in modules:
                st.checkbox(one.name, key=f"module_{one.id}")
        ids = tuple(one.id for one in modules) if len(modules) > 1 else ()
        st.form_submit_button("Make a personal link", type="primary", on_click=_invite, args=(store, card.id, ids))


def _invite(store: Store, study_id: int, modules: Sequence[str]) -> None:
    name, role = str(st.session_state["name"]).strip(), st.session_state["role"]
    chosen = [one for one in modules if st.session_state.get(f"module_{one}")]
    made: list[FreshLink] = []

    def work(session: Session, person: Person) -> str:
        if role in TO_SCORE:
            token = opening.invite_scorer(
                session,
                study_id=study_id,
                name=name,
                now=now(),
                by=person.rater_id,
                modules=chosen,
                adjudicates=role == "adjudicator",
            )
        else:
            token = people.invite(session, study_id=study_id, name=name, role=role, now=now(), by=person.rater_id)
        made.append(FreshLink(study_id, name, token))
        return f"{name} is invited."

    if acting.act(store, ROLES, study_id, work):
        fresh_link.keep(made[0])


def _links(store: Store, card: StudyCard, person: Person) -> None:
    st.header("Who is invited", anchor=False)
    with store.reading() as session:
        invited = people.invitations(session, study_id=card.id)
        recorded = duties.of_study(session, study_id=card.id)
        benchmark = benchmarks.of_study(session, study_id=card.id)
    if invited.empty:
        look.prose(
            "Nobody yet. Two scorers are a good beginning: people can then be compared with one another as well."
        )
        return
    named: dict[int, Named] = {}
    for link in invited.to_dict("records"):
        rater_id, role = int(link["rater"]), str(link["role"])
        does = recorded.get(rater_id, {})
        what = people_standpoints.what_they_do(role, does, benchmark)
        state = _link(store, card, {**link, "what": what}, mine=link["invitation"] == person.invitation_id)
        if role == "scorer" and state in OPEN:
            named[rater_id] = Named(rater_id, str(link["name"]), does)
    people_standpoints.show(store, card, named, benchmark)


def _link(store: Store, card: StudyCard, link: Mapping[Hashable, Any], *, mine: bool) -> str:
    """Show a link with what can be done about it, and return how it stands."""
    moment, number = now(), int(link["invitation"])
    state = state_of(
        when.known(link["revoked_at"]), when.known(link["expires_at"]), opened=bool(link["opened"]), moment=moment
    )
    invited = f"{link['what']}, invited {when.ago(when.known(link['created_at']), moment)}"
    with st.container(key=f"link_{number}", horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="sr-person"><span class="sr-name" dir="auto">{escape(link["name"])}</span> '
            f'<span class="sr-says">{escape(invited)}</span> {look.pill(state)}</div>'
        )
        if not mine:
            st.button("New link", key=f"renew_{number}", on_click=_renew, args=(store, card.id, number, link["name"]))
        if state in OPEN and not mine:
            st.button("Take back", key=f"revoke_{number}", on_click=_revoke, args=(store, card.id, number))
    return state


def state_of(revoked_at: datetime | None, expires_at: datetime | None, *, opened: bool, moment: datetime) -> str:
    """Say how a link stands: revoked, expired, opened (at least once, anywhere) or waiting."""
    if revoked_at is not None:
        return "revoked"
    if expires_at is not None and expires_at <= moment:
        return "expired"
    return "opened" if opened else "waiting"


def _renew(store: Store, study_id: int, number: int, name: str) -> None:
    made: list[FreshLink] = []

    def work(session: Session, person: Person) -> str:
        token = links.renew(session, study_id=study_id, number=number, by=person.rater_id, now=now())
        made.append(FreshLink(study_id, name, token))
        return f"{name} has a new link; the old one opens nothing any more. What was written with it is kept."

    if acting.act(store, ROLES, study_id, work):
        fresh_link.keep(made[0])


def _revoke(store: Store, study_id: int, invitation_id: int) -> None:
    def work(session: Session, person: Person) -> str:
        people.revoke(session, invitation_id=invitation_id, by=person.rater_id, now=now())
        return "The link is taken back; it opens nothing any more. What was written with it is kept."

    acting.act(store, ROLES, study_id, work)
