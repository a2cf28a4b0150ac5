"""Where two people lie too far apart on a response, a further one settles it: an adjudicator whom the owner has named.

An adjudicator first scores the response alone. Only then are the others' scores and reasons shown, unlabelled and in an
order drawn for this response, and the final scores are given with one sentence. The others' sheets stay what they are.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, update
from sqlmodel import Session, col, func, select

from blinding.draws import shuffled
from rubrics.gaps import axes_apart
from rubrics.schema import Benchmark
from store import benchmarks, events
from store.asking import ask
from store.columns import columns
from store.sheets import first_pass, newest_version
from store.studies import locked
from store.tables import Assignment, Duty, Rater, Response, Score, Sheet, Study, Target
from store.tables.adjudication import ADJUDICATE
from store.tables.scoring import FINAL, OWN

Said = Mapping[str, Mapping[str, Any]]
"""One person's scores on a response: by axis kind, value and why. Who said it and when is not in it."""

TINY = 5e-10
"""Scores are compared at nine decimals."""


@dataclass(frozen=True)
class Earlier:
    """What an adjudicator is shown of others: their scores in a drawn order, and the axes on which they lie apart.

    `seen` is a token of just these sheets, by which a final answer says what it was given on.
    """

    said: tuple[Said, ...]
    apart: tuple[str, ...]
    seen: str


class _Given(NamedTuple):
    """One person's newest sheet on a target."""

    sheet_id: int
    said: dict[str, dict[str, Any]]

    @property
    def scores(self) -> dict[str, float | None]:
        """Their answers by axis, None for not applicable; what could not be assessed is no answer."""
        kinds = ("value", "not_applicable")
        return {axis: one["value"] for axis, one in self.said.items() if one["kind"] in kinds}


_GIVEN = (
    columns(Sheet.id, Score.axis, Score.kind, Score.value, Score.why)
    .select_from(Assignment)
    .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
    .join(Score, col(Score.sheet_id) == col(Sheet.id))
    .where(col(Assignment.target_id) == bindparam("target_id"), first_pass())
    .order_by(col(Assignment.rater_id), Score.axis)
)


def _given(session: Session, target_id: int) -> list[_Given]:
    """Return the newest first sheets on a target, in the order in which their people joined."""
    found: dict[int, _Given] = {}
    for sheet_id, axis, kind, value, why in ask(session, _GIVEN, {"target_id": target_id}):
        entry = {"kind": kind, "value": value, "why": why or ""}
        found.setdefault(sheet_id, _Given(sheet_id, {})).said[axis] = entry
    return list(found.values())


def _apart(given: Sequence[_Given], benchmark: Benchmark) -> tuple[str, ...]:
    people = benchmark.people
    if len(given) < people.scorers_per_target:
        return ()
    return axes_apart([one.scores for one in given], benchmark.axis_ids, people.human_gap)


def sheets_now(session: Session, *, target_id: int) -> list[int]:
    """Return the ids of the newest first sheets on a target, sorted."""
    return sorted(one.sheet_id for one in _given(session, target_id))


def earlier(session: Session, *, target_id: int) -> Earlier:
    """Return what an adjudicator is shown of a target once their own first scores are in."""
    row = session.execute(
        columns(Study.seed, Study.label_secret, Study.benchmark_hash, Response.label, Target.module)
        .select_from(Target)
        .join(Study, col(Target.study_id) == col(Study.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.id == target_id)
    ).one()
    given = _given(session, target_id)
    benchmark = benchmarks.by_hash(session, content_hash=row.benchmark_hash)
    mixed = shuffled(given, seed=row.seed, purpose=f"adjudication of {row.label}|{row.module}")
    ids = " ".join(str(one.sheet_id) for one in given)
    seen = hashlib.sha256(row.label_secret + f"|adjudication|{target_id}|{ids}".encode()).hexdigest()[:32]
    return Earlier(tuple(one.said for one in mixed), _apart(given, benchmark), seen)


_ANYBODY = (
    select(Duty.rater_id)
    .join(Rater, col(Duty.rater_id) == col(Rater.id))
    .where(col(Rater.study_id) == bindparam("study_id"), col(Duty.duty) == ADJUDICATE)
    .limit(1)
)
_STANDING = columns(Assignment.id, Assignment.rater_id, Assignment.stage, Assignment.dropped_at).where(
    col(Assignment.target_id) == bindparam("target_id"), col(Assignment.stage) != "first"
)
_QUEUED = (
    select(Assignment.target_id)
    .where(col(Assignment.target_id).in_(bindparam("target_ids", expanding=True)), col(Assignment.stage) == OWN)
    .distinct()
)
"""What adjudicators have begun stays with them also where nobody is an adjudicator any more."""
_DROP = update(Assignment).where(col(Assignment.id).in_(bindparam("ids", expanding=True)))


def follow(session: Session, *, study_id: int, target_ids: Iterable[int], now: datetime) -> None:
    """Bring adjudicators' queues up to what people have scored of some targets by now. The study is locked.

    A response on which two lie apart goes to the adjudicator with the fewest such responses who has it in no queue of
    their own. Where the two lie apart no longer, what the adjudicator has not yet submitted is not needed any more.
    """
    followed = list(target_ids)
    if ask(session, _ANYBODY, {"study_id": study_id}).first() is None:
        followed = list(ask(session, _QUEUED, {"target_ids": followed}).scalars())
    if not followed:
        return
    benchmark = benchmarks.of_study(session, study_id=study_id)
    for target_id in followed:
        apart = bool(_apart(_given(session, target_id), benchmark))
        places = ask(session, _STANDING, {"target_id": target_id}).all()
        if apart and not places:
            _ask_somebody(session, study_id, target_id, now)
        elif places:
            _need(session, [one.id for one in places], apart, now)


def _need(session: Session, places: list[int], needed: bool, now: datetime) -> None:
    submitted = set(session.exec(select(Sheet.assignment_id).where(col(Sheet.assignment_id).in_(places))).all())
    waiting = [one for one in places if one not in submitted]
    if waiting:
        ask(session, _DROP.values(dropped_at=None if needed else now), {"ids": waiting})


def _ask_somebody(session: Session, study_id: int, target_id: int, now: datetime) -> None:
    """Give a target to an adjudicator: two places in a row at the end of their queue."""
    module = select(Target.module).where(Target.id == target_id).scalar_subquery()
    load = select(func.count(col(Assignment.id))).where(Assignment.rater_id == Duty.rater_id, Assignment.stage == OWN)
    has_it = select(Assignment.id).where(Assignment.rater_id == Duty.rater_id, Assignment.target_id == target_id)
    rater_id = session.exec(
        select(Duty.rater_id)
        .join(Rater, col(Duty.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Duty.duty == ADJUDICATE, Duty.module == module)
        .where(~has_it.correlate(Duty).exists())
        .order_by(load.correlate(Duty).scalar_subquery(), col(Duty.rater_id))
        .limit(1)
    ).first()
    if rater_id is None:
        return
    last = session.exec(
        select(func.coalesce(func.max(Assignment.position), 0)).where(Assignment.rater_id == rater_id)
    ).one()
    fields = {"rater_id": rater_id, "target_id": target_id, "repeat": 0}
    rows = [
        {**fields, "key": secrets.token_urlsafe(12), "position": last + n, "stage": stage}
        for n, stage in enumerate((OWN, FINAL), start=1)
    ]
    session.execute(insert(Assignment), rows)
    details: events.Details = {"target": target_id, "rater": rater_id}
    events.append(session, study_id=study_id, rater_id=None, act="asked adjudicator", details=details, now=now)


def targets_apart(session: Session, *, study_id: int) -> list[int]:
    """Return the targets on which people lie at least the file's gap apart, by id."""
    people = benchmarks.of_study(session, study_id=study_id).people
    newest = (
        columns(Assignment.target_id, Assignment.rater_id, Sheet.id.label("sheet_id"))  # type: ignore[union-attr]  # a column
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .where(Rater.study_id == study_id, first_pass())
        .subquery()
    )
    enough = (
        select(newest.c.target_id)
        .group_by(newest.c.target_id)
        .having(func.count(func.distinct(newest.c.rater_id)) >= people.scorers_per_target)
    )
    far = func.max(Score.value) - func.min(Score.value) >= people.human_gap - TINY
    rows = session.execute(
        columns(newest.c.target_id)
        .select_from(newest)
        .join(Score, col(Score.sheet_id) == newest.c.sheet_id)
        .where(Score.kind == "value", newest.c.target_id.in_(enough))
        .group_by(newest.c.target_id, Score.axis)
        .having(far)
        .distinct()
        .order_by(newest.c.target_id)
    ).all()
    return [int(one) for (one,) in rows]


def follow_all(session: Session, *, study_id: int, now: datetime) -> None:
    """Do what `follow` does for every target of an open study on which people lie apart, or an adjudicator has."""
    if locked(session, study_id).state != "open" or ask(session, _ANYBODY, {"study_id": study_id}).first() is None:
        return
    queued = session.exec(
        select(Assignment.target_id)
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .where(Target.study_id == study_id, Assignment.stage == OWN)
    ).all()
    every = sorted({*targets_apart(session, study_id=study_id), *queued})
    follow(session, study_id=study_id, target_ids=every, now=now)
