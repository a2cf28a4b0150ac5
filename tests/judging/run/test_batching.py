"""Runs whose judges are asked in batches: sent once, found again, and every call ends in a named state."""

import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from judging import batches
from judging.in_words import coverage
from judging.llm import Request
from judging.run import control
from judging.run.batching import Provider
from judging.run.control import RunStatus
from judging.run.options import RunOptions
from judging.run.plan import start_problems
from judging.run.worker import work_on
from store.engine import Store, StoreError
from store.run_money import recounted
from store.tables import CallTry, RunBatch, RunCall, Verdict
from tests.judging.left_open import LEFT_OPEN
from tests.judging.run.a_run import (
    ENVIRON,
    a_big_study,
    a_judge,
    a_panel,
    a_worker_process,
    go,
    planned,
    standing,
    worked,
)
from tests.store.a_study import NOW
from tests.stub_client import Stub

RESPONSES = 5
LONGEST = 120.0
pytestmark = LEFT_OPEN


@pytest.fixture(autouse=True)
def _ticks_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judging.run.batching.TICK", 0.05)


class Died(BaseException):
    """A worker that is gone in the middle of something."""


def batched_run(store: Store, stub: Stub, *names: str, **options: Any) -> int:
    """A planned run of two judges on five responses, of whom the named ones are asked in batches."""
    with store.writing() as session:
        study_id = a_big_study(session, RESPONSES)
    chosen = {"batched": names or ("aspen", "pine"), "batch_poll_s": 0.05}
    return planned(store, study_id, a_panel(stub.url), **{**chosen, **options})


def rows(store: Store, table: Any) -> list[Any]:
    with store.reading() as session:
        found = list(session.exec(select(table)).all())
        session.expunge_all()
    return found


def died(store: Store, run_id: int, provider: Provider) -> None:
    """Let a worker die in the middle of what the provider does."""
    go(store, run_id)
    with pytest.raises(Died):
        work_on(store, run_id, provider=provider)


def sound(store: Store, status: RunStatus) -> None:
    """The sums of a run are those of its tries, and nothing is reserved any more."""
    with store.reading() as session:
        money = recounted(session, run_id=status.run_id)
    assert money == pytest.approx((status.usd_spent, 0.0, status.usd_doubtful, 0), abs=1e-9)


def test_each_judge_gets_one_batch_and_every_reply_is_stored_raw_and_read(store: Store, stub: Stub) -> None:
    status = worked(store, batched_run(store, stub))
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    stats = stub.stats()
    assert (stats["batches"], stats["paid"], stats["paid_again"]) == (2, 2 * RESPONSES, 0)
    assert stub.requests() == [], "nothing was asked one by one"
    tries = rows(store, CallTry)
    assert {(one.state, one.latency_s) for one in tries} == {("answered", None)}
    assert all(one.raw and one.parameters["max_tokens"] == 400 for one in tries)
    assert {(one.state, one.why) for one in rows(store, RunBatch)} == {("ended", "")}
    assert len(rows(store, Verdict)) == 2 * RESPONSES
    assert status.targets_done == RESPONSES
    sound(store, status)


def test_one_judge_in_batches_and_one_at_once_settle_together(store: Store, stub: Stub) -> None:
    status = worked(store, batched_run(store, stub, "pine"))
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    assert stub.stats()["batches"] == 1
    assert {one["body"]["model"] for one in stub.requests()} == {"aspen"}


def test_replies_that_cannot_be_read_go_into_a_further_batch_up_to_the_limit(sqlite_store: Store, stub: Stub) -> None:
    """The invented benchmark has two attempts."""
    stub.control(mode="out_of_range")
    status = worked(sqlite_store, batched_run(sqlite_store, stub, "pine"))
    assert (status.state, status.calls["unreadable"]) == ("done", 4 * RESPONSES)
    assert stub.stats()["batches"] == 2


def test_what_an_expired_batch_left_undone_is_sent_again_and_then_given_up(sqlite_store: Store, stub: Stub) -> None:
    """Of five calls an expired batch does three, of the two left the one, and the last is given up after one retry."""
    stub.control(batch_ends="expired")
    status = worked(sqlite_store, batched_run(sqlite_store, stub, "pine", retries=1))
    pine = {one.state for one in rows(sqlite_store, RunCall) if one.judge == "pine"}
    assert (status.state, dict(status.calls), pine) == ("done", {"valid": 9, "failed": 1}, {"valid", "failed"})
    assert {line.why for line in status.failed} == {"the provider had errors (2 times)"}
    assert status.usd_doubtful == 0
    assert (stub.stats()["batches"], stub.stats()["paid_again"]) == (2, 0)
    sound(sqlite_store, status)


def test_lines_that_failed_or_are_missing_end_like_calls_of_their_own(sqlite_store: Store, stub: Stub) -> None:
    rules = [{"contains": "Answer number 1 ", "mode": "400"}, {"contains": "Answer number 2 ", "mode": "drop"}]
    stub.control(rules=[{"model": "pine", **one} for one in rules])
    status = worked(sqlite_store, batched_run(sqlite_store, stub, "pine"))
    assert (status.state, dict(status.calls)) == ("done", {"valid": 8, "failed": 2})
    assert len(status.doubtful) == 1
    assert status.usd_doubtful > 0
    sound(sqlite_store, status)


def test_a_batch_that_the_provider_takes_nothing_of_stops_its_judge_alone(sqlite_store: Store, stub: Stub) -> None:
    stub.control(batch_ends="failed")
    status = worked(sqlite_store, batched_run(sqlite_store, stub, "pine"))
    assert (status.state, dict(status.calls)) == ("paused", {"valid": RESPONSES, "parked": RESPONSES})
    assert "the provider took none of the batch: the provider gave no reason" in status.why
    sound(sqlite_store, status)
    stub.control(batch_ends="completed")
    again = worked(sqlite_store, status.run_id)
    assert (again.state, dict(again.calls)) == ("done", {"valid": 2 * RESPONSES})


def test_a_worker_that_dies_before_the_batch_is_created_has_sent_nothing(store: Store, stub: Stub) -> None:
    async def dies(requests: Sequence[Request], mark: str) -> str:
        raise Died

    run_id = batched_run(store, stub, "pine")
    died(store, run_id, Provider(submit=dies))
    left = standing(store, run_id)
    assert left.usd_reserved > 0, "what was about to be sent stays reserved"
    go(store, run_id)
    work_on(store, run_id, provider=Provider(listed_within=0.0))
    status = standing(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    assert (stub.stats()["batches"], stub.stats()["paid_again"], status.usd_doubtful) == (1, 0, 0)
    sound(store, status)


def test_a_worker_that_dies_before_it_hears_of_its_batch_finds_it_again_by_its_mark(store: Store, stub: Stub) -> None:
    async def sends_and_dies(requests: Sequence[Request], mark: str) -> str:
        await batches.submit(requests, mark)
        raise Died

    run_id = batched_run(store, stub, "pine")
    died(store, run_id, Provider(submit=sends_and_dies))
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    assert (stub.stats()["batches"], stub.stats()["paid_again"], status.usd_doubtful) == (1, 0, 0)
    sound(store, status)


def test_a_worker_that_is_killed_while_its_batch_is_under_way_leaves_it_to_the_next(
    store: Store, stub: Stub, tmp_path: Path
) -> None:
    stub.control(batch_polls=100_000)
    run_id = batched_run(store, stub)
    go(store, run_id)
    address = store.address.render_as_string(hide_password=False)
    first = a_worker_process(address, run_id, tmp_path / "log")
    until = time.monotonic() + LONGEST
    while {one.state for one in rows(store, RunBatch)} != {"sent"} and time.monotonic() < until:
        assert first.poll() is None
    first.send_signal(signal.SIGKILL)
    first.wait(LONGEST)
    stub.control(batch_polls=1)
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    stats = stub.stats()
    assert (stats["batches"], stats["paid"], stats["paid_again"]) == (2, 2 * RESPONSES, 0)
    assert (status.doubtful, status.usd_doubtful) == ((), 0)
    assert Counter(one.tries for one in rows(store, RunCall)) == {1: 2 * RESPONSES}


def test_a_halt_leaves_the_batch_at_the_provider_and_an_end_needs_its_answers(store: Store, stub: Stub) -> None:
    stub.control(batch_polls=100_000)
    run_id = batched_run(store, stub, "pine")

    async def halts(judge: Any, batch_id: str, keys: Sequence[str]) -> Any:
        control.pause(store, run_id=run_id, by=None, now=NOW)
        return await batches.collect(judge, batch_id, keys)

    go(store, run_id)
    assert work_on(store, run_id, provider=Provider(collect=halts)) == "paused"
    left = standing(store, run_id)
    assert (left.calls["sent"], left.in_batches) == (RESPONSES, RESPONSES)
    assert "5 calls are in a batch at the provider" in coverage(left)
    with pytest.raises(StoreError, match="in a batch at the provider"):
        control.cancel(store, run_id=run_id, by=None, now=NOW)
    stub.control(batch_polls=1)
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * RESPONSES})
    assert stub.stats()["batches"] == 1


def test_a_cap_keeps_calls_out_of_batches(sqlite_store: Store, stub: Stub) -> None:
    """A cap below the price of any call: nothing is sent."""
    run_id = batched_run(sqlite_store, stub, cap_usd=1e-9)
    status = worked(sqlite_store, run_id)
    assert (status.state, dict(status.calls)) == ("paused", {"parked": 2 * RESPONSES})
    assert "the cap" in status.why
    assert stub.stats()["batches"] == 0


def test_batches_are_refused_in_words_where_the_provider_has_none(sqlite_store: Store, stub: Stub) -> None:
    judges = (a_judge(stub.url), a_judge(stub.url, "pine", model="anthropic/pine"))
    panel = a_panel(stub.url).model_copy(update={"judges": judges})
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 1)
        options = RunOptions(batched=("pine", "yew"))
        said = start_problems(session, study_id=study_id, panel=panel, options=options, environ=ENVIRON)
    assert said == [
        "judge 'pine' cannot be asked in batches: none can be sent to 'anthropic'; allowed: hosted_vllm, openai",
        "the panel has no judge 'yew' to ask in batches; there are: aspen, pine",
    ]
