"""Whatever a model does, each of its calls ends in a named state and the run goes on; nothing is guessed."""

from collections import Counter
from typing import Any

import pytest
from sqlmodel import col, select

from judging.run.control import RunStatus
from judging.run.status import CallLine
from store.engine import Session, Store
from store.run_money import recounted
from store.tables import CallTry, RunCall, SettledScore, Verdict, VerdictScore
from tests.judging.run.a_run import a_big_study, a_judge, a_panel, planned, worked
from tests.stub_client import Stub

RESPONSES = 2


def run_with(store: Store, stub: Stub, *modes: str, first: dict[str, Any] | None = None, **options: Any) -> RunStatus:
    """A run in which each judge's model misbehaves in its own way, to its end; `first` changes the first judge."""
    changes = [first or {}, *({} for _ in modes[1:])]
    judges = [a_judge(stub.url, f"j{n}", model=f"openai/m@{mode}", **changes[n]) for n, mode in enumerate(modes)]
    panel = a_panel(stub.url).model_copy(update={"judges": tuple(judges)})
    with store.writing() as session:
        study_id = a_big_study(session, RESPONSES)
    return worked(store, planned(store, study_id, panel, **options))


def ends(session: Session) -> dict[str, Counter[str]]:
    """How many calls of each judge ended in which state."""
    found: dict[str, Counter[str]] = {}
    for call in session.exec(select(RunCall)).all():
        found.setdefault(call.judge, Counter())[call.state] += 1
    return found


def test_what_cannot_be_read_is_asked_again_to_the_limit_and_then_stands_as_it_is(store: Store, stub: Stub) -> None:
    """The invented benchmark has two attempts, so two replies of each judge for each of two responses."""
    modes = ("malformed", "wrong_schema", "empty", "out_of_range")
    status = run_with(store, stub, *modes, "length", "ok")
    assert status.state == "done", status.why
    with store.reading() as session:
        assert ends(session) == {
            **{f"j{n}": Counter(unreadable=4) for n in range(5)},
            "j5": Counter(valid=2),
        }
        verdicts = session.exec(select(Verdict).where(Verdict.state == "unreadable")).all()
        assert all(one.raw_reply is not None or "empty" in str(one.details) for one in verdicts)
        assert session.exec(select(VerdictScore).join(Verdict).where(Verdict.state != "valid")).all() == []
        settled = session.exec(select(SettledScore)).all()
        assert {(one.n, one.kind) for one in settled} == {(1, "value")}
        assert all("j0: no reply could be read in 2 tries" in one.rule for one in settled)
    assert {line.judge for line in status.unreadable} == {f"j{n}" for n in range(5)}


def test_a_reply_that_was_cut_off_is_asked_for_once_more_with_twice_the_length(sqlite_store: Store, stub: Stub) -> None:
    run_with(sqlite_store, stub, "length:1", first={"max_tokens": 300})
    with sqlite_store.reading() as session:
        calls = session.exec(select(RunCall).order_by(col(RunCall.target_id), col(RunCall.attempt))).all()
        assert [(one.attempt, one.state, one.spec["max_tokens"]) for one in calls[:2]] == [
            (1, "unreadable", 300),
            (2, "valid", 600),
        ]
        sent = {one.parameters["max_tokens"] for one in session.exec(select(CallTry)).all() if one.parameters}
        assert sent == {300, 600}


def test_fences_and_thinking_are_understood_and_a_refusal_is_one(sqlite_store: Store, stub: Stub) -> None:
    status = run_with(sqlite_store, stub, "fenced", "thinking", "refusal")
    assert status.state == "done"
    with sqlite_store.reading() as session:
        found = ends(session)
    assert found["j0"] == found["j1"] == Counter(valid=RESPONSES)
    assert found["j2"] == Counter(refused=2 * RESPONSES)


def test_a_refusal_for_rate_is_waited_out_and_is_no_attempt(store: Store, stub: Stub) -> None:
    stub.control(retry_after_s=0.2)
    status = run_with(store, stub, "429:3", "429ms:1")
    assert (status.state, dict(status.calls)) == ("done", {"valid": 4})
    assert stub.stats()["paid"] == 4
    assert {(one.judge, one.kind, one.times) for one in status.errors} >= {("j0", "limited", 6), ("j1", "limited", 2)}
    with store.reading() as session:
        rejected = session.exec(select(CallTry).where(CallTry.state == "rejected")).all()
        assert {one.http_status for one in rejected} == {429}
        assert {one.attempt for one in session.exec(select(RunCall)).all()} == {1}


def test_with_no_retries_wanted_the_first_failure_is_final(sqlite_store: Store, stub: Stub) -> None:
    status = run_with(sqlite_store, stub, "429", "500", "ok", retries=0)
    assert (status.state, dict(status.calls)) == ("done", {"failed": 4, "valid": 2})
    assert stub.stats()["free"] == 4


def test_errors_of_the_provider_are_asked_again_and_then_given_up(store: Store, stub: Stub) -> None:
    status = run_with(store, stub, "500:1", "503", "ok", retries=1)
    assert status.state == "done"
    with store.reading() as session:
        assert ends(session) == {"j0": Counter(valid=2), "j1": Counter(failed=2), "j2": Counter(valid=2)}
        tries = {one.judge: one.tries for one in session.exec(select(RunCall)).all()}
    assert tries == {"j0": 2, "j1": 2, "j2": 1}
    assert {line.why for line in status.failed} == {"the provider had errors (2 times)"}


@pytest.mark.parametrize("mode", ["hang", "drop", "html", "drip"])
def test_what_may_have_been_paid_without_an_answer_is_tried_once_more_and_counts_as_spent(
    sqlite_store: Store, stub: Stub, mode: str
) -> None:
    status = run_with(sqlite_store, stub, mode, "ok", first={"timeout_s": 0.4})
    assert status.state == "done"
    with sqlite_store.reading() as session:
        assert ends(session) == {"j0": Counter(failed=2), "j1": Counter(valid=2)}
        tries = session.exec(select(CallTry).where(CallTry.state == "doubtful")).all()
        assert len(tries) == 2 * RESPONSES
        assert status.usd_doubtful == pytest.approx(sum(one.reserved_usd or 0 for one in tries))
        assert recounted(session, run_id=status.run_id) == pytest.approx(
            (status.usd_spent, 0.0, status.usd_doubtful, 0), abs=1e-12
        )
    assert len(status.doubtful) == RESPONSES


@pytest.mark.parametrize(("mode", "words"), [("400", "400"), ("401", "401"), ("402", "402")])
def test_a_judge_that_takes_no_request_is_stopped_and_the_others_go_on(
    store: Store, stub: Stub, mode: str, words: str
) -> None:
    status = run_with(store, stub, mode, "ok")
    assert status.state == "paused"
    assert words in status.why
    with store.reading() as session:
        assert ends(session) == {"j0": Counter(parked=2), "j1": Counter(valid=2)}
    stopped = {one.judge: one.stopped for one in status.per_judge}
    assert words in str(stopped["j0"])
    assert stopped["j1"] is None
    assert status.targets_done == 0


def test_without_a_count_of_tokens_what_was_reserved_counts_as_the_cost(sqlite_store: Store, stub: Stub) -> None:
    status = run_with(sqlite_store, stub, "no_usage")
    with sqlite_store.reading() as session:
        reserved = [one.reserved_usd for one in session.exec(select(CallTry)).all()]
    assert status.usd_spent == pytest.approx(sum(one or 0 for one in reserved))
    assert status.usd_spent > 0


def test_one_response_no_model_takes_stops_nothing_else(sqlite_store: Store, stub: Stub) -> None:
    """Field case 63: one bad record fails alone."""
    stub.control(rules=[{"contains": "Answer number 7 ", "mode": "400"}])
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 20)
    status = worked(sqlite_store, planned(sqlite_store, study_id, a_panel(stub.url, ["aspen"], concurrency=1)))
    assert (status.state, dict(status.calls)) == ("done", {"valid": 19, "failed": 1})
    assert status.targets_done == 20
    (line,) = status.failed
    assert isinstance(line, CallLine)
    assert "the provider refuses the request" in line.why
