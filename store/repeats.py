"""Hidden repeats as they were scored: the first time beside the second, for the scorer's own constancy."""

from typing import Any

import pandas as pd
from sqlalchemy import ScalarSelect
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.tables import Assignment, Rater, Response, Score, Sheet, Target

PAIRS = ("rater", "name", "response", "module", "axis", "first", "again", "first_kind", "again_kind")
STANDING = ("rater", "repeats", "submitted")


def standing(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how many hidden repeats each scorer has, and how many of them are submitted, without a score."""
    submitted = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists()
    rows = session.execute(
        select(Rater.key, func.count(col(Assignment.id)), func.count(col(Assignment.id)).filter(submitted))
        .join(Assignment, col(Assignment.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Assignment.repeat > 0)
        .group_by(col(Rater.id), Rater.key)
        .order_by(col(Rater.id))
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(STANDING))


def pairs(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every axis that a scorer answered both times, in the order in which scorers joined.

    Returns
    -------
    DataFrame
        Columns as `PAIRS`: rater (key), name, response (label), module, axis, first and again (float, NaN without a
        value), first_kind and again_kind (`value` or the kind of none). The last submitted version counts.
    """
    once, again = aliased(Assignment), aliased(Assignment)
    sheet, later_sheet = aliased(Sheet), aliased(Sheet)
    score, later = aliased(Score), aliased(Score)
    rows = session.execute(
        columns(
            Rater.key,
            Rater.name,
            Response.label,
            Target.module,
            score.axis,
            score.value,
            later.value,
            score.kind,
            later.kind,
        )
        .select_from(again)
        .join(
            once,
            (col(once.rater_id) == col(again.rater_id))
            & (col(once.target_id) == col(again.target_id))
            & (col(once.repeat) == 0),
        )
        .join(Rater, col(Rater.id) == again.rater_id)
        .join(Target, col(Target.id) == again.target_id)
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(sheet, col(sheet.assignment_id) == col(once.id))
        .join(later_sheet, col(later_sheet.assignment_id) == col(again.id))
        .join(score, col(score.sheet_id) == col(sheet.id))
        .join(later, (col(later.sheet_id) == col(later_sheet.id)) & (col(later.axis) == col(score.axis)))
        .where(Rater.study_id == study_id, again.repeat > 0)
        .where(sheet.version == _newest(once), later_sheet.version == _newest(again))
        .order_by(col(Rater.id), Response.label, Target.module, score.axis)
    ).all()
    found = pd.DataFrame([tuple(row) for row in rows], columns=list(PAIRS))
    return found.astype({"first": float, "again": float})


def _newest(place: Any) -> ScalarSelect[int]:
    """The highest version among the sheets of an assignment, given by its alias."""
    other = aliased(Sheet)
    return select(func.max(other.version)).where(other.assignment_id == place.id).correlate(place).scalar_subquery()
