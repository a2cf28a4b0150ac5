"""Responses are collected by the same loop: stored exactly as they came, with what their format lacks."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import col, select

from judging.panel import Panel
from judging.run import plan
from judging.run.options import RunOptions
from store import benchmarks, studies
from store.engine import Session, Store, StoreError
from store.responses import NewPrompt, NewResponse, NewSystem, take_in
from store.tables import LeakMark, Prompt, Response, RunCall, System, Target
from tests.judging.run.a_run import ENVIRON, a_judge, standing, worked
from tests.store.a_study import NOW, a_benchmark_text, a_plan, an_intake
from tests.stub_client import Stub

RULES = {
    "prompt": "Answer plainly.\n{PROMPT_TEXT}",
    "temperature": 0.7,
    "runs": 2,
    "max_answer_tokens": 333,
    "checks": {"first_characters": "Recommendation:", "min_words": 3, "no_follow_up_question": True},
}


def a_draft(session: Session, **collecting: Any) -> int:
    """A draft study with two prompts and no response."""
    text = a_benchmark_text(collecting={**RULES, **collecting})
    content_hash = benchmarks.register(session, text=text, name="invented.toml", now=NOW)
    study_id = studies.create_study(session, plan=a_plan(), benchmark_hash=content_hash, now=NOW)
    prompts = [NewPrompt("P-1", "May I lie?"), NewPrompt("P-2", "May I steal?")]
    take_in(session, study_id=study_id, intake=an_intake(prompts=prompts, systems=[], responses=[]), by=None, now=NOW)
    return study_id


def systems(url: str, **changes: Any) -> Panel:
    """Two systems to be asked."""
    judges = (a_judge(url, "alder", name="Alder 2", **changes), a_judge(url, "beech", name="Beech 2", **changes))
    return Panel(title="Systems", judges=judges)


def planned(store: Store, study_id: int, panel: Panel, **options: Any) -> int:
    with store.writing() as session:
        return plan.plan_run(
            session,
            study_id=study_id,
            panel=panel,
            options=RunOptions(kind="collecting", first_pause_s=0.05, **options),
            environ=ENVIRON,
            by=None,
            now=datetime.now(UTC),
        )


def test_every_prompt_is_put_to_every_system_as_often_as_the_benchmark_says(store: Store, stub: Stub) -> None:
    stub.control(rules=[{"text": "Recommendation: no. Do what is right today."}])
    with store.writing() as session:
        study_id = a_draft(session)
    status = worked(store, planned(store, study_id, systems(stub.url)))
    assert (status.state, dict(status.calls), status.targets_done, status.targets) == ("done", {"valid": 8}, 8, 8)
    with store.reading() as session:
        rows = session.exec(select(Response)).all()
        places = {(one.prompt_id, one.system_id, one.replication) for one in rows}
        assert len(places) == len(rows) == 8
        assert {one.text for one in rows} == {"Recommendation: no. Do what is right today."}
        assert all(one.details["format_problems"] == [] for one in rows)
        assert {row.name: row.family for row in session.exec(select(System)).all()} == {
            "Alder 2": "Alder Lab",
            "Beech 2": "Beech Lab",
        }
        assert len(session.exec(select(Target)).all()) == 8
        assert len({one.label for one in rows}) == 8
    bodies = [one["body"] for one in stub.requests()]
    assert {one["messages"][-1]["content"] for one in bodies} == {
        "Answer plainly.\nMay I lie?",
        "Answer plainly.\nMay I steal?",
    }
    assert {(one["temperature"], one["max_tokens"], len(one["messages"])) for one in bodies} == {(0.7, 333, 1)}
    assert all("response_format" not in one for one in bodies)


def test_what_fails_the_format_is_kept_and_never_asked_again(store: Store, stub: Stub) -> None:
    stub.control(rules=[{"text": "It depends. What do you think?"}])
    with store.writing() as session:
        study_id = a_draft(session, runs=1)
    status = worked(store, planned(store, study_id, systems(stub.url)))
    assert (status.state, dict(status.calls)) == ("done", {"valid": 4})
    assert stub.stats()["paid"] == 4
    with store.reading() as session:
        problems = [one.details["format_problems"] for one in session.exec(select(Response)).all()]
    assert all(len(one) == 2 for one in problems)
    assert "the first characters are 'It depends. Wha'; 'Recommendation:' was asked for" in problems[0]


def test_a_cut_off_answer_and_an_empty_one_are_kept_and_told(sqlite_store: Store, stub: Stub) -> None:
    with sqlite_store.writing() as session:
        study_id = a_draft(session, runs=1)
    panel = Panel(
        title="Systems",
        judges=(
            a_judge(stub.url, "alder", model="openai/m@length"),
            a_judge(stub.url, "beech", model="openai/m@empty"),
        ),
    )
    assert worked(sqlite_store, planned(sqlite_store, study_id, panel)).state == "done"
    with sqlite_store.reading() as session:
        query = select(System.name, Response).join(Response, col(Response.system_id) == col(System.id))
        by_system = dict(session.exec(query).all())
    assert "the answer was cut off at 333 tokens" in by_system["Alder 1"].details["format_problems"]
    assert by_system["Beech 1"].text == ""
    assert by_system["Beech 1"].details["format_problems"] == ["the answer is empty"]


def test_answers_that_name_their_author_are_marked_for_the_owner(sqlite_store: Store, stub: Stub) -> None:
    stub.control(rules=[{"text": "Recommendation: ask Beech 2 about it."}])
    with sqlite_store.writing() as session:
        study_id = a_draft(session, runs=1)
    worked(sqlite_store, planned(sqlite_store, study_id, systems(stub.url)))
    with sqlite_store.reading() as session:
        assert {one.found for one in session.exec(select(LeakMark)).all()} == {"Beech 2"}


def test_a_response_that_is_there_already_is_neither_asked_for_nor_replaced(store: Store, stub: Stub) -> None:
    with store.writing() as session:
        study_id = a_draft(session, runs=1)
        intake = an_intake(
            prompts=[],
            systems=[NewSystem("Alder 2", "Alder Lab")],
            responses=[NewResponse("P-1", "Alder 2", "From a file.")],
        )
        take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    run_id = planned(store, study_id, systems(stub.url))
    assert standing(store, run_id).targets == 3
    worked(store, run_id)
    with store.reading() as session:
        texts = [one.text for one in session.exec(select(Response)).all()]
    assert len(texts) == 4
    assert "From a file." in texts


def test_only_a_draft_collects(store: Store, stub: Stub) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        prompt = session.exec(select(Prompt)).first()
        assert prompt is not None
        systems_row = System(study_id=study_id, name="Alder 2", family="Alder Lab")
        session.add(systems_row)
        session.flush()
        intake = an_intake(prompts=[], systems=[], responses=[NewResponse("P-1", "Alder 2", "Here.")])
        take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
    with pytest.raises(StoreError, match="the study is open; responses are collected while it is a draft"):
        planned(store, study_id, systems(stub.url))
    with store.reading() as session:
        assert session.exec(select(RunCall)).all() == []


def test_each_replication_has_a_seed_of_its_own(sqlite_store: Store, stub: Stub) -> None:
    with sqlite_store.writing() as session:
        study_id = a_draft(session)
    worked(sqlite_store, planned(sqlite_store, study_id, systems(stub.url, seed=40)))
    assert {one["body"]["seed"] for one in stub.requests()} == {40, 41}
