"""kill -9, at random moments: whoever starts a run loses and repeats nothing, a worker leaves what was on the wire.

The stub's own journal says what was paid. Which moments are hit is drawn by hash, so that a failure can be repeated.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from judging.run.outcomes import jitter
from store.engine import Store
from store.run_money import recounted
from store.tables import CallTry, RunCall, Verdict
from tests.judging.run.a_run import ENVIRON, ROOT, a_big_study, a_panel, a_worker_process, go, planned, standing
from tests.stub_client import Stub

LONGEST = 120.0
RESPONSES = 60
KILLS = 2
ON_THE_WIRE = 8

STARTING = """
import sys, time
from datetime import UTC, datetime
from judging.run import control
from store.engine import Store
store = Store(sys.argv[1])
control.start(store, run_id=int(sys.argv[2]), now=datetime.now(UTC))
print("started", flush=True)
while True:
    with store.reading() as session:
        control.status(session, run_id=int(sys.argv[2]), now=datetime.now(UTC))
    time.sleep(0.01)
"""


def wait_until(store: Store, run_id: int, enough: int, *, ended: bool = False) -> None:
    """Return once so many calls are finished, or the run has ended."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        with store.reading() as session:
            states = Counter(session.exec(select(RunCall.state).where(RunCall.run_id == run_id)).all())
        status = standing(store, run_id)
        if status.state != "running" or (not ended and states["valid"] + states["answered"] >= enough):
            return
        time.sleep(0.02)
    pytest.fail(f"the run has not come so far in {LONGEST} s: {states}")


def whole(store: Store) -> bool:
    """Whether the database finds nothing wrong with itself."""
    if store.file is None:
        return True
    with closing(sqlite3.connect(store.file)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    return bool(verdict == "ok") and not broken


@pytest.fixture
def run_id(store: Store, stub: Stub) -> int:
    """A run of 120 calls, eight at once, with a model that takes a moment."""
    stub.control(latency_s=0.05)
    with store.writing() as session:
        study_id = a_big_study(session, RESPONSES)
    return planned(store, study_id, a_panel(stub.url, concurrency=4))


def test_whoever_starts_a_run_may_be_killed_and_nothing_is_lost_or_repeated(
    store: Store, stub: Stub, run_id: int
) -> None:
    environ = {**os.environ, **ENVIRON, "PYTHONPATH": str(ROOT)}
    address = store.address.render_as_string(hide_password=False)
    for number in range(KILLS):
        command = [sys.executable, "-c", STARTING, address, str(run_id)]
        with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as starter:
            assert starter.stdout is not None
            assert starter.stdout.readline() == "started\n"
            wait_until(store, run_id, 10 + number * 40)
            starter.send_signal(signal.SIGKILL)
        assert starter.returncode == -signal.SIGKILL
    wait_until(store, run_id, 0, ended=True)
    status = standing(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    stats = stub.stats()
    assert (stats["paid"], stats["paid_keys"], stats["gone"]) == (2 * RESPONSES, 2 * RESPONSES, 0)
    with store.reading() as session:
        assert len(session.exec(select(Verdict)).all()) == 2 * RESPONSES
    assert whole(store)


def test_a_killed_worker_leaves_what_was_on_the_wire_and_no_more(
    store: Store, stub: Stub, run_id: int, tmp_path: Path
) -> None:
    """On PostgreSQL two workers at a time, of which one is killed and one is told to end."""
    workers = 1 if store.is_sqlite else 2
    address = store.address.render_as_string(hide_password=False)
    log = tmp_path / "log"
    for number in range(KILLS):
        go(store, run_id)
        first, *others = [a_worker_process(address, run_id, log) for _ in range(workers)]
        wait_until(store, run_id, 12 + 40 * number)
        time.sleep(0.1 * jitter(number, workers))
        first.send_signal(signal.SIGKILL)
        first.wait(LONGEST)
        for one in others:
            one.send_signal(signal.SIGTERM)
            one.wait(LONGEST)
    go(store, run_id)
    last = a_worker_process(address, run_id, log)
    assert last.wait(LONGEST) == 0
    status = standing(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    with store.reading() as session:
        tries = session.exec(select(CallTry)).all()
        doubtful = [one for one in tries if one.state == "doubtful"]
        assert len(doubtful) <= KILLS * ON_THE_WIRE
        assert len(status.doubtful) == len({one.call_id for one in doubtful})
        keys = {one.id: one.key for one in session.exec(select(RunCall)).all()}
        asked = Counter(keys[one.call_id] for one in tries)
        in_doubt = Counter(keys[one.call_id] for one in doubtful)
        money = recounted(session, run_id=run_id)
    paid = Counter(line["key"] for line in stub.journal() if line["fact"] == "paid")
    again = {key: times - 1 for key, times in paid.items() if times > 1}
    assert set(again) <= set(in_doubt)
    assert all(times <= in_doubt[key] for key, times in again.items())
    assert asked == Counter(dict.fromkeys(paid, 1)) + in_doubt
    assert money == pytest.approx((status.usd_spent, 0.0, status.usd_doubtful, 0), abs=1e-9)
    assert status.usd_doubtful == pytest.approx(sum(one.reserved_usd or 0 for one in doubtful))
    assert whole(store)
