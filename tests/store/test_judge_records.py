"""What judges did beside their scores: an unknown price is not 0, a reply asked for again is a reply."""

from typing import Any

from sqlmodel import col, select

from store import judge_records
from store.engine import Session
from store.tables import Study, Target, Verdict
from store.verdicts import judge
from tests.store.a_study import NOW, an_open_study


def replied(session: Session, target: int, rater: int, state: str, attempt: int = 1, **known: Any) -> None:
    content_hash = session.exec(select(Study.benchmark_hash)).first()
    session.add(
        Verdict(
            target_id=target,
            rater_id=rater,
            stage="cross",
            attempt=attempt,
            state=state,
            benchmark_hash=content_hash or "",
            recorded_at=NOW,
            **known,
        )
    )
    session.flush()


def test_replies_prices_and_times_are_counted_for_each_judge(session: Session) -> None:
    study_id = an_open_study(session)
    first, second = [one or 0 for one in session.exec(select(Target.id).order_by(col(Target.id))).all()[:2]]
    hollin = judge(session, study_id=study_id, name="Hollin", family="Westerby", model="H", now=NOW)
    marlpit = judge(session, study_id=study_id, name="Marlpit", family="", model="", now=NOW)
    judge(session, study_id=study_id, name="Silent", family="", model="", now=NOW)
    replied(session, first, hollin, "unreadable", cost_usd=0.25, latency_ms=500.0, tokens_in=100, tokens_out=10)
    replied(session, first, hollin, "valid", attempt=2, cost_usd=0.5, latency_ms=1500.0, tokens_in=200, tokens_out=20)
    replied(session, second, hollin, "refused")
    replied(session, first, marlpit, "valid")
    found = judge_records.records(session, study_id=study_id).set_index("judge")
    assert list(found.index) == ["Hollin", "Marlpit"]
    row = found.loc["Hollin"]
    assert (row["targets"], row["unread"], row["replies"], row["unreadable"], row["refused"]) == (2, 1, 3, 1, 1)
    assert (row["priced"], row["cost_usd"], row["tokens_in"], row["tokens_out"]) == (2, 0.75, 300, 30)
    assert found.loc["Marlpit", "priced"] == 0
    assert found["cost_usd"].isna().tolist() == [False, True]
    assert judge_records.latencies(session, study_id=study_id).to_numpy().tolist() == [["Hollin", 0.5], ["Hollin", 1.5]]


def test_a_study_without_judges_has_no_record(session: Session) -> None:
    study_id = an_open_study(session)
    assert judge_records.records(session, study_id=study_id).empty
    assert judge_records.latencies(session, study_id=study_id).empty
