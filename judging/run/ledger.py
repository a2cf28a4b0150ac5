"""The transactions of a run: what came back is stored and what goes out next is written down, in one.

Everything here happens in one thread beside the event loop. A request goes out only after the row that says so, with
what it may cost, has been committed; a reply is read only after it was stored as it came.
"""

import time
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
from store.gate import GateRow, Key, clock, locked_gates, move_gate, open_gates
from store.run_calls import park_todo, park_too_dear
from store.run_money import Money, add_money
from store.tries import Answered

DEPTH = 2
"""Calls planned ahead, in times of what a judge may have on the wire."""


class Refused(NamedTuple):
    """A request that failed, with the call it was for."""

    call: Todo
    failed: CallFailed


class Claim(NamedTuple):
    """A call that goes out: not before `go_at`, by `time.monotonic`, nor less than `gap` seconds after the last one."""

    call: Todo
    go_at: float
    gap: float


@dataclass(frozen=True)
class Exchange:
    """What goes out, and what is to be known until next time.

    `hungry`: few calls are planned ahead. `look_again_at`: when a gate has new places or a call that waits is due, by
    `time.monotonic`. `stale`: another worker has taken this one for dead, so that it must not go on under its old name.
    """

    claims: tuple[Claim, ...] = ()
    wanted: str = "run"
    hungry: bool = False
    look_again_at: float | None = None
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
            passing = _Passing(session, self.context, clock(session))
            passing.settle(answers, refused)
            money = money.plus(self._keep_failures(session, passing, refused, now))
            found = Exchange(wanted=held.wanted, stale=held.worker_ended)
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
        run_id = self.context.run_id
        out = calls.out_and_waiting(session, run_id=run_id)
        claims: list[Claim] = []
        reserved, hungry, looks = 0.0, False, []
        for judge in self.context.panel.judges:
            if judge.id in self.stopped or judge.id in self.context.batched:
                continue
            wire, waiting = out.get(judge.id, (0, 0))
            hungry |= waiting < DEPTH * judge.concurrency
            most = min(judge.concurrency - wire, waiting)
            if most <= 0:
                continue
            places = passing.places(judge, most)
            due = calls.todo(session, run_id=run_id, judge=judge.id, most=len(places), now=passing.now)
            fits = self._fitting(session, due, held.cap_usd, money.plus(Money(reserved=reserved)))
            claims += passing.claims(judge, fits.calls, places)
            reserved += fits.reserved
            passing.take(judge, len(fits.calls))
            if len(fits.calls) == len(places) < most:
                looks.append(passing.look_again_at(judge))
        calls.begin_tries(session, worker_id=self.worker_id, calls=[one.call for one in claims], now=now)
        if not claims:
            looks += calls.next_due(session, run_id=run_id, now=passing.now)
        look_again_at = passing.here(min(looks)) if looks else None
        return Exchange(tuple(claims), held.wanted, hungry, look_again_at), reserved

    def _fitting(self, session: Session, due: Sequence[Todo], cap: float | None, money: Money) -> budget.Affordable:
        """Say which calls the cap allows; where it is reached, put aside what is too dear."""
        fits = budget.affordable(due, cap=cap, bound=money.bound)
        if fits.first_too_dear and not fits.calls and budget.is_reached(money):
            park_too_dear(session, run_id=self.context.run_id, room=(cap or 0.0) - money.bound)
        return fits


class _Passing:
    """The gates of one transaction: read under lock once each, and written when they moved."""

    def __init__(self, session: Session, context: Context, now: float) -> None:
        self.session, self.context, self.now = session, context, now
        self._ahead = time.monotonic() - now
        self.gates: dict[Key, GateRow] = {}
        self.before: dict[Key, GateRow] = {}

    def settle(self, answers: Sequence[Answered], refused: Sequence[Refused]) -> None:
        """Move the gates by what came back. All are locked first, in the order of their keys."""
        self.gates = locked_gates(self.session, keys={judge.gate for judge in self.context.panel.judges})
        self.before = dict(self.gates)
        for answer in answers:
            key = self.context.judges[answer.judge].gate
            self.gates[key] = gate.accepted(self.gates[key])
        for call, failed in refused:
            if failed.kind == "limited":
                key, drawn = self.context.judges[call.judge].gate, jitter(call.id, call.tries + 1)
                self.gates[key] = gate.refused(
                    self.gates[key], now=self.now, retry_after=failed.retry_after_s, jitter=drawn
                )

    def here(self, then: float) -> float:
        """A time by the clock that all go by, as this machine's `time.monotonic` has it."""
        return then + self._ahead

    def places(self, judge: PanelJudge, most: int) -> list[float]:
        """When the next requests to a judge may go out."""
        return gate.places(self.gates[judge.gate], per_minute=judge.requests_per_minute, now=self.now, most=most)

    def claims(self, judge: PanelJudge, called: Sequence[Todo], places: Sequence[float]) -> list[Claim]:
        """Give calls their places, from the first on."""
        gap = gate.least_gap(self.gates[judge.gate], judge.requests_per_minute)
        return [Claim(call, self.here(place), gap) for call, place in zip(called, places, strict=False)]

    def look_again_at(self, judge: PanelJudge) -> float:
        """When to ask for more places."""
        return gate.look_again_at(self.gates[judge.gate])

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
