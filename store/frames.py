"""Long frames for analysis and export: one row per response, axis and rater, every kind of missing kept apart."""

import pandas as pd
from sqlmodel import Session, col, func, select

from store import benchmarks
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
from store.verdicts import newest_settled

KEYS = ["response", "module", "rater", "kind"]
COLUMNS = [*KEYS, "axis", "value", "missing", "why", "confidence"]


def scores(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every rater's scores in force, of people and judges.

    Returns
    -------
    DataFrame
        response (label), module, rater (key within the study), kind (`human` or `llm`), axis, value (float; NaN when
        missing), missing (None when there is a value; else `not_applicable`, `cannot_assess`, `rubric_unclear`,
        `unreadable` for a judge's reply that could not be read, `not_scored` for a target still open or an axis a
        file left out), why (None where none was given), confidence. Hidden repeats are left out.
    """
    axes = [axis.id for axis in benchmarks.of_study(session, study_id=study_id).axes]
    found = pd.concat([_people(session, study_id), _judges(session, study_id)], ignore_index=True)
    if found.empty:
        return pd.DataFrame(columns=COLUMNS)
    answers = found[[*KEYS, "unreadable"]].drop_duplicates()
    every = answers.merge(pd.DataFrame({"axis": axes}), how="cross")
    full = every.merge(found.drop(columns="unreadable").dropna(subset=["axis"]), on=[*KEYS, "axis"], how="left")
    said = full["said"].where(full["said"].notna(), other="not_scored")
    said = said.mask(full["said"].isna() & full["unreadable"].astype(bool), "unreadable")
    full["missing"] = said.astype(object).where(said != "value", None)
    full["value"] = full["value"].astype(float)
    full["why"] = full["why"].astype(object).where(full["why"].notna(), None)
    return full[COLUMNS]


def _people(session: Session, study_id: int) -> pd.DataFrame:
    newest = (
        select(func.max(Sheet.version))
        .where(Sheet.assignment_id == Assignment.id)
        .correlate(Assignment)
        .scalar_subquery()
    )
    rows = session.execute(
        select(
            Response.label,
            Target.module,
            Rater.key,
            Rater.kind,
            Score.axis,
            Score.kind,
            Score.value,
            Score.why,
            Score.confidence,
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .outerjoin(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest))
        .outerjoin(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, Assignment.repeat == 0)
        .order_by(Response.label, Target.module, Rater.key)
    ).all()
    frame = pd.DataFrame(rows, columns=[*KEYS, "axis", "said", "value", "why", "confidence"])
    return frame.assign(unreadable=False)


def _judges(session: Session, study_id: int) -> pd.DataFrame:
    rows = session.execute(
        select(
            Response.label,
            Target.module,
            Rater.key,
            Rater.kind,
            VerdictScore.axis,
            VerdictScore.kind,
            VerdictScore.value,
            VerdictScore.why,
            VerdictScore.confidence,
            Verdict.state != "valid",
        )
        .select_from(Verdict)
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .outerjoin(VerdictScore, col(VerdictScore.verdict_id) == col(Verdict.id))
        .where(Rater.study_id == study_id, Verdict.replicate == 1)
        .order_by(Response.label, Target.module, Rater.key, col(Verdict.attempt))
    ).all()
    columns = [*KEYS, "axis", "said", "value", "why", "confidence", "unreadable"]
    frame = pd.DataFrame(rows, columns=columns)
    last = frame.groupby(KEYS)["unreadable"].transform("last") if len(frame) else frame["unreadable"]
    frame = frame[frame["unreadable"] == last]
    return frame.drop_duplicates([*KEYS, "axis"], keep="last")


def settled(session: Session, *, study_id: int, protocol: str) -> pd.DataFrame:
    """Return the settled scores in force.

    Returns
    -------
    DataFrame
        response (label), module, axis, value (float, NaN when missing), missing (None, `not_applicable`, or
        `not_scored` when no judge answered), n (judges that answered), nulls (of those, not applicable), rule.
    """
    rows = session.execute(
        select(
            Response.label,
            Target.module,
            SettledScore.axis,
            SettledScore.value,
            SettledScore.kind,
            SettledScore.n,
            SettledScore.nulls,
            SettledScore.rule,
        )
        .join(Target, col(SettledScore.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Target.study_id == study_id, SettledScore.protocol == protocol)
        .where(SettledScore.version == newest_settled())
        .order_by(Response.label, Target.module, SettledScore.axis)
    ).all()
    columns = ["response", "module", "axis", "value", "missing", "n", "nulls", "rule"]
    frame = pd.DataFrame(rows, columns=columns)
    names = {"value": None, "none": "not_scored"}
    frame["missing"] = [names.get(kind, kind) for kind in frame["missing"]]
    frame["missing"] = frame["missing"].astype(object)
    frame["value"] = frame["value"].astype(float)
    return frame


def responses(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the responses with their authors, for the owner's and researchers' eyes: response (label), prompt,
    category, system, family, replication, text, sampled."""
    rows = session.execute(
        select(
            Response.label,
            Prompt.key,
            Prompt.category,
            System.name,
            System.family,
            Response.replication,
            Response.text,
            select(Target.id).where(Target.response_id == Response.id, col(Target.sampled)).exists(),
        )
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .join(Study, col(Response.study_id) == col(Study.id))
        .where(Study.id == study_id)
        .order_by(Prompt.key, System.name, col(Response.replication))
    ).all()
    columns = ["response", "prompt", "category", "system", "family", "replication", "text", "sampled"]
    return pd.DataFrame(rows, columns=columns)
