"""What keeps a run from starting, all of it at once and before anything is sent; what it will take and cost."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import select

from judging.panel import Panel
from judging.run import plan
from judging.run.options import RunOptions
from store import studies
from store.engine import Session, StoreError
from store.tables import Prompt, Run, RunCall, RunTarget
from tests.judging.protocol_builders import AUDITED, SECOND_READING
from tests.judging.run.a_run import ENVIRON, a_big_study, a_judge, a_panel
from tests.store.a_study import NOW, a_scorer

URL = "http://127.0.0.1:9/v1"


def problems(session: Session, study_id: int, panel: Panel, environ: Any = ENVIRON, **options: Any) -> list[str]:
    return plan.start_problems(session, study_id=study_id, panel=panel, options=RunOptions(**options), environ=environ)


def planned(session: Session, study_id: int, panel: Panel, **options: Any) -> int:
    return plan.plan_run(
        session,
        study_id=study_id,
        panel=panel,
        options=RunOptions(**options),
        environ=ENVIRON,
        by=None,
        now=datetime.now(UTC),
    )


def test_a_sound_run_may_start_and_nothing_is_sent_or_asked_yet(session: Session) -> None:
    study_id = a_big_study(session, 3)
    assert problems(session, study_id, a_panel(URL)) == []
    run_id = planned(session, study_id, a_panel(URL))
    row = session.exec(select(Run).where(Run.id == run_id)).one()
    assert (row.state, row.protocol, row.cap_usd) == ("planned", "cross_judge", None)
    assert session.exec(select(RunTarget.state)).all() == ["waiting"] * 3
    assert session.exec(select(RunCall)).all() == []


def test_a_judge_that_would_be_sent_what_its_model_refuses_is_told_before_anything_is_sent(session: Session) -> None:
    """The benchmark asks for a temperature; of a server of one's own nobody knows what it takes."""
    study_id = a_big_study(session, 1)
    fussy = a_judge(URL, "pine", base_url=None, model="anthropic/claude-opus-4-7")
    (found,) = problems(session, study_id, Panel(title="Two", judges=(a_judge(URL), fussy)))
    assert found.startswith("judge 'pine': ")
    assert "temperature" in found
    served = fussy.model_copy(update={"base_url": URL})
    assert problems(session, study_id, Panel(title="Two", judges=(a_judge(URL), served))) == []


def test_everything_in_the_way_is_told_at_once(session: Session) -> None:
    """No key, a sealed study, a cap without a price, and a judge that is a person."""
    study_id = a_big_study(session, 1)
    scorer = a_scorer(session, study_id)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    del scorer
    judge = a_judge("https://models.example/v1", "aspen", price=None)
    found = problems(session, study_id, Panel(title="One", judges=(judge,)), environ={}, cap_usd=1.0)
    assert found == [
        "the study is sealed; judges judge while it is open",
        "judge 'aspen' needs a key in the environment variable STUB_MODEL_KEY, which is not set",
        "the price of 'aspen' is not known, so the cap of 1.0 USD cannot count its calls; give the price in the panel, "
        "or agree to calls that the cap does not count",
    ]
    with pytest.raises(StoreError) as refused:
        plan.plan_run(
            session,
            study_id=study_id,
            panel=Panel(title="One", judges=(judge,)),
            options=RunOptions(cap_usd=1.0),
            environ={},
            by=None,
            now=NOW,
        )
    assert list(refused.value.problems) == found
    assert session.exec(select(Run)).all() == []


def test_a_draft_is_not_judged_yet(session: Session) -> None:
    study_id = a_big_study(session, 1, state="draft")
    assert problems(session, study_id, a_panel(URL)) == ["the study is draft; judges judge while it is open"]


def test_the_author_alone_may_not_judge_itself(session: Session) -> None:
    study_id = a_big_study(session, 1)
    alone = a_panel(URL, ["alder"], name="Alder")
    (found,) = problems(session, study_id, alone)
    assert "system 'Alder'" in found
    assert "when its own model may not judge, 0 judges are left; 1 is needed" in found


def test_too_few_makers_for_the_protocol(session: Session) -> None:
    rules = {"temperature": 0, "attempts": 2, "reason_before_score": True, "overall_confidence": True}
    study_id = a_big_study(session, 1, protocol=AUDITED, judging=rules)
    found = problems(session, study_id, a_panel(URL))
    assert any("judges of 3 makers beside the author's are needed, the panel has 2" in one for one in found)
    assert problems(session, study_id, a_panel(URL, ["aspen", "pine", "teak"])) == []


def test_a_run_is_resumed_by_the_same_and_refused_by_anything_else(session: Session) -> None:
    study_id = a_big_study(session, 2)
    run_id = planned(session, study_id, a_panel(URL))
    elsewhere = a_panel("http://127.0.0.1:10/v1", concurrency=50, timeout_s=5)
    assert planned(session, study_id, elsewhere, cap_usd=3.0) == run_id
    assert session.exec(select(Run.cap_usd)).all() == [3.0]
    (found,) = problems(session, study_id, a_panel(URL, max_tokens=900), exclude="family", repeat_share=0.5)
    assert found.startswith("the run 'cross_judge' is there already and cannot be resumed with something else: ")
    assert "the panel of judges is not what it was: aspen: " in found
    assert "who may not judge is not what it was: None before, 'family' now" in found
    assert "the share of repeats is not what it was: 0.0 before, 0.5 now" in found
    assert "'max_tokens': 900" in found
    other = planned(session, study_id, a_panel(URL, max_tokens=900), protocol_id="longer")
    assert other != run_id


def test_new_code_is_accepted_only_when_that_is_said(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    study_id = a_big_study(session, 2)
    run_id = planned(session, study_id, a_panel(URL))
    monkeypatch.setattr("judging.run.manifest.code_hash", lambda: "other")
    (found,) = problems(session, study_id, a_panel(URL))
    assert "the software's version is not what it was" in found
    assert planned(session, study_id, a_panel(URL), accept_new_code=True) == run_id
    assert problems(session, study_id, a_panel(URL)) == []


def test_a_name_in_a_prompt_stops_a_run_before_its_first_call(session: Session) -> None:
    study_id = a_big_study(session, 2)
    prompt = session.exec(select(Prompt)).one()
    prompt.text = "Alder said that I must forgive. Must I?"
    session.add(prompt)
    session.flush()
    found = problems(session, study_id, a_panel(URL))
    assert len(found) == 2
    assert all("'Alder' stands in what the system was asked" in one for one in found), found
    assert problems(session, study_id, a_panel(URL), kept_names=("Alder",)) == []


def test_several_languages_need_a_choice(session: Session) -> None:
    study_id = a_big_study(session, 1)
    first = session.exec(select(Prompt)).one()
    first.details = {"language": "en"}
    session.add_all([first, Prompt(study_id=study_id, key="P-9", text="Como perdoar?", details={"language": "pt"})])
    session.flush()
    assert "the study has prompts in several languages (en, pt); choose one for this run" in problems(
        session, study_id, a_panel(URL)
    )
    assert problems(session, study_id, a_panel(URL), language="en") == []
    assert problems(session, study_id, a_panel(URL), language="de") == [
        "no prompt of the study is in 'de'; there are: en, pt"
    ]


def test_two_protocols_are_two_runs_on_the_same_responses(session: Session) -> None:
    study_id = a_big_study(session, 1, protocol=SECOND_READING)
    own = planned(session, study_id, a_panel(URL))
    crossed = RunOptions(protocol_id="crossed", protocol=a_benchmark_protocol())
    other = plan.plan_run(
        session, study_id=study_id, panel=a_panel(URL), options=crossed, environ=ENVIRON, by=None, now=NOW
    )
    rows = {row.id: row for row in session.exec(select(Run)).all()}
    assert rows[own].manifest["protocol"]["kind"] == "second_reading"
    assert rows[other].manifest["protocol"]["kind"] == "cross_judge"


def a_benchmark_protocol() -> Any:
    from tests.builders import a_benchmark

    return a_benchmark().protocol


def test_the_estimate_counts_calls_and_prices_them(session: Session) -> None:
    """Five responses, two judges, each of whom is asked once: ten calls.

    At most each costs its prompt, a token for every two bytes at 1 USD a million, and 400 tokens at 2 USD.
    """
    study_id = a_big_study(session, 5)
    found = plan.estimate(session, study_id=study_id, panel=a_panel(URL), options=RunOptions())
    assert (found.targets, found.calls_least, found.calls_most) == (5, 10, 10)
    assert [(one.judge, one.calls_least, one.calls_most) for one in found.by_judge] == [("aspen", 5, 5), ("pine", 5, 5)]
    assert found.by_stage == {"cross": (10, 10)}
    assert found.usd_least is not None
    assert found.usd_most is not None
    assert 0 < found.usd_least < found.usd_most
    assert found.usd_most > 10 * 400 * 2 / 1e6


def test_what_only_a_dispute_asks_for_is_a_range(session: Session) -> None:
    """Everything is audited here, so of each response there are two calls for sure and an adjudication at most."""
    rules = {"temperature": 0, "attempts": 2, "reason_before_score": True, "overall_confidence": True}
    study_id = a_big_study(session, 4, protocol={**AUDITED, "audit_share": 1}, judging=rules)
    panel = a_panel(URL, ["aspen", "pine", "teak"])
    found = plan.estimate(session, study_id=study_id, panel=panel, options=RunOptions())
    assert (found.calls_least, found.calls_most) == (8, 12)
    assert (found.by_stage or {})["adjudication"] == (0, 4)


def test_a_price_that_is_not_known_makes_the_sum_unknown(session: Session) -> None:
    study_id = a_big_study(session, 1)
    judges = (a_judge(URL, "aspen"), a_judge("https://models.example/v1", "pine", price=None))
    found = plan.estimate(session, study_id=study_id, panel=Panel(title="Two", judges=judges), options=RunOptions())
    assert (found.usd_least, found.usd_most, found.unknown_prices) == (None, None, ("pine",))
    assert found.by_judge[0].usd_most is not None
