"""Prompts, systems and responses entering a draft study, and the marks that the leak check leaves on them.

The same rows again add nothing; the same key with other content is refused, and then nothing at all is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pandas as pd
from blinding.labels import response_label
from blinding.leaks import find_marks
from sqlmodel import Session, col, select, update

from store import events
from store.engine import StoreError
from store.studies import locked, modules_of
from store.tables import LeakMark, Prompt, Response, System, Target


@dataclass(frozen=True)
class NewPrompt:
    """A prompt as it comes in; `details` holds themes, avoidances, considerations, sources."""

    key: str
    text: str
    category: str = ""
    reference_answer: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewSystem:
    """A system as it comes in."""

    name: str
    family: str = ""
    grounded: bool = False
    own: bool = False


@dataclass(frozen=True)
class NewResponse:
    """A response as it comes in, by the prompt's key and the system's name; `label` only when a file brings one."""

    prompt: str
    system: str
    text: str
    replication: int = 1
    label: str | None = None


@dataclass(frozen=True)
class Intake:
    """Everything one import brings into a study."""

    prompts: Sequence[NewPrompt] = ()
    systems: Sequence[NewSystem] = ()
    responses: Sequence[NewResponse] = ()
    source: str = ""


def take_in(session: Session, *, study_id: int, intake: Intake, by: int | None, now: datetime) -> dict[str, int]:
    """Store an import as a whole and return how many prompts, systems, responses and marks are new.

    Raises
    ------
    StoreError
        With every problem at once; nothing is stored then.
    """
    study = locked(session, study_id)
    if study.state != "draft":
        raise StoreError(f"the study is {study.state}; responses come in while it is a draft")
    problems: list[str] = []
    prompts = _merge(session, study_id, intake.prompts, Prompt, problems)
    systems = _merge(session, study_id, intake.systems, System, problems)
    fresh = _new_responses(session, study_id, study.label_secret, intake.responses, problems)
    if problems:
        raise StoreError(*problems)
    marks = _store_responses(session, study_id, fresh)
    added = {"prompts": prompts, "systems": systems, "responses": len(fresh), "marks": marks}
    if prompts or systems or fresh:
        details = {**added, "source": intake.source}
        events.record(session, study_id=study_id, rater_id=by, act="imported responses", details=details, now=now)
    return added


def _merge(
    session: Session,
    study_id: int,
    incoming: Sequence[NewPrompt] | Sequence[NewSystem],
    table: type[Prompt] | type[System],
    problems: list[str],
) -> int:
    """Add the prompts or systems that are new; name those that are there with other content."""
    key = "key" if table is Prompt else "name"
    known = {getattr(row, key): row for row in session.exec(select(table).where(table.study_id == study_id))}
    added = 0
    for one in incoming:
        fields = vars(one)
        there = known.get(fields[key])
        if there is None:
            known[fields[key]] = row = table(study_id=study_id, **fields)
            session.add(row)
            added += 1
        elif differing := [name for name, value in fields.items() if getattr(there, name) != value]:
            problems.append(
                f"{table.__name__.lower()} {fields[key]!r} is there already with another {', '.join(differing)}"
            )
    session.flush()
    return added


def _new_responses(
    session: Session,
    study_id: int,
    secret: bytes,
    incoming: Sequence[NewResponse],
    problems: list[str],
) -> list[Response]:
    prompts = {row.key: row.id for row in session.exec(select(Prompt).where(Prompt.study_id == study_id))}
    systems = {row.name: row.id for row in session.exec(select(System).where(System.study_id == study_id))}
    known = {
        (row.prompt_id, row.system_id, row.replication): row
        for row in session.exec(select(Response).where(Response.study_id == study_id))
    }
    labels = {row.label for row in known.values()}
    fresh = []
    for one in incoming:
        where = f"response of {one.system!r} to {one.prompt!r}, replication {one.replication}"
        prompt_id, system_id = prompts.get(one.prompt), systems.get(one.system)
        if prompt_id is None:
            problems.append(f"{where}: prompt {one.prompt!r} is not in this study")
        if system_id is None:
            problems.append(f"{where}: system {one.system!r} is not in this study")
        if prompt_id is None or system_id is None:
            continue
        there = known.get((prompt_id, system_id, one.replication))
        label = one.label or response_label(secret, prompt=one.prompt, system=one.system, replication=one.replication)
        if there is not None:
            if there.text != one.text:
                problems.append(f"{where} is there already with another text")
        elif label in labels:
            problems.append(f"{where}: the label {label} belongs to another response")
        else:
            row = Response(
                study_id=study_id,
                prompt_id=prompt_id,
                system_id=system_id,
                replication=one.replication,
                label=label,
                text=one.text,
            )
            known[prompt_id, system_id, one.replication] = row
            labels.add(label)
            fresh.append(row)
    return fresh


def _store_responses(session: Session, study_id: int, fresh: Sequence[Response]) -> int:
    names = {
        word
        for row in session.exec(select(System).where(System.study_id == study_id))
        for word in (row.name, row.family)
        if word.strip()
    }
    session.add_all(fresh)
    session.flush()
    marks = 0
    for row in fresh:
        for module in modules_of(session, study_id):
            session.add(Target(study_id=study_id, response_id=row.id or 0, module=module))
        for mark in find_marks(row.text, names=sorted(names)):
            session.add(
                LeakMark(
                    response_id=row.id or 0,
                    start=mark.start,
                    stop=mark.end,
                    kind=mark.kind,
                    found=mark.found,
                    reason=mark.reason,
                )
            )
            marks += 1
    session.flush()
    return marks


def marks(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the leak marks of a study.

    Returns
    -------
    DataFrame
        mark (id), label, prompt, text (whole response), start, stop, kind, found, reason, decision (None: open).
    """
    rows = session.execute(
        select(
            LeakMark.id,
            Response.label,
            Prompt.key,
            Response.text,
            LeakMark.start,
            LeakMark.stop,
            LeakMark.kind,
            LeakMark.found,
            LeakMark.reason,
            LeakMark.decision,
        )
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .where(Response.study_id == study_id)
        .order_by(Prompt.key, Response.label, col(LeakMark.start))
    ).all()
    columns = ["mark", "label", "prompt", "text", "start", "stop", "kind", "found", "reason", "decision"]
    return pd.DataFrame(rows, columns=columns)


def decide_marks(
    session: Session,
    *,
    study_id: int,
    mark_ids: Sequence[int],
    decision: str,
    by: int | None,
    now: datetime,
) -> None:
    """Record the owner's decision, redact or keep, on some marks of a draft study.

    Raises
    ------
    StoreError
        When the study is no draft any more: what scorers see is fixed then.
    """
    if locked(session, study_id).state != "draft":
        raise StoreError("the study is open already; what scorers see is fixed")
    mine = select(Response.id).where(Response.study_id == study_id)
    session.execute(
        update(LeakMark)
        .where(col(LeakMark.id).in_(mark_ids), col(LeakMark.response_id).in_(mine))
        .values(decision=decision, decided_by=by, decided_at=now)
    )
    details = {"marks": ",".join(map(str, mark_ids)), "decision": decision}
    events.record(session, study_id=study_id, rater_id=by, act="decided marks", details=details, now=now)
