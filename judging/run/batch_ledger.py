"""The transactions of batches: which calls go out together, and what became of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from judging.batches import MOST_BYTES
from judging.llm import CallFailed
from judging.run import budget
from judging.run.context import Context
from judging.run.ledger import Ledger
from judging.run.outcomes import STOPPING, WORDS, failure
from store import calls, run_batches, run_targets, run_verdicts, runs, tries
from store.calls import Todo
from store.engine import Session, Store
from store.gate import clock
from store.run_batches import OpenBatch
from store.run_calls import park_too_dear
from store.run_money import Money, add_money
from store.tries import Answered

MOST_CALLS = 5_000
"""Calls in one batch: their texts are held in memory together."""
ROOM = 0.6 * MOST_BYTES
"""Bytes of texts in one batch; parameters and escapes come on top."""


@dataclass
class BatchLedger:
    """Stores and claims for the batches of one worker. `ledger` is the worker's own, which stops judges."""

    store: Store
    context: Context
    worker_id: int
    ledger: Ledger

    def begin(self, barred: Collection[str], mark: str) -> list[OpenBatch]:
        """Write down a batch for each judge that is asked in batches and has calls to make, once no more are coming."""
        with self.store.writing() as session:
            run_id = self.context.run_id
            held = runs.hold(session, run_id=run_id, worker_id=self.worker_id)
            run_batches.take_over(session, run_id=run_id, worker_id=self.worker_id)
            if held.wanted != "run" or held.worker_ended or self._more_to_plan(session):
                return []
            begun = []
            money = held.money
            for judge in sorted(self.context.batched - self.ledger.stopped - set(barred)):
                batch, reserved = self._claim(session, judge, f"{mark}-{judge}", held.cap_usd, money)
                money = money.plus(reserved)
                begun += [] if batch is None else [batch]
                add_money(session, run_id=run_id, money=reserved)
        return begun

    def _more_to_plan(self, session: Session) -> bool:
        """Whether targets wait to be begun or replies to be read, from which further calls may come."""
        run_id = self.context.run_id
        waiting = run_targets.target_counts(session, run_id=run_id).get("waiting", 0)
        return bool(waiting or run_verdicts.unread(session, run_id=run_id, most=1))

    def _claim(
        self, session: Session, judge: str, mark: str, cap: float | None, money: Money
    ) -> tuple[OpenBatch | None, Money]:
        run_id, seconds = self.context.run_id, clock(session)
        last = run_batches.last_due(session, run_id=run_id, judge=judge)
        if last is not None and last > seconds:
            return None, Money()
        due = _that_fit(calls.todo(session, run_id=run_id, judge=judge, most=MOST_CALLS, now=seconds))
        fits = budget.affordable(due, cap=cap, bound=money.bound)
        if fits.first_too_dear and not fits.calls and budget.is_reached(money):
            park_too_dear(session, run_id=run_id, room=(cap or 0.0) - money.bound)
        if not fits.calls:
            return None, Money()
        now = datetime.now(UTC)
        calls.begin_tries(session, worker_id=self.worker_id, calls=fits.calls, now=now)
        batch = run_batches.add_batch(
            session, run_id=run_id, judge=judge, mark=mark, worker_id=self.worker_id, calls=fits.calls, now=now
        )
        return batch, Money(reserved=fits.reserved)

    def under_way(self) -> list[OpenBatch]:
        """Return the batches this worker sees to."""
        with self.store.reading() as session:
            return run_batches.open_batches(session, run_id=self.context.run_id, worker_id=self.worker_id)

    def may_send(self) -> bool:
        """Whether the run still wants anything sent."""
        with self.store.reading() as session:
            return runs.is_going(session, run_id=self.context.run_id)

    def calls(self, batch: OpenBatch) -> list[Todo]:
        """Return the calls of a batch of which nothing was stored yet."""
        with self.store.reading() as session:
            return run_batches.calls_in(session, batch_id=batch.id)

    def created(self, batch: OpenBatch, provider_id: str) -> None:
        """Write down the id of a batch at the provider."""
        with self.store.writing() as session:
            run_batches.set_created(session, batch_id=batch.id, provider_id=provider_id)

    def ended(self, batch: OpenBatch, why: str) -> None:
        """Write down that nothing more will come of a batch."""
        with self.store.writing() as session:
            run_batches.end_batch(session, batch_id=batch.id, now=datetime.now(UTC), why=why)

    def store_results(
        self, answers: Sequence[Answered], failed: Sequence[tuple[Todo, CallFailed]], *, whole: bool = False
    ) -> None:
        """Store replies as they came, and send each call without one on; `whole`: the provider refused all at once."""
        with self.store.writing() as session:
            run_id, now = self.context.run_id, datetime.now(UTC)
            runs.hold(session, run_id=run_id)
            money = tries.keep_answers(session, run_id=run_id, answers=answers, now=now)
            seconds, failures = clock(session), []
            for call, why in failed:
                stops = why.kind in STOPPING or (whole and why.kind == "refused_request")
                if stops and call.judge not in self.ledger.stopped:
                    self.ledger.stop(session, call.judge, f"{WORDS[why.kind]}: {why.message}")
                retries, pause = self.context.retries, self.context.first_pause_s
                failures.append(failure(call, why, retries=retries, first_pause=pause, stops=stops, now=seconds))
            money = money.plus(tries.keep_failures(session, run_id=run_id, failures=failures, now=now))
            add_money(session, run_id=run_id, money=money)


def _that_fit(due: Sequence[Todo]) -> list[Todo]:
    """The first calls whose texts fit into one batch; one alone always does."""
    taken: list[Todo] = []
    size = 0
    for call in due:
        size += len(call.text.encode())
        if taken and size > ROOM:
            break
        taken.append(call)
    return taken
