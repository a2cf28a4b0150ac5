"""Verdicts of a run, each with the call it came of: replies that are stored are read, and what was read is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlmodel import Session

from rubrics.entries import Entry
from store.asking import ask
from store.calls import CALL, TRY
from store.response_check import storable
from store.run_targets import SCORE, VERDICT
from store.sheets import score_fields


class Unread(NamedTuple):
    """A reply that is stored and not yet read."""

    call_id: int
    target_id: int | None
    prompt_id: int | None
    system_id: int | None
    judge: str
    stage: str
    replicate: int
    attempt: int
    text_hash: str
    spec: Mapping[str, Any]
    raw: str
    finish_reason: str | None
    cost_usd: float | None
    usage: Mapping[str, Any] | None
    latency_s: float | None
    provider_model: str | None
    parameters: Mapping[str, Any] | None


@dataclass(frozen=True)
class NewVerdict:
    """A reply as it was read; `entries` is empty unless the state is `valid`."""

    of: Unread
    rater_id: int
    state: str
    reply: str | None
    entries: Mapping[str, Entry]
    confidence: float | None
    details: Mapping[str, Any]


_OF_CALL = {name for name in Unread._fields if name in CALL.c and name != "call_id"}
_UNREAD = (
    select(CALL.c.id.label("call_id"), *[(CALL if n in _OF_CALL else TRY).c[n] for n in Unread._fields[1:]])
    .select_from(CALL.join(TRY, (TRY.c.call_id == CALL.c.id) & (TRY.c.state == "answered")))
    .where(CALL.c.run_id == bindparam("run"), CALL.c.state == "answered", TRY.c.number == CALL.c.tries)
    .order_by(CALL.c.id)
    .limit(bindparam("most"))
)
_UNREAD_MINE = _UNREAD.where(TRY.c.worker_id == bindparam("worker"))
_STILL = select(CALL.c.id).where(CALL.c.id.in_(bindparam("ids", expanding=True)), CALL.c.state == "answered")
_ADD = insert(VERDICT).returning(VERDICT.c.id, sort_by_parameter_order=True)
_ADD_SCORES = insert(SCORE)
_READ = update(CALL).where(CALL.c.id == bindparam("call")).values(state=bindparam("to"), why=bindparam("words"))


def unread(session: Session, *, run_id: int, most: int, worker_id: int | None = None) -> list[Unread]:
    """Return replies that are stored and not yet read, oldest call first; of one worker, where one is given."""
    gaps = {"run": run_id, "most": most, "worker": worker_id}
    if worker_id is None:
        return [Unread(*row) for row in ask(session, _UNREAD, gaps)]
    return [Unread(*row) for row in ask(session, _UNREAD_MINE, gaps)]


def still_unread(session: Session, *, call_ids: Sequence[int]) -> set[int]:
    """Return which of these calls nobody has read meanwhile."""
    return {row[0] for row in ask(session, _STILL, {"ids": list(call_ids)})} if call_ids else set()


def add_verdicts(
    session: Session, *, run_id: int, benchmark_hash: str, verdicts: Sequence[NewVerdict], now: datetime
) -> list[int]:
    """Store what was read, with each axis, and move the calls to where that leaves them; return the verdicts' ids."""
    if not verdicts:
        return []
    common = {"run_id": run_id, "benchmark_hash": benchmark_hash, "source": "run", "recorded_at": now}
    ids = [row[0] for row in ask(session, _ADD, [{**_verdict(one), **common} for one in verdicts])]
    scores = [
        {"verdict_id": verdict_id, "axis": axis, **score_fields(entry)}
        for verdict_id, one in zip(ids, verdicts, strict=True)
        for axis, entry in one.entries.items()
    ]
    if scores:
        ask(session, _ADD_SCORES, scores)
    ask(session, _READ, [{"call": one.of.call_id, "to": one.state, "words": _why(one)} for one in verdicts])
    return ids


def _verdict(one: NewVerdict) -> dict[str, Any]:
    usage = one.of.usage or {}
    return {
        "target_id": one.of.target_id,
        "rater_id": one.rater_id,
        "stage": one.of.stage,
        "replicate": one.of.replicate,
        "attempt": one.of.attempt,
        "state": one.state,
        "raw_reply": None if one.reply is None else storable(one.reply),
        "prompt_hash": one.of.text_hash,
        "cost_usd": one.of.cost_usd,
        "tokens_in": usage.get("prompt"),
        "tokens_out": usage.get("completion"),
        "latency_ms": None if one.of.latency_s is None else one.of.latency_s * 1000,
        "call_id": one.of.call_id,
        "confidence": one.confidence,
        "details": dict(one.details),
    }


def _why(one: NewVerdict) -> str | None:
    return None if one.state == "valid" else "; ".join(one.details.get("problems", ())) or None
