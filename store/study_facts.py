"""Facts of a study that figures are made with: who answered what, who the judges are, and whether anything changed."""

import pandas as pd
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.settling_people import PEOPLE
from store.tables import (
    Assignment,
    Prompt,
    Rater,
    Response,
    SettledScore,
    Sheet,
    Study,
    System,
    Target,
    Verdict,
)

RESPONSES = (
    "response",
    "module",
    "prompt",
    "category",
    "system",
    "family",
    "own",
    "grounded",
    "replication",
    "sampled",
    "text",
)
JUDGES = ("judge", "family", "model")


def change_counts(session: Session, *, study_id: int) -> tuple[str, ...]:
    """Return numbers of which one changes whenever a score, verdict or settled score of a study is added.

    Facts are appended, so counts and highest ids are enough.
    """
    mine = select(Rater.id).where(Rater.study_id == study_id)
    targets = select(Target.id).where(Target.study_id == study_id)
    places = select(Assignment.id).where(col(Assignment.rater_id).in_(mine))
    asked = (
        select(func.count(col(Response.id))).where(Response.study_id == study_id),
        select(func.count(col(Target.id))).where(Target.study_id == study_id, col(Target.sampled)),
        select(func.count(col(Assignment.id))).where(col(Assignment.rater_id).in_(mine)),
        columns(func.count(col(Sheet.id)), func.max(Sheet.id)).where(col(Sheet.assignment_id).in_(places)),
        columns(func.count(col(Verdict.id)), func.max(Verdict.id)).where(col(Verdict.target_id).in_(targets)),
        columns(func.count(col(SettledScore.id)), func.max(SettledScore.id)).where(
            col(SettledScore.target_id).in_(targets)
        ),
    )
    state = session.exec(select(Study.state, Study.benchmark_hash).where(Study.id == study_id)).one()
    return (*state, *(str(found or 0) for query in asked for found in session.execute(query).one()))


def settled_protocols(session: Session, *, study_id: int) -> list[str]:
    """Return the protocols under which judges' scores of a study were settled, the one settled last first."""
    last = func.max(SettledScore.id)
    rows = session.execute(
        columns(SettledScore.protocol, last)
        .join(Target, col(SettledScore.target_id) == col(Target.id))
        .where(Target.study_id == study_id, SettledScore.protocol != PEOPLE)
        .group_by(SettledScore.protocol)
        .order_by(last.desc())
    ).all()
    return [str(protocol) for protocol, _ in rows]


def responses(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every target with its author, as raters see its text.

    Returns
    -------
    DataFrame
        Columns as `RESPONSES`: response (label), module, prompt (key), category ("" where a prompt has none), system,
        family ("" where unknown), own, grounded, replication, sampled (people score it), text (with the owner's
        redactions once the study is open). By prompt, system, replication and module.
    """
    rows = session.execute(
        columns(
            Response.label,
            Target.module,
            Prompt.key,
            Prompt.category,
            System.name,
            System.family,
            System.own,
            System.grounded,
            Response.replication,
            Target.sampled,
            func.coalesce(Response.shown_text, Response.text),
        )
        .select_from(Target)
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .where(Target.study_id == study_id)
        .order_by(Prompt.key, System.name, col(Response.replication), Target.module)
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(RESPONSES))


def judges(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the LLM judges of a study: judge (key), family and model ("" where unknown), by judge."""
    rows = session.execute(
        columns(Rater.key, Rater.family, Rater.model)
        .where(Rater.study_id == study_id, Rater.kind == "llm")
        .order_by(Rater.key)
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(JUDGES))
