"""How a run ends or halts, and what a worker sees to once a second beside its calls.

What is in a batch keeps a run from ending, and not from halting: the provider goes on with it, and the next worker
fetches it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from judging.run import budget
from judging.run.context import Context
from store import run_batches, run_calls, run_targets, run_verdicts, run_workers, runs, tries
from store.calls import states
from store.engine import Session, Store
from store.run_money import add_money

JUST_BEGUN = 3.0
"""Seconds between the row of a worker and its lock, by any measure."""
LEFT = "the worker was told to end; start the run again to go on"


@dataclass
class Ending:
    """What judging and collecting share: signs of life, other workers' remains, and the last word on a run."""

    store: Store
    context: Context
    worker_id: int
    stopped: set[str]
    still_alive: Callable[[], bool] = lambda: True
    utc: Callable[[], datetime] = lambda: datetime.now(UTC)

    def look_around(self) -> None:
        """Say that this worker is alive, hear which judges are stopped, and bury workers that died.

        Raises
        ------
        ConnectionError
            When this worker's own lock is gone: others take it for dead, and it must stop.
        """
        if not self.still_alive():
            raise ConnectionError("the connection that says this worker is alive is gone")
        with self.store.writing() as session:
            run_workers.seen(session, worker_id=self.worker_id, now=self.utc())
            rows = runs.judges_of(session, run_id=self.context.run_id)
            if not self.store.is_sqlite:
                self.bury_dead(session)
        self.stopped |= {row.judge for row in rows if row.stopped}

    def bury_dead(self, session: Session) -> int:
        """Count what dead workers had on the wire as possibly paid; return how many calls that were.

        On SQLite a run has one worker at a time, so every other one that never said it ended is dead.
        """
        run_id, number = self.context.run_id, 0
        for worker in run_workers.not_ended(session, run_id=run_id):
            if worker.id == self.worker_id:
                continue
            if self.store.is_sqlite or self._is_dead(session, worker):
                runs.hold(session, run_id=run_id)
                hold, now = self.context.hold, self.utc()
                left, money = tries.bury(session, run_id=run_id, worker_id=worker.id, hold=hold, now=now)
                add_money(session, run_id=run_id, money=money)
                number += left
        return number

    def _is_dead(self, session: Session, worker: run_workers.Worker) -> bool:
        """Whether nobody holds a worker's lock; one that has just begun is about to take it."""
        old = (self.utc() - worker.started_at).total_seconds() > JUST_BEGUN
        return old and run_workers.is_dead(session, worker_id=worker.id)

    def finish(self, wanted: str) -> str | None:
        """Say what has become of the run now that nothing of this worker is on the wire; None: more is to be done."""
        with self.store.writing() as session:
            held = runs.hold(session, run_id=self.context.run_id)
            there = states(session, run_id=self.context.run_id)
            if wanted in ("pause", "drain"):
                there["sent"] = there.get("sent", 0) - run_batches.calls_out(session, run_id=self.context.run_id)
            if held.state == "running" and wanted == "drain":
                return self._leave(session, there)
            if held.state != "running":
                return held.state if held.wanted == "run" or not there.get("sent") else None
            if there.get("sent") or self._unread(session):
                return None
            if wanted == "run":
                return self._done(session, held.cap_usd)
            if wanted == "cancel":
                run_calls.cancel_waiting(session, run_id=self.context.run_id)
                return self._end(session, "cancelled", "cancelled as asked")
            return self._end(session, "paused", "halted as asked")

    def _done(self, session: Session, cap: float | None) -> str | None:
        run_id = self.context.run_id
        for row in runs.judges_of(session, run_id=run_id):
            if row.stopped:
                run_calls.park_todo(session, run_id=run_id, judge=row.judge, why=row.stopped)
        there = states(session, run_id=run_id)
        waiting = run_targets.target_counts(session, run_id=run_id).get("waiting", 0)
        if there.get("todo") or waiting:
            return None
        if there.get("parked"):
            return self._end(session, "paused", self._why_parked(session, cap))
        return self._end(session, "done", "")

    def _unread(self, session: Session) -> bool:
        return bool(run_verdicts.unread(session, run_id=self.context.run_id, most=1))

    def _leave(self, session: Session, there: dict[str, int]) -> str:
        others = [one for one in run_workers.not_ended(session, run_id=self.context.run_id) if one.id != self.worker_id]
        if not others and not there.get("sent"):
            return self._end(session, "paused", LEFT)
        return "running"

    def _end(self, session: Session, state: str, why: str) -> str:
        runs.set_state(session, run_id=self.context.run_id, state=state, why=why, now=self.utc())
        act = {"paused": "a run halted", "cancelled": "cancelled a run", "done": "finished a run"}[state]
        runs.log_run(session, run_id=self.context.run_id, act=act, by=None, now=self.utc(), why=why)
        return state

    def _why_parked(self, session: Session, cap: float | None) -> str:
        """Say in sentences why calls are aside: the cap, stopped judges, or calls that may have been paid."""
        said = []
        for why, number, cost in run_calls.reasons_aside(session, run_id=self.context.run_id):
            if why == run_calls.CAP_REACHED and cap is not None:
                said.append(budget.words(cap=cap, calls=number, rest=cost))
            else:
                said.append(f"{number} calls are put aside: {why}")
        return " ".join(said)
