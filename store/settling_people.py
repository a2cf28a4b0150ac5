"""What people said of each target, as it is settled: the newest sheet of every scorer, without hidden repeats."""

from collections import defaultdict
from typing import NamedTuple

from sqlmodel import Session, col

from store.columns import columns
from store.sheets import newest_version
from store.tables import Assignment, Rater, Score, Sheet

PEOPLE = "people"
"""The name under which people's scores are settled. It is no protocol of judges; `verdict_ids` are ids of sheets."""


class GivenSheet(NamedTuple):
    """One scorer's sheet; `scores` are by axis, None for not applicable. What could not be assessed is not in it."""

    id: int
    target_id: int
    rater_id: int
    scores: dict[str, float | None]


def scorers_of_targets(session: Session, *, study_id: int) -> dict[int, list[int]]:
    """Return who has each target in their queue, by target: ids of raters in the order in which they were invited."""
    rows = session.execute(
        columns(Assignment.target_id, Assignment.rater_id)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Rater.kind == "human", Assignment.repeat == 0)
        .order_by(col(Assignment.target_id), col(Assignment.rater_id))
    ).all()
    found: dict[int, list[int]] = defaultdict(list)
    for target_id, rater_id in rows:
        found[target_id].append(rater_id)
    return dict(found)


def given_sheets(session: Session, *, study_id: int) -> list[GivenSheet]:
    """Return the newest sheet of every scorer on every target of a study, by id."""
    rows = session.execute(
        columns(Sheet.id, Assignment.target_id, Assignment.rater_id, Score.axis, Score.kind, Score.value)
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, Rater.kind == "human", Assignment.repeat == 0)
        .order_by(col(Sheet.id), Score.axis)
    ).all()
    found: dict[int, GivenSheet] = {}
    for sheet_id, target_id, rater_id, axis, kind, value in rows:
        sheet = found.setdefault(sheet_id, GivenSheet(sheet_id, target_id, rater_id, {}))
        if kind in ("value", "not_applicable"):
            sheet.scores[axis] = None if value is None else float(value)
    return list(found.values())
