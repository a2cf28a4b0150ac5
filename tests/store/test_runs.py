"""The rows of runs: a question is planned once, a reply counts once, and nobody's money is forgotten."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from rubrics.entries import Entry
from store import calls, run_calls, run_targets, run_verdicts, run_workers, runs, tries
from store.calls import NewCall
from store.engine import Session, Store, StoreError
from store.run_money import Money, add_money, recounted
from store.run_verdicts import NewVerdict
from store.runs import NewRun
from store.tables import CallTry, RunCall, SentText, Target, Verdict
from store.tries import Answered, Failure
from store.verdicts import judge
from tests.store.a_study import NOW, a_benchmark_in, an_open_study

LATER = datetime(2026, 7, 1, 13, 0, tzinfo=UTC)


def a_run(session: Session, **changes: Any) -> int:
    """A run of one judge over the four targets of the small study."""
    study_id = an_open_study(session)
    rater = judge(session, study_id=study_id, name="aspen", family="Aspen Lab", model="Aspen 1", now=NOW)
    fields: dict[str, Any] = {
        "study_id": study_id,
        "kind": "judging",
        "protocol": "cross_judge",
        "benchmark_hash": a_benchmark_in(session),
        "manifest": {"kind": "judging"},
        "manifest_hash": "0" * 64,
        "panel": {},
        "options": {},
        "cap_usd": None,
        "cap_consent": False,
        "judges": {"aspen": rater},
        "targets": session.exec(select(Target.id)).all(),
    }
    return runs.add_run(session, new=NewRun(**{**fields, **changes}), by=None, now=NOW)


def a_call(session: Session, number: int = 0, **changes: Any) -> NewCall:
    """A question about one of the targets, at a tenth of a dollar at most."""
    target = session.exec(select(Target.id).order_by(Target.id)).all()[number]  # type: ignore[arg-type]
    fields: dict[str, Any] = {
        "key": f"key {number}",
        "subject": target,
        "judge": "aspen",
        "stage": "cross",
        "replicate": 1,
        "attempt": 1,
        "text_hash": "h",
        "text": "{}",
        "spec": {"max_tokens": 9},
        "reserve_usd": 0.1,
    }
    return NewCall(**{**fields, **changes})


def a_worker(session: Session, run_id: int) -> int:
    return run_workers.add_worker(session, run_id=run_id, host="here", pid=1, now=NOW)


def sent(session: Session, run_id: int, worker_id: int, most: int = 9) -> list[calls.Todo]:
    """Claim calls as a worker does."""
    found = calls.todo(session, run_id=run_id, judge="aspen", most=most, now=0.0)
    calls.begin_tries(session, worker_id=worker_id, calls=found, now=NOW)
    add_money(session, run_id=run_id, money=Money(reserved=sum(one.reserve_usd or 0 for one in found)))
    return found


def an_answer(call: calls.Todo, **changes: Any) -> Answered:
    fields: dict[str, Any] = {
        "call_id": call.id,
        "number": call.tries + 1,
        "judge": call.judge,
        "reserved_usd": call.reserve_usd,
        "cost_usd": 0.03,
        "raw": '{"said": 1}',
        "usage": {"prompt": 10, "completion": 20},
        "parameters": {},
        "finish_reason": "stop",
        "provider": None,
        "provider_model": "m",
        "request_id": "r",
        "latency_s": 0.5,
    }
    return Answered(**{**fields, **changes})


def keep(session: Session, run_id: int, *answers: Answered) -> None:
    money = tries.keep_answers(session, run_id=run_id, answers=answers, now=LATER)
    add_money(session, run_id=run_id, money=money)


def money_of(session: Session, run_id: int) -> tuple[float, ...]:
    """The sums that are kept, which are to be those of the tries."""
    kept = runs.read_run(session, run_id=run_id).money
    assert recounted(session, run_id=run_id) == pytest.approx(kept, abs=1e-9)
    return tuple(round(one, 9) for one in kept)


def test_the_same_question_is_planned_once(session: Session) -> None:
    run_id = a_run(session)
    for _ in range(2):
        calls.add_calls(session, run_id=run_id, calls=[a_call(session, 0), a_call(session, 1)])
    assert len(session.exec(select(RunCall)).all()) == 2
    assert len(session.exec(select(SentText)).all()) == 1
    calls.add_calls(session, run_id=run_id, calls=[])


def test_an_intent_with_its_cost_stands_before_anything_is_sent(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session, n) for n in range(3)])
    claimed = sent(session, run_id, a_worker(session, run_id), most=2)
    assert [one.key for one in claimed] == ["key 0", "key 1"]
    assert calls.out_and_waiting(session, run_id=run_id) == {"aspen": (2, 1)}
    assert calls.states(session, run_id=run_id) == {"sent": 2, "todo": 1}
    assert money_of(session, run_id) == (0.0, 0.2, 0.0, 0)
    assert [one.key for one in sent(session, run_id, a_worker(session, run_id))] == ["key 2"]


def test_a_reply_that_is_stored_twice_counts_once(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session)])
    (call,) = sent(session, run_id, a_worker(session, run_id))
    for _ in range(3):
        keep(session, run_id, an_answer(call))
    assert money_of(session, run_id) == (0.03, 0.0, 0.0, 0)
    (row,) = runs.judges_of(session, run_id=run_id)
    assert (row.answered, row.spent_usd) == (1, 0.03)


def test_what_a_dead_worker_had_on_the_wire_is_doubtful_once_and_asked_again(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session, n) for n in range(2)])
    worker = a_worker(session, run_id)
    ids = [one.id for one in sent(session, run_id, worker)]
    for number in (2, 0):
        left, money = tries.bury(session, run_id=run_id, worker_id=worker, hold=False, now=LATER)
        add_money(session, run_id=run_id, money=money)
        assert left == number
    assert money_of(session, run_id) == (0.0, 0.0, 0.2, 0)
    assert calls.states(session, run_id=run_id) == {"todo": 2}
    assert [one.id for one in run_calls.doubtful(session, run_id=run_id, most=9)] == ids
    assert run_workers.not_ended(session, run_id=run_id) == []
    assert [one.tries for one in sent(session, run_id, a_worker(session, run_id))] == [1, 1]


def test_an_answer_from_a_worker_taken_for_dead_is_kept_and_the_call_takes_it(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session, n) for n in range(2)])
    worker = a_worker(session, run_id)
    first, second = sent(session, run_id, worker)
    _, money = tries.bury(session, run_id=run_id, worker_id=worker, hold=False, now=LATER)
    add_money(session, run_id=run_id, money=money)
    (again,) = sent(session, run_id, a_worker(session, run_id), most=1)
    assert again.id == first.id
    keep(session, run_id, an_answer(first), an_answer(second))
    assert money_of(session, run_id) == (0.06, 0.1, 0.0, 0)
    state = {row.id: row.state for row in session.exec(select(RunCall)).all()}
    assert state == {first.id: "sent", second.id: "answered"}


def test_a_failed_try_gives_its_reservation_back_or_keeps_it_in_doubt(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session, n) for n in range(2)])
    one, other = sent(session, run_id, a_worker(session, run_id))

    def failed(call: calls.Todo, **changes: Any) -> Failure:
        fields: dict[str, Any] = {"paid": False, "kind": "server", "message": "500", "http_status": 500}
        fields |= {"call_id": call.id, "number": 1, "judge": "aspen", "reserved_usd": 0.1, "becomes": "todo"}
        return Failure(**{**fields, **changes})

    failures = [failed(one, due_at=50.0, counts="setbacks"), failed(other, paid=True, becomes="failed", why="lost")]
    add_money(session, run_id=run_id, money=tries.keep_failures(session, run_id=run_id, failures=failures, now=LATER))
    assert money_of(session, run_id) == (0.0, 0.0, 0.1, 0)
    assert calls.states(session, run_id=run_id) == {"todo": 1, "failed": 1}
    assert calls.next_due(session, run_id=run_id, now=49.0) == [50.0]
    assert calls.next_due(session, run_id=run_id, now=50.0) == []
    assert calls.todo(session, run_id=run_id, judge="aspen", most=9, now=49.0) == []
    assert len(calls.todo(session, run_id=run_id, judge="aspen", most=9, now=50.0)) == 1
    assert run_targets.target_counts(session, run_id=run_id) == {"waiting": 4}


def test_a_call_without_a_price_is_counted_as_unknown_and_never_as_nothing(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session, reserve_usd=None)])
    (call,) = sent(session, run_id, a_worker(session, run_id))
    keep(session, run_id, an_answer(call, cost_usd=None))
    assert money_of(session, run_id) == (0.0, 0.0, 0.0, 1)
    assert run_calls.rest(session, run_id=run_id, states=["answered"]) == (1, None)


def a_verdict(session: Session, run_id: int, **changes: Any) -> NewVerdict:
    (reply,) = run_verdicts.unread(session, run_id=run_id, most=1)
    rater = runs.judges_of(session, run_id=run_id)[0].rater_id or 0
    fields: dict[str, Any] = {"of": reply, "rater_id": rater, "state": "valid", "reply": "{}", "confidence": 0.5}
    entries = {"truth": Entry("value", 2.0, "So."), "care": Entry("not_applicable", None, "No.")}
    return NewVerdict(**{**fields, "entries": entries, "details": {"problems": []}, **changes})


def test_a_verdict_belongs_to_one_call_and_a_file_may_say_the_same(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session)])
    (call,) = sent(session, run_id, a_worker(session, run_id))
    keep(session, run_id, an_answer(call))
    one = a_verdict(session, run_id)
    benchmark_hash = a_benchmark_in(session)
    (verdict_id,) = run_verdicts.add_verdicts(
        session, run_id=run_id, benchmark_hash=benchmark_hash, verdicts=[one], now=LATER
    )
    row = session.get(Verdict, verdict_id)
    assert row is not None
    assert (row.call_id, row.cost_usd, row.tokens_in, row.tokens_out, row.latency_ms) == (call.id, 0.03, 10, 20, 500.0)
    assert run_verdicts.still_unread(session, call_ids=[call.id]) == set()
    said = run_targets.said(session, run_id=run_id, ids=[row.target_id])
    assert [(one.state, one.verdict_id, one.confidence) for one in said] == [("valid", verdict_id, 0.5)]
    reasons = run_targets.reasons(session, verdict_ids=[verdict_id])
    assert {(one.axis, one.kind, one.value) for one in reasons} == {
        ("truth", "value", 2.0),
        ("care", "not_applicable", None),
    }
    from_a_file: dict[str, Any] = {
        "target_id": row.target_id,
        "rater_id": row.rater_id,
        "stage": "cross",
        "state": "valid",
    }
    more: dict[str, Any] = {"benchmark_hash": row.benchmark_hash, "source": "file", "recorded_at": NOW}
    session.add(Verdict(**from_a_file, **more))
    session.flush()
    session.add(Verdict(**from_a_file, **more))
    with pytest.raises(IntegrityError):
        session.flush()


def test_a_reply_with_characters_no_database_takes_is_kept_with_escapes(session: Session) -> None:
    run_id = a_run(session)
    calls.add_calls(session, run_id=run_id, calls=[a_call(session)])
    (call,) = sent(session, run_id, a_worker(session, run_id))
    keep(session, run_id, an_answer(call, raw="a\x00b"))
    verdict = a_verdict(session, run_id, reply="a\x00b\ud800", state="unreadable", entries={})
    benchmark_hash = a_benchmark_in(session)
    run_verdicts.add_verdicts(session, run_id=run_id, benchmark_hash=benchmark_hash, verdicts=[verdict], now=LATER)
    assert session.exec(select(Verdict.raw_reply)).all() == ["a\\u0000b\\ud800"]
    assert session.exec(select(CallTry.raw)).all() == ["a\\u0000b"]


def test_one_study_has_one_run_of_a_name(session: Session) -> None:
    run_id = a_run(session)
    run = runs.read_run(session, run_id=run_id)
    found = runs.find_run(session, study_id=run.study_id, kind="judging", protocol="cross_judge")
    assert found == run
    assert runs.find_run(session, study_id=run.study_id, kind="collecting", protocol="cross_judge") is None
    with pytest.raises(StoreError, match="there is no run 99"):
        runs.read_run(session, run_id=99)


def test_two_workers_on_postgresql_take_different_calls_and_targets(store: Store) -> None:
    """On SQLite the second waits for the first; on PostgreSQL it passes over what is locked."""
    with store.writing() as session:
        run_id = a_run(session)
        calls.add_calls(session, run_id=run_id, calls=[a_call(session, n) for n in range(4)])
    if store.is_sqlite:
        return
    with store.writing() as one, store.writing() as other:
        mine = {call.id for call in calls.todo(one, run_id=run_id, judge="aspen", most=2, now=0.0)}
        theirs = {call.id for call in calls.todo(other, run_id=run_id, judge="aspen", most=4, now=0.0)}
        assert len(mine) == len(theirs) == 2
        assert mine & theirs == set()
        first = set(run_targets.waiting_targets(one, run_id=run_id, most=3))
        assert len(first) == 3
        assert len(set(run_targets.waiting_targets(other, run_id=run_id, most=3)) - first) == 1


def test_a_worker_is_dead_when_nobody_holds_its_lock(store: Store) -> None:
    with store.writing() as session:
        worker_id = a_worker(session, a_run(session))
    if store.is_sqlite:
        return
    with run_workers.alive(store, worker_id) as lock:
        assert lock.holds()
        with store.reading() as session:
            assert not run_workers.is_dead(session, worker_id=worker_id)
    with store.reading() as session:
        assert run_workers.is_dead(session, worker_id=worker_id)
