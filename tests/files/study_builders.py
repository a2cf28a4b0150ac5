"""A small study in a real store, for tests of what goes in and out: two prompts, two systems, two axes of 0 to 3."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from rubrics.toml_text import toml_text
from store import benchmarks, frames, studies
from store.engine import Session, Store
from store.migrate import migrate
from store.opening import open_and_assign
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from tests.builders import a_benchmark_table

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
PROMPTS = ("P-1", "P-2")
SYSTEMS = ("Alder", "Beech")


@contextmanager
def a_store(url: str) -> Iterator[Store]:
    """A migrated, empty store, closed in the end."""
    store = Store(url)
    try:
        migrate(store)
        yield store
    finally:
        store.close()


def a_draft(session: Session, *, slug: str = "spring", responses: bool = True, **changes: Any) -> int:
    """A draft study; with `responses`, each system has answered each prompt. `changes` are to the benchmark."""
    text = toml_text(a_benchmark_table(**changes))
    content_hash = benchmarks.register(session, text=text, name="invented.toml", now=NOW)
    plan = studies.StudyPlan(slug=slug, title="Spring run", seed="seed")
    study_id = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)
    if responses:
        intake = Intake(
            prompts=[NewPrompt(key, f"Question {key}?") for key in PROMPTS],
            systems=[NewSystem(name, f"{name} Lab") for name in SYSTEMS],
            responses=[
                NewResponse(p, s, f"The answer of one to {p}, being {n}.")
                for p in PROMPTS
                for n, s in enumerate(SYSTEMS)
            ],
        )
        take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    return study_id


def an_open_study(session: Session, **changes: Any) -> int:
    """The draft, opened."""
    study_id = a_draft(session, **changes)
    open_and_assign(session, study_id=study_id, by=None, now=NOW)
    return study_id


def labels(session: Session, study_id: int) -> dict[tuple[str, str], str]:
    """The label of each response by prompt and system."""
    frame = frames.responses(session, study_id=study_id)
    return {(row["prompt"], row["system"]): row["response"] for row in frame.to_dict("records")}
