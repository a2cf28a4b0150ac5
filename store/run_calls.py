"""Moving many calls of a run at once: aside, back, to their end; and lists of them for people."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import CALL, TRY
from store.run_targets import PROMPT, RESPONSE, SYSTEM
from store.runs import TARGET

CAP_REACHED = "the cap is reached"


def _move(session: Session, *where: ColumnElement[bool], **values: Any) -> int:
    return ask(session, update(CALL).where(*where).values(**values), {}).rowcount


def park_todo(session: Session, *, run_id: int, judge: str, why: str) -> int:
    """Put a judge's waiting calls aside, and return how many."""
    return _move(
        session, CALL.c.run_id == run_id, CALL.c.state == "todo", CALL.c.judge == judge, state="parked", why=why
    )


def park_too_dear(session: Session, *, run_id: int, room: float) -> int:
    """Put aside the waiting calls that cost more than what is left under the cap, in US dollars."""
    return _move(
        session,
        CALL.c.run_id == run_id,
        CALL.c.state == "todo",
        CALL.c.reserve_usd > room,
        state="parked",
        why=CAP_REACHED,
    )


def reasons_aside(session: Session, *, run_id: int) -> list[tuple[str, int, float | None]]:
    """Return why calls are put aside: the reason, how many, and what they cost at most (None: not known)."""
    query = select(CALL.c.why, func.count(), func.count(CALL.c.reserve_usd), func.sum(CALL.c.reserve_usd))
    query = query.where(CALL.c.run_id == run_id, CALL.c.state == "parked").group_by(CALL.c.why).order_by(CALL.c.why)
    rows = ask(session, query, {})
    return [(why or "", number, float(cost) if number == priced else None) for why, number, priced, cost in rows]


def unpark(session: Session, *, run_id: int) -> int:
    """Take every call back that was put aside, and return how many."""
    return _move(session, CALL.c.run_id == run_id, CALL.c.state == "parked", state="todo", why=None, due_at=None)


def cancel_waiting(session: Session, *, run_id: int) -> int:
    """Cancel what was never sent or is put aside, and return how many calls that is."""
    return _move(session, CALL.c.run_id == run_id, CALL.c.state.in_(["todo", "parked"]), state="cancelled")


def revive(session: Session, *, run_id: int) -> int:
    """Take cancelled calls back, and return how many."""
    return _move(session, CALL.c.run_id == run_id, CALL.c.state == "cancelled", state="todo", why=None, due_at=None)


def failed_back(session: Session, *, run_id: int) -> list[int]:
    """Take every failed call back with its counts at nothing, and return the targets concerned."""
    mine = (CALL.c.run_id == run_id, CALL.c.state == "failed")
    targets = [row[0] for row in ask(session, select(CALL.c.target_id).where(*mine), {})]
    _move(session, *mine, state="todo", why=None, due_at=None, setbacks=0, limits=0, lost=0)
    return targets


class Line(NamedTuple):
    """A call in a list for people; `subject` is the response's label and module, or the prompt and the system."""

    id: int
    label: str | None
    module: str | None
    prompt: str | None
    system: str | None
    judge: str
    stage: str
    replicate: int
    attempt: int
    state: str
    why: str | None
    reserve_usd: float | None


def _lines() -> Any:
    fields = ("judge", "stage", "replicate", "attempt", "state", "why", "reserve_usd")
    return select(
        CALL.c.id, RESPONSE.c.label, TARGET.c.module, PROMPT.c.key, SYSTEM.c.name, *[CALL.c[name] for name in fields]
    ).select_from(
        CALL.outerjoin(TARGET, CALL.c.target_id == TARGET.c.id)
        .outerjoin(RESPONSE, TARGET.c.response_id == RESPONSE.c.id)
        .outerjoin(PROMPT, CALL.c.prompt_id == PROMPT.c.id)
        .outerjoin(SYSTEM, CALL.c.system_id == SYSTEM.c.id)
    )


def lines(session: Session, *, run_id: int, states: Sequence[str], most: int) -> list[Line]:
    """Return calls in these states, oldest first."""
    query = _lines().where(CALL.c.run_id == run_id, CALL.c.state.in_(states)).order_by(CALL.c.id).limit(most)
    return [Line(*row) for row in ask(session, query, {})]


def doubtful(session: Session, *, run_id: int, most: int) -> list[Line]:
    """Return calls of which a request may have been paid without an answer, oldest first."""
    query = _lines().where(CALL.c.run_id == run_id, CALL.c.doubts > 0).order_by(CALL.c.id).limit(most)
    return [Line(*row) for row in ask(session, query, {})]


def chosen_lines(session: Session, *, run_id: int, ids: Sequence[int]) -> list[Line]:
    """Return these calls of a run; those of other runs are not among them."""
    query = _lines().where(CALL.c.run_id == run_id, CALL.c.id.in_(ids)).order_by(CALL.c.id)
    return [Line(*row) for row in ask(session, query, {})]


def rest(session: Session, *, run_id: int, states: Sequence[str]) -> tuple[int, float | None]:
    """Return how many calls are in these states, and what they cost at most (None: a price is not known)."""
    query = select(func.count(), func.count(CALL.c.reserve_usd), func.coalesce(func.sum(CALL.c.reserve_usd), 0.0))
    number, priced, cost = ask(session, query.where(CALL.c.run_id == run_id, CALL.c.state.in_(states)), {}).one()
    return number, float(cost) if number == priced else None


class Pace(NamedTuple):
    """The newest replies of a judge: how many, and when the first and the last of them came."""

    judge: str
    replies: int
    first: Any
    last: Any


def newest_replies(session: Session, *, run_id: int, most: int = 200) -> list[Pace]:
    """Return how fast the newest replies of a run came, for each judge."""
    newest = (
        select(CALL.c.judge, TRY.c.ended_at)
        .select_from(TRY.join(CALL, TRY.c.call_id == CALL.c.id))
        .where(CALL.c.run_id == run_id, TRY.c.state == "answered")
        .order_by(TRY.c.id.desc())
        .limit(most)
        .subquery()
    )
    query = select(newest.c.judge, func.count(), func.min(newest.c.ended_at), func.max(newest.c.ended_at))
    return [Pace(*row) for row in ask(session, query.group_by(newest.c.judge), {})]


def by_judge(session: Session, *, run_id: int) -> dict[str, dict[str, int]]:
    """Return how many calls each judge has in each state."""
    query = select(CALL.c.judge, CALL.c.state, func.count()).where(CALL.c.run_id == run_id)
    counts: dict[str, dict[str, int]] = {}
    for judge, state, number in ask(session, query.group_by(CALL.c.judge, CALL.c.state), {}):
        counts.setdefault(judge, {})[state] = number
    return counts


def unfinished(session: Session, *, run_id: int) -> bool:
    """Whether any call still waits, is on the wire, or has a reply that nobody has read."""
    mine = (CALL.c.run_id == run_id, or_(*[CALL.c.state == state for state in ("todo", "sent", "answered")]))
    return ask(session, select(CALL.c.id).where(*mine).limit(1), {}).first() is not None
