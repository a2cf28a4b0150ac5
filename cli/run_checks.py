"""What the doctor sees of runs: whether anybody works on those that count as running, and whether keys are there."""

import os
from collections.abc import Iterator
from typing import Literal, NamedTuple

from cli.access import now
from judging.in_words import is_over, is_stranded
from judging.panel import key_problems
from judging.run import control
from judging.run.context import panel_from
from store import runs
from store.engine import Store
from store.studies import list_studies


class Seen(NamedTuple):
    """One thing seen of a run."""

    about: str
    state: Literal["ok", "warning", "information"]
    said: str


def look_at_runs(store: Store) -> Iterator[Seen]:
    """Look at every run that is not over."""
    with store.reading() as session:
        for study in list_studies(session):
            for row in runs.runs_of(session, study_id=study.id):
                status = control.status(session, run_id=row.id, now=now())
                if is_over(status):
                    continue
                about = f"run {row.protocol} of {study.slug}"
                if is_stranded(status):
                    group = "judge" if row.kind == "judging" else "collect"
                    said = f"counts as running, and no worker is at it; secondreader {group} resume {study.slug}"
                    yield Seen(about, "warning", said)
                elif status.worker_alive:
                    yield Seen(about, "ok", "a worker is at it")
                else:
                    yield Seen(about, "information", f"{status.state}; nobody works on it")
                for problem in key_problems(panel_from(row.panel), os.environ):
                    yield Seen(about, "warning", problem)
