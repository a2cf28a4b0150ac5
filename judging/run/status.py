"""Where a run stands, read off the store for people to see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, cast

from judging.run.context import panel_from
from judging.run.process import log_file, worker_alive
from store import gate, run_batches, run_calls, run_errors, run_targets, runs
from store.calls import states
from store.engine import Session
from store.run_calls import Line
from store.run_workers import database_file
from store.runs import RunRow

RunState = Literal["planned", "running", "paused", "cancelled", "done"]
MOST_LISTED = 50
DIGITS = 12
"""Decimals of US dollars beyond which a sum of floats says nothing."""


@dataclass(frozen=True)
class CallLine:
    """One call in a list: whom it concerns, and why it stands there. `usd` is what it costs at most."""

    call_id: int
    subject: str
    judge: str
    stage: str
    replicate: int
    attempt: int
    why: str
    usd: float | None = None


@dataclass(frozen=True)
class ErrorLine:
    """One kind of error: how often, and the newest one's words (no key, no prompt in them)."""

    kind: str
    times: int
    example: str
    judge: str = ""


@dataclass(frozen=True)
class JudgePace:
    """How one judge gets on. `per_minute` are replies lately; `stopped` says why it is asked no more."""

    judge: str
    waiting: int
    on_the_wire: int
    answered: int
    per_minute: float | None
    usd_spent: float
    paused_seconds: float = 0.0
    stopped: str | None = None


@dataclass(frozen=True)
class RunStatus:
    """Where a run stands.

    Parameters
    ----------
    state : str
        What has come of it; `why` says in a sentence why it is paused.
    wanted : "run", "pause" or "cancel"
        What was last asked for; a worker finishes what is on the wire first.
    targets_done, targets : int
        Settled targets (or stored responses, when collecting), of all.
    calls : mapping of state to number
        todo, sent, answered, valid, unreadable, refused, failed, parked, cancelled.
    usd_spent, usd_reserved, usd_doubtful : float
        Known costs; what is on the wire at most; what may have been paid without an answer.
    usd_unknown_calls : int
        Calls whose cost is not known; they are in none of the sums.
    usd_rest_most : float or None
        What the calls that are planned and not yet made cost at most; None when a price is not known.
    seconds_left : float or None
        For the calls that are planned, at the present pace; None when there is none.
    doubtful, unreadable, failed, parked : lists of calls
        The first fifty of each.
    in_batches : int
        Calls in batches under way; they are among those sent.
    """

    run_id: int
    study_id: int
    kind: str
    protocol: str
    state: RunState
    wanted: str
    why: str
    targets_done: int
    targets: int
    calls: Mapping[str, int]
    usd_spent: float
    usd_reserved: float
    usd_doubtful: float
    usd_unknown_calls: int
    usd_rest_most: float | None
    cap_usd: float | None
    errors: tuple[ErrorLine, ...]
    per_judge: tuple[JudgePace, ...]
    seconds_left: float | None
    doubtful: tuple[CallLine, ...]
    unreadable: tuple[CallLine, ...]
    failed: tuple[CallLine, ...]
    parked: tuple[CallLine, ...]
    worker_alive: bool
    started_at: datetime | None
    ended_at: datetime | None
    log: str
    in_batches: int = 0


def status_of(session: Session, *, run_id: int, now: datetime) -> RunStatus:
    """Read where a run stands."""
    run = runs.read_run(session, run_id=run_id)
    calls = states(session, run_id=run_id)
    paces = _paces(session, run, now)
    waiting = sum(calls.get(state, 0) for state in ("todo", "sent"))
    speed = sum(one.per_minute or 0.0 for one in paces)
    done, targets = _targets(session, run, calls)

    return RunStatus(
        run_id=run_id,
        study_id=run.study_id,
        kind=run.kind,
        protocol=run.protocol,
        state=cast("RunState", run.state),
        wanted=run.wanted,
        why=run.why,
        targets_done=done,
        targets=targets,
        calls=calls,
        usd_spent=run.spent_usd,
        usd_reserved=round(run.reserved_usd, DIGITS),
        usd_doubtful=round(run.doubtful_usd, DIGITS),
        usd_unknown_calls=run.unknown_calls,
        usd_rest_most=run_calls.rest(session, run_id=run_id, states=("todo", "parked"))[1],
        cap_usd=run.cap_usd,
        errors=_errors(session, run_id),
        per_judge=paces,
        seconds_left=waiting / speed * 60.0 if speed and waiting and run.state == "running" else None,
        doubtful=tuple(map(_line, run_calls.doubtful(session, run_id=run_id, most=MOST_LISTED))),
        unreadable=_listed(session, run_id, calls, "unreadable", "refused"),
        failed=_listed(session, run_id, calls, "failed"),
        parked=_listed(session, run_id, calls, "parked"),
        worker_alive=worker_alive(session, run_id=run_id),
        started_at=run.started_at,
        ended_at=run.ended_at,
        log=str(log_file(database_file(session), run_id)),
        in_batches=run_batches.calls_out(session, run_id=run_id),
    )


def _errors(session: Session, run_id: int) -> tuple[ErrorLine, ...]:
    rows = run_errors.errors_of(session, run_id=run_id)
    return tuple(ErrorLine(one.kind, one.times, one.example, one.judge) for one in rows)


def _listed(session: Session, run_id: int, calls: Mapping[str, int], *wanted: str) -> tuple[CallLine, ...]:
    if not any(calls.get(state) for state in wanted):
        return ()
    return tuple(lines_in(session, run_id=run_id, which=wanted, most=MOST_LISTED))


def _targets(session: Session, run: RunRow, calls: Mapping[str, int]) -> tuple[int, int]:
    if run.kind == "collecting":
        return calls.get("valid", 0), sum(calls.values())
    counts = run_targets.target_counts(session, run_id=run.id)
    return counts.get("settled", 0), sum(counts.values())


def _paces(session: Session, run: RunRow, now: datetime) -> tuple[JudgePace, ...]:
    panel = panel_from(run.panel)
    gates = {judge.id: gate.read_gate(session, key=judge.gate) for judge in panel.judges}
    clock = gate.clock(session)
    counts = run_calls.by_judge(session, run_id=run.id)
    newest = {one.judge: one for one in run_calls.newest_replies(session, run_id=run.id)}
    return tuple(
        JudgePace(
            judge=row.judge,
            waiting=counts.get(row.judge, {}).get("todo", 0),
            on_the_wire=counts.get(row.judge, {}).get("sent", 0),
            answered=row.answered,
            per_minute=_per_minute(newest.get(row.judge), now) if run.state == "running" else None,
            usd_spent=row.spent_usd,
            paused_seconds=max(0.0, gates[row.judge].paused_until - clock),
            stopped=row.stopped,
        )
        for row in runs.judges_of(session, run_id=run.id)
    )


def _per_minute(newest: run_calls.Pace | None, now: datetime) -> float | None:
    """Replies a minute, from the first of the newest ones until now."""
    if newest is None or newest.first is None:
        return None
    first = newest.first if newest.first.tzinfo else newest.first.replace(tzinfo=UTC)
    seconds = (now - first).total_seconds()
    return newest.replies / seconds * 60.0 if seconds > 0 else None


def _line(one: Line) -> CallLine:
    several = one.module is not None
    subject = f"{one.label}, {one.module}" if several else f"{one.prompt}, {one.system}"
    why = one.why or ""
    return CallLine(one.id, subject, one.judge, one.stage, one.replicate, one.attempt, why, one.reserve_usd)


def lines_in(session: Session, *, run_id: int, which: Sequence[str], most: int) -> list[CallLine]:
    """Return calls in these states, in a longer list than a status has."""
    return [_line(one) for one in run_calls.lines(session, run_id=run_id, states=which, most=most)]
