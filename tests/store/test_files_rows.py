"""What files bring beside scores and texts: ids of their own, stages of judges; and many rows at once."""

import gc

import pytest
from sqlmodel import Session, select

from rubrics.entries import Entry
from store import score_intake
from store.contents import known_responses
from store.engine import Store, StoreError
from store.intake import Intake, NewResponse
from store.many_rows import insert_many, without_collecting
from store.responses import take_in
from store.score_intake import NewAnswer
from store.tables import Event, Response, Verdict
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, a_draft, a_store, an_intake


def own(*ids: str, text: str = "An answer.") -> list[NewResponse]:
    places = [(prompt, system) for prompt in PROMPTS for system in SYSTEMS]
    return [NewResponse(*place, text, own_id=one) for place, one in zip(places, ids, strict=False)]


def take(session: Session, study_id: int, responses: list[NewResponse]) -> int:
    return take_in(session, study_id=study_id, intake=Intake(responses=responses), by=None, now=NOW)["responses"]


def test_the_id_a_response_came_with_is_kept_and_known_again(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session, intake=an_intake(responses=own("t1", "")))
        known = known_responses(session, study_id=study_id)
        assert sorted(known["own_id"]) == ["", "t1"]
        assert take(session, study_id, own("t1")) == 0
        with pytest.raises(StoreError) as refused:
            take(session, study_id, [*own("t2", "t3"), *own("", "", "t1")[2:]])
    assert [problem.partition(": ")[2] for problem in refused.value.problems] == [
        "is there already with the id 't1', not 't2'",
        "is there already with no id of its own, not 't3'",
        "the id 't1' belongs to another response",
    ]


def a_verdict(session: Session, study_id: int, judge: str, **changes: str) -> NewAnswer:
    label = known_responses(session, study_id=study_id)["response"].min()
    return NewAnswer(judge, changes.pop("kind", "llm"), label, "plain", {"truth": Entry("value", 2.0, "")}, **changes)  # type: ignore[arg-type]  # texts all


def keep(session: Session, study_id: int, *answers: NewAnswer) -> int:
    return score_intake.take_scores(session, study_id=study_id, answers=answers, source="f", by=None, now=NOW)


def test_a_judges_stage_is_kept_where_the_file_says_one(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        one, other = (a_verdict(session, study_id, name, stage=stage) for name, stage in (("A", "cross"), ("B", "")))
        assert keep(session, study_id, one, other) == 2
        assert session.exec(select(Verdict.stage).order_by(Verdict.stage)).all() == ["cross", "imported"]


def test_a_stage_that_the_protocol_does_not_have_or_of_a_person_is_refused(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        wrong = (
            a_verdict(session, study_id, "A", stage="third"),
            a_verdict(session, study_id, "R", kind="human", stage="cross"),
        )
        with pytest.raises(StoreError) as refused:
            keep(session, study_id, *wrong)
    assert [problem.partition(": ")[2] for problem in refused.value.problems] == [
        "the stage 'third' cannot be; allowed: cross",
        "the stage 'cross' cannot be; allowed: none for a person",
    ]


def test_of_very_many_problems_the_first_are_said_and_the_rest_counted(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        answers = [NewAnswer(f"J{n}", "llm", f"R-{n}", "plain", {"truth": Entry("value", 9.0, "")}) for n in range(250)]
        with pytest.raises(StoreError) as refused:
            keep(session, study_id, *answers)
    assert len(refused.value.problems) == 201
    assert refused.value.problems[-1] == "... and 300 more problems"


def test_many_rows_come_back_as_they_went_in(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        first = session.exec(select(Response).where(Response.study_id == study_id)).first()
        assert first is not None
        fields = {"study_id": study_id, "prompt_id": first.prompt_id, "system_id": first.system_id}
        rows = [
            {**fields, "replication": 7, "label": "R-2222222222", "text": "a 'quoted' %s text", "details": {"n": [1]}},
            {**fields, "replication": 8, "label": "R-3333333333", "text": "πίστις", "details": {}},
        ]
        insert_many(session, Response, rows)
        insert_many(session, Response, [])
        found = session.exec(select(Response).where(Response.replication > 6).order_by(Response.replication)).all()  # type: ignore[arg-type]  # a column
        assert [(one.text, one.details) for one in found] == [("a 'quoted' %s text", {"n": [1]}), ("πίστις", {})]


def test_the_time_of_an_import_is_kept_in_utc(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        keep(session, study_id, a_verdict(session, study_id, "A"))
        assert set(session.exec(select(Verdict.recorded_at)).all()) == {NOW}


def test_what_was_only_tried_is_gone(store_url: str) -> None:
    with a_store(store_url) as store:
        with store.writing() as session:
            study_id = a_draft(session)
        before = events(store)
        with store.trying() as session:
            assert keep(session, study_id, a_verdict(session, study_id, "A")) == 1
        assert events(store) == before


def events(store: Store) -> int:
    with store.reading() as session:
        return len(session.exec(select(Event.number)).all())


def test_the_collector_is_at_work_again_afterwards() -> None:
    with without_collecting():
        assert not gc.isenabled()
        with without_collecting():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
