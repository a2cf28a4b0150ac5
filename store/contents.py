"""What a study holds already, for a file that is about to be read against it, and where each score came from."""

from dataclasses import dataclass

import pandas as pd
from sqlmodel import Session, col, select

from store.columns import columns
from store.many_rows import without_collecting
from store.response_check import OWN_ID
from store.responses import NewPrompt, NewSystem
from store.sheets import first_pass
from store.tables import Assignment, Prompt, Rater, Response, Sheet, System, Target, Verdict


@dataclass(frozen=True)
class Contents:
    """The prompts and systems of a study, as they came in."""

    prompts: tuple[NewPrompt, ...] = ()
    systems: tuple[NewSystem, ...] = ()


def contents(session: Session, *, study_id: int) -> Contents:
    """Return the prompts and systems of a study, in the order they came in."""
    prompts = session.exec(select(Prompt).where(Prompt.study_id == study_id).order_by(col(Prompt.id))).all()
    systems = session.exec(select(System).where(System.study_id == study_id).order_by(col(System.id))).all()
    return Contents(
        tuple(NewPrompt(row.key, row.text, row.category, row.reference_answer, row.details) for row in prompts),
        tuple(NewSystem(row.name, row.family, row.grounded, row.own) for row in systems),
    )


@without_collecting()
def known_responses(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return what a file of scores may call a response by.

    Returns
    -------
    DataFrame
        response (label), prompt (key), system (name), replication, own_id (the id it came with, "" where it had none).
    """
    rows = session.execute(
        columns(Response.label, Prompt.key, System.name, Response.replication, Response.details)
        .select_from(Response)
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .where(Response.study_id == study_id)
        .order_by(Prompt.key, System.name, col(Response.replication))
    ).all()
    names = ["response", "prompt", "system", "replication", "own_id"]
    return pd.DataFrame([(*row[:4], row[4].get(OWN_ID, "")) for row in rows], columns=names, dtype=object)


def sources(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return where each rater's answers came from, last ones only.

    Returns
    -------
    DataFrame
        response (label), module, rater (key within the study), kind (`human` or `llm`), source (`ballot`, `run`, or
        the name of a file). One row per response, module and rater.
    """
    people = (
        select(Response.label, Target.module, Rater.key, Rater.kind)
        .add_columns(col(Sheet.source), col(Sheet.version))
        .select_from(Sheet)
        .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(col(Rater.study_id) == study_id, first_pass())
    )
    judges = (
        select(Response.label, Target.module, Rater.key, Rater.kind)
        .add_columns(col(Verdict.source), col(Verdict.attempt))
        .select_from(Verdict)
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(col(Rater.study_id) == study_id, col(Verdict.replicate) == 1)
    )
    rows = [*session.execute(people).all(), *session.execute(judges).all()]
    frame = pd.DataFrame(rows, columns=["response", "module", "rater", "kind", "source", "order"])
    keys = ["response", "module", "rater", "kind"]
    return frame.sort_values("order", kind="stable").drop_duplicates(keys, keep="last")[[*keys, "source"]]
