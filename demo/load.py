"""The demo study, from its files into the store, the same way a real study's files go in."""

import tomllib
from datetime import datetime
from pathlib import Path

from files.prompts import read_prompts
from files.responses import read_responses
from files.scores import read_scores
from files.systems import read_judges, read_systems
from files.tables import read_file
from judging.settle_study import take_scores
from rubrics import loader
from store import benchmarks, frames, responses
from store.contents import Contents
from store.engine import Session, StoreError
from store.opening import open_and_assign
from store.studies import StudyPlan, create_study, list_studies

FOLDER = Path(__file__).parent / "study"
SLUG = "demo"


def load_demo(session: Session, *, now: datetime, folder: Path = FOLDER) -> int:
    """Load the demo study, open and with all its scores, and return its id; one that is there already is left alone.

    Every mark by which a response may name its author is decided as redacted.

    Raises
    ------
    FileError, RubricError, StoreError
        With every problem of the file that cannot be taken in; nothing of the study may be kept then.
    """
    there = [study.id for study in list_studies(session) if study.slug == SLUG]
    if there:
        return there[0]
    study_id = _create(session, folder, now)
    _take_responses(session, study_id, folder, now)
    _redact_all(session, study_id, now)
    open_and_assign(session, study_id=study_id, by=None, now=now)
    _take_scores(session, study_id, folder, now)
    return study_id


def _create(session: Session, folder: Path, now: datetime) -> int:
    facts = tomllib.loads((folder / "study.toml").read_text(encoding="utf-8"))
    name = f"{facts['benchmark']}/{facts['version']}.toml"
    paths = [path for path in loader.released() if path.as_posix().endswith(f"/{name}")]
    if not paths:
        raise StoreError(f"the demo study needs the benchmark file {name}, which is not here")
    text = loader.read_text(paths[0])
    content_hash = benchmarks.register(session, text=text, name=loader.shown_name(paths[0]), now=now)
    plan = StudyPlan(slug=SLUG, title=facts["title"], seed=facts["seed"], note=facts["note"], invented=True)
    return create_study(session, plan=plan, benchmark_hash=content_hash, now=now)


def _take_responses(session: Session, study_id: int, folder: Path, now: datetime) -> None:
    intake = read_responses(
        read_file(folder / "responses.csv"),
        "responses.csv",
        there=Contents(),
        prompts=read_prompts(read_file(folder / "prompts.csv"), "prompts.csv"),
        systems=read_systems(read_file(folder / "systems.csv"), "systems.csv"),
    )
    responses.take_in(session, study_id=study_id, intake=intake, by=None, now=now)


def _redact_all(session: Session, study_id: int, now: datetime) -> None:
    marks = [int(mark) for mark in responses.marks(session, study_id=study_id)["mark"]]
    if marks:
        responses.decide_marks(session, study_id=study_id, mark_ids=marks, decision="redact", by=None, now=now)


def _take_scores(session: Session, study_id: int, folder: Path, now: datetime) -> None:
    benchmark = benchmarks.of_study(session, study_id=study_id)
    known = frames.responses(session, study_id=study_id)
    judges = read_judges(read_file(folder / "judges.csv"), "judges.csv")
    for name in ("judge_scores.csv", "person_scores.csv"):
        answers = read_scores(
            read_file(folder / name), name, benchmark=benchmark, responses=known, judges=judges, invented=True
        )
        take_scores(session, study_id=study_id, answers=answers, source=name, by=None, now=now)
