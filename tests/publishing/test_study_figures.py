"""All numbers of a study from one place: the frame without names, the facts, the version that caches hang on."""

from collections.abc import Iterator

import pandas as pd
import pytest

from judging.settle_study import take_scores
from publishing.study_figures import (
    SETTLED_RATER,
    axis_figures,
    data_version,
    judge_facts,
    prompts_of,
    protocol_of,
    response_facts,
    study_frame,
    study_report,
)
from publishing.study_report import StudyReport, the_plan
from rubrics.entries import Entry
from store import benchmarks, frames, study_facts
from store.engine import Store
from store.score_intake import NewAnswer
from tests.builders import a_benchmark
from tests.pages.scored import a_scored_study
from tests.store.a_study import NOW, a_draft, a_store


@pytest.fixture
def both(store_url: str) -> Iterator[Store]:
    """A migrated store of either engine, with a study in which people and a judge have scored."""
    with a_store(store_url) as store:
        with store.writing() as session:
            a_scored_study(session)
        yield store


def test_the_version_changes_with_every_score_and_with_nothing_else(both: Store) -> None:
    with both.writing() as session:
        before = data_version(session, study_id=1)
        assert data_version(session, study_id=1) == before
        label = sorted(frames.responses(session, study_id=1)["response"])[0]
        answer = NewAnswer("Marlpit", "llm", label, "plain", {"truth": Entry("value", 2.0, "Yes.")})
        take_scores(session, study_id=1, answers=[answer], source="more.csv", by=None, now=NOW)
        assert data_version(session, study_id=1) != before


def test_the_frame_has_numbers_for_people_and_names_for_judges(both: Store) -> None:
    with both.reading() as session:
        frame = study_frame(session, study_id=1, module="plain")
    assert set(frame["rater"]) == {"Rater 1", "Rater 2", "Hollin", SETTLED_RATER}
    # Two people, one judge and what is settled; four responses, two axes.
    assert len(frame) == 4 * 4 * 2


def test_the_facts_of_a_response(both: Store) -> None:
    with both.reading() as session:
        facts = response_facts(session, study_id=1)
        judges = judge_facts(session, study_id=1)
    assert set(facts["system"]) == {"Alder", "Beech"}
    assert set(facts["family"]) == {"Alder Lab", "Beech Lab"}
    # `Answer 0 to P-1.` has four words.
    assert facts["words"].tolist() == [4, 4, 4, 4]
    assert facts["tier"].tolist() == [None, None, None, None]
    assert judges["judge"].tolist() == ["Hollin"]


def test_a_category_that_is_a_tier_is_one(both: Store) -> None:
    from publishing.study_figures import tier_names

    tiers = [{"id": "life", "name": "Daily life", "description": "Everyday."}]
    found = tier_names(a_benchmark(tasks={"called": "Prompt", "languages": ["en"], "tiers": tiers}))
    assert found == {"life": "Daily life", "Daily life": "Daily life"}


def test_the_protocol_settled_last_counts(both: Store) -> None:
    with both.reading() as session:
        assert protocol_of(session, study_id=1) == "median"
        assert study_facts.settled_protocols(session, study_id=1) == ["median"]


def report_of(store: Store) -> StudyReport:
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=1)
        facts = response_facts(session, study_id=1)
        frame = study_frame(session, study_id=1, module="plain")
        judges = judge_facts(session, study_id=1)
    return study_report(frame, benchmark, seed="seed", draws=200, facts=facts, judges=judges)


def test_the_report_has_the_numbers_worked_out_by_hand(both: Store) -> None:
    """People 0, 1, 2, 3 and judges 1, 0, 3, 2: r = 3 / 5, no bias; the people agree throughout."""
    report = report_of(both)
    care = report.axes[1].report
    assert care.judges_people.r == pytest.approx(0.6)
    assert care.with_mean.bias == 0
    assert care.people_people.r == pytest.approx(1)
    assert report.systems is not None
    # `truth` is 2 everywhere and `care` is 1, 0, 3, 2: the totals are 3, 2, 5, 4, and 3.5 on average.
    totals = [one.total.mean.value for one in report.systems.systems]
    assert sum(one for one in totals if one is not None) / 2 == pytest.approx(3.5)
    assert len(report.corrected) == 2 * 2


def test_the_report_is_json_without_a_single_nan(both: Store) -> None:
    import json

    text = json.dumps(report_of(both).as_json(), allow_nan=False)
    assert "Rater 1" in text
    assert "Ann" not in text


def test_numbered_people_are_not_taken_for_slots(both: Store) -> None:
    assert not [note for one in report_of(both).axes for note in one.report.notes if "whoever came first" in note]


def test_nothing_is_a_report_of_reasons(store_url: str) -> None:
    with a_store(store_url) as store, store.writing() as session:
        study_id = a_draft(session)
        benchmark = benchmarks.of_study(session, study_id=study_id)
        frame = study_frame(session, study_id=study_id, module="plain")
        facts = response_facts(session, study_id=study_id)
        assert protocol_of(session, study_id=study_id) == ""
    report = study_report(frame, benchmark, seed="seed", draws=200, facts=facts)
    assert report.axes[0].report.judges_people.why_undefined
    assert report.axes[0].corrected.why_undefined == "no response was scored by people and judges"


def test_prompts_hang_together_where_the_benchmark_draws_them() -> None:
    facts = pd.DataFrame({"response": ["a", "b", "c"], "prompt": ["P-1", "P-1", "P-2"]})
    drawn = a_benchmark(bootstrap={"draws": 300, "unit": "prompt"})
    found = prompts_of(facts, drawn)
    assert found is not None
    assert found.to_dict() == {"a": "P-1", "b": "P-1", "c": "P-2"}
    assert prompts_of(facts, a_benchmark()) is None
    assert prompts_of(facts[1:], drawn) is None
    assert the_plan(drawn, "seed").draws == 300
    assert the_plan(a_benchmark(), "seed").draws == 5000


def test_every_axis_has_figures_even_without_facts(both: Store) -> None:
    with both.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=1)
        frame = study_frame(session, study_id=1, module="plain")
    found = axis_figures(frame, benchmark, the_plan(benchmark, "seed", 200))
    assert [one.report.axis for one in found] == ["truth", "care"]
    assert all(one.length is None and one.own_family is None for one in found)
