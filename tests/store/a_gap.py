"""Two people who score a study's first response, and an adjudicator who settles it where they lie apart."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select

from rubrics.entries import Entry
from store import ballots, queue, studies
from store.ballots import Submission
from store.engine import Session
from store.opening import invite_scorer
from store.queue import Place
from store.responses import take_in
from store.tables import Assignment, Response, Target
from store.tables.scoring import FIRST
from tests.store.a_study import NOW, a_benchmark_in, a_plan, an_intake
from tests.store.test_opening import rater_of

Answers = dict[str, float | None]
WORDS = "The verse decides it."
CHANGED_WORDS = "one of the two has changed their answer since"


@dataclass
class Gap:
    """A study with two scorers, Ruth and Boaz, and an adjudicator, Deborah; all by rater id."""

    study_id: int
    target_id: int
    ruth: int
    boaz: int
    deborah: int


def a_benchmark_of(session: Session, **changes: Any) -> int:
    """An open study under a benchmark with changes."""
    hash_ = a_benchmark_in(session, **changes)
    study_id = studies.create_study(session, plan=a_plan(), benchmark_hash=hash_, now=NOW)
    take_in(session, study_id=study_id, intake=an_intake(), by=None, now=NOW)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def person(session: Session, study_id: int, name: str, **more: Any) -> int:
    """An invited scorer, or an adjudicator, by rater id."""
    return rater_of(session, invite_scorer(session, study_id=study_id, name=name, now=NOW, **more))


def a_gap(session: Session, **changes: Any) -> Gap:
    """The study, of which nobody has scored anything yet."""
    study_id = a_benchmark_of(session, **changes)
    ruth, boaz = (person(session, study_id, name) for name in ("Ruth", "Boaz"))
    deborah = person(session, study_id, "Deborah", adjudicates=True)
    query = select(Target.id).join(Response, col(Target.response_id) == col(Response.id)).order_by(col(Target.id))
    target = session.exec(query.where(Target.study_id == study_id)).first()
    return Gap(study_id, target or 0, ruth, boaz, deborah)


def sheet(answers: Answers, who: str = "I") -> dict[str, Entry]:
    """Entries with reasons; None says that the axis does not apply."""
    return {
        axis: Entry("not_applicable" if value is None else "value", value, f"{who} think so of {axis}.")
        for axis, value in answers.items()
    }


def places(session: Session, rater_id: int, target_id: int) -> list[Assignment]:
    """The places of somebody on a target, in the order of the queue."""
    query = select(Assignment).where(Assignment.rater_id == rater_id, Assignment.target_id == target_id)
    return list(session.exec(query.order_by(col(Assignment.position))).all())


def say(session: Session, gap: Gap, rater_id: int, answers: Answers, *, version: int = 0, who: str = "I") -> None:
    """A scorer submits the response, for the first time or again."""
    (place,) = (one for one in places(session, rater_id, gap.target_id) if one.stage == FIRST)
    name = f"{place.key}-{version}"
    entries = sheet(answers, who)
    ballots.submit(session, rater_id=rater_id, submission=Submission(place.key, name, version, entries), now=NOW)


def place_of(session: Session, gap: Gap, stage: str) -> Place:
    """What the adjudicator finds at one stage."""
    (one,) = (one for one in places(session, gap.deborah, gap.target_id) if one.stage == stage)
    found = queue.place(session, rater_id=gap.deborah, position=one.position)
    assert found is not None
    return found


def settle(session: Session, gap: Gap, stage: str, answers: Answers, **changes: Any) -> None:
    """The adjudicator submits one stage, with what the browser would know."""
    place = place_of(session, gap, stage)
    fields: dict[str, Any] = {
        "key": place.key,
        "submission": f"{place.key}-{place.version}",
        "version": place.version,
        "entries": sheet(answers, "We"),
        "words": WORDS if stage == "final" else "",
        "seen": place.earlier.seen if place.earlier else "",
    }
    ballots.submit(session, rater_id=gap.deborah, submission=Submission(**{**fields, **changes}), now=NOW)
