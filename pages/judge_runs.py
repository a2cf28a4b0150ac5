"""Running the judges: begin a run, watch it, halt it, and see what could not be read. Never for a scorer."""

import streamlit as st

from judging.in_words import STATES
from judging.run import control
from judging.run.control import RunLine
from pages import access, acting, judging_live, judging_preview, judging_start, judging_trust, look, study_choice
from rubrics.schema import Benchmark
from store import benchmarks
from store.engine import Store
from store.people import Person
from store.studies import StudyCard

ROLES = ("owner", "researcher")
WAY: dict[str, str] = {
    "cross_judge": (
        "Every judge of the panel but the author scores each response once; on every axis the median counts."
    ),
    "second_reading": (
        "One judge scores every response. Where the benchmark wants it, a second, stricter judge of another maker "
        "scores too, and the lower score counts."
    ),
    "audited": (
        "A primary judge of another maker scores every response. A drawn share is audited by a further judge, and a "
        "third settles what the two dispute."
    ),
}


def render(store: Store) -> None:
    """Show a study's runs of judges; its owner begins and halts them here."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Judging", card)
    acting.show_outcome()
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=card.id)
        runs = control.runs(session, study_id=card.id)
    if not card.responses and not runs:
        look.notice("There are no responses yet, so there is nothing to judge. The page Prepare says how they come in.")
        return
    run = _chosen(runs)
    if run is not None:
        judging_live.show(store, card.id, run.run_id, owner=person.role == "owner")
    if person.role == "owner":
        _begin(store, card, person, benchmark, again=run is not None)
    elif run is None:
        look.notice("No judge has been asked yet. The study’s owner begins a run on this page.")
    if run is not None:
        judging_trust.show(store, card.id, run.run_id, benchmark)
    if card.responses:
        judging_preview.show(store, card)


def _chosen(runs: list[RunLine]) -> RunLine | None:
    """The run that is shown: the newest, or the one picked."""
    if not runs:
        return None
    by_id = {one.run_id: one for one in runs}
    newest = runs[-1].run_id
    if len(runs) == 1:
        return by_id[newest]
    wanted = st.session_state.pop("fresh_run", None)
    if wanted in by_id:
        st.session_state["run"] = wanted
    ids = list(by_id)
    picked = st.selectbox(
        "Run", ids, index=len(ids) - 1, format_func=lambda one: _name(by_id[one]) if one in by_id else "", key="run"
    )
    return by_id.get(picked or newest, by_id[newest])


def _name(run: RunLine) -> str:
    kind = "Judging" if run.kind == "judging" else "Collecting"
    return f"{kind} {run.protocol}, {STATES[run.state]}"


def _begin(store: Store, card: StudyCard, person: Person, benchmark: Benchmark, *, again: bool) -> None:
    if card.state in ("sealed", "released"):
        if not again:
            look.notice("Scoring has ended, and nothing can be judged any more.")
        return
    if not again:
        st.header("Begin", anchor=False)
        look.prose(WAY[benchmark.protocol.kind])
        judging_start.show(store, card, person, benchmark)
        return
    st.header("Another run", anchor=False)
    if st.toggle("Begin another run on the same responses", key="another"):
        look.prose(
            "Under a name of its own a run may have other judges or settings, and the two can be compared. Without "
            "one, the same judges and settings go on with the run that is there.",
        )
        judging_start.show(store, card, person, benchmark)
