"""The calls of a run: planned once each, taken when their turn comes, and what a request for one is to cost.

These run for every call, so the statements stand ready and go past the object layer (`store.asking`). A call is added
by its key: the same question again, after a crash or from another worker, adds nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Executable, Table, bindparam, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from store.asking import ask
from store.tables import Row

CALL = Row.metadata.tables["run_call"]
TRY = Row.metadata.tables["call_try"]
TEXT = Row.metadata.tables["sent_text"]


def insert_or_ignore(table: Table) -> Mapping[str, Executable]:
    """A statement that adds rows but for those that are there already, by the name of the engine."""
    return {
        "sqlite": sqlite.insert(table).on_conflict_do_nothing(),
        "postgresql": postgresql.insert(table).on_conflict_do_nothing(),
    }


@dataclass(frozen=True)
class NewCall:
    """A call as it is planned. `subject` is a target's id, or the ids of a prompt and a system."""

    key: str
    subject: int | tuple[int, int]
    judge: str
    stage: str
    replicate: int
    attempt: int
    text_hash: str
    text: str
    spec: Mapping[str, Any]
    reserve_usd: float | None


class Todo(NamedTuple):
    """A call whose turn it is; this will be try number `tries` + 1."""

    id: int
    key: str
    judge: str
    stage: str
    attempt: int
    tries: int
    setbacks: int
    limits: int
    lost: int
    reserve_usd: float | None
    spec: Mapping[str, Any]
    text: str


_ADD_TEXT = insert_or_ignore(TEXT)
_ADD_CALL = insert_or_ignore(CALL)
_OUT = (
    select(CALL.c.judge, CALL.c.state, func.count())
    .where(CALL.c.run_id == bindparam("run"), CALL.c.state.in_(["sent", "todo"]))
    .group_by(CALL.c.judge, CALL.c.state)
)
_DUE = or_(CALL.c.due_at.is_(None), CALL.c.due_at <= bindparam("now"))
_TODO = (
    select(*[(TEXT if name == "text" else CALL).c[name] for name in Todo._fields])
    .select_from(CALL.join(TEXT, CALL.c.text_hash == TEXT.c.hash))
    .where(CALL.c.run_id == bindparam("run"), CALL.c.state == "todo", CALL.c.judge == bindparam("judge"), _DUE)
    .order_by(CALL.c.id)
    .limit(bindparam("most"))
    .with_for_update(of=CALL, skip_locked=True)
)
_SENT = (
    update(CALL)
    .where(CALL.c.id == bindparam("call"))
    .values(state="sent", tries=bindparam("number"), due_at=None, why=None)
)
_TRY = insert(TRY)
_STATES = select(CALL.c.state, func.count()).where(CALL.c.run_id == bindparam("run")).group_by(CALL.c.state)
_NEXT_DUE = select(func.min(CALL.c.due_at)).where(CALL.c.run_id == bindparam("run"), CALL.c.state == "todo")
_NEXT_DUE = _NEXT_DUE.where(CALL.c.due_at > bindparam("now"))


def add_calls(session: Session, *, run_id: int, calls: Sequence[NewCall]) -> None:
    """Add calls that are not there yet, with the texts they send."""
    if not calls:
        return
    engine = session.get_bind().dialect.name
    texts = {call.text_hash: call.text for call in calls}
    ask(session, _ADD_TEXT[engine], [{"hash": hash_, "text": texts[hash_]} for hash_ in sorted(texts)])
    ask(session, _ADD_CALL[engine], [_row(run_id, call) for call in calls])


def _row(run_id: int, call: NewCall) -> dict[str, Any]:
    target = call.subject if isinstance(call.subject, int) else None
    prompt, system = call.subject if isinstance(call.subject, tuple) else (None, None)
    return {
        "run_id": run_id,
        "key": call.key,
        "target_id": target,
        "prompt_id": prompt,
        "system_id": system,
        "judge": call.judge,
        "stage": call.stage,
        "replicate": call.replicate,
        "attempt": call.attempt,
        "text_hash": call.text_hash,
        "spec": dict(call.spec),
        "reserve_usd": call.reserve_usd,
        "state": "todo",
        "tries": 0,
        "setbacks": 0,
        "limits": 0,
        "lost": 0,
        "doubts": 0,
    }


def out_and_waiting(session: Session, *, run_id: int) -> dict[str, tuple[int, int]]:
    """Return how many requests of each judge are out, of all workers together, and how many calls wait."""
    counts: dict[str, tuple[int, int]] = {}
    for judge, state, number in ask(session, _OUT, {"run": run_id}):
        out, waiting = counts.get(judge, (0, 0))
        counts[judge] = (number, waiting) if state == "sent" else (out, number)
    return counts


def todo(session: Session, *, run_id: int, judge: str, most: int, now: float) -> list[Todo]:
    """Return calls of a judge whose turn it is, oldest first; on PostgreSQL others skip them until this ends."""
    if most <= 0:
        return []
    gaps = {"run": run_id, "judge": judge, "most": most, "now": now}
    return [Todo(*row) for row in ask(session, _TODO, gaps)]


def begin_tries(session: Session, *, worker_id: int, calls: Sequence[Todo], now: datetime) -> None:
    """Write down that requests for these calls go out now, with what each may cost."""
    if not calls:
        return
    ask(session, _SENT, [{"call": call.id, "number": call.tries + 1} for call in calls])
    common = {"worker_id": worker_id, "state": "sent", "sent_at": now}
    rows = [{"call_id": call.id, "number": call.tries + 1, "reserved_usd": call.reserve_usd} for call in calls]
    ask(session, _TRY, [{**row, **common} for row in rows])


def states(session: Session, *, run_id: int) -> dict[str, int]:
    """Return how many calls of a run are in each state."""
    return dict(map(tuple, ask(session, _STATES, {"run": run_id})))


def next_due(session: Session, *, run_id: int, now: float) -> list[float]:
    """Return when the first call that waits after a setback will be due, in seconds since 1970; empty: none waits."""
    found = ask(session, _NEXT_DUE, {"run": run_id, "now": now}).scalar_one()
    return [] if found is None else [float(found)]
