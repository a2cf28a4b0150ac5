"""The worker's process: made so that it outlives whoever starts it, and known to be alive by a lock.

On SQLite a run has one worker, which holds a lock on a file beside the store. The lock goes with the process however
it ends. What the worker says goes to a log file there; neither prompts nor keys are in it.
"""

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from store import run_workers
from store.engine import DEFAULT_FILE, Session, Store

HANDOVER = 10.0
"""Seconds to wait for a worker that is just ending."""
ROOT = Path(__file__).parents[2]


class WorkerBusyError(Exception):
    """Another worker is at work on the run."""


def run_folder(file: Path | None) -> Path:
    """Return the folder of locks and logs, beside the store's file (or below the working folder)."""
    return (file or DEFAULT_FILE.resolve()).parent / "runs"


def log_file(file: Path | None, run_id: int) -> Path:
    """Return the file that a run's workers write their log to; `file` is the store's."""
    return run_folder(file) / f"{_name(file)}run-{run_id}.log"


def _name(file: Path | None) -> str:
    return "" if file is None else f"{file.name}-"


def _lock_file(file: Path | None, run_id: int) -> IO[str]:
    folder = run_folder(file)
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / f"{_name(file)}run-{run_id}.lock").open("w")


@contextmanager
def sole_worker(store: Store, run_id: int) -> Iterator[None]:
    """Be the one worker of a run on SQLite.

    Raises
    ------
    WorkerBusyError
        When another one still is after HANDOVER seconds.
    """
    with _lock_file(store.file, run_id) as file:
        until = time.monotonic() + HANDOVER
        while not _taken(file, fcntl.LOCK_EX):
            if time.monotonic() > until:
                raise WorkerBusyError(f"another worker is at work on run {run_id}")
            time.sleep(0.05)
        yield


def _taken(file: IO[str], how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def worker_alive(session: Session, *, run_id: int) -> bool:
    """Say whether any worker of a run lives."""
    file = run_workers.database_file(session)
    if file is not None:
        with _lock_file(file, run_id) as lock:
            return not _taken(lock, fcntl.LOCK_SH)
    there = run_workers.not_ended(session, run_id=run_id)
    return any(not run_workers.is_dead(session, worker_id=one.id) for one in there)


def offer(store: Store, *, run_id: int) -> None:
    """Offer a share of a run to workers of the queue, where there can be any."""
    if not store.is_sqlite:
        from judging.run import queue  # psycopg's pool and the queue's own tables: nothing for SQLite

        queue.offer(store, run_id=run_id)


def spawn(store: Store, *, run_id: int) -> int:
    """Make a worker process in a session of its own and return its process id.

    It has no terminal and hears no signal meant for the one who starts it. The store's address goes through its
    environment, because other users of the machine can read a command line.
    """
    log = log_file(store.file, run_id)
    log.parent.mkdir(parents=True, exist_ok=True)
    environ = {**os.environ, "SECONDREADER_DATABASE_URL": store.address.render_as_string(hide_password=False)}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    with log.open("a") as out:
        process = subprocess.Popen(  # noqa: S603 - our own module, by our own Python
            [sys.executable, "-m", "judging.run.worker", "--run", str(run_id)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=environ,
            start_new_session=True,
        )
    # Somebody must hear when it ends, or it stays in the table of processes for as long as the app lives.
    threading.Thread(target=process.wait, name=f"end of worker {process.pid}", daemon=True).start()
    return process.pid
