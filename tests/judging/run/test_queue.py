"""On PostgreSQL any number of workers take shares of a run from the queue; nobody asks twice."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import select

from judging.run import control, queue
from store.engine import Store, StoreError
from store.tables import RunWorker
from tests.judging.run.a_run import ENVIRON, ROOT, a_big_study, a_panel, no_process, planned, standing
from tests.store.a_study import a_store
from tests.stub_client import Stub

LONGEST = 120.0


@contextmanager
def queue_workers(url: str, log: Path, number: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Workers that wait for shares, as they would on other machines; told to end afterwards."""
    environ = {**os.environ, **ENVIRON, "SECONDREADER_DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "judging.run.worker", "--queue"]
    with log.open("a") as out:
        workers = [subprocess.Popen(command, cwd=ROOT, env=environ, stdout=out, stderr=out) for _ in range(number)]
        try:
            yield workers
        finally:
            for one in workers:
                one.send_signal(signal.SIGTERM)
            for one in workers:
                one.wait(LONGEST)


def wait_for_both(store: Store) -> None:
    """Return once two processes listen; each has a worker for shares and one for upkeep."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        with store.reading() as session:
            connection = session.connection()
            there = connection.exec_driver_sql("SELECT to_regclass('secondreader_queue.procrastinate_workers')")
            if there.scalar() is not None:
                query = "SELECT count(*) FROM secondreader_queue.procrastinate_workers"
                if connection.exec_driver_sql(query).scalar() == 4:
                    return
        time.sleep(0.05)
    pytest.fail(f"two workers did not start within {LONGEST} s")


def test_workers_of_the_queue_share_a_run(postgres_store_url: str, stub: Stub, tmp_path: Path) -> None:
    stub.control(latency_s=0.2)
    log = tmp_path / "log"
    with a_store(postgres_store_url) as store:
        with store.writing() as session:
            study_id = a_big_study(session, 150)
        run_id = planned(store, study_id, a_panel(stub.url, concurrency=4))
        with queue_workers(store.address.render_as_string(hide_password=False), log, 2) as workers:
            wait_for_both(store)
            assert control.start(store, run_id=run_id, now=datetime.now(UTC), spawn=no_process)
            until = time.monotonic() + LONGEST
            while standing(store, run_id).state == "running" and time.monotonic() < until:
                time.sleep(0.05)
        assert [one.returncode for one in workers] == [0, 0], log.read_text()
        status = standing(store, run_id)
        assert (status.state, dict(status.calls)) == ("done", {"valid": 300}), log.read_text()
        with store.reading() as session:
            assert len(session.exec(select(RunWorker)).all()) >= 2
    stats = stub.stats()
    assert (stats["paid"], stats["paid_keys"]) == (300, 300)
    assert stats["most_open"] <= 8


def test_a_share_is_offered_once_however_often_it_is_offered(postgres_store_url: str) -> None:
    with a_store(postgres_store_url) as store:
        for _ in range(3):
            queue.offer(store, run_id=7)
        with store.reading() as session:
            rows = session.connection().exec_driver_sql("SELECT * FROM secondreader_queue.procrastinate_jobs").all()
        assert len(rows) == 1


def test_on_sqlite_there_is_no_queue_and_the_reason_is_told(sqlite_store: Store) -> None:
    with pytest.raises(StoreError, match="several workers need PostgreSQL"):
        queue.offer(sqlite_store, run_id=1)
