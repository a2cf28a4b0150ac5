"""Beginning a run: the judges, what a run may set, what stands against it, what it takes, and the button."""

import os
from collections.abc import Sequence
from typing import Any, get_args

import streamlit as st

from judging.in_words import dollars_between, estimate_lines, numbers_between, problems_together
from judging.panel import Panel
from judging.run import control
from judging.run.plan import Estimate, RunOptions, estimate, plan_run, start_problems
from pages import access, acting, judging_panel, look
from rubrics.protocols import Exclude
from rubrics.schema import Benchmark
from store.engine import Session, Store, StoreError
from store.people import Person
from store.studies import StudyCard
from web.identity import now

OWNER = ("owner",)
AS_THE_BENCHMARK = "as the benchmark says"
WHO_MAY_NOT: dict[Exclude, str] = {
    "model": "the very model that wrote the response",
    "family": "every model of the maker that wrote the response",
}
REPEATS = {0.0: "no calls", 0.05: "one in twenty", 0.1: "one in ten", 0.25: "one in four"}


def show(store: Store, card: StudyCard, person: Person, benchmark: Benchmark) -> None:
    """Show everything that begins a run."""
    panel = judging_panel.choose(person)
    if panel is None:
        return
    options = _options(benchmark)
    with store.reading() as session:
        problems, found = _looked_at(session, card.id, panel, options)
    if found is not None:
        _estimate(found, options)
    if problems:
        st.subheader("What stands against a start", anchor=False)
        look.notice(*problems_together(problems), kind="bad")
        return
    look.prose(
        "A process of its own does the work: you can close this page, and it goes on. Halt it here at any time.",
    )
    st.button("Start judging", key="start", type="primary", on_click=_start, args=(store, card.id, panel, options))


def _looked_at(session: Session, study_id: int, panel: Panel, options: RunOptions) -> tuple[list[str], Estimate | None]:
    problems = start_problems(session, study_id=study_id, panel=panel, options=options, environ=os.environ)
    try:
        return problems, estimate(session, study_id=study_id, panel=panel, options=options)
    except StoreError as error:
        return problems or list(error.problems), None


def _options(benchmark: Benchmark) -> RunOptions:
    chosen: dict[str, Any] = {}
    chosen["cap_usd"] = st.number_input(
        "Most US dollars to spend; empty for no limit", min_value=0.0, value=None, step=1.0, key="cap"
    )
    if chosen["cap_usd"] is not None:
        chosen["cap_consent"] = st.checkbox("Start although not every judge’s price is known", key="consent")
    with st.expander("More that a run may set"):
        exclude = st.radio(
            "Who may not judge a response",
            [AS_THE_BENCHMARK, *get_args(Exclude)],
            format_func=lambda one: _who(one, benchmark),
            key="exclude",
        )
        chosen["exclude"] = None if exclude == AS_THE_BENCHMARK else exclude
        chosen["repeat_share"] = st.select_slider(
            "Calls asked twice, to measure each judge against itself",
            list(REPEATS),
            format_func=REPEATS.__getitem__,
            key="repeats",
        )
        chosen["shuffle_axes"] = st.checkbox("Give each judge the axes in a drawn order, which is kept", key="shuffle")
        chosen["only_sampled"] = st.checkbox("Only the responses that people score", key="only_sampled")
        if len(benchmark.tasks.languages) > 1:
            languages = [None, *benchmark.tasks.languages]
            chosen["language"] = st.selectbox(
                "Language", languages, format_func=lambda one: one or "every language", key="language"
            )
        name = st.text_input("A name for this run, when the study has another", max_chars=60, key="run_name")
        chosen["protocol_id"] = (name or "").strip() or None
    return RunOptions(**chosen)


def _who(choice: str, benchmark: Benchmark) -> str:
    if choice == AS_THE_BENCHMARK:
        return f"As the benchmark says: {WHO_MAY_NOT[benchmark.protocol.exclude]}"
    return next(words[:1].upper() + words[1:] for exclude, words in WHO_MAY_NOT.items() if exclude == choice)


def _estimate(found: Estimate, options: RunOptions) -> None:
    st.subheader("What it takes", anchor=False)
    look.prose(*(line.strip() for line in _plain_lines(estimate_lines(found, cap_usd=options.cap_usd))))
    rows = [
        [
            one.judge,
            numbers_between(one.calls_least, one.calls_most),
            dollars_between(one.usd_least, one.usd_most),
        ]
        for one in found.by_judge
    ]
    with st.expander("Judge by judge"):
        st.html(look.table(("Judge", "Calls", "Cost"), rows, title="Calls and cost at most", kind="narrow"))


def _plain_lines(lines: Sequence[str]) -> list[str]:
    """The lines as paragraphs: those of the stages, which are set in, in one sentence."""
    stages = [line.strip() for line in lines if line.startswith("  ")]
    rest = [line for line in lines if not line.startswith("  ")]
    return [rest[0], *([f"{'; '.join(stages)}."] if len(stages) > 1 else []), *rest[1:]]


def _start(store: Store, study_id: int, panel: Panel, options: RunOptions) -> None:
    made: list[int] = []

    def work(person: Person) -> str:
        with store.writing() as session:
            acting.allowed(session, access.login(), OWNER, study_id)
            made.append(
                plan_run(
                    session,
                    study_id=study_id,
                    panel=panel,
                    options=options,
                    environ=os.environ,
                    by=person.rater_id,
                    now=now(),
                )
            )
        control.start(store, run_id=made[0], now=now())
        return "The judges are at work."

    if acting.act_apart(store, OWNER, study_id, work):
        st.session_state["fresh_run"] = made[0]
