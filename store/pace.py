"""How fast people score, until when their links last, and how many people each response has; no score in here."""

from datetime import datetime

import pandas as pd
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.sheets import first_pass
from store.tables import Assignment, Invitation, Prompt, Rater, Response, Sheet, Target
from store.tables.scoring import FIRST

BALLOT = "ballot"
PACE = ("rater", "name", "lately", "first", "last", "invited", "link_ends")
COVERAGE = ("module", "category", "people", "targets")


def pace(session: Session, *, study_id: int, since: datetime) -> pd.DataFrame:
    """Return how fast each person with a queue submits.

    Parameters
    ----------
    since
        From when on submissions count as lately.

    Returns
    -------
    DataFrame
        Columns as `PACE`, in the order in which people joined: rater (key), name, lately (places submitted for the
        first time since then), first and last (times of first submissions; missing where there is none), invited
        (time of the first link) and link_ends (of the longest good link; both missing for a person without a link, such
        as one whose scores came with a file).
    """
    first_time = (
        columns(Assignment.rater_id, func.min(Sheet.submitted_at).label("at"))
        .select_from(Sheet)
        .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
        .where(Assignment.stage == FIRST)
        .group_by(col(Assignment.rater_id), col(Sheet.assignment_id))
        .subquery()
    )
    first_place = (
        select(Assignment.id)
        .where(Assignment.rater_id == Rater.id, Assignment.stage == FIRST)
        .correlate(Rater)
        .exists()
    )
    rows = session.execute(
        columns(
            Rater.key,
            Rater.name,
            func.count(first_time.c.at).filter(first_time.c.at >= since),
            func.min(first_time.c.at),
            func.max(first_time.c.at),
            select(func.min(Invitation.created_at))
            .where(Invitation.rater_id == Rater.id, Invitation.role == "scorer")
            .correlate(Rater)
            .scalar_subquery(),
            select(func.max(Invitation.expires_at))
            .where(Invitation.rater_id == Rater.id, Invitation.role == "scorer", col(Invitation.revoked_at).is_(None))
            .correlate(Rater)
            .scalar_subquery(),
        )
        .select_from(Rater)
        .outerjoin(first_time, first_time.c.rater_id == col(Rater.id))
        .where(Rater.study_id == study_id, first_place)
        .group_by(col(Rater.id), Rater.key, Rater.name)
        .order_by(col(Rater.id))
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(PACE))


def minutes(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how long first submissions took: rater (key) and minutes from opening the response to submitting it.

    Only what was scored here: what came with a file was not opened.
    """
    rows = session.execute(
        select(Rater.key, Assignment.opened_at, Sheet.submitted_at)
        .join(Assignment, col(Assignment.rater_id) == col(Rater.id))
        .join(Sheet, col(Sheet.assignment_id) == col(Assignment.id))
        .where(Rater.study_id == study_id, Sheet.version == 1, Sheet.source == BALLOT)
        .where(col(Assignment.opened_at).is_not(None), Assignment.stage == FIRST)
        .order_by(col(Sheet.id))
    ).all()
    took = [(key, (done - opened).total_seconds() / 60) for key, opened, done in rows if opened is not None]
    return pd.DataFrame(took, columns=["rater", "minutes"]).astype({"minutes": float})


def coverage(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how many people have submitted scores on the targets that people score.

    Returns
    -------
    DataFrame
        Columns as `COVERAGE`: module, category ("" where a prompt has none), people (how many have submitted), targets
        (how many of the sampled targets have so many). Hidden repeats count nothing.
    """
    submitted = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists()
    people = (
        select(func.count(func.distinct(Assignment.rater_id)))
        .where(Assignment.target_id == Target.id, first_pass(), submitted)
        .correlate(Target)
        .scalar_subquery()
    )
    each = (
        columns(col(Target.module).label("module"), col(Prompt.category).label("category"), people.label("people"))
        .select_from(Target)
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .where(Target.study_id == study_id, col(Target.sampled))
        .subquery()
    )
    rows = session.execute(
        columns(each.c.module, each.c.category, each.c.people, func.count())
        .select_from(each)
        .group_by(each.c.module, each.c.category, each.c.people)
        .order_by(each.c.module, each.c.category, each.c.people)
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(COVERAGE))
