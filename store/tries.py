"""What came of the requests: the raw reply with its cost, or which kind of failure, in the transaction that moves the
call on.

Storing twice counts once, so a transaction whose end was not heard can be repeated. A worker that others took for
dead may still come back with answers: they are kept and counted, and the call takes them if nobody has asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import bindparam, exists, or_, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import CALL, TRY
from store.response_check import storable
from store.run_batches import BATCH_CALL
from store.run_errors import count_errors
from store.run_money import Money, count_answers
from store.runs import RUN_TARGET, WORKER

DIED = "worker_died"


@dataclass(frozen=True)
class Answered:
    """A reply as it came, for try `number` of a call; `cost_usd` is None when not known."""

    call_id: int
    number: int
    judge: str
    reserved_usd: float | None
    cost_usd: float | None
    raw: str
    usage: Mapping[str, Any] | None
    parameters: Mapping[str, Any]
    finish_reason: str | None
    provider: str | None
    provider_model: str | None
    request_id: str | None
    latency_s: float | None


@dataclass(frozen=True)
class Failure:
    """A request without a reply that can be kept, and what the call is to do next.

    `paid` says whether it may have cost something. `becomes` is the call's next state, from `due_at` on; `why` stands
    with a call that failed or is parked.
    """

    call_id: int
    number: int
    judge: str
    reserved_usd: float | None
    paid: bool
    kind: str
    message: str
    http_status: int | None
    becomes: Literal["todo", "failed", "parked"]
    counts: Literal["setbacks", "limits", "lost", ""] = ""
    due_at: float | None = None
    why: str | None = None


_KEPT = (
    "cost_usd",
    "raw",
    "usage",
    "parameters",
    "finish_reason",
    "provider",
    "provider_model",
    "request_id",
    "latency_s",
)
_BY_NUMBER = (TRY.c.call_id == bindparam("call"), TRY.c.number == bindparam("n"))
_WAS = select(TRY.c.call_id, TRY.c.number, TRY.c.state).where(
    TRY.c.call_id.in_(bindparam("ids", expanding=True)), TRY.c.state.in_(["sent", "doubtful"])
)
_ANSWER = (
    update(TRY)
    .where(*_BY_NUMBER)
    .values(state="answered", http_status=200, ended_at=bindparam("now"))
    .values({name: bindparam(f"new_{name}", type_=TRY.c[name].type) for name in _KEPT})
)
_MOVE_ON = update(CALL).where(CALL.c.id == bindparam("call")).values(state="answered")
_LATE = _MOVE_ON.where(or_(CALL.c.state == "todo", CALL.c.state == "parked"), CALL.c.tries == bindparam("n"))
_FAIL = (
    update(TRY)
    .where(*_BY_NUMBER)
    .values(
        state=bindparam("to"),
        http_status=bindparam("http"),
        error_kind=bindparam("kind"),
        error=bindparam("words"),
        ended_at=bindparam("now"),
    )
)
_BACK = (
    update(CALL)
    .where(CALL.c.id == bindparam("call"))
    .values(
        state=bindparam("to"),
        why=bindparam("words"),
        due_at=bindparam("due"),
        setbacks=CALL.c.setbacks + bindparam("setback"),
        limits=CALL.c.limits + bindparam("limit"),
        lost=CALL.c.lost + bindparam("loss"),
        doubts=CALL.c.doubts + bindparam("doubt"),
    )
)
_STEP = (
    update(RUN_TARGET)
    .where(RUN_TARGET.c.run_id == bindparam("run"))
    .where(RUN_TARGET.c.target_id == select(CALL.c.target_id).where(CALL.c.id == bindparam("call")).scalar_subquery())
    .values(state="waiting")
)
_ORPHANS = (
    select(CALL.c.id, TRY.c.number, CALL.c.judge, TRY.c.reserved_usd)
    .select_from(CALL.join(TRY, (TRY.c.call_id == CALL.c.id) & (TRY.c.number == CALL.c.tries)))
    .where(CALL.c.run_id == bindparam("run"), CALL.c.state == "sent", TRY.c.worker_id == bindparam("worker"))
    .where(~exists().where(BATCH_CALL.c.call_id == CALL.c.id, BATCH_CALL.c.number == TRY.c.number))
)
_END_WORKER = update(WORKER).where(WORKER.c.id == bindparam("worker")).values(ended_at=bindparam("now"))


def how_they_were(session: Session, *, call_ids: Sequence[int]) -> dict[tuple[int, int], str]:
    """Return the tries of these calls that are `sent` or `doubtful`, by call and number."""
    if not call_ids:
        return {}
    rows = ask(session, _WAS, {"ids": sorted(set(call_ids))})
    return {(call_id, number): state for call_id, number, state in rows}


def keep_answers(session: Session, *, run_id: int, answers: Sequence[Answered], now: datetime) -> Money:
    """Store replies with what they cost, and return by how much the run's sums change. Its row is locked already."""
    was = how_they_were(session, call_ids=[one.call_id for one in answers])
    late = [one for one in answers if was.get((one.call_id, one.number)) == "doubtful"]
    on_time = [one for one in answers if was.get((one.call_id, one.number)) == "sent"]
    if late:
        ask(session, _LATE, [{"call": one.call_id, "n": one.number} for one in late])
    if on_time:
        ask(session, _MOVE_ON, [{"call": one.call_id} for one in on_time])
    new = [*on_time, *late]
    if not new:
        return Money()
    ask(session, _ANSWER, [_kept(one, now) for one in new])
    count_answers(session, run_id=run_id, costs=[(one.judge, one.cost_usd or 0.0) for one in new])
    return Money(
        spent=sum(one.cost_usd or 0.0 for one in new),
        reserved=-sum(one.reserved_usd or 0.0 for one in on_time),
        doubtful=-sum(one.reserved_usd or 0.0 for one in late),
        unknown=sum(one.cost_usd is None for one in new) - sum(one.reserved_usd is None for one in late),
    )


def _kept(one: Answered, now: datetime) -> dict[str, Any]:
    kept = {f"new_{name}": getattr(one, name) for name in _KEPT} | {"new_raw": storable(one.raw)}
    return {**kept, "call": one.call_id, "n": one.number, "now": now}


def keep_failures(session: Session, *, run_id: int, failures: Sequence[Failure], now: datetime) -> Money:
    """Store what went wrong and send each call on: back, to its end, or aside. As `keep_answers` otherwise.

    The target of a call that failed for good waits to be taken a step on, in the same transaction.
    """
    was = how_they_were(session, call_ids=[one.call_id for one in failures])
    new = [one for one in failures if was.get((one.call_id, one.number)) == "sent"]
    if not new:
        return Money()
    ask(session, _FAIL, [_failed(one, now) for one in new])
    ask(session, _BACK, [_back(one) for one in new])
    if ended := [{"run": run_id, "call": one.call_id} for one in new if one.becomes == "failed"]:
        ask(session, _STEP, ended)
    errors = [(one.judge, one.kind, storable(one.message)) for one in new]
    count_errors(session, run_id=run_id, errors=errors, now=now)
    return Money(
        reserved=-sum(one.reserved_usd or 0.0 for one in new),
        doubtful=sum(one.reserved_usd or 0.0 for one in new if one.paid),
        unknown=sum(one.paid and one.reserved_usd is None for one in new),
    )


def _failed(one: Failure, now: datetime) -> dict[str, Any]:
    state = "doubtful" if one.paid else "rejected"
    words = {"http": one.http_status, "kind": one.kind, "words": storable(one.message)}
    return {"call": one.call_id, "n": one.number, "to": state, "now": now, **words}


def _back(one: Failure) -> dict[str, Any]:
    counts = {
        "setback": int(one.counts == "setbacks"),
        "limit": int(one.counts == "limits"),
        "loss": int(one.counts == "lost"),
        "doubt": int(one.paid),
    }
    return {"call": one.call_id, "to": one.becomes, "words": one.why, "due": one.due_at, **counts}


def bury(session: Session, *, run_id: int, worker_id: int, hold: bool, now: datetime) -> tuple[int, Money]:
    """Mark what a dead worker had on the wire as possibly paid; return how many calls that were, and their money.

    They are asked again, or put aside when `hold`. What is in a batch is not on the wire: the next worker fetches it.
    The run's row is locked already.
    """
    words = "on the wire when the worker died; it may have been paid"
    rows = ask(session, _ORPHANS, {"run": run_id, "worker": worker_id}).all()
    orphans = [
        Failure(
            call_id=call_id,
            number=number,
            judge=judge,
            reserved_usd=reserved,
            paid=True,
            kind=DIED,
            message=words,
            http_status=None,
            becomes="parked" if hold else "todo",
            why=words if hold else None,
        )
        for call_id, number, judge, reserved in rows
    ]
    money = keep_failures(session, run_id=run_id, failures=orphans, now=now)
    ask(session, _END_WORKER, {"worker": worker_id, "now": now})
    return len(orphans), money
