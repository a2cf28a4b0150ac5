"""Studies: made, filled with prompts, systems and responses, opened for scoring, sealed.

A study only moves forward: draft, open, sealed, released. Prompts and responses come in while it is a draft; opening
fixes the sample and what scorers see; sealing ends scoring and lets results show.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from blinding.draws import stratified_subset
from blinding.leaks import redact
from blinding.repeats import most_repeats
from store import benchmarks, events
from store.columns import columns
from store.engine import StoreError
from store.tables import Benchmark, LeakMark, Prompt, Response, Study, System, Target

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


@dataclass(frozen=True)
class StudyPlan:
    """How a study is to be run: its seed, and how many responses people score (None: all of them).

    `hidden_repeats`: how many of them each scorer gets a second time without being told (None: none).
    """

    slug: str
    title: str
    seed: str
    sample_size: int | None = None
    note: str = ""
    invented: bool = False
    hidden_repeats: int | None = None


class StudyCard(NamedTuple):
    """One study in a list."""

    id: int
    slug: str
    title: str
    state: str
    benchmark: str
    invented: bool
    note: str
    responses: int
    sampled: int


def create_study(session: Session, *, plan: StudyPlan, benchmark_hash: str, now: datetime) -> int:
    """Make an empty draft study and return its id.

    Raises
    ------
    StoreError
        With every problem: a short name that is taken or malformed, a blank title, a seed that is empty or has a
        `|` in it, a sample or hidden repeats below one, a benchmark that is not in the store.
    """
    problems = []
    if not SLUG.fullmatch(plan.slug):
        allowed = "use small letters, digits and hyphens, at most 63, beginning with a letter or digit"
        problems.append(f"short name {plan.slug!r}: {allowed}")
    elif session.exec(select(Study.id).where(Study.slug == plan.slug)).first() is not None:
        problems.append(f"a study called {plan.slug!r} is there already; choose another short name")
    if not plan.title.strip():
        problems.append("a title is needed")
    if not plan.seed.strip() or "|" in plan.seed:
        problems.append(f"seed {plan.seed!r}: any text will do that is not empty and has no | in it")
    if plan.sample_size is not None and plan.sample_size < 1:
        problems.append(f"sample size {plan.sample_size}: at least 1, or leave it out to score every response")
    if plan.hidden_repeats is not None and plan.hidden_repeats < 1:
        problems.append(f"hidden repeats {plan.hidden_repeats}: at least 1, or leave them out for none")
    if session.get(Benchmark, benchmark_hash) is None:
        problems.append(f"benchmark {benchmark_hash!r} is not in the store; import its file first")
    if problems:
        raise StoreError(*problems)
    study = Study(**vars(plan), benchmark_hash=benchmark_hash, label_secret=secrets.token_bytes(32), created_at=now)
    session.add(study)
    session.flush()
    study_id = the_id(study)
    events.record(
        session,
        study_id=study_id,
        rater_id=None,
        act="created",
        details={"benchmark": benchmark_hash},
        now=now,
    )
    return study_id


def the_id(row: Study) -> int:
    """Return the id of a stored study."""
    if row.id is None:
        raise LookupError("a study that was not stored has no id")
    return row.id


def find_study(session: Session, *, slug: str) -> int:
    """Return the id of the study with this short name.

    Raises
    ------
    StoreError
        When there is none; the message lists those there are.
    """
    study_id = session.exec(select(Study.id).where(Study.slug == slug)).first()
    if study_id is None:
        known = ", ".join(session.exec(select(Study.slug).order_by(Study.slug)).all()) or "none yet"
        raise StoreError(f"there is no study {slug!r}; studies here: {known}")
    return study_id


def list_studies(session: Session, *, study_id: int | None = None) -> list[StudyCard]:
    """Return every study (or the one given), newest last."""
    responses = select(func.count(col(Response.id))).where(Response.study_id == Study.id).scalar_subquery()
    sampled = (
        select(func.count(col(Target.id))).where(Target.study_id == Study.id, col(Target.sampled)).scalar_subquery()
    )
    query = (
        columns(
            Study.id,
            Study.slug,
            Study.title,
            Study.state,
            col(Benchmark.slug) + " " + col(Benchmark.version),
            Study.invented,
            Study.note,
            responses,
            sampled,
        )
        .select_from(Study)
        .join(Benchmark, col(Study.benchmark_hash) == col(Benchmark.hash))
        .order_by(col(Study.id))
    )
    if study_id is not None:
        query = query.where(Study.id == study_id)
    return [StudyCard(*row) for row in session.execute(query).all()]


def open_study(session: Session, *, study_id: int, by: int | None, now: datetime) -> int:
    """Open a draft study for scoring: fix what scorers see and draw the sample. Return how many targets it has.

    Raises
    ------
    StoreError
        When the study is not a draft, has no responses, a sample larger than its responses, more hidden repeats than
        a third of the sample, or undecided marks.
    """
    study = locked(session, study_id)
    problems = []
    if study.state != "draft":
        problems.append(f"the study is {study.state}; only a draft can be opened")
    count = session.exec(select(func.count(col(Response.id))).where(Response.study_id == study_id)).one()
    if count == 0:
        problems.append("there are no responses yet; import them first")
    elif study.sample_size is not None and study.sample_size > count:
        problems.append(f"the sample is {study.sample_size}, but there are only {count} responses")
    else:
        problems += _too_many_repeats(session, study, study.sample_size or count)
    undecided = session.exec(
        select(func.count(col(LeakMark.id)))
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .where(Response.study_id == study_id, col(LeakMark.decision).is_(None))
    ).one()
    if undecided:
        problems.append(f"{undecided} marks in responses are undecided; redact or keep each of them first")
    if problems:
        raise StoreError(*problems)
    _fix_shown_text(session, study_id)
    sampled = _draw_sample(session, study)
    study.state = "open"
    session.add(study)
    events.record(session, study_id=study_id, rater_id=by, act="opened", details={"targets": sampled}, now=now)
    return sampled


def _too_many_repeats(session: Session, study: Study, sampled: int) -> list[str]:
    most = most_repeats(sampled * len(modules_of(session, the_id(study))))
    wanted = study.hidden_repeats or 0
    return [] if wanted <= most else [f"the plan has {wanted} hidden repeats; with this sample {most} are possible"]


def _fix_shown_text(session: Session, study_id: int) -> None:
    spans: dict[int, list[tuple[int, int]]] = {}
    for response_id, start, stop in session.execute(
        select(LeakMark.response_id, LeakMark.start, LeakMark.stop)
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .where(Response.study_id == study_id, LeakMark.decision == "redact")
    ).all():
        spans.setdefault(response_id, []).append((start, stop))
    for response in session.exec(select(Response).where(Response.study_id == study_id)).all():
        response.shown_text = redact(response.text, spans.get(response.id or 0, []))
        session.add(response)


def _draw_sample(session: Session, study: Study) -> int:
    rows = session.execute(
        select(Response.label, System.name, Prompt.category, Response.id)
        .join(System, col(Response.system_id) == col(System.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .where(Response.study_id == study.id)
        .order_by(col(Response.label))
    ).all()
    size = study.sample_size or len(rows)
    drawn = set(stratified_subset([tuple(row[:3]) for row in rows], size, seed=study.seed, purpose="sample"))
    chosen = {row.id for row in rows if row.label in drawn}
    targets = session.exec(select(Target).where(Target.study_id == study.id)).all()
    for target in targets:
        target.sampled = target.response_id in chosen
        session.add(target)
    return sum(target.sampled for target in targets)


def seal_study(session: Session, *, study_id: int, by: int | None, now: datetime) -> None:
    """End scoring for good and let results show; logged as the act of unblinding."""
    study = locked(session, study_id)
    if study.state != "open":
        raise StoreError(f"the study is {study.state}; only an open study can be sealed")
    study.state = "sealed"
    session.add(study)
    events.record(session, study_id=study_id, rater_id=by, act="sealed", details={}, now=now)


def locked(session: Session, study_id: int) -> Study:
    """Return a study, as it is now, whose row no other transaction changes until this one ends."""
    query = select(Study).where(Study.id == study_id).with_for_update(key_share=True)
    return session.exec(query.execution_options(populate_existing=True)).one()


def modules_of(session: Session, study_id: int) -> Sequence[str]:
    """Return the ids of the modules every response of the study is judged from."""
    return [module.id for module in benchmarks.of_study(session, study_id=study_id).modules]
