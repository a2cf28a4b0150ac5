"""A run as it goes: how far it is, what it has cost, what went wrong, and what the owner can do about it."""

from html import escape

import streamlit as st

from judging.in_words import (
    calls_in_words,
    cost_lines,
    counted,
    coverage,
    dollars,
    duration,
    headline,
    is_over,
    is_stranded,
    next_steps,
    time_left,
)
from judging.run import control
from judging.run.control import JudgePace, RunStatus
from pages import access, acting, judging_lists, look
from store.engine import Store, StoreError
from store.people import Person
from web.identity import now

ROLES = ("owner", "researcher")
OWNER = ("owner",)
EVERY_SECONDS = 2.0


def show(store: Store, study_id: int, run_id: int, *, owner: bool) -> None:
    """Show a run; while it goes on, what it shows is fetched anew every few seconds."""
    status = _status(store, run_id)
    going = status.state in ("planned", "running")
    st.fragment(_top, run_every=EVERY_SECONDS if going else None)(store, run_id, _mark(status))
    if owner:
        _buttons(store, study_id, status)
    st.fragment(_details, run_every=2 * EVERY_SECONDS if going else None)(store, run_id)


def _status(store: Store, run_id: int) -> RunStatus:
    with store.reading() as session:
        return control.status(session, run_id=run_id, now=now())


def _mark(status: RunStatus) -> tuple[str, str, bool]:
    """What the buttons depend on: when it changes, the whole page is shown anew."""
    return status.state, status.wanted, status.worker_alive


def _top(store: Store, run_id: int, mark: tuple[str, str, bool]) -> None:
    status = _seen(store, run_id)
    if status is None or _mark(status) != mark:
        st.rerun()
    st.html(
        f'<div class="sr-standing"><p class="sr-count-line">{escape(headline(status))}</p>'
        f"{look.bar(status.targets_done, status.targets, 'Responses settled')}"
        f'<div class="sr-prose">{look.paragraphs(filter(None, [coverage(status), time_left(status)]))}</div></div>'
    )
    if said := list(next_steps(status)):
        look.notice(*said)


def _details(store: Store, run_id: int) -> None:
    status = _seen(store, run_id)
    if status is None:
        return
    calls = [[escape(words), f"{number:,}"] for words, number in calls_in_words(status.calls)]
    if calls:
        st.html(look.table(("Calls", "How many"), calls, title="Calls", kind="narrow"))
    cost = [[escape(what), escape(amount)] for what, amount in cost_lines(status)]
    st.html(look.table(("Cost", "US dollars"), cost, title="Cost", kind="narrow"))
    _table_of_judges(status)
    _errors(status)
    judging_lists.show(store, status)


def _seen(store: Store, run_id: int) -> RunStatus | None:
    """Where the run stands; None for a person who may not see it any more."""
    person = access.visitor(store)
    return _status(store, run_id) if person is not None and person.role in ROLES else None


def _table_of_judges(status: RunStatus) -> None:
    heads = ("Judge", "Answered", "On the wire", "Waiting", "Answers a minute", "Spent")
    st.html(look.table(heads, [_judge(one) for one in status.per_judge], title="The judges"))


def _judge(one: JudgePace) -> list[str]:
    pause = f"the provider wants a pause of {duration(one.paused_seconds)}" if one.paused_seconds else ""
    note = f'<span class="sr-beside">{escape(pause)}</span>' if pause and not one.stopped else ""
    pace = "–" if one.per_minute is None else f"{one.per_minute:.1f}"
    counts = [f"{number:,}" for number in (one.answered, one.on_the_wire, one.waiting)]
    return [escape(one.judge) + note, *counts, pace, escape(dollars(one.usd_spent))]


def _errors(status: RunStatus) -> None:
    if not status.errors:
        return
    lines = [
        f"<dt>{escape(KINDS.get(one.kind, one.kind))}, {escape(counted(one.times, 'time'))}</dt>"
        f'<dd dir="auto">{escape(one.example)}</dd>'
        for one in status.errors
    ]
    st.html(f'<h3>What went wrong on the way</h3><dl class="sr-words">{"".join(lines)}</dl>')


KINDS = {
    "limited": "The provider asked to wait",
    "server": "The provider had a fault",
    "timeout": "No answer in time",
    "dropped": "The connection broke",
    "nonsense": "The provider answered with something else",
    "refused_request": "The provider refused the request",
    "no_key": "The provider did not accept the key",
    "no_credit": "The account has no money left",
    "worker_died": "The process that asks was ended",
}


def _buttons(store: Store, study_id: int, status: RunStatus) -> None:
    arguments = (store, study_id, status.run_id)
    with st.container(horizontal=True, key="run_buttons"):
        if status.state == "running" and not is_stranded(status) and status.wanted == "run":
            st.button("Pause", key="pause", on_click=_pause, args=arguments)
        if is_stranded(status) or status.state in ("paused", "planned"):
            st.button("Resume", key="resume", type="primary", on_click=_resume, args=arguments)
        if status.failed and status.state != "running":
            st.button("Ask again what got no answer", key="retry", on_click=_retry, args=arguments)
        if status.unreadable and status.state != "running":
            st.button("Ask again what could not be read", key="again", on_click=_again, args=arguments)
        if not is_over(status) and status.wanted != "cancel" and st.button("Stop for good …", key="stop"):
            _confirm(store, study_id, status.run_id)


@st.dialog("Stop this run for good?")
def _confirm(store: Store, study_id: int, run_id: int) -> None:
    look.prose(
        "What was answered stays and counts. What was never asked stays unasked; a pause would let you go on later."
    )
    with st.container(horizontal=True, key="stopping"):
        stopped = st.button(
            "Stop for good", key="stop_now", type="primary", on_click=_stop, args=(store, study_id, run_id)
        )
        if st.button("Go on", key="not_stop") or stopped:
            st.rerun()


def _pause(store: Store, study_id: int, run_id: int) -> None:
    def work(person: Person) -> str:
        control.pause(store, run_id=_mine(store, study_id, run_id), by=person.rater_id, now=now())
        return "The run halts as soon as what is on the wire has come back."

    acting.act_apart(store, OWNER, study_id, work)


def _stop(store: Store, study_id: int, run_id: int) -> None:
    def work(person: Person) -> str:
        control.cancel(store, run_id=_mine(store, study_id, run_id), by=person.rater_id, now=now())
        return "The run is being stopped; what was answered stays."

    acting.act_apart(store, OWNER, study_id, work)


def _resume(store: Store, study_id: int, run_id: int) -> None:
    def work(_person: Person) -> str:
        control.start(store, run_id=_mine(store, study_id, run_id), now=now())
        return "The run goes on."

    acting.act_apart(store, OWNER, study_id, work)


def _retry(store: Store, study_id: int, run_id: int) -> None:
    def work(person: Person) -> str:
        number = control.retry_failed(store, run_id=_mine(store, study_id, run_id), by=person.rater_id, now=now())
        control.start(store, run_id=run_id, now=now())
        return f"{counted(number, 'call')} asked again, and nothing else."

    acting.act_apart(store, OWNER, study_id, work)


def _again(store: Store, study_id: int, run_id: int) -> None:
    def work(person: Person) -> str:
        calls = [one.call_id for one in _status(store, _mine(store, study_id, run_id)).unreadable]
        number = control.ask_again(store, run_id=run_id, call_ids=calls, by=person.rater_id, now=now())
        control.start(store, run_id=run_id, now=now())
        return f"{counted(number, 'fresh call')} for what could not be read."

    acting.act_apart(store, OWNER, study_id, work)


def _mine(store: Store, study_id: int, run_id: int) -> int:
    """Return the run's id when the run is of this study.

    Raises
    ------
    StoreError
        When it is of another one.
    """
    with store.reading() as session:
        if run_id not in {one.run_id for one in control.runs(session, study_id=study_id)}:
            raise StoreError("This run is not one of this study.")
    return run_id
