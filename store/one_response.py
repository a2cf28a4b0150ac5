"""One response with everything that was said of it, for the owner's and researchers' eyes once results show."""

from typing import NamedTuple

import pandas as pd
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.sheets import first_pass, newest_version
from store.tables import Assignment, Prompt, Rater, Response, Score, Sheet, System, Target, Verdict, VerdictScore
from store.verdicts import in_force

SAID = ("rater", "kind", "axis", "value", "missing", "why")


class OneResponse(NamedTuple):
    """A response: its label, what was asked and by which prompt, the text as raters see it, and who wrote it."""

    label: str
    prompt: str
    question: str
    text: str
    system: str


def one_response(session: Session, *, study_id: int, label: str) -> OneResponse | None:
    """Return a response of a study, None where it has no such label."""
    row = session.execute(
        columns(Response.label, Prompt.key, Prompt.text, func.coalesce(Response.shown_text, Response.text), System.name)
        .select_from(Response)
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .where(Response.study_id == study_id, Response.label == label)
    ).first()
    return None if row is None else OneResponse(*row)


def said_of(session: Session, *, study_id: int, label: str, module: str) -> pd.DataFrame:
    """Return every score in force on one target, of people and judges.

    Returns
    -------
    DataFrame
        rater (key within the study), kind (human or llm), axis, value (None without a score), missing (None with
        one), why (None where none was given). Hidden repeats, and raters who have said nothing yet, are left out.
    """
    target = (
        select(Target.id)
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Response.study_id == study_id, Response.label == label, Target.module == module)
        .scalar_subquery()
    )
    people = (
        columns(Rater.key, Rater.kind, Score.axis, Score.kind, Score.value, Score.why)
        .select_from(Score)
        .join(Sheet, col(Score.sheet_id) == col(Sheet.id))
        .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .where(Assignment.target_id == target, first_pass(), Sheet.version == newest_version())
    )
    judges = (
        columns(Rater.key, Rater.kind, VerdictScore.axis, VerdictScore.kind, VerdictScore.value, VerdictScore.why)
        .select_from(VerdictScore)
        .join(Verdict, col(VerdictScore.verdict_id) == col(Verdict.id))
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .where(Verdict.target_id == target, Verdict.id == in_force())
    )
    rows = [
        (key, rater_kind, axis, value, None if kind == "value" else kind, why)
        for query in (people, judges)
        for key, rater_kind, axis, kind, value, why in session.execute(query).all()
    ]
    return pd.DataFrame(rows, columns=list(SAID), dtype=object)
