"""Starting, watching and stopping a run from outside: what the command line and the page call.

Nothing here calls a model. `start` makes a worker process with a session of its own, which outlives whoever started
it; the others write what is wanted into the run's row, which the worker reads before each claim.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from judging.run import process
from judging.run import status as standing
from judging.run.context import read_context
from judging.run.digest import asked_again
from judging.run.status import CallLine, ErrorLine, JudgePace, RunState, RunStatus
from store import run_batches, run_calls, run_targets
from store import runs as recorded
from store.engine import Session, Store, StoreError
from store.run_targets import Moved

__all__ = [
    "CallLine",
    "ErrorLine",
    "JudgePace",
    "RunLine",
    "RunState",
    "RunStatus",
    "ask_again",
    "cancel",
    "pause",
    "retry_failed",
    "runs",
    "start",
    "status",
]

Spawn = Callable[..., object]


@dataclass(frozen=True)
class RunLine:
    """One run in the list of a study."""

    run_id: int
    kind: str
    protocol: str
    state: RunState
    created_at: datetime


def runs(session: Session, *, study_id: int) -> list[RunLine]:
    """Return the runs of a study, newest last."""
    found = recorded.runs_of(session, study_id=study_id)
    return [RunLine(one.id, one.kind, one.protocol, cast("RunState", one.state), one.created_at) for one in found]


def start(
    store: Store,
    *,
    run_id: int,
    now: datetime,
    by: int | None = None,
    spawn: Spawn = process.spawn,
    offer: Spawn = process.offer,
) -> bool:
    """Set a run going and return whether a new worker process was made for it.

    Calls that were put aside are asked again, and judges that were stopped are tried again. A worker that is still at
    it simply goes on. On PostgreSQL workers that wait for shares of runs, on whichever machine, are told of it too.

    Raises
    ------
    StoreError
        When there is no such run.
    """
    with store.writing() as session:
        run = recorded.read_run(session, run_id=run_id)
        recorded.hold(session, run_id=run_id)
        run_calls.unpark(session, run_id=run_id)
        for row in recorded.judges_of(session, run_id=run_id):
            if row.stopped:
                recorded.stop_judge(session, run_id=run_id, judge=row.judge, why=None)
        recorded.set_wanted(session, run_id=run_id, wanted="run")
        recorded.set_state(session, run_id=run_id, state="running", now=now)
        recorded.log_run(session, run_id=run_id, act="started a run", by=by, now=now, before=run.state)
        alive = process.worker_alive(session, run_id=run_id)
    offer(store, run_id=run_id)
    if alive:
        return False
    spawn(store, run_id=run_id)
    return True


def pause(store: Store, *, run_id: int, by: int | None, now: datetime) -> None:
    """Ask for a halt: what is on the wire is waited for and stored, nothing more is sent."""
    _want(store, run_id, wanted="pause", state="paused", by=by, now=now)


def cancel(store: Store, *, run_id: int, by: int | None, now: datetime) -> None:
    """Ask for the end: as `pause`, and what was never sent is cancelled. What was answered stays."""
    _want(store, run_id, wanted="cancel", state="cancelled", by=by, now=now)


def _want(store: Store, run_id: int, *, wanted: str, state: str, by: int | None, now: datetime) -> None:
    with store.writing() as session:
        run = recorded.read_run(session, run_id=run_id)
        if run.state in ("done", "cancelled"):
            raise StoreError(f"the run {run.protocol!r} is {run.state}; there is nothing to stop")
        recorded.hold(session, run_id=run_id)
        recorded.set_wanted(session, run_id=run_id, wanted=wanted)
        recorded.log_run(session, run_id=run_id, act=f"asked for a run to be {state}", by=by, now=now)
        if not process.worker_alive(session, run_id=run_id):
            if wanted == "cancel" and run_batches.calls_out(session, run_id=run_id):
                raise StoreError(
                    f"calls of the run {run.protocol!r} are in a batch at the provider, which is paid for; resume the "
                    "run, so that their answers are fetched, and stop it then"
                )
            if wanted == "cancel":
                run_calls.cancel_waiting(session, run_id=run_id)
            recorded.set_state(session, run_id=run_id, state=state, why=f"{state} as asked", now=now)


def retry_failed(store: Store, *, run_id: int, by: int | None, now: datetime) -> int:
    """Put the failed calls back, and only those, and return how many; `start` sets them going."""
    with store.writing() as session:
        recorded.hold(session, run_id=run_id)
        targets = run_calls.failed_back(session, run_id=run_id)
        _reopen(session, run_id, targets)
        recorded.log_run(session, run_id=run_id, act="put failed calls back", by=by, now=now, calls=len(targets))
    return len(targets)


def ask_again(store: Store, *, run_id: int, call_ids: Sequence[int], by: int | None, now: datetime) -> int:
    """Ask once more, with a fresh call, for replies that were unreadable or refused; return how many.

    Raises
    ------
    StoreError
        With the calls that are not of this run, or that need no fresh call.
    """
    with store.writing() as session:
        recorded.hold(session, run_id=run_id)
        found = {one.id: one for one in run_calls.chosen_lines(session, run_id=run_id, ids=call_ids)}
        problems = [f"call {one} is not one of this run" for one in sorted(set(call_ids) - set(found))]
        problems += [
            f"call {one.id} is {one.state}; only unreadable or refused replies are asked for again"
            for one in found.values()
            if one.state not in ("unreadable", "refused")
        ]
        if problems:
            raise StoreError(*problems)
        context = read_context(session, run_id=run_id)
        added = asked_again(session, context=context, call_ids=sorted(found))
        recorded.log_run(session, run_id=run_id, act="asked afresh", by=by, now=now, calls=added)
    return added


def _reopen(session: Session, run_id: int, targets: Sequence[int | None]) -> None:
    again = sorted({one for one in targets if one is not None})
    run_targets.move_targets(session, run_id=run_id, moved=[Moved(one, "open") for one in again])


def status(session: Session, *, run_id: int, now: datetime) -> RunStatus:
    """Say where a run stands.

    Raises
    ------
    StoreError
        When there is no such run.
    """
    return standing.status_of(session, run_id=run_id, now=now)
