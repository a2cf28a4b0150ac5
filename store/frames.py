"""Long frames for analysis and export: one row per response, axis and rater, every kind of missing kept apart."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
from sqlalchemy import case
from sqlmodel import Session, col, func, select

from store import benchmarks
from store.columns import columns
from store.sheets import first_pass, newest_version
from store.tables import (
    Assignment,
    Prompt,
    Rater,
    Response,
    Score,
    SettledScore,
    Sheet,
    Study,
    System,
    Target,
    Verdict,
    VerdictScore,
)
from store.verdicts import in_force, newest_settled

Said = tuple[float | None, str | None, str | None, float | None]
"""Value, missing, why and confidence, as they stand in a row."""

NOT_SCORED: Said = (None, "not_scored", None, None)
COLUMNS = ["response", "module", "rater", "kind", "axis", "value", "missing", "why", "confidence"]
DTYPES: dict[str, Any] = {"value": float, "confidence": float, "missing": object, "why": object}


def scores(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every rater's scores in force, of people and judges.

    Returns
    -------
    DataFrame
        response (label), module, rater (key within the study), kind (`human` or `llm`), axis, value (float; NaN when
        missing), missing (None when there is a value; else `not_applicable`, `cannot_assess`, `rubric_unclear`,
        `unreadable` for a judge's reply that could not be read, `not_scored` for a target still open or an axis a
        file left out), why (None where none was given), confidence (0 to 1, float; NaN where none was given). Hidden
        repeats are left out.
    """
    axes = [axis.id for axis in benchmarks.of_study(session, study_id=study_id).axes]
    said: dict[tuple[str, ...], dict[str | None, Said]] = {}
    for *key, axis, kind, value, why, confidence in [*_people(session, study_id), *_judges(session, study_id)]:
        said.setdefault(tuple(key), {})[axis] = (value, None if kind == "value" else kind, why, confidence)
    rows = [
        (*key, axis, *answers.get(axis, answers.get(None, NOT_SCORED)))
        for key, answers in said.items()
        for axis in axes
    ]
    return _frame(rows, COLUMNS)


def _frame(rows: Sequence[Sequence[Any]], names: Sequence[str]) -> pd.DataFrame:
    """Make a frame in which missing text stays None and a missing number is NaN."""
    told = zip(*rows, strict=True) if rows else [()] * len(names)
    return pd.DataFrame(
        {name: pd.Series(list(one), dtype=DTYPES.get(name)) for name, one in zip(names, told, strict=True)}
    )


def _people(session: Session, study_id: int) -> Sequence[Any]:
    return session.execute(
        columns(
            Response.label,
            Target.module,
            Rater.key,
            Rater.kind,
            Score.axis,
            func.coalesce(Score.kind, "not_scored"),
            Score.value,
            Score.why,
            Score.confidence,
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .outerjoin(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .outerjoin(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, first_pass())
        .order_by(Response.label, Target.module, Rater.key)
    ).all()


def _judges(session: Session, study_id: int) -> Sequence[Any]:
    unsaid = case((col(Verdict.state) == "valid", "not_scored"), else_="unreadable")
    return session.execute(
        columns(
            Response.label,
            Target.module,
            Rater.key,
            Rater.kind,
            VerdictScore.axis,
            func.coalesce(VerdictScore.kind, unsaid),
            VerdictScore.value,
            VerdictScore.why,
            VerdictScore.confidence,
        )
        .select_from(Verdict)
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .outerjoin(VerdictScore, col(VerdictScore.verdict_id) == col(Verdict.id))
        .where(Rater.study_id == study_id, Verdict.id == in_force())
        .order_by(Response.label, Target.module, Rater.key)
    ).all()


def settled(session: Session, *, study_id: int, protocol: str) -> pd.DataFrame:
    """Return the settled scores in force.

    Returns
    -------
    DataFrame
        response (label), module, axis, value (float, NaN when missing), missing (None, `not_applicable`, or
        `not_scored` when no judge answered), n (judges that answered), nulls (of those, not applicable), rule.
    """
    missing = case(
        (col(SettledScore.kind) == "value", None),
        (col(SettledScore.kind) == "none", "not_scored"),
        else_=col(SettledScore.kind),
    )
    rows = session.execute(
        columns(
            Response.label,
            Target.module,
            SettledScore.axis,
            SettledScore.value,
            missing,
            SettledScore.n,
            SettledScore.nulls,
            SettledScore.rule,
        )
        .select_from(SettledScore)
        .join(Target, col(SettledScore.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, SettledScore.protocol == protocol)
        .where(SettledScore.version == newest_settled())
        .order_by(Response.label, Target.module, SettledScore.axis)
    ).all()
    return _frame(rows, ["response", "module", "axis", "value", "missing", "n", "nulls", "rule"])


def responses(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the responses with their authors, for the owner's and researchers' eyes: response (label), prompt,
    category, system, family, replication, text, sampled."""
    rows = session.execute(
        columns(
            Response.label,
            Prompt.key,
            Prompt.category,
            System.name,
            System.family,
            Response.replication,
            Response.text,
            select(Target.id).where(Target.response_id == Response.id, col(Target.sampled)).exists(),
        )
        .select_from(Response)
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .join(Study, col(Response.study_id) == col(Study.id))
        .where(Study.id == study_id)
        .order_by(Prompt.key, System.name, col(Response.replication))
    ).all()
    return _frame(rows, ["response", "prompt", "category", "system", "family", "replication", "text", "sampled"])
