"""The worker: a process that works on one run until it ends or is to stop.

    python -m judging.run.worker --run 12        what `secondreader judge` starts
    python -m judging.run.worker --queue         on PostgreSQL: help with any run, as the queue hands them out

SIGTERM and SIGINT let it finish what is on the wire. A second worker on a run joins in on PostgreSQL and is refused on
SQLite.
"""

import argparse
import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime

from judging import llm
from judging.run.batch_ledger import BatchLedger
from judging.run.batching import Batching, Provider
from judging.run.collecting_work import CollectingWork
from judging.run.context import Context, read_context
from judging.run.faults import place_of
from judging.run.judging_work import JudgingWork
from judging.run.ledger import Ledger
from judging.run.loop import Ask, Loop, TakenForDeadError
from judging.run.process import WorkerBusyError, sole_worker
from store import run_workers, runs, tries
from store.engine import Store
from store.run_money import add_money

LOG = logging.getLogger("judging.run")
Begun = Callable[[Loop], None]
BEGIN_ANEW = (TakenForDeadError, ConnectionError)
FAULT = "the worker stopped on a fault of its own ({}); its log says where. Nothing is lost; start the run again."


def settle_in() -> None:
    """Load what takes seconds, and let the garbage collector pass over it from now on, which saves a tenth of all time.

    For a process that does nothing else.
    """
    llm.prepare()
    gc.collect()
    gc.freeze()


def work_on(
    store: Store,
    run_id: int,
    *,
    ask: Ask | None = None,
    provider: Provider | None = None,
    prepare: Callable[[], object] = llm.prepare,
) -> str:
    """Work on a run until it ends or is to stop; return its state.

    `ask` and `provider` take the place of what asks models one by one and in batches. `prepare` loads what `llm.ask`
    needs, once the run is known to have no other worker.

    Raises
    ------
    WorkerBusyError
        On SQLite, when the run has a worker.
    """
    with ExitStack() as stack:
        if store.is_sqlite:
            stack.enter_context(sole_worker(store, run_id))
        while True:
            try:
                if ask is None:
                    prepare()
                return asyncio.run(_work_alone(store, run_id, ask or llm.ask, provider))
            except BEGIN_ANEW as problem:
                LOG.warning("beginning anew: %s", type(problem).__name__)


async def _work_alone(store: Store, run_id: int, ask: Ask, provider: Provider | None) -> str:
    try:
        return await _work(store, run_id, ask, provider=provider)
    finally:
        if "litellm" in sys.modules:
            await llm.close()


async def _work(
    store: Store,
    run_id: int,
    ask: Ask,
    *,
    signals: bool = True,
    begun: Begun | None = None,
    provider: Provider | None = None,
) -> str:
    context, worker_id = _begin(store, run_id)
    with ExitStack() as stack:
        lock = None if store.is_sqlite else stack.enter_context(run_workers.alive(store, worker_id))
        ledger = Ledger(store, context, worker_id)
        kind = JudgingWork if context.kind == "judging" else CollectingWork
        work = kind(store, context, worker_id, ledger.stopped, lock.holds if lock else lambda: True)
        loop = Loop(context, ledger, work, ask)
        batching = Batching(BatchLedger(store, context, worker_id, ledger), work.open, provider or Provider())
        if begun is not None:
            begun(loop)
        with store.writing() as session:
            left = work.bury_dead(session)
        LOG.info("worker %d begins; %d calls of dead workers may have been paid", worker_id, left)
        for number in (signal.SIGTERM, signal.SIGINT) if signals else ():
            asyncio.get_running_loop().add_signal_handler(number, loop.drain)
        try:
            state = await _run(loop, batching)
        except BaseException as error:
            _give_up(store, context, worker_id, error)
            raise
    with store.writing() as session:
        run_workers.end_worker(session, worker_id=worker_id, now=datetime.now(UTC))
    LOG.info("worker %d ends; the run is %s", worker_id, state)
    return state


async def _run(loop: Loop, batching: Batching) -> str:
    """Run the loop, with batches beside it where the run has any; a fault of either ends both."""
    if not loop.context.batched:
        return await loop.run()
    beside = asyncio.create_task(batching.run(loop))
    try:
        return await loop.run()
    finally:
        batching.end()
        await beside


@dataclass
class Helping:
    """A worker of the queue: helps with whichever run it is handed a share of."""

    store: Store
    ask: Ask
    loop: Loop | None = None
    ending: bool = False

    def is_wanted(self, run_id: int) -> bool:
        """Whether the run is going and has anything left to do."""
        with self.store.reading() as session:
            return not self.ending and runs.is_going(session, run_id=run_id)

    async def work_on(self, run_id: int) -> str:
        """Work on the run until nothing is left for this worker."""
        while True:
            try:
                return await _work(self.store, run_id, self.ask, signals=False, begun=self._begun)
            except BEGIN_ANEW as problem:
                LOG.warning("beginning anew: %s", type(problem).__name__)

    def _begun(self, loop: Loop) -> None:
        self.loop = loop
        if self.ending:
            loop.drain()

    def drain(self) -> None:
        """Send nothing more, and take no further share."""
        self.ending = True
        if self.loop is not None:
            self.loop.drain()


def _begin(store: Store, run_id: int) -> tuple[Context, int]:
    now = datetime.now(UTC)
    with store.writing() as session:
        context = read_context(session, run_id=run_id)
        worker_id = run_workers.add_worker(session, run_id=run_id, host=socket.gethostname(), pid=os.getpid(), now=now)
        if runs.hold(session, run_id=run_id).state == "planned":
            runs.set_state(session, run_id=run_id, state="running", now=now)
    return context, worker_id


def _give_up(store: Store, context: Context, worker_id: int, error: BaseException) -> None:
    """Count what this worker has on the wire as possibly paid, since it will not hear the answers, and say why."""
    now, run_id = datetime.now(UTC), context.run_id
    with store.writing() as session:
        runs.hold(session, run_id=run_id)
        _, money = tries.bury(session, run_id=run_id, worker_id=worker_id, hold=context.hold, now=now)
        add_money(session, run_id=run_id, money=money)
        if isinstance(error, Exception) and not isinstance(error, BEGIN_ANEW):
            runs.set_state(session, run_id=run_id, state="paused", why=FAULT.format(type(error).__name__), now=now)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and work; return the exit code."""
    parser = argparse.ArgumentParser(prog="judging.run.worker", description="Work on a run of judges.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--run", type=int, help="the number of the run")
    which.add_argument("--queue", action="store_true", help="help with any run (PostgreSQL)")
    wanted = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s %(message)s", stream=sys.stderr)
    logging.getLogger("judging").setLevel(logging.INFO)
    store = Store()
    try:
        if wanted.queue:
            from judging.run import queue

            settle_in()
            asyncio.run(queue.serve(store, Helping(store, llm.ask)))
        else:
            work_on(store, wanted.run, prepare=settle_in)
    except WorkerBusyError as busy:
        LOG.info("%s; nothing to do", busy)
    except Exception as error:  # noqa: BLE001 - told without its words, which may hold a prompt
        LOG.error("stopped: %s", place_of(error))
        return 1
    finally:
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
