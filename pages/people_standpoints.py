"""What somebody does from which standpoint, and naming them for others later."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from pages import acting, look
from rubrics.schema import Benchmark
from store import benchmarks, duties, duty_changes
from store.duty_changes import Change
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
NOTHING = "nothing"
MAY_DO = {duties.SCORE: "Scores", duties.ADJUDICATE: "Settles", NOTHING: "Nothing"}


class Named(NamedTuple):
    """A scorer or adjudicator, and what they do by module."""

    rater_id: int
    name: str
    does: Mapping[str, str]


def what_they_do(role: str, duties_of: Mapping[str, str], benchmark: Benchmark) -> str:
    """Say in words what somebody was invited for: the role and, of several standpoints, which."""
    if role != "scorer":
        return role
    several = len(benchmark.modules) > 1
    parts = []
    for duty, called in ((duties.SCORE, "scorer"), (duties.ADJUDICATE, "adjudicator")):
        names = [one.name for one in benchmark.modules if duties_of.get(one.id) == duty]
        if names:
            parts.append(f"{called} ({'; '.join(names)})" if several else called)
    return ", ".join(parts) or ("scorer of no standpoint yet" if several else role)


def show(store: Store, card: StudyCard, people: Mapping[int, Named], benchmark: Benchmark) -> None:
    """Show who of some people, by rater, is to be named anew; nothing for one standpoint or once scoring is closed."""
    if len(benchmark.modules) < 2 or card.state not in ("draft", "open") or not people:
        return
    st.header("Name somebody for other standpoints", anchor=False)
    look.prose(
        "What somebody has scored or begun stays with them and counts as before; only the rest leaves their queue."
    )
    who = st.selectbox(
        "Who",
        list(people),
        index=None,
        format_func=lambda rater_id: look.label(people[rater_id].name),
        placeholder="Choose a person",
        key="named_anew",
    )
    if who is not None:
        _form(store, card, people[who], benchmark)


def _form(store: Store, card: StudyCard, one: Named, benchmark: Benchmark) -> None:
    modules = [module.id for module in benchmark.modules]
    with st.form(f"does_{one.rater_id}", border=False):
        for module in benchmark.modules:
            st.radio(
                module.name,
                list(MAY_DO),
                format_func=MAY_DO.__getitem__,
                index=list(MAY_DO).index(one.does.get(module.id, NOTHING)),
                horizontal=True,
                key=f"does_{one.rater_id}_{module.id}",
            )
        st.form_submit_button("Save these standpoints", on_click=_change, args=(store, card.id, one, modules))


def _change(store: Store, study_id: int, one: Named, modules: Sequence[str]) -> None:
    chosen = {module: str(st.session_state.get(f"does_{one.rater_id}_{module}")) for module in modules}
    wanted = {module: duty for module, duty in chosen.items() if duty != NOTHING}

    def work(session: Session, person: Person) -> str:
        came = duty_changes.change(
            session, study_id=study_id, rater_id=one.rater_id, wanted=wanted, by=person.rater_id, now=now()
        )
        what = what_they_do("scorer", wanted, benchmarks.of_study(session, study_id=study_id))
        return " ".join([f"{one.name} is now {what}.", *_came(one.name, came)])

    acting.act(store, ROLES, study_id, work)


def _came(name: str, came: Change) -> list[str]:
    """Say what became of somebody's responses."""
    told = []
    if came.stay:
        stay = "stays" if came.stay == 1 else "stay"
        told.append(
            f"{_responses(came.stay)} that {name} has scored or begun before {stay} with them and "
            f"{'counts' if came.stay == 1 else 'count'} as before."
        )
    if came.left:
        told.append(f"{_responses(came.left)} left their queue.")
    if came.new:
        told.append(f"{_responses(came.new)} came to it.")
    return told


def _responses(number: int) -> str:
    return "One response" if number == 1 else f"{number} responses"
