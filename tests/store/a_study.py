"""A small study in a real store: two prompts, two systems that answer both, two axes of 0 to 3."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlmodel import select

from rubrics.entries import Entry
from rubrics.toml_text import toml_text
from store import benchmarks, people, queue, studies
from store.ballots import DraftSave, Submission
from store.engine import Session, Store
from store.migrate import migrate, newest, revision
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from store.studies import StudyPlan
from store.tables import Assignment, Declaration, Invitation
from tests.builders import a_benchmark_table

NEWEST = newest()
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
PROMPTS = ("P-1", "P-2")
SYSTEMS = ("Alder", "Beech")


@contextmanager
def a_store(url: str) -> Iterator[Store]:
    """A migrated, empty store, closed in the end."""
    store = Store(url)
    try:
        if revision(store) != NEWEST:
            migrate(store)
        yield store
    finally:
        store.close()


def a_benchmark_text(**changes: Any) -> str:
    """The text of a valid benchmark file."""
    return toml_text(a_benchmark_table(**changes))


def a_benchmark_in(session: Session, **changes: Any) -> str:
    """The hash of a benchmark that is in the store."""
    return benchmarks.register(session, text=a_benchmark_text(**changes), name="invented.toml", now=NOW)


def an_intake(**changes: Any) -> Intake:
    """Two prompts, two systems, four responses; none of them has a mark."""
    fields: dict[str, Any] = {
        "prompts": [NewPrompt(key, f"Question {key}?", "life") for key in PROMPTS],
        "systems": [NewSystem(name, f"{name} Lab") for name in SYSTEMS],
        "responses": [
            NewResponse(prompt, system, f"Answer {number} to {prompt}.")
            for prompt in PROMPTS
            for number, system in enumerate(SYSTEMS)
        ],
        "source": "responses.csv",
    }
    return Intake(**{**fields, **changes})


def a_plan(**changes: Any) -> StudyPlan:
    """A study that people score whole."""
    return StudyPlan(**{"slug": "spring", "title": "Spring run", "seed": "seed", **changes})


def a_draft(session: Session, *, intake: Intake | None = None, **changes: Any) -> int:
    """A draft study with responses; `changes` are to its plan."""
    study_id = studies.create_study(session, plan=a_plan(**changes), benchmark_hash=a_benchmark_in(session), now=NOW)
    take_in(session, study_id=study_id, intake=intake or an_intake(), by=None, now=NOW)
    return study_id


def an_open_study(session: Session, **changes: Any) -> int:
    """The draft, opened."""
    study_id = a_draft(session, **changes)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


class Scorer(NamedTuple):
    """A scorer in a study, with their link's token and the keys of their queue in its order."""

    rater_id: int
    token: str
    keys: tuple[str, ...]


def a_scorer(
    session: Session, study_id: int, name: str = "Ruth", *, declared: bool = True, now: datetime = NOW
) -> Scorer:
    """A person invited to score, with a queue, who has consented unless said otherwise."""
    token = people.invite(session, study_id=study_id, name=name, role="scorer", now=now)
    rater_id = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()
    if declared:
        people.declare(
            session, declaration=Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=NOW)
        )
    queue.assign(session, study_id=study_id, rater_id=rater_id)
    return Scorer(rater_id, token, keys_of(session, rater_id))


def keys_of(session: Session, rater_id: int) -> tuple[str, ...]:
    """The keys of a scorer's queue, in its order."""
    places = session.exec(select(Assignment).where(Assignment.rater_id == rater_id)).all()
    return tuple(place.key for place in sorted(places, key=lambda place: place.position))


def entries(**changes: Entry | None) -> dict[str, Entry]:
    """Sound entries on both axes; an axis given as None is left out."""
    sound: dict[str, Entry | None] = {
        "truth": Entry("value", 2.0, "It quotes the verse in full."),
        "care": Entry("value", 3.0, "It asks how the person is."),
    }
    return {axis: entry for axis, entry in {**sound, **changes}.items() if entry is not None}


def a_submission(key: str, **changes: Any) -> Submission:
    """A full set of scores for a place of which nothing was submitted yet."""
    return Submission(**{"key": key, "submission": f"once-{key}", "version": 0, "entries": entries(), **changes})


def a_draft_save(key: str, **changes: Any) -> DraftSave:
    """The first save of one window."""
    words = {"truth": {"kind": "value", "value": 1, "why": "Hm"}}
    fields = {"key": key, "tab": "tab A", "sequence": 1, "revision": 0, "version": 0, "entries": words}
    return DraftSave(**{**fields, **changes})
