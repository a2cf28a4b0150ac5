"""What users of other tools lost, tried on whole runs: holes in prompts, bad records, hangs, a network that goes."""

import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import select

from judging.in_words import coverage
from judging.llm import Answer, Request
from judging.run import control, loop
from judging.run.worker import work_on
from store.engine import Store, StoreError
from store.tables import Run, RunCall, Verdict
from tests.builders import a_benchmark_table
from tests.judging.run.a_run import a_big_study, a_panel, a_worker_process, go, planned, standing, worked
from tests.store.a_study import NOW
from tests.stub_client import Stub, running_stub

LONGEST = 120.0


def test_a_placeholder_that_nothing_fills_stops_a_run_before_its_first_call(sqlite_store: Store, stub: Stub) -> None:
    shown = '{"axes": {"axis": {"reason": "...", "score": 0}}}'
    evaluation = f"{{DIMENSIONS}} {{SCENARIO_TEXT}} {{EXPECTED_CONSIDERATIONS_JSON}} {shown} {{ANSWER_TEXT}}"
    judging = {**a_benchmark_table()["judging"], "templates": {"evaluation": evaluation}}
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 3, judging=judging)
    with pytest.raises(StoreError, match="expected considerations"):
        planned(sqlite_store, study_id, a_panel(stub.url))
    with sqlite_store.reading() as session:
        assert session.exec(select(Run)).all() == []
    assert stub.stats()["http"] == 0


def test_of_a_hundred_records_one_bad_one_is_listed_and_the_others_are_kept(sqlite_store: Store, stub: Stub) -> None:
    stub.control(rules=[{"contains": "Answer number 50 ", "mode": "malformed"}])
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 100)
    status = worked(sqlite_store, planned(sqlite_store, study_id, a_panel(stub.url, ["aspen"])))
    assert (status.state, status.calls["valid"]) == ("done", 99)
    assert len({one.subject for one in status.unreadable}) == 1
    with sqlite_store.reading() as session:
        verdicts = session.exec(select(Verdict).where(Verdict.state == "valid")).all()
    assert len(verdicts) == 99
    assert "could not be read" in coverage(status), "the headline never stands without what is missing from it"


def test_a_client_that_never_comes_back_is_given_up_and_the_run_ends(
    sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watchdog: each call gets its judge's time and a little more, whatever the client does."""
    monkeypatch.setattr(loop, "GRACE", 0.0)

    async def never(request: Request) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError(request.key)

    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 2)
    run_id = planned(sqlite_store, study_id, a_panel("http://127.0.0.1:1/v1", ["aspen"], timeout_s=0.1))
    go(sqlite_store, run_id)
    assert work_on(sqlite_store, run_id, ask=never) == "done"
    status = standing(sqlite_store, run_id)
    assert dict(status.calls) == {"failed": 2}
    assert {(one.kind, one.example) for one in status.errors} == {("timeout", "given up from outside")}


def test_after_a_network_that_went_away_in_the_middle_a_run_pays_nothing_twice(
    sqlite_store: Store, stub: Stub, tmp_path: Path
) -> None:
    """The model's server dies under a running worker; later it is back at another address, and the run goes on."""
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 30)
    options = {"retries": 1, "first_pause_s": 0.05}
    with running_stub(tmp_path / "first.jsonl", latency_s=0.05) as first:
        run_id = planned(sqlite_store, study_id, a_panel(first.url, concurrency=2), **options)
        go(sqlite_store, run_id)
        address = sqlite_store.address.render_as_string(hide_password=False)
        worker = a_worker_process(address, run_id, tmp_path / "log")
        until = time.monotonic() + LONGEST
        while standing(sqlite_store, run_id).calls.get("valid", 0) < 10 and time.monotonic() < until:
            assert worker.poll() is None
    assert worker.wait(LONGEST) == 0
    left = standing(sqlite_store, run_id)
    assert left.calls["failed"] > 0
    assert planned(sqlite_store, study_id, a_panel(stub.url, concurrency=2), **options) == run_id
    control.retry_failed(sqlite_store, run_id=run_id, by=None, now=NOW)
    status = worked(sqlite_store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 60})
    facts = [*Stub("", tmp_path / "first.jsonl", 0).journal(), *stub.journal()]
    paid = Counter(one["key"] for one in facts if one["fact"] == "paid")
    with sqlite_store.reading() as session:
        in_doubt = {one.key for one in session.exec(select(RunCall).where(RunCall.doubts > 0)).all()}
    assert {key for key, times in paid.items() if times > 1} <= in_doubt
    assert len(in_doubt) <= 4, "no more than were on the wire when the network went"
