"""Who has done what: counted from assignments and sheets, for the owner."""

import pandas as pd
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.tables import Assignment, Draft, Flag, Prompt, Rater, Response, Sheet, Study, Target, Verdict
from store.tables.scoring import FIRST


def scorers(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return each person who scores: rater (key), name, assigned, submitted, started (drafts), last (UTC)."""
    submitted = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists()
    rows = session.execute(
        columns(
            Rater.key,
            Rater.name,
            func.count(col(Assignment.id)),
            func.count(col(Assignment.id)).filter(submitted),
            func.count(col(Draft.assignment_id)),
            select(func.max(Sheet.submitted_at))
            .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
            .where(Assignment.rater_id == Rater.id, Assignment.stage == FIRST)
            .correlate(Rater)
            .scalar_subquery(),
        )
        .join(Assignment, col(Assignment.rater_id) == col(Rater.id))
        .outerjoin(Draft, col(Draft.assignment_id) == col(Assignment.id))
        .where(Rater.study_id == study_id, Assignment.stage == FIRST)
        .group_by(col(Rater.id), Rater.key, Rater.name)
        .order_by(col(Rater.id))
    ).all()
    return pd.DataFrame(rows, columns=["rater", "name", "assigned", "submitted", "started", "last"])


def person_keys(session: Session, *, study_id: int) -> list[str]:
    """Return the key of each person with a place in a queue, adjudicators' too, in the order in which they joined."""
    query = select(Rater.key).where(Rater.study_id == study_id, Rater.kind == "human")
    placed = select(Assignment.id).where(Assignment.rater_id == Rater.id).exists()
    return list(session.exec(query.where(placed).order_by(col(Rater.id))).all())


def judges(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how far each judge's answers go on the targets that people score, without a score.

    Returns
    -------
    DataFrame
        judge (key), answered (sampled targets with a verdict that could be read), unreadable (sampled targets with
        verdicts of which none could be read). A study that is not open yet has no sample: all its targets count.
    """
    drafting = select(Study.id).where(Study.id == study_id, Study.state == "draft").exists()
    answered = func.count(func.distinct(Verdict.target_id)).filter(col(Verdict.state) == "valid")
    rows = session.execute(
        select(Rater.key, answered, func.count(func.distinct(Verdict.target_id)))
        .join(Verdict, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .where(Rater.study_id == study_id, Verdict.replicate == 1, col(Target.sampled) | drafting)
        .group_by(Rater.key)
        .order_by(Rater.key)
    ).all()
    found = [(key, valid, asked - valid) for key, valid, asked in rows]
    return pd.DataFrame(found, columns=["judge", "answered", "unreadable"])


def flags(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return what scorers flagged: response (label), prompt, name, reason, raised_at (UTC), newest first."""
    rows = session.execute(
        columns(Response.label, Prompt.key, Rater.name, Flag.reason, Flag.raised_at)
        .select_from(Flag)
        .join(Assignment, col(Flag.assignment_id) == col(Assignment.id))
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .where(Rater.study_id == study_id)
        .order_by(col(Flag.id).desc())
    ).all()
    return pd.DataFrame(rows, columns=["response", "prompt", "name", "reason", "raised_at"])
