"""Responses that a run collects, stored as they come into a draft study, with what their format lacks.

What an import stores of a response is stored here too: its opaque label, a target for each module, and the places
where it may name its author. A response that is there already, from a file say, is never replaced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select, update
from sqlmodel import Session
from sqlmodel import select as select_rows

from blinding.labels import response_label
from store import events
from store.asking import ask
from store.calls import CALL
from store.engine import StoreError
from store.responses import marks_on
from store.run_targets import PROMPT, RESPONSE, SYSTEM
from store.run_verdicts import Unread
from store.studies import locked, modules_of
from store.tables import Response, System, Target


class Asked(NamedTuple):
    """A prompt of the study."""

    id: int
    key: str
    text: str


@dataclass(frozen=True)
class Collected:
    """An answer of a system: `text` exactly as it came; `details` say how it was produced and what its format lacks."""

    of: Unread
    replication: int
    text: str
    details: Mapping[str, Any]
    state: str
    why: str | None


_DONE = update(CALL).where(CALL.c.id == bindparam("call")).values(state=bindparam("to"), why=bindparam("words"))


def prompts(session: Session, *, study_id: int, language: str | None = None) -> list[Asked]:
    """Return the prompts of a study, in one language where one is named."""
    query = select(PROMPT.c.id, PROMPT.c.key, PROMPT.c.text, PROMPT.c.details).where(PROMPT.c.study_id == study_id)
    rows = ask(session, query.order_by(PROMPT.c.id), {})
    return [Asked(*row[:3]) for row in rows if language in (None, row[3].get("language"))]


def grounded(session: Session, *, study_id: int) -> set[str]:
    """Return the systems of a study that have a library of their own."""
    query = select(SYSTEM.c.name).where(SYSTEM.c.study_id == study_id, SYSTEM.c.grounded)
    return {row[0] for row in ask(session, query, {})}


def there(session: Session, *, study_id: int) -> set[tuple[int, int, int]]:
    """Return which responses a study has: ids of prompt and system, and the replication."""
    query = select(RESPONSE.c.prompt_id, RESPONSE.c.system_id, RESPONSE.c.replication)
    rows = ask(session, query.where(RESPONSE.c.study_id == study_id), {})
    return {(prompt, system, replication) for prompt, system, replication in rows}


def add_systems(session: Session, *, study_id: int, systems: Mapping[str, str]) -> dict[str, int]:
    """Return the ids of systems, given as name and maker, adding those the study does not have.

    Raises
    ------
    StoreError
        When a system is known with another maker.
    """
    known = {row.name: row for row in session.exec(select_rows(System).where(System.study_id == study_id))}
    wrong = [
        f"system {name!r} is of {known[name].family!r} in this study, not of {family!r}"
        for name, family in systems.items()
        if name in known and known[name].family and known[name].family != family
    ]
    if wrong:
        raise StoreError(*wrong)
    new = [System(study_id=study_id, name=name, family=family) for name, family in systems.items() if name not in known]
    session.add_all(new)
    session.flush()
    return {row.name: row.id or 0 for row in [*known.values(), *new] if row.name in systems}


def add_responses(session: Session, *, study_id: int, collected: Sequence[Collected], now: datetime) -> int:
    """Store answers and move their calls to where that leaves them; return how many responses are new.

    Raises
    ------
    StoreError
        When the study is no draft any more; nothing is stored then.
    """
    study = locked(session, study_id)
    if study.state != "draft":
        raise StoreError(f"the study is {study.state}; responses come in while it is a draft")
    taken = there(session, study_id=study_id)
    keys, names = _names(session, study_id)
    rows = []
    for one in collected:
        place = (one.of.prompt_id or 0, one.of.system_id or 0, one.replication)
        if one.state == "valid" and place not in taken:
            taken.add(place)
            rows.append(_response(study.label_secret, study_id, keys, one))
    session.add_all(rows)
    session.flush()
    modules = modules_of(session, study_id)
    targets = [Target(study_id=study_id, response_id=row.id or 0, module=module) for row in rows for module in modules]
    session.add_all([*targets, *(mark for row in rows for mark in marks_on(row, names))])
    session.flush()
    ask(session, _DONE, [{"call": one.of.call_id, "to": one.state, "words": one.why} for one in collected])
    if rows:
        told: events.Details = {"responses": len(rows), "source": "run"}
        events.append(session, study_id=study_id, rater_id=None, act="collected responses", details=told, now=now)
    return len(rows)


def _names(session: Session, study_id: int) -> tuple[tuple[dict[int, str], dict[int, str]], list[str]]:
    prompts_ = ask(session, select(PROMPT.c.id, PROMPT.c.key).where(PROMPT.c.study_id == study_id), {})
    systems = ask(session, select(SYSTEM.c.id, SYSTEM.c.name, SYSTEM.c.family).where(SYSTEM.c.study_id == study_id), {})
    rows = systems.all()
    words = sorted({word for _, name, family in rows for word in (name, family) if word.strip()})
    return (dict(map(tuple, prompts_)), {one: name for one, name, _ in rows}), words


def _response(secret: bytes, study_id: int, keys: tuple[dict[int, str], dict[int, str]], one: Collected) -> Response:
    prompt_id, system_id = one.of.prompt_id or 0, one.of.system_id or 0
    label = response_label(secret, prompt=keys[0][prompt_id], system=keys[1][system_id], replication=one.replication)
    return Response(
        study_id=study_id,
        prompt_id=prompt_id,
        system_id=system_id,
        replication=one.replication,
        label=label,
        text=one.text,
        details=dict(one.details),
    )
