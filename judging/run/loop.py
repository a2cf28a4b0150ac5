"""The loop of a worker: claim, send, store, read; and again, until nothing is left or it is told to stop.

Requests are tasks of the event loop. Everything that touches the store is done in two threads beside it, many calls at
a time: one stores what came back and claims what goes out next (`judging.run.ledger`), the other reads what is stored
and plans what follows (`judging.run.reading`). So a busy store never keeps a reply waiting on the wire until it times
out, and the wire does not run empty while replies are read.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from judging.llm import Answer, CallFailed, Request
from judging.run.arrivals import answered, request_for
from judging.run.context import Context
from judging.run.faults import place_of
from judging.run.ledger import Claim, Exchange, Ledger, Refused
from judging.run.reading import Reading, Work
from judging.run.turns import Turns
from store.patience import keep_trying
from store.tries import Answered

LOG = logging.getLogger(__name__)
T = TypeVar("T")

TICK = 1.0
"""Seconds after which a worker with nothing to do looks whether anything else is wanted."""
GATHER = 0.03
"""Seconds for which replies are gathered before they are stored, while others are on the wire."""
SHARE = 1 / 4
"""Replies, as a share of what is on the wire, that are stored without waiting for more."""
GRACE = 10.0
"""Seconds beyond a judge's own time limit after which a request is given up from outside."""

Ask = Callable[[Request], Awaitable[Answer]]


@dataclass
class Loop:
    """One worker's loop. `work` is what is done with replies: judging's, or collecting's."""

    context: Context
    ledger: Ledger
    work: Work
    ask: Ask
    draining: bool = False
    _look_at: float = 0.0
    _flying: set[asyncio.Task[None]] = field(default_factory=set)
    _answers: list[Answered] = field(default_factory=list)
    _refused: list[Refused] = field(default_factory=list)
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "ledger"))
    _turns: Turns = field(default_factory=Turns)
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Let what is read wake the loop."""
        self._reading = Reading(self.work, self._woken.set)

    async def run(self) -> str:
        """Work until the run has ended or is to stop, and return its state."""
        try:
            while True:
                state = await self._round()
                if state is not None:
                    return state
        finally:
            self._thread.shutdown(wait=True)
            self._reading.close()

    def drain(self) -> None:
        """Send nothing more; what is on the wire is waited for."""
        LOG.info("told to end; %d requests are on the wire", len(self._flying))
        self.draining = True
        self._woken.set()

    async def _round(self) -> str | None:
        self._woken.clear()
        found = await self._exchange()
        if found.stale:
            raise TakenForDeadError(self.ledger.worker_id)
        if time.monotonic() > self._look_at:
            self._look_at = time.monotonic() + TICK
            await self._in_thread(self.work.look_around)
            self._reading.look_everywhere()
        await self._reading.go_on(hungry=found.hungry and not self.draining and found.wanted == "run")
        if self._flying:
            await self._gather(found)
            return None
        if await self._reading.finish_piece() or self._answers or self._refused:
            return None
        wanted = "drain" if self.draining and found.wanted == "run" else found.wanted
        state = await self._in_thread(partial(self.work.finish, wanted))
        if state is None:
            await self._wake_within(_until(found))
        return state

    async def _exchange(self) -> Exchange:
        answers, self._answers = self._answers, []
        refused, self._refused = self._refused, []
        exchange = partial(self.ledger.exchange, answers, refused, claim=not self.draining)
        found = await self._in_thread(exchange)
        for claim in found.claims:
            task = asyncio.create_task(self._send(claim))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
        for refusal in refused:
            LOG.info("call %d, try %d: %s", refusal.call.id, refusal.call.tries + 1, refusal.failed.kind)
        self._reading.hear(answered=bool(answers), refused=bool(refused))
        return found

    async def _send(self, claim: Claim) -> None:
        """Send one request at its time; whatever happens, it ends as an answer or as a failure of a named kind."""
        call, judge = claim.call, self.context.judges[claim.call.judge]
        await self._turns.wait(judge.gate, go_at=claim.go_at, gap=claim.gap)
        try:
            async with asyncio.timeout(judge.timeout_s + GRACE):
                answer = await self.ask(request_for(judge, call))
            self._answers.append(answered(judge, call, answer))
        except CallFailed as failed:
            self._refused.append(Refused(call, failed))
        except TimeoutError:
            self._refused.append(Refused(call, CallFailed("timeout", "given up from outside", billed="maybe")))
        except Exception as error:  # noqa: BLE001 - a fault of ours or of the library must not stop the other calls
            words = f"{type(error).__name__} in the client"
            LOG.error("call %d: %s", call.id, place_of(error))
            self._refused.append(Refused(call, CallFailed("nonsense", words, billed="maybe")))
        self._woken.set()

    async def _gather(self, found: Exchange) -> None:
        """Wait for a reply, then a moment for more of them, but not so long that the wire runs empty meanwhile."""
        longest = _until(found)
        until = time.monotonic() + longest
        await self._wake_within(longest)
        until = min(until, time.monotonic() + GATHER)
        while len(self._answers) < SHARE * len(self._flying) and (left := until - time.monotonic()) > 0:
            self._woken.clear()
            await self._wake_within(left)

    async def _wake_within(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(keep_trying, work))


def _until(found: Exchange) -> float:
    """Seconds until something is due of which no reply tells, at most a tick."""
    return TICK if found.look_again_at is None else min(TICK, max(0.0, found.look_again_at - time.monotonic()))


class TakenForDeadError(Exception):
    """Another worker has declared this one dead; what it had on the wire counts as possibly paid."""
