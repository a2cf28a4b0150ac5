"""Whether results may show, what shows in their place, which standpoint they are about, and how they are kept.

Figures of a large study take a while, so they are computed once for each state of the scores and kept in this process.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

import pandas as pd
import streamlit as st

from analysis.correlation import PeopleCorrelation, between_people
from analysis.score_tables import ScoreTables, score_tables
from pages import address, look
from pages.study_course import coverage_of, next_step, work_of
from publishing import study_figures
from publishing.study_figures import StudyReport
from rubrics.schema import Benchmark
from store import benchmarks, progress, study_facts
from store.engine import Session, Store
from store.settling import PROTOCOL
from store.studies import StudyCard
from store.unblinding import is_unblinded, seed_of

SHOWN = ("sealed", "released")
MOST_KEPT = 6

FILES = "those that came with files"

Key = tuple[str, int, str, str, str]
"""Store, study, state of the scores, protocol whose settled scores are shown, module."""


class Results(NamedTuple):
    """Everything that pages show of one module of a study; shared by all who look, so nobody changes it.

    Attributes
    ----------
    benchmark, module
    tables : ScoreTables
        Every score, by number.
    facts : DataFrame
        As `study_figures.response_facts`, of this module, indexed by response; it names the systems.
    judges : DataFrame
        As `study_figures.judge_facts`.
    report : StudyReport
        All figures.
    same : axis to PeopleCorrelation
        People among themselves on the responses that have a settled score.
    """

    benchmark: Benchmark
    module: str
    tables: ScoreTables
    facts: pd.DataFrame
    judges: pd.DataFrame
    report: StudyReport
    same: Mapping[str, PeopleCorrelation]


class Fetched(NamedTuple):
    """What figures are made from: scores, facts of responses and judges, and the study's seed."""

    frame: pd.DataFrame
    facts: pd.DataFrame
    judges: pd.DataFrame
    seed: str


class _Shelf:
    """Results by study, module and state of the scores; the one not asked for longest goes first."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.kept: OrderedDict[Key, Results] = OrderedDict()

    def find(self, key: Key) -> Results | None:
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
        return found

    def keep(self, key: Key, results: Results) -> None:
        self.kept[key] = results
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)


@st.cache_resource
def _shelf() -> _Shelf:
    return _Shelf()


def of_study(store: Store, card: StudyCard) -> Results | None:
    """Return the results of the standpoint that was chosen; None, and how far the study is, while they are hidden."""
    with store.reading() as session:
        if card.state not in SHOWN:
            _not_yet(session, card)
            return None
        benchmark = benchmarks.of_study(session, study_id=card.id)
        version = study_figures.data_version(session, study_id=card.id)
        protocols = study_facts.settled_protocols(session, study_id=card.id)
    modules = {one.id: one.name for one in benchmark.modules}
    module = address.choose("Standpoint", modules, key="module") if len(modules) > 1 else benchmark.modules[0].id
    place = store.address.render_as_string(hide_password=True)
    key = (place, card.id, version, _whose(protocols), module)
    return _shelf().find(key) or _computed(store, card, benchmark, key)


def _whose(protocols: Sequence[str]) -> str:
    """Let the reader choose whose settled scores are shown, where there are several; the last settled come first."""
    if len(protocols) < 2:
        return protocols[0] if protocols else study_figures.NOTHING_SETTLED
    names = {one: FILES if one == PROTOCOL else f"the run {one}" for one in protocols}
    return address.choose("Which of the judges’ scores", names, key="scores")


def systems_are_named(store: Store, card: StudyCard) -> bool:
    """Say whether researchers and owners may see which system wrote which response."""
    with store.reading() as session:
        return is_unblinded(session, study_id=card.id)


def _computed(store: Store, card: StudyCard, benchmark: Benchmark, key: Key) -> Results:
    """Compute and keep; whoever asks for the same meanwhile waits for it instead of computing it again."""
    size = "one response" if card.responses == 1 else f"{card.responses:,} responses"
    words = f"Computing the figures of {size}. This happens once; then they are kept."
    with st.spinner(words, show_time=True), _shelf().lock:
        if found := _shelf().find(key):
            return found
        with store.reading() as session:
            fetched = fetch(session, card.id, key[-1], protocol=key[-2])
        results = compute(fetched, benchmark, key[-1])
        _shelf().keep(key, results)
    return results


def fetch(session: Session, study_id: int, module: str, *, protocol: str | None = None) -> Fetched:
    """Fetch what the figures of one module are made from."""
    facts = study_figures.response_facts(session, study_id=study_id)
    return Fetched(
        study_figures.study_frame(session, study_id=study_id, module=module, protocol=protocol),
        facts[facts["module"] == module],
        study_figures.judge_facts(session, study_id=study_id),
        seed_of(session, study_id=study_id),
    )


def compute(fetched: Fetched, benchmark: Benchmark, module: str) -> Results:
    """Compute everything that pages show of one module of a study."""
    report = study_figures.study_report(
        fetched.frame,
        benchmark,
        seed=fetched.seed,
        clusters=study_figures.prompts_of(fetched.facts, benchmark),
        facts=fetched.facts,
        judges=fetched.judges,
    )
    tables = score_tables(fetched.frame)
    facts = fetched.facts.set_index("response", drop=False)
    return Results(benchmark, module, tables, facts, fetched.judges, report, _on_the_same(tables, report))


def _on_the_same(tables: ScoreTables, report: StudyReport) -> dict[str, PeopleCorrelation]:
    found = {}
    for one in report.axes:
        axis = one.report.axis
        people, settled = tables.scores(axis, "human"), tables.settled(axis)
        apart = people.notna().any(axis=1) & settled.isna()
        found[axis] = between_people(people[settled.notna()]) if apart.any() else one.report.people_people
    return found


def _not_yet(session: Session, card: StudyCard) -> None:
    work = work_of(progress.scorers(session, study_id=card.id))
    judges = coverage_of(progress.judges(session, study_id=card.id))
    look.notice("Results are hidden until scoring is closed, so that nobody's scores are swayed by them.")
    submitted, assigned = sum(one.submitted for one in work), sum(one.assigned for one in work)
    if assigned:
        people = "one person" if len(work) == 1 else f"{len(work)} people"
        look.prose(f"So far {submitted} of {assigned} responses are scored by {people}.")
    look.prose(
        next_step(card, work, judges, 0) if card.state == "open" else "The study is being prepared.",
        "The study's owner closes scoring at the end of the page Progress. The results then show here.",
    )
