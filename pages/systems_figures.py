"""The systems over all standpoints of a benchmark together, which one standpoint's results do not hold."""

import pandas as pd
import streamlit as st

from analysis.system_means import SystemReport
from publishing.study_figures import data_version, protocol_of, response_facts, system_figures
from publishing.study_report import the_plan
from rubrics.schema import Benchmark
from store import frames
from store.engine import Session, Store
from store.unblinding import seed_of

APART = " under "
"""Between a label and its module: one response is a target under each."""


def over_all_modules(store: Store, study_id: int, benchmark: Benchmark) -> SystemReport:
    """Return what is settled of every system, over all modules of a study and by module."""
    with store.reading() as session:
        version = data_version(session, study_id=study_id)
        kept_in = store.address.render_as_string(hide_password=True)
        return _kept(session, benchmark, kept_in, study_id, version)


@st.cache_resource(max_entries=6, show_spinner="Computing the systems’ means …")
def _kept(_session: Session, _benchmark: Benchmark, store: str, study_id: int, version: str) -> SystemReport:
    return compute(_session, study_id, _benchmark)


def compute(session: Session, study_id: int, benchmark: Benchmark) -> SystemReport:
    """Compute the means of every system over all modules, every prompt counting the same."""
    protocol = protocol_of(session, study_id=study_id)
    settled = _by_target(frames.settled(session, study_id=study_id, protocol=protocol)).assign(kind="settled")
    facts = _by_target(response_facts(session, study_id=study_id))
    return system_figures(settled, facts, benchmark, the_plan(benchmark, seed_of(session, study_id=study_id)))


def _by_target(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(response=frame["response"] + APART + frame["module"])
