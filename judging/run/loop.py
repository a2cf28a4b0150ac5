"""The loop of a worker: claim, send, store, read; and again, until nothing is left or it is told to stop.

Requests are tasks of the event loop. Everything that touches the store is done in one thread beside it, many calls at
a time: what came back while one transaction ran goes into the next. So a busy store never keeps a reply waiting on
the wire until it times out.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeVar

from judging.llm import Answer, CallFailed, Request
from judging.run.arrivals import answered, request_for
from judging.run.context import Context
from judging.run.faults import place_of
from judging.run.ledger import Exchange, Ledger, Refused
from store.calls import Todo
from store.patience import keep_trying
from store.tries import Answered

LOG = logging.getLogger(__name__)
T = TypeVar("T")

TICK = 1.0
"""Seconds after which a worker with nothing to do looks whether anything else is wanted."""
GATHER = 0.02
"""Seconds for which replies are gathered before they are stored, while others are on the wire."""
GRACE = 10.0
"""Seconds beyond a judge's own time limit after which a request is given up from outside."""

Ask = Callable[[Request], Awaitable[Answer]]


class Work(Protocol):
    """What a worker does between exchanges, each in a transaction of its own."""

    def read(self, most: int, *, of_all: bool = False) -> int:
        """Read replies that are stored, this worker's own or everybody's, and return how many."""

    def open(self, most: int) -> int:
        """Begin with targets nobody has begun, and return how many."""

    def look_around(self) -> None:
        """Say that this worker is alive, and see to what dead ones left."""

    def finish(self, wanted: str) -> str | None:
        """Say what has become of the run when nothing is on the wire; None when there is more to do."""


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
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> str:
        """Work until the run has ended or is to stop, and return its state."""
        try:
            while True:
                state = await self._round()
                if state is not None:
                    return state
        finally:
            self._thread.shutdown(wait=True)

    def drain(self) -> None:
        """Send nothing more; what is on the wire is waited for."""
        self.draining = True
        self._woken.set()

    async def _round(self) -> str | None:
        self._woken.clear()
        found = await self._exchange()
        if found.stale:
            raise TakenForDeadError(self.ledger.worker_id)
        worked = await self._in_thread(partial(self.work.read, BATCH))
        if time.monotonic() > self._look_at:
            self._look_at = time.monotonic() + TICK
            await self._in_thread(self.work.look_around)
            worked += await self._in_thread(partial(self.work.read, BATCH, of_all=True))
        if found.hungry and not self.draining and found.wanted == "run":
            worked += await self._in_thread(partial(self.work.open, BATCH))
            if worked:
                return None
        if worked or found.claims:
            await self._gather()
            return None
        if not self._flying and not self._answers and not self._refused:
            wanted = "drain" if self.draining and found.wanted == "run" else found.wanted
            state = await self._in_thread(partial(self.work.finish, wanted))
            if state is not None:
                return state
        await self._wait(found)
        return None

    async def _exchange(self) -> Exchange:
        answers, self._answers = self._answers, []
        refused, self._refused = self._refused, []
        exchange = partial(self.ledger.exchange, answers, refused, claim=not self.draining)
        found = await self._in_thread(exchange)
        for call in found.claims:
            task = asyncio.create_task(self._send(call))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)
        for refusal in refused:
            LOG.info("call %d, try %d: %s", refusal.call.id, refusal.call.tries + 1, refusal.failed.kind)
        return found

    async def _send(self, call: Todo) -> None:
        """Send one request; whatever happens, it ends as an answer or as a failure of a named kind."""
        judge = self.context.judges[call.judge]
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

    async def _gather(self) -> None:
        """Let a few replies come together, as long as others keep the wire busy."""
        if self._flying:
            await self._wake_within(TICK)
            await asyncio.sleep(GATHER)

    async def _wait(self, found: Exchange) -> None:
        longest = TICK if found.opens_at is None else max(0.0, min(TICK, found.opens_at - found.now))
        await self._wake_within(longest)

    async def _wake_within(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(keep_trying, work))


BATCH = 64
"""Replies read, or targets begun, in one transaction."""


class TakenForDeadError(Exception):
    """Another worker has declared this one dead; what it had on the wire counts as possibly paid."""
