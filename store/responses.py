"""Prompts, systems and responses entering a draft study, and the marks that the leak check leaves on them.

The same rows again add nothing; the same key with other content is refused, and then nothing at all is stored.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

import pandas as pd
from sqlmodel import Session, col, select, update

from blinding.leaks import find_marks
from store import events
from store.columns import columns
from store.engine import StoreError
from store.intake import Intake, NewPrompt, NewResponse, NewSystem
from store.response_check import Checked
from store.studies import locked, modules_of
from store.tables import LeakMark, Prompt, Response, System, Target
from store.tables.studies import DECISIONS

__all__ = ["Intake", "NewPrompt", "NewResponse", "NewSystem", "decide_marks", "marks", "take_in"]


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
    checked = Checked(session, study, intake)
    if checked.problems:
        raise StoreError(*checked.problems)
    session.add_all([*checked.new_prompts, *checked.new_systems])
    session.flush()
    rows = [
        Response(
            study_id=study_id,
            prompt_id=checked.prompts[one.prompt].id or 0,
            system_id=checked.systems[one.system].id or 0,
            replication=one.replication,
            label=label,
            text=one.text,
        )
        for label, one in checked.new_responses.items()
    ]
    added = {
        "prompts": len(checked.new_prompts),
        "systems": len(checked.new_systems),
        "responses": len(rows),
        "marks": _store_responses(session, study_id, rows, list(checked.systems.values())),
    }
    if any(added.values()):
        details: events.Details = {**added, "source": intake.source}
        events.append(session, study_id=study_id, rater_id=by, act="imported responses", details=details, now=now)
    return added


def _store_responses(session: Session, study_id: int, rows: Sequence[Response], systems: Sequence[System]) -> int:
    """Store responses with a target for each module and a mark for each place that may name the author."""
    names = sorted({word for system in systems for word in (system.name, system.family) if word.strip()})
    modules = modules_of(session, study_id)
    session.add_all(rows)
    session.flush()
    session.add_all(
        [Target(study_id=study_id, response_id=row.id or 0, module=module) for row in rows for module in modules]
    )
    # A system that comes in later may be named in a response that was here before: all are searched again.
    marked: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for response_id, start, stop in session.exec(
        select(LeakMark.response_id, LeakMark.start, LeakMark.stop)
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .where(Response.study_id == study_id)
    ).all():
        marked[response_id].append((start, stop))
    marks = [
        mark
        for row in session.exec(select(Response).where(Response.study_id == study_id)).all()
        for mark in _marks(row, names, marked[row.id or 0])
    ]
    session.add_all(marks)
    session.flush()
    return len(marks)


def _marks(row: Response, names: Sequence[str], known: Sequence[tuple[int, int]]) -> list[LeakMark]:
    """Mark what a response says of its author, but for places that lie inside a mark that is there already."""
    return [
        LeakMark(
            response_id=row.id or 0,
            start=mark.start,
            stop=mark.end,
            kind=mark.kind,
            found=mark.found,
            reason=mark.reason,
        )
        for mark in find_marks(row.text, names=names)
        if not any(start <= mark.start and mark.end <= stop for start, stop in known)
    ]


def marks_on(row: Response, names: Sequence[str]) -> list[LeakMark]:
    """Mark what a stored response that has no marks yet says of its author; `names` are those of systems and makers."""
    return _marks(row, names, [])


def marks(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the leak marks of a study.

    Returns
    -------
    DataFrame
        mark (id), label, prompt, text (whole response), start, stop, kind, found, reason, decision (None: open).
    """
    rows = session.execute(
        columns(
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
        .select_from(LeakMark)
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .where(Response.study_id == study_id)
        .order_by(Prompt.key, Response.label, col(LeakMark.start))
    ).all()
    names = ["mark", "label", "prompt", "text", "start", "stop", "kind", "found", "reason", "decision"]
    frame = pd.DataFrame(rows, columns=names)
    return frame.assign(decision=pd.Series([row[-1] for row in rows], dtype=object))


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
        With every problem: the study is no draft any more (what scorers see is fixed then), the decision is unknown,
        or a mark is not one of this study.
    """
    state = locked(session, study_id).state
    found = session.exec(
        select(LeakMark.id)
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .where(Response.study_id == study_id, col(LeakMark.id).in_(mark_ids))
    ).all()
    problems = []
    if state != "draft":
        problems.append(f"the study is {state}; what scorers see is fixed since it was opened")
    if decision not in DECISIONS:
        problems.append(f"decision {decision!r} is unknown; allowed: {', '.join(DECISIONS)}")
    if unknown := sorted(set(mark_ids) - set(found)):
        problems.append(f"not a mark of this study: {', '.join(map(str, unknown))}")
    if problems:
        raise StoreError(*problems)
    session.execute(
        update(LeakMark)
        .where(col(LeakMark.id).in_(mark_ids))
        .values(decision=decision, decided_by=by, decided_at=now)
        .execution_options(synchronize_session=False)
    )
    details: events.Details = {"marks": ",".join(map(str, mark_ids)), "decision": decision}
    events.append(session, study_id=study_id, rater_id=by, act="decided marks", details=details, now=now)
