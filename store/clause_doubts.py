"""Clauses of a charter because of which a scorer calls the rubric unclear: kept with the sheet, answered by the owner.

Nothing here says who the scorer is. What counts is the scorer's newest sheet; the same words again on the same clause
are the same doubt, and its answer goes with them.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from rubrics.entries import Entry
from rubrics.kept_charters import charter_of
from store import events
from store.columns import columns
from store.engine import StoreError
from store.refusals import Refused
from store.review_comments import Reply, unsound_answer
from store.sheets import newest_version
from store.studies import locked
from store.tables import Assignment, Charter, ClauseDoubt, DoubtReply, Score, Sheet, Target


class Doubt(NamedTuple):
    """A clause that was unclear to a scorer on an axis, in the scorer's words, and the owner's answer."""

    sheet_id: int
    module: str
    version: int
    clause: str
    axis: str
    why: str
    reply: Reply | None


def keep(
    session: Session,
    *,
    target_id: int,
    sheet_id: int,
    entries: Mapping[str, Entry],
    clauses: Mapping[str, str],
    charter_hash: str | None,
) -> None:
    """Keep the clauses that a submission names, where the axis was called unclear.

    Raises
    ------
    Refused
        `malformed` when the target's module never had the text that the scorer is said to have had before them, or that
        text has no such clause.
    """
    named = {axis: clauses[axis] for axis, one in entries.items() if one.kind == "rubric_unclear" and clauses.get(axis)}
    if not named and charter_hash is None:
        return
    row = session.exec(
        select(Charter)
        .join(Target, (col(Charter.study_id) == col(Target.study_id)) & (col(Charter.module) == col(Target.module)))
        .where(Target.id == target_id, Charter.hash == charter_hash)
        .order_by(col(Charter.version).desc())
    ).first()
    if row is None or row.id is None:
        raise Refused("malformed", "This standpoint has no such charter.")
    there = {one.number for one in charter_of(row.text, row.module).clauses}
    if unknown := sorted(set(named.values()) - there):
        raise Refused("malformed", f"This charter has no clause {', '.join(unknown)}.")
    for axis, clause in named.items():
        session.add(ClauseDoubt(sheet_id=sheet_id, axis=axis, charter_id=row.id, clause=clause))
    session.flush()


def named_in(session: Session, *, sheet_id: int) -> dict[str, str]:
    """Return the clauses that a sheet names, by axis."""
    rows = session.exec(select(ClauseDoubt.axis, ClauseDoubt.clause).where(ClauseDoubt.sheet_id == sheet_id)).all()
    return dict(rows)


def doubts(session: Session, *, study_id: int, rater_id: int | None = None) -> list[Doubt]:
    """Return the doubts in everybody's newest sheets, or in one scorer's, in the order in which they came."""
    query = (
        columns(
            ClauseDoubt.sheet_id,
            Charter.module,
            Charter.version,
            ClauseDoubt.clause,
            ClauseDoubt.axis,
            Score.why,
            Assignment.id,
            Sheet.version == newest_version(),
        )
        .select_from(ClauseDoubt)
        .join(Charter, col(ClauseDoubt.charter_id) == col(Charter.id))
        .join(Score, (col(Score.sheet_id) == col(ClauseDoubt.sheet_id)) & (col(Score.axis) == col(ClauseDoubt.axis)))
        .join(Sheet, col(Sheet.id) == col(ClauseDoubt.sheet_id))
        .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
        .where(Charter.study_id == study_id)
        .order_by(col(ClauseDoubt.sheet_id), ClauseDoubt.axis)
    )
    if rater_id is not None:
        query = query.where(Assignment.rater_id == rater_id)
    rows = session.execute(query).all()
    replies = _replies(session, [row[0] for row in rows])
    answered: dict[tuple[Any, ...], Reply] = {}
    found = []
    for sheet_id, module, version, clause, axis, why, assignment_id, newest in rows:
        same = (assignment_id, clause, axis, why)
        if reply := replies.get((sheet_id, axis)):
            answered[same] = reply
        if newest:
            found.append(Doubt(sheet_id, module, version, clause, axis, why or "", answered.get(same)))
    return found


def _replies(session: Session, sheet_ids: list[int]) -> dict[tuple[int, str], Reply]:
    rows = session.exec(
        select(DoubtReply).where(col(DoubtReply.sheet_id).in_(sheet_ids)).order_by(col(DoubtReply.id))
    ).all()
    return {(one.sheet_id, one.axis): Reply(one.outcome, one.words, one.replied_at) for one in rows}


def answer(
    session: Session,
    *,
    study_id: int,
    sheet_id: int,
    axis: str,
    outcome: str,
    words: str,
    by: int | None,
    now: datetime,
) -> None:
    """Answer a scorer's doubt; a later answer counts instead of an earlier one, which is kept.

    Raises
    ------
    StoreError
        With every problem: no such doubt in this study, an unknown outcome, or no words.
    """
    locked(session, study_id)
    known = session.exec(
        select(ClauseDoubt.sheet_id)
        .join(Charter, col(ClauseDoubt.charter_id) == col(Charter.id))
        .where(ClauseDoubt.sheet_id == sheet_id, ClauseDoubt.axis == axis, Charter.study_id == study_id)
    ).first()
    problems = [] if known is not None else ["this study has no such comment"]
    if problems := [*problems, *unsound_answer(outcome, words)]:
        raise StoreError(*problems)
    row = DoubtReply(sheet_id=sheet_id, axis=axis, rater_id=by, outcome=outcome, words=words.strip(), replied_at=now)
    session.add(row)
    details: events.Details = {"sheet": sheet_id, "axis": axis, "outcome": outcome}
    events.record(session, study_id=study_id, rater_id=by, act="answered comment", details=details, now=now)
