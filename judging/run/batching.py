"""Beside the loop of a worker: the calls of some judges are sent together, as batches, and fetched when they are done.

The same order as everywhere: a batch is written down, with its calls and what each may cost, before it is sent; what
comes back is stored as it came, and read afterwards by the loop. A batch outlives its worker: the next one finds it at
the provider by its id, or by the mark that was written down first, and sends nothing twice.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol, TypeVar

from judging import batches
from judging.batches import Collected, Lookup
from judging.llm import Answer, CallFailed, Request
from judging.panel import PanelJudge
from judging.run.arrivals import answered, request_for
from judging.run.batch_ledger import BatchLedger
from judging.run.faults import place_of
from store.calls import Todo
from store.patience import keep_trying
from store.run_batches import OpenBatch
from store.tries import Answered

LOG = logging.getLogger(__name__)
T = TypeVar("T")

TICK = 1.0
LISTED_WITHIN = 60.0
"""Seconds after which a batch that was created stands in the provider's list for sure."""
LONGEST = 600.0
"""Seconds after which a request about a batch is given up; it is made again."""
PAUSE = 60.0
"""Seconds for which nothing is sent to a provider that refuses for rate and does not say for how long."""
STORED_AT_ONCE = 500
OPENED_AT_ONCE = 64


class Beside(Protocol):
    """The loop of the same worker."""

    draining: bool

    def drain(self) -> None:
        """Send nothing more."""


@dataclass(frozen=True)
class Provider:
    """What is asked of a provider; a test may put something between."""

    submit: Callable[[Sequence[Request], str], Awaitable[str]] = batches.submit
    find: Callable[..., Awaitable[Lookup]] = batches.find
    collect: Callable[[PanelJudge, str, Sequence[str]], Awaitable[Collected]] = batches.collect
    listed_within: float = LISTED_WITHIN


@dataclass
class Batching:
    """Sends and fetches the batches of one worker. `open_more` begins with targets nobody has begun."""

    ledger: BatchLedger
    open_more: Callable[[int], int]
    provider: Provider = field(default_factory=Provider)
    _ending: asyncio.Event = field(default_factory=asyncio.Event)
    _next_look: dict[int, float] = field(default_factory=dict)
    _not_before: dict[str, float] = field(default_factory=dict)
    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "batches"))

    async def run(self, beside: Beside) -> None:
        """Send and fetch until `end`; on a fault of ours let the worker end, and raise it."""
        try:
            while not self._ending.is_set():
                await self._round(sending=not beside.draining)
                await self._wait()
        except Exception as error:
            LOG.error("batches: %s", place_of(error))
            raise
        finally:
            if not self._ending.is_set():
                beside.drain()
            self._thread.shutdown(wait=True)

    def end(self) -> None:
        """Send and fetch nothing more; what is under way at the provider stays there."""
        self._ending.set()

    async def _round(self, *, sending: bool) -> None:
        fresh: set[int] = set()
        if sending:
            opened = 1
            while opened and not self._ending.is_set():
                opened = await self._in_thread(partial(self.open_more, OPENED_AT_ONCE))
            barred = {judge for judge, until in self._not_before.items() if time.monotonic() < until}
            new = await self._in_thread(partial(self.ledger.begin, barred, secrets.token_hex(16)))
            fresh = {one.id for one in new}
        for batch in await self._in_thread(self.ledger.under_way):
            if self._ending.is_set():
                return
            if time.monotonic() < self._next_look.get(batch.id, 0.0):
                continue
            self._next_look[batch.id] = time.monotonic() + self.ledger.context.batch_poll_s
            await self._bring_on(batch, fresh=batch.id in fresh)

    async def _bring_on(self, batch: OpenBatch, *, fresh: bool) -> None:
        """Take a batch a step on. What cannot be asked now is asked at the next look."""
        try:
            async with asyncio.timeout(LONGEST):
                if fresh:
                    await self._send(batch)
                elif batch.provider_id is None:
                    await self._look_for(batch)
                else:
                    await self._fetch(batch, batch.provider_id)
        except TimeoutError:
            LOG.warning("batch %d: no answer in time", batch.id)
        except CallFailed as failed:
            LOG.warning("batch %d: %s", batch.id, failed.kind)

    async def _send(self, batch: OpenBatch) -> None:
        judge = self.ledger.context.judges[batch.judge]
        calls = await self._in_thread(partial(self.ledger.calls, batch))
        try:
            found = await self.provider.submit([request_for(judge, call) for call in calls], batch.mark)
        except CallFailed as failed:
            if failed.billed == "maybe":
                raise
            await self._give_back(batch, failed)
            return
        LOG.info("batch %d: %d calls sent", batch.id, len(calls))
        await self._in_thread(partial(self.ledger.created, batch, found))

    async def _look_for(self, batch: OpenBatch) -> None:
        """Find out whether a batch was created whose sender died or heard no answer; else send it now."""
        judge = self.ledger.context.judges[batch.judge]
        found = await self.provider.find(judge, batch.mark, since=batch.created_at)
        if found.batch_id is not None:
            LOG.info("batch %d: found again", batch.id)
            await self._in_thread(partial(self.ledger.created, batch, found.batch_id))
            self._next_look[batch.id] = 0.0
        elif not found.certain:
            words = "it is not known whether the batch was created"
            await self._give_back(batch, CallFailed("dropped", words, billed="maybe"))
        elif (datetime.now(UTC) - batch.created_at).total_seconds() > self.provider.listed_within:
            if await self._in_thread(self.ledger.may_send):
                await self._send(batch)
            else:
                await self._give_back(batch, CallFailed("server", "the batch was not created", billed="no"))

    async def _fetch(self, batch: OpenBatch, provider_id: str) -> None:
        judge = self.ledger.context.judges[batch.judge]
        calls = await self._in_thread(partial(self.ledger.calls, batch))
        got = await self.provider.collect(judge, provider_id, [call.key for call in calls])
        if got.state == "waiting":
            return
        if got.state == "failed":
            words = f"the provider took none of the batch: {got.why}"
            await self._give_back(batch, CallFailed("refused_request", words, billed="no"))
            return
        for start in range(0, len(calls), STORED_AT_ONCE):
            some = calls[start : start + STORED_AT_ONCE]
            answers = [_answered(judge, call, got.answers[call.key]) for call in some if call.key in got.answers]
            failures = [(call, got.failures[call.key]) for call in some if call.key in got.failures]
            await self._in_thread(partial(self.ledger.store_results, answers, failures))
        await self._in_thread(partial(self.ledger.ended, batch, ""))
        LOG.info("batch %d: %d answers, %d without one", batch.id, len(got.answers), len(got.failures))

    async def _give_back(self, batch: OpenBatch, failed: CallFailed) -> None:
        """Let none of a batch's calls wait for it any longer."""
        if failed.kind == "limited":
            self._not_before[batch.judge] = time.monotonic() + (failed.retry_after_s or PAUSE)
        calls = await self._in_thread(partial(self.ledger.calls, batch))
        await self._in_thread(partial(self.ledger.store_results, [], [(call, failed) for call in calls], whole=True))
        await self._in_thread(partial(self.ledger.ended, batch, failed.message))

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(TICK):
                await self._ending.wait()
        except TimeoutError:
            return

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(keep_trying, work))


def _answered(judge: PanelJudge, call: Todo, answer: Answer) -> Answered:
    """What is kept of an answer; its time says nothing of the judge, and our price table is for calls of their own."""
    kept = answered(judge, call, replace(answer, sent=batches.sent_of(request_for(judge, call))))
    if answer.cost_usd is None and answer.usage is not None and kept.cost_usd is not None:
        kept = replace(kept, cost_usd=kept.cost_usd * batches.price_share(judge))
    return replace(kept, latency_s=None)
