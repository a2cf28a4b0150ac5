"""A fault of our own stops a run in words, loses nothing, and lets nothing of a prompt into the log."""

import logging

import pytest

from judging.run.faults import place_of
from judging.run.worker import work_on
from judging.wire import Answer, Request
from store.engine import Store
from tests.judging.run.a_run import a_big_study, a_panel, go, planned, standing, worked
from tests.stub_client import Stub

URL = "http://127.0.0.1:9/v1"


async def broken(request: Request) -> Answer:
    """A client with a fault that repeats the prompt."""
    raise KeyError(request.messages[-1].text)


def test_a_fault_of_the_client_is_a_failure_of_the_call_and_told_without_its_words(
    sqlite_store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 2)
    run_id = planned(sqlite_store, study_id, a_panel(URL, ["aspen"]))
    go(sqlite_store, run_id)
    with caplog.at_level(logging.INFO):
        assert work_on(sqlite_store, run_id, ask=broken) == "done"
    status = standing(sqlite_store, run_id)
    assert dict(status.calls) == {"failed": 2}
    assert [(one.kind, one.times, one.example) for one in status.errors] == [("nonsense", 4, "KeyError in the client")]
    assert "KeyError at" in caplog.text
    assert "Answer number" not in caplog.text


def test_a_fault_in_the_worker_halts_the_run_in_words_and_it_goes_on_later(
    store: Store, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.writing() as session:
        study_id = a_big_study(session, 4)
    run_id = planned(store, study_id, a_panel(stub.url))
    go(store, run_id)

    def broken_read(*_: object, **__: object) -> None:
        raise ZeroDivisionError("Answer number 1")

    with monkeypatch.context() as patch:
        patch.setattr("judging.run.judging_work.read_reply", broken_read)
        with pytest.raises(ZeroDivisionError):
            work_on(store, run_id)
    status = standing(store, run_id)
    assert status.state == "paused"
    assert "the worker stopped on a fault of its own (ZeroDivisionError)" in status.why
    assert status.usd_reserved == 0.0
    done = worked(store, run_id)
    assert (done.state, dict(done.calls)) == ("done", {"valid": 8})


def test_the_place_of_an_error_has_none_of_its_words() -> None:
    try:
        raise ValueError("a prompt")
    except ValueError as error:
        said = place_of(error)
    assert said.startswith("ValueError at test_faults.py:")
    assert "a prompt" not in said
