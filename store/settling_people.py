"""What people said of each target, as it is settled: the newest sheet of every scorer, without hidden repeats.

Of an adjudicator the final sheet counts; their own first scores are kept beside it and settle nothing.
"""

from collections import defaultdict
from typing import NamedTuple

from sqlalchemy import ColumnElement
from sqlmodel import Session, col

from store.columns import columns
from store.sheets import first_pass, newest_version
from store.tables import Assignment, Rater, Resolution, Score, Sheet
from store.tables.scoring import FINAL

PEOPLE = "people"
"""The name under which people's scores are settled. It is no protocol of judges; `verdict_ids` are ids of sheets."""


class GivenSheet(NamedTuple):
    """One scorer's sheet; `scores` are by axis, None for not applicable. What could not be assessed is not in it.

    `final` is an adjudicator's, who had the sheets `earlier` before them.
    """

    id: int
    target_id: int
    rater_id: int
    final: bool
    earlier: tuple[int, ...]
    scores: dict[str, float | None]


def scorers_of_targets(session: Session, *, study_id: int) -> dict[int, list[int]]:
    """Return who scores each target, by target: ids of raters in the order in which they were invited."""
    return _held(session, study_id, first_pass())


def adjudicators_of_targets(session: Session, *, study_id: int) -> dict[int, list[int]]:
    """Return who is to settle each target on which two lie apart, by target: ids of raters."""
    return _held(session, study_id, (col(Assignment.stage) == FINAL) & col(Assignment.dropped_at).is_(None))


def _held(session: Session, study_id: int, which: ColumnElement[bool]) -> dict[int, list[int]]:
    rows = session.execute(
        columns(Assignment.target_id, Assignment.rater_id)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Rater.kind == "human", which)
        .order_by(col(Assignment.target_id), col(Assignment.rater_id))
    ).all()
    found: dict[int, list[int]] = defaultdict(list)
    for target_id, rater_id in rows:
        found[target_id].append(rater_id)
    return dict(found)


def given_sheets(session: Session, *, study_id: int) -> list[GivenSheet]:
    """Return the newest sheet of every scorer, and every adjudicator's final one, on every target of a study, by id."""
    rows = session.execute(
        columns(
            Sheet.id,
            Assignment.target_id,
            Assignment.rater_id,
            Assignment.stage,
            Resolution.earlier,
            Score.axis,
            Score.kind,
            Score.value,
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .outerjoin(Resolution, col(Resolution.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, Rater.kind == "human")
        .where(first_pass() | (col(Assignment.stage) == FINAL))
        .order_by(col(Sheet.id), Score.axis)
    ).all()
    found: dict[int, GivenSheet] = {}
    for sheet_id, target_id, rater_id, stage, earlier, axis, kind, value in rows:
        given = GivenSheet(sheet_id, target_id, rater_id, stage == FINAL, tuple(earlier or ()), {})
        sheet = found.setdefault(sheet_id, given)
        if kind in ("value", "not_applicable"):
            sheet.scores[axis] = None if value is None else float(value)
    return list(found.values())
