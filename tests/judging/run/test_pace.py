"""Requests keep to the limit of their account: stated, or learned from refusals."""

from sqlmodel import col, select

from judging.run.gate import AHEAD
from store.engine import Store
from store.tables import CallTry
from tests.judging.run.a_run import a_big_study, a_panel, planned, worked
from tests.stub_client import Stub


def test_a_stated_limit_is_kept_without_a_single_refusal(store: Store, stub: Stub) -> None:
    """1,200 a minute is 20 a second; the 40 calls of one judge go out over at least 39 spacings of 1/19 s. Each is
    written down up to `AHEAD` before it goes out, by a clock read a moment after that of the gate. The stub's bucket
    forgives ten that come close together: it may be kept waiting for its processor.
    """
    stub.control(per_minute=1200, burst=10)
    with store.writing() as session:
        study_id = a_big_study(session, 40)
    panel = a_panel(stub.url, ["aspen"], concurrency=40, requests_per_minute=1200)
    run_id = planned(store, study_id, panel)
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 40})
    assert stub.stats()["free"] == 0
    with store.reading() as session:
        sent = session.exec(select(CallTry.sent_at).order_by(col(CallTry.sent_at))).all()
    assert (sent[-1] - sent[0]).total_seconds() >= 39 / 19 - AHEAD - 0.05


def test_without_a_stated_limit_refusals_are_waited_out_and_nothing_is_lost(store: Store, stub: Stub) -> None:
    stub.control(per_minute=1800, burst=5)
    with store.writing() as session:
        study_id = a_big_study(session, 40)
    run_id = planned(store, study_id, a_panel(stub.url, ["aspen"], concurrency=20))
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 40})
    assert stub.stats()["paid"] == 40
    assert [one.kind for one in status.errors] in ([], ["limited"])
