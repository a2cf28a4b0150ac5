"""Prompts, systems and responses entering a draft study, and the marks that the leak check leaves on them.

The same rows again add nothing; the same key with other content is refused, and then nothing at all is stored.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

import pandas as pd
from sqlmodel import Session, col, select, update

from blinding.leaks import Mark, find_all_marks, find_marks
from store import events
from store.answer_check import first_of
from store.columns import columns
from store.engine import StoreError
from store.intake import Intake, NewPrompt, NewResponse, NewSystem
from store.many_rows import insert_many, without_collecting
from store.response_check import OWN_ID, Checked
from store.studies import locked, modules_of, the_id
from store.tables import LeakMark, Prompt, Response, Target
from store.tables.studies import DECISIONS

__all__ = ["Intake", "NewPrompt", "NewResponse", "NewSystem", "decide_marks", "marks", "take_in"]


@without_collecting()
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
        raise StoreError(*first_of(checked.problems))
    session.add_all([*checked.new_prompts, *checked.new_systems])
    session.flush()
    added = {
        "prompts": len(checked.new_prompts),
        "systems": len(checked.new_systems),
        "responses": len(checked.new_responses),
        "marks": _store_responses(session, checked),
    }
    if any(added.values()):
        details: events.Details = {**added, "source": intake.source}
        events.append(session, study_id=study_id, rater_id=by, act="imported responses", details=details, now=now)
    return added


def _store_responses(session: Session, checked: Checked) -> int:
    """Store responses with a target for each module and a mark for each place that may name the author."""
    study_id = the_id(checked.study)
    rows = [
        {
            "study_id": study_id,
            "prompt_id": checked.prompts[one.prompt].id,
            "system_id": checked.systems[one.system].id,
            "replication": one.replication,
            "label": label,
            "text": one.text,
            "details": {OWN_ID: one.own_id} if one.own_id else {},
        }
        for label, one in checked.new_responses.items()
    ]
    insert_many(session, Response, rows)
    all_of_them = session.exec(
        select(Response.id, Response.label, Response.text).where(Response.study_id == study_id).order_by(Response.label)
    ).all()
    modules = modules_of(session, study_id)
    fresh = [response_id for response_id, label, _ in all_of_them if label in checked.new_responses]
    targets = [
        {"study_id": study_id, "response_id": response_id, "module": module, "sampled": False}
        for response_id in fresh
        for module in modules
    ]
    insert_many(session, Target, targets)
    return _store_marks(session, checked, [(response_id or 0, text) for response_id, _, text in all_of_them])


def _store_marks(session: Session, checked: Checked, texts: Sequence[tuple[int, str]]) -> int:
    """Search every response of the study: one that was here before may name a system that comes in only now."""
    systems = checked.systems.values()
    names = sorted({word for system in systems for word in (system.name, system.family) if word.strip()})
    marked: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for response_id, start, stop in session.exec(
        select(LeakMark.response_id, LeakMark.start, LeakMark.stop)
        .join(Response, col(LeakMark.response_id) == col(Response.id))
        .where(Response.study_id == the_id(checked.study))
    ).all():
        marked[response_id].append((start, stop))
    found = find_all_marks([text for _, text in texts], names=names)
    marks = [
        mark
        for (response_id, _), those in zip(texts, found, strict=True)
        for mark in _marks(response_id, those, marked.get(response_id, ()))
    ]
    session.add_all(marks)
    session.flush()
    return len(marks)


def _marks(response_id: int, found: Sequence[Mark], known: Sequence[tuple[int, int]]) -> list[LeakMark]:
    """Mark what a response says of its author, but for places that lie inside a mark that is there already."""
    return [
        LeakMark(
            response_id=response_id,
            start=mark.start,
            stop=mark.end,
            kind=mark.kind,
            found=mark.found,
            reason=mark.reason,
        )
        for mark in found
        if not any(start <= mark.start and mark.end <= stop for start, stop in known)
    ]


def marks_on(row: Response, names: Sequence[str]) -> list[LeakMark]:
    """Mark what a stored response that has no marks yet says of its author; `names` are those of systems and makers."""
    return _marks(row.id or 0, find_marks(row.text, names=names), [])


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
