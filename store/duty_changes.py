"""Naming somebody for other standpoints than before: what they have begun stays with them, the rest leaves their queue.

Nothing that was written is taken away: a response with a draft, a flag or scores keeps its places, and its scores count
as they did.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, or_, update
from sqlmodel import Session, col, select

from store import adjudicating, duties, events, queue, studies
from store.engine import StoreError
from store.tables import Assignment, Draft, Duty, Flag, Invitation, Rater, Sheet, Target


class Change(NamedTuple):
    """What came of a change: responses of standpoints taken away that stay, those that left, and those that are new."""

    stay: int
    left: int
    new: int


def change(
    session: Session, *, study_id: int, rater_id: int, wanted: Mapping[str, str], by: int | None, now: datetime
) -> Change:
    """Name a scorer or adjudicator anew: `wanted` is all that they do from now on, by module (`score`, `adjudicate`).

    Raises
    ------
    StoreError
        With every problem: scoring is closed, the person is nobody who scores or settles here, nothing is wanted, or
        what `store.duties.record` refuses. Nothing is changed then, once the transaction is given up.
    """
    # In the order in which a submission locks: its place, then the study.
    session.exec(select(Assignment.id).where(Assignment.rater_id == rater_id).with_for_update()).all()
    study = studies.locked(session, study_id)
    if problems := _unsound(session, study.state, study_id, rater_id, wanted):
        raise StoreError(*problems)
    modules = studies.modules_of(session, study_id)
    scoring = dict.fromkeys(duties.modules_to_score(session, rater_id=rater_id, modules=modules), duties.SCORE)
    before = scoring | duties.duties_of(session, rater_id=rater_id)
    stay = left = 0
    for module, duty in before.items():
        if wanted.get(module) != duty:
            stays, leaves = _take_away(session, rater_id, module)
            stay, left = stay + stays, left + leaves
            details: events.Details = {"rater": rater_id, "module": module, "duty": duty, "left": leaves, "stay": stays}
            events.record(session, study_id=study_id, rater_id=by, act="took duty away", details=details, now=now)
    problems = []
    for duty in dict.fromkeys(wanted.values()):
        named = [module for module, does in wanted.items() if does == duty]
        try:
            duties.record(session, study_id=study_id, rater_id=rater_id, modules=named, duty=duty, by=by, now=now)
        except StoreError as refused:
            problems += refused.problems
    if problems:
        raise StoreError(*problems)
    _close_up(session, rater_id)
    new = 0
    if study.state == "open":
        new = queue.assign(session, study_id=study_id, rater_id=rater_id)
        adjudicating.follow_all(session, study_id=study_id, now=now)
    return Change(stay, left, new)


def _unsound(session: Session, state: str, study_id: int, rater_id: int, wanted: Mapping[str, str]) -> list[str]:
    """Say why nothing can be changed, whatever is wanted."""
    problems = []
    if state not in ("draft", "open"):
        problems.append("scoring is closed; who scores from which standpoint cannot be changed any more")
    invited = select(Rater.id).join(Invitation, col(Invitation.rater_id) == col(Rater.id))
    here = (Rater.id == rater_id, Rater.study_id == study_id, Invitation.role == "scorer")
    if session.exec(invited.where(*here)).first() is None:
        problems.append("this person neither scores nor settles in this study")
    if not wanted:
        problems.append("at least one standpoint is needed; to end somebody's work, take their link back")
    return problems


def _take_away(session: Session, rater_id: int, module: str) -> tuple[int, int]:
    """Take a module's responses out of somebody's queue, and return how many stay because they are begun, and left."""
    places = session.execute(
        select(col(Assignment.id), Assignment.target_id, _BEGUN)
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .where(Assignment.rater_id == rater_id, Target.module == module)
    ).all()
    begun = {target_id for _, target_id, is_begun in places if is_begun}
    leaving = [(place, target_id) for place, target_id, _ in places if target_id not in begun]
    session.execute(delete(Assignment).where(col(Assignment.id).in_([place for place, _ in leaving])))
    session.execute(delete(Duty).where(col(Duty.rater_id) == rater_id, col(Duty.module) == module))
    return len(begun), len({target_id for _, target_id in leaving})


_BEGUN = or_(
    *(
        select(col(table.assignment_id)).where(table.assignment_id == Assignment.id).correlate(Assignment).exists()
        for table in (Draft, Flag, Sheet)
    )
).label("begun")


def _close_up(session: Session, rater_id: int) -> None:
    """Count a queue's places from 1 again. Each moves to a number that is free by then, as long as they go in order."""
    query = select(Assignment.id, Assignment.position).where(Assignment.rater_id == rater_id)
    for number, (place, position) in enumerate(session.exec(query.order_by(col(Assignment.position))).all(), start=1):
        if number != position:
            session.execute(update(Assignment).where(col(Assignment.id) == place).values(position=number))
