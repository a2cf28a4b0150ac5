"""A run is halted, resumed, ended and mended from outside, while its worker works in this process."""

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime

import pytest
from sqlmodel import select

from judging.run import control
from judging.run.control import RunStatus
from judging.run.process import WorkerBusyError, sole_worker
from judging.run.worker import work_on
from store.engine import Store, StoreError
from store.events import log
from store.run_money import recounted
from store.tables import RunCall, SettledScore, Verdict
from tests.judging.run.a_run import FAKE_KEY, a_big_study, a_panel, go, planned, standing, worked
from tests.stub_client import Stub

LONGEST = 60.0


def now() -> datetime:
    return datetime.now(UTC)


def a_planned_run(store: Store, url: str, responses: int = 4, **options: object) -> int:
    """A run of two judges over so many responses."""
    with store.writing() as session:
        study_id = a_big_study(session, responses)
    return planned(store, study_id, a_panel(url, concurrency=2), **options)


@contextmanager
def meanwhile(store: Store, run_id: int, act: Callable[[], None], *, after: int) -> Iterator[None]:
    """Do something in a thread once so many replies have come."""
    problems: list[BaseException] = []

    def wait_and_act() -> None:
        try:
            until = time.monotonic() + LONGEST
            while sum(standing(store, run_id).calls.get(one, 0) for one in ("valid", "answered")) < after:
                assert time.monotonic() < until
                time.sleep(0.005)
            act()
        except BaseException as problem:  # noqa: BLE001 - told to the test below
            problems.append(problem)

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    yield
    thread.join(LONGEST)
    assert problems == []


def test_a_halted_run_waits_for_what_is_on_the_wire_and_goes_on_where_it_was(store: Store, stub: Stub) -> None:
    stub.control(latency_s=0.1)
    run_id = a_planned_run(store, stub.url, 20)
    go(store, run_id)
    with meanwhile(store, run_id, lambda: control.pause(store, run_id=run_id, by=None, now=now()), after=6):
        assert work_on(store, run_id) == "paused"
    halted = standing(store, run_id)
    assert (halted.state, halted.wanted, halted.why) == ("paused", "pause", "halted as asked")
    assert 6 <= halted.calls["valid"] < 40
    assert set(halted.calls) <= {"valid", "todo"}
    assert stub.stats()["paid"] == halted.calls["valid"]
    assert (halted.usd_reserved, halted.usd_doubtful) == (0.0, 0.0)
    done = worked(store, run_id)
    assert (done.state, dict(done.calls), done.targets_done) == ("done", {"valid": 40}, 20)
    assert stub.stats()["paid_again"] == 0


def test_a_cancelled_run_keeps_what_was_answered_and_never_asks_the_rest(store: Store, stub: Stub) -> None:
    stub.control(latency_s=0.1)
    run_id = a_planned_run(store, stub.url, 20)
    go(store, run_id)
    with meanwhile(store, run_id, lambda: control.cancel(store, run_id=run_id, by=None, now=now()), after=6):
        assert work_on(store, run_id) == "cancelled"
    status = standing(store, run_id)
    assert status.calls["valid"] + status.calls["cancelled"] == sum(status.calls.values())
    assert stub.stats()["paid"] == status.calls["valid"] >= 6
    with pytest.raises(StoreError, match="is cancelled; there is nothing to stop"):
        control.pause(store, run_id=run_id, by=None, now=now())


def test_a_run_without_a_worker_is_halted_and_ended_at_once(store: Store, stub: Stub) -> None:
    run_id = a_planned_run(store, stub.url)
    control.pause(store, run_id=run_id, by=None, now=now())
    assert standing(store, run_id).state == "paused"
    control.cancel(store, run_id=run_id, by=None, now=now())
    assert standing(store, run_id).state == "cancelled"
    assert stub.stats()["http"] == 0


def test_the_cap_halts_a_run_before_it_is_passed_and_says_what_the_rest_costs(store: Store, stub: Stub) -> None:
    """One call reserves at least its longest reply, 400 tokens at 2 USD a million: 0.0008 USD."""
    run_id = a_planned_run(store, stub.url, 20, cap_usd=0.01)
    status = worked(store, run_id)
    assert status.state == "paused"
    assert 0.0 < status.usd_spent <= 0.01
    assert status.calls["parked"] + status.calls["valid"] == 40
    with store.reading() as session:
        parked = session.exec(select(RunCall.reserve_usd).where(RunCall.state == "parked")).all()
        rest = sum(one or 0.0 for one in parked)
        assert min(one or 0.0 for one in parked) > 0.0008
        assert 0.01 - status.usd_spent < max(one or 0.0 for one in parked)
    assert f"the cap of 0.0100 USD is reached; {len(parked)} calls are left, for at most {rest:.4f} USD" in status.why
    assert status.usd_rest_most == pytest.approx(rest)
    assert stub.stats()["paid"] == status.calls["valid"]


def test_with_a_higher_cap_the_same_run_goes_on(sqlite_store: Store, stub: Stub) -> None:
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 20)
    panel = a_panel(stub.url)
    first = planned(sqlite_store, study_id, panel, cap_usd=0.005)
    assert worked(sqlite_store, first).state == "paused"
    assert planned(sqlite_store, study_id, panel, cap_usd=1.0) == first
    assert worked(sqlite_store, first).state == "done"
    assert stub.stats()["paid"] == 40


def test_a_price_that_is_not_known_is_never_zero(sqlite_store: Store, stub: Stub) -> None:
    """Field case 70: unknown is told as unknown, and a cap then needs consent."""
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 2)
    panel = a_panel(stub.url.replace("127.0.0.1", "localhost.localdomain"), price=None)
    with pytest.raises(StoreError, match=r"the price of 'aspen', 'pine' is not known, so the cap of 1\.0 USD"):
        planned(sqlite_store, study_id, panel, cap_usd=1.0)
    assert planned(sqlite_store, study_id, panel, cap_usd=1.0, cap_consent=True)


def test_failed_calls_are_asked_again_alone_and_change_what_counts(store: Store, stub: Stub) -> None:
    stub.control(rules=[{"model": "pine", "contains": "Answer number 3 ", "mode": "500"}])
    run_id = a_planned_run(store, stub.url, retries=1)
    first = worked(store, run_id)
    assert (first.state, dict(first.calls)) == ("done", {"valid": 7, "failed": 1})
    stub.control(rules=[])
    assert control.retry_failed(store, run_id=run_id, by=None, now=now()) == 1
    second = worked(store, run_id)
    assert (second.state, dict(second.calls), second.targets_done) == ("done", {"valid": 8}, 4)
    assert stub.stats()["paid"] == 8
    with store.reading() as session:
        versions = Counter(session.exec(select(SettledScore.version)).all())
        newest = session.exec(select(SettledScore).where(SettledScore.version == 2)).all()
    assert versions == {1: 8, 2: 2}
    assert {one.n for one in newest} == {2}


def test_an_unreadable_reply_stays_so_until_it_is_asked_for_again(store: Store, stub: Stub) -> None:
    stub.control(rules=[{"model": "pine", "contains": "Answer number 2 ", "mode": "malformed"}])
    run_id = a_planned_run(store, stub.url)
    first = worked(store, run_id)
    assert (first.state, dict(first.calls)) == ("done", {"valid": 7, "unreadable": 2})
    stub.control(rules=[])
    assert dict(worked(store, run_id).calls) == {"valid": 7, "unreadable": 2}
    last = max(line.call_id for line in first.unreadable)
    assert control.ask_again(store, run_id=run_id, call_ids=[last], by=None, now=now()) == 1
    assert control.ask_again(store, run_id=run_id, call_ids=[last], by=None, now=now()) == 0
    second = worked(store, run_id)
    assert (second.state, dict(second.calls)) == ("done", {"valid": 8, "unreadable": 2})
    with store.reading() as session:
        attempts = session.exec(select(Verdict.attempt, Verdict.state).where(Verdict.attempt > 1)).all()
    assert sorted(attempts) == [(2, "unreadable"), (3, "valid")]


def test_only_replies_that_need_it_are_asked_for_again(sqlite_store: Store, stub: Stub) -> None:
    run_id = a_planned_run(sqlite_store, stub.url, 1)
    worked(sqlite_store, run_id)
    with pytest.raises(StoreError) as refused:
        control.ask_again(sqlite_store, run_id=run_id, call_ids=[1, 999], by=None, now=now())
    assert refused.value.problems == (
        "call 999 is not one of this run",
        "call 1 is valid; only unreadable or refused replies are asked for again",
    )


def test_a_stopped_judge_is_tried_again_when_the_run_is_resumed(store: Store, stub: Stub) -> None:
    stub.control(rules=[{"model": "pine", "mode": "402"}])
    run_id = a_planned_run(store, stub.url)
    assert dict(worked(store, run_id).calls) == {"valid": 4, "parked": 4}
    stub.control(rules=[])
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 8})
    assert [one.stopped for one in status.per_judge] == [None, None]


def test_doubtful_calls_are_held_when_that_is_wanted(store: Store, stub: Stub) -> None:
    """A worker that died is a row that never ended, with tries that are `sent`."""
    run_id = a_planned_run(store, stub.url, doubtful="hold")
    go(store, run_id)
    leave_on_the_wire(store, run_id)
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("paused", {"valid": 4, "parked": 4})
    assert "4 calls are put aside: on the wire when the worker died; it may have been paid" in status.why
    assert len(status.doubtful) == 4
    assert status.usd_doubtful > 0
    assert worked(store, run_id).calls == {"valid": 8}


def leave_on_the_wire(store: Store, run_id: int) -> None:
    """Claim what a worker would send first, and say nothing more, as a killed one would."""
    from judging.run.context import read_context
    from judging.run.judging_work import JudgingWork
    from judging.run.ledger import Ledger
    from store import run_workers

    with store.writing() as session:
        worker_id = run_workers.add_worker(session, run_id=run_id, host="gone", pid=1, now=now())
        context = read_context(session, run_id=run_id)
    ledger = Ledger(store, context, worker_id)
    JudgingWork(store, context, worker_id, set()).open(100)
    assert len(ledger.exchange([], [], claim=True).claims) == 4


def test_an_answer_that_was_stored_and_not_read_is_read_at_the_next_start_and_not_paid_again(
    store: Store, stub: Stub
) -> None:
    """A crash between storing and reading: the verdicts are taken away and the calls set back to answered."""
    run_id = a_planned_run(store, stub.url)
    worked(store, run_id)
    with store.writing() as session:
        connection = session.connection()
        for statement in (
            "DELETE FROM verdict_score",
            "DELETE FROM verdict",
            "UPDATE run_call SET state = 'answered'",
            "UPDATE run_target SET state = 'open'",
        ):
            connection.exec_driver_sql(statement)
    status = worked(store, run_id)
    assert (status.state, dict(status.calls), status.targets_done) == ("done", {"valid": 8}, 4)
    assert stub.stats()["paid"] == 8
    with store.reading() as session:
        assert len(session.exec(select(Verdict)).all()) == 8


def test_a_second_worker_is_turned_away_on_sqlite(
    sqlite_store: Store, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judging.run.process.HANDOVER", 0.1)
    run_id = a_planned_run(sqlite_store, stub.url)
    with sole_worker(sqlite_store, run_id):
        assert standing(sqlite_store, run_id).worker_alive
        with pytest.raises(WorkerBusyError, match="another worker is at work"):
            work_on(sqlite_store, run_id)
    assert not standing(sqlite_store, run_id).worker_alive


def test_starting_a_run_whose_worker_lives_makes_no_second_one(sqlite_store: Store, stub: Stub) -> None:
    run_id = a_planned_run(sqlite_store, stub.url)
    made = []

    def spawn(_store: Store, *, run_id: int) -> None:
        made.append(run_id)

    with sole_worker(sqlite_store, run_id):
        assert not control.start(sqlite_store, run_id=run_id, now=now(), spawn=spawn)
    assert control.start(sqlite_store, run_id=run_id, now=now(), spawn=spawn)
    assert made == [run_id]


def test_the_key_is_nowhere_and_the_log_tells_what_was_done(sqlite_store: Store, stub: Stub) -> None:
    stub.control(rules=[{"model": "pine", "mode": "401"}])
    run_id = a_planned_run(sqlite_store, stub.url)
    worked(sqlite_store, run_id)
    assert sqlite_store.file is not None
    with closing(sqlite3.connect(sqlite_store.file)) as connection:
        dump = "\n".join(connection.iterdump())
    assert "Answer number 1" in dump
    assert FAKE_KEY not in dump
    folder = sqlite_store.file.parent
    for file in folder.rglob("*"):
        assert file.is_dir() or FAKE_KEY.encode() not in file.read_bytes(), file
    with sqlite_store.reading() as session:
        acts = set(log(session, study_id=1)["act"])
    assert {"planned a run", "started a run", "a run halted"} <= acts


def test_the_sums_of_a_run_are_those_of_its_tries(store: Store, stub: Stub) -> None:
    stub.control(mix={"500": 0.2, "malformed": 0.2, "drop": 0.2}, times=1)
    run_id = a_planned_run(store, stub.url, 12)
    status: RunStatus = worked(store, run_id)
    assert status.state == "done"
    with store.reading() as session:
        money = recounted(session, run_id=run_id)
    kept = (status.usd_spent, status.usd_reserved, status.usd_doubtful, status.usd_unknown_calls)
    assert money == pytest.approx(kept, abs=1e-12)
    assert status.usd_doubtful > 0
