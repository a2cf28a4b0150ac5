"""Many workers on many machines, on PostgreSQL, by the task queue procrastinate.

The queue hands out shares of runs, not single calls: which call may go out now depends on the gates, the cap and the
run's row, all under one transaction, and a job for each call would be a second state of it that could disagree with
the first. A free worker takes a share, offers the next one at once, so that as many join as there are, and claims
calls from the run until nothing is left. A share whose worker died is handed out again by the queue's own heartbeat.
"""

import asyncio
import contextlib
import signal
from typing import Protocol

from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.schema import SchemaManager

from store.engine import Store
from store.queue_room import SCHEMA, make_room, queue_address

SHARE = "take_share"
SHARES, UPKEEP = "shares", "upkeep"
STALLED = 30.0
"""Seconds without a sign of life after which a share is handed out again."""


class Helper(Protocol):
    """What a worker of the queue does with a share."""

    def is_wanted(self, run_id: int) -> bool:
        """Whether the run has anything left to do."""

    async def work_on(self, run_id: int) -> str:
        """Work on the run until nothing is left for this worker."""

    def drain(self) -> None:
        """Send nothing more."""


def offer(store: Store, *, run_id: int) -> None:
    """Offer a share of a run to whichever worker is free; one that waits already is enough.

    Raises
    ------
    StoreError
        On SQLite.
    """
    app = _opened(store)
    with app.open(), contextlib.suppress(AlreadyEnqueued):
        app.configure_task(SHARE, queue=SHARES, queueing_lock=f"run {run_id}").defer(run_id=run_id)


async def serve(store: Store, helper: Helper) -> None:
    """Take shares, one at a time, until this process is told to end.

    Raises
    ------
    StoreError
        On SQLite.
    """
    app = _opened(store)
    _add_tasks(app, helper)
    async with app.open_async():
        workers = [
            asyncio.create_task(
                app.run_worker_async(queues=[one], concurrency=1, install_signal_handlers=False, delete_jobs="always")
            )
            for one in (SHARES, UPKEEP)
        ]

        def end() -> None:
            helper.drain()
            for worker in workers:
                worker.cancel()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, end)
        await asyncio.gather(*workers, return_exceptions=True)


def _opened(store: Store) -> App:
    address = queue_address(store)
    make_room(store, tables=SchemaManager.get_schema())
    kwargs = {"options": f"-c search_path={SCHEMA}"}
    return App(connector=PsycopgConnector(conninfo=address, kwargs=kwargs, min_size=1, max_size=5))


def _add_tasks(app: App, helper: Helper) -> None:
    @app.task(name=SHARE, queue=SHARES)
    async def take_share(run_id: int) -> None:
        """Let another free worker in, then work."""
        if not helper.is_wanted(run_id):
            return
        with contextlib.suppress(AlreadyEnqueued):
            again = app.configure_task(SHARE, queue=SHARES, queueing_lock=f"run {run_id}")
            await again.defer_async(run_id=run_id)
        await helper.work_on(run_id)

    @app.periodic(cron="* * * * *")
    @app.task(name="hand_out_again", queue=UPKEEP, queueing_lock="hand_out_again", pass_context=True)
    async def hand_out_again(context: JobContext, timestamp: int) -> None:
        """Put back the shares of workers that died."""
        del timestamp
        for job in await context.app.job_manager.get_stalled_jobs(queue=SHARES, seconds_since_heartbeat=STALLED):
            with contextlib.suppress(AlreadyEnqueued):
                await context.app.job_manager.retry_job(job)
