"""The transactions of a run: what came back is stored and what goes out next is written down, in one.

Everything here happens in one thread beside the event loop. A request goes out only after the row that says so, with
what it may cost, has been committed; a reply is read only after it was stored as it came.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from judging.llm import CallFailed
from judging.panel import PanelJudge
from judging.run import budget, gate
from judging.run.context import Context
from judging.run.outcomes import WORDS, failure, jitter, stops_judge
from store import calls, runs, tries
from store.calls import Todo
from store.engine import Session, Store
from store.gate import GateRow, Key, clock, locked_gate, move_gate, open_gates
from store.run_calls import park_todo, park_too_dear
from store.run_money import Money, add_money
from store.tries import Answered


class Refused(NamedTuple):
    """A request that failed, with the call it was for."""

    call: Todo
    failed: CallFailed


@dataclass(frozen=True)
class Exchange:
    """What goes out now, and what is to be known until next time.

    `hungry`: there is room for more calls than are planned. `opens_at`: when the first closed gate opens or a call
    that waits is due, in seconds since 1970. `stale`: another worker has taken this one for dead, so that it must not
    go on under its old name.
    """

    claims: tuple[Todo, ...] = ()
    wanted: str = "run"
    hungry: bool = False
    opens_at: float | None = None
    now: float = 0.0
    stale: bool = False


@dataclass
class Ledger:
    """Stores and claims for one worker of one run."""

    store: Store
    context: Context
    worker_id: int
    utc: Callable[[], datetime] = lambda: datetime.now(UTC)
    stopped: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Make sure that there is a gate for each judge."""
        with self.store.writing() as session:
            open_gates(session, keys=[judge.gate for judge in self.context.panel.judges])
            rows = runs.judges_of(session, run_id=self.context.run_id)
        self.stopped = {row.judge for row in rows if row.stopped}

    def exchange(self, answers: Sequence[Answered], refused: Sequence[Refused], *, claim: bool) -> Exchange:
        """Store what came back and claim what may go out now, in one transaction."""
        with self.store.writing() as session:
            run_id, now = self.context.run_id, self.utc()
            held = runs.hold(session, run_id=run_id, worker_id=self.worker_id)
            money = tries.keep_answers(session, run_id=run_id, answers=answers, now=now)
            seconds = clock(session)
            passing = _Passing(session, self.context, seconds)
            passing.settle(answers, refused)
            money = money.plus(self._keep_failures(session, passing, refused, now))
            found = Exchange(wanted=held.wanted, now=seconds, stale=held.worker_ended)
            if claim and held.wanted == "run" and not held.worker_ended:
                found, reserved = self._claim(session, passing, held, held.money.plus(money), now)
                money = money.plus(Money(reserved=reserved))
            passing.close()
            add_money(session, run_id=run_id, money=money)
        return found

    def _keep_failures(self, session: Session, passing: "_Passing", refused: Sequence[Refused], now: datetime) -> Money:
        failures = []
        for call, failed in refused:
            strikes = passing.gates[self.context.judges[call.judge].gate].strikes
            stops = self._stops(session, call, failed, strikes)
            retries, pause = self.context.retries, self.context.first_pause_s
            failures.append(failure(call, failed, retries=retries, first_pause=pause, stops=stops, now=passing.now))
        return tries.keep_failures(session, run_id=self.context.run_id, failures=failures, now=now)

    def _stops(self, session: Session, call: Todo, failed: CallFailed, strikes: int) -> bool:
        refusals, answered = 0, 0
        if failed.kind == "refused_request":
            refusals, answered = runs.count_refusal(session, run_id=self.context.run_id, judge=call.judge)
        if not stops_judge(failed, refusals=refusals, answered=answered, strikes=strikes):
            return False
        self.stop(session, call.judge, f"{WORDS[failed.kind]}: {failed.message}")
        return True

    def stop(self, session: Session, judge: str, why: str) -> None:
        """Ask a judge no more: its calls are put aside, with the reason."""
        runs.stop_judge(session, run_id=self.context.run_id, judge=judge, why=why)
        park_todo(session, run_id=self.context.run_id, judge=judge, why=why)
        self.stopped.add(judge)

    def _claim(
        self, session: Session, passing: "_Passing", held: runs.Held, money: Money, now: datetime
    ) -> tuple[Exchange, float]:
        wire = calls.on_the_wire(session, run_id=self.context.run_id)
        claims: list[Todo] = []
        reserved, hungry, waits = 0.0, False, []
        for judge in self.context.panel.judges:
            room = judge.concurrency - wire.get(judge.id, 0)
            if room <= 0 or judge.id in self.stopped or judge.id in self.context.batched:
                continue
            free = passing.free(judge, room)
            if free == 0:
                waits.append(passing.opens_at(judge))
                continue
            due = calls.todo(session, run_id=self.context.run_id, judge=judge.id, most=free, now=passing.now)
            hungry |= len(due) < free
            fits = budget.affordable(due, cap=held.cap_usd, bound=money.bound + reserved)
            if fits.first_too_dear and not fits.calls and budget.is_reached(money.plus(Money(reserved=reserved))):
                room_left = (held.cap_usd or 0.0) - money.bound
                park_too_dear(session, run_id=self.context.run_id, room=room_left)
            claims += fits.calls
            reserved += fits.reserved
            passing.take(judge, len(fits.calls))
        calls.begin_tries(session, worker_id=self.worker_id, calls=claims, now=now)
        if not claims and (due_at := calls.next_due(session, run_id=self.context.run_id)) is not None:
            waits.append(due_at)
        exchange = Exchange(tuple(claims), held.wanted, hungry, min(waits, default=None), passing.now)
        return exchange, reserved


class _Passing:
    """The gates of one transaction: read under lock once each, and written when they moved."""

    def __init__(self, session: Session, context: Context, now: float) -> None:
        self.session, self.context, self.now = session, context, now
        self.gates: dict[Key, GateRow] = {}
        self.before: dict[Key, GateRow] = {}

    def settle(self, answers: Sequence[Answered], refused: Sequence[Refused]) -> None:
        """Move the gates by what came back. All are locked first, in the order of their keys."""
        for key in sorted({judge.gate for judge in self.context.panel.judges}):
            self.gates[key] = self.before[key] = locked_gate(self.session, key=key)
        for answer in answers:
            key = self.context.judges[answer.judge].gate
            self.gates[key] = gate.accepted(self.gates[key])
        for call, failed in refused:
            if failed.kind == "limited":
                key, drawn = self.context.judges[call.judge].gate, jitter(call.id, call.tries + 1)
                self.gates[key] = gate.refused(
                    self.gates[key], now=self.now, retry_after=failed.retry_after_s, jitter=drawn
                )

    def free(self, judge: PanelJudge, wanted: int) -> int:
        """How many requests to a judge may go out now."""
        limit = judge.requests_per_minute
        return gate.free_now(self.gates[judge.gate], per_minute=limit, now=self.now, wanted=wanted)

    def opens_at(self, judge: PanelJudge) -> float:
        """When the next request to a judge may go out."""
        return gate.opens_at(self.gates[judge.gate])

    def take(self, judge: PanelJudge, number: int) -> None:
        """Let requests pass."""
        if number:
            limit = judge.requests_per_minute
            self.gates[judge.gate] = gate.passed(self.gates[judge.gate], per_minute=limit, now=self.now, number=number)

    def close(self) -> None:
        """Write down the gates that pace anything and have moved."""
        for key, row in self.gates.items():
            before = self.before[key]
            paced = any(judge.requests_per_minute for judge in self.context.panel.judges if judge.gate == key)
            if row != before and (paced or row.spacing or row[1:] != before[1:]):
                move_gate(self.session, key=key, gate=row)
