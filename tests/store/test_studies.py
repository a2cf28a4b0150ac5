"""A study moves forward only: made, opened, sealed; each step says everything that stands in its way."""

from dataclasses import replace

import pandas as pd
import pytest
from sqlmodel import col, select

from store import frames, responses, studies
from store.engine import Session, StoreError
from store.events import log
from store.responses import NewResponse
from store.tables import Response, Study, Target
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, a_benchmark_in, a_draft, a_plan, an_intake, an_open_study

TELLING = replace(
    an_intake(),
    responses=[
        NewResponse("P-1", "Alder", "As Alder I would say yes. I was made by Alder Lab."),
        NewResponse("P-1", "Beech", "Yes."),
    ],
)


def create(session: Session, **changes: object) -> int:
    benchmark = a_benchmark_in(session)
    return studies.create_study(session, plan=a_plan(**changes), benchmark_hash=benchmark, now=NOW)


def open_it(session: Session, study_id: int) -> int:
    return studies.open_study(session, study_id=study_id, by=None, now=NOW)


def problems(error: pytest.ExceptionInfo[StoreError]) -> list[str]:
    return list(error.value.problems)


def acts(session: Session, study_id: int) -> list[str]:
    return list(log(session, study_id=study_id)["act"])[::-1]


def test_a_new_study_is_an_empty_draft(session: Session) -> None:
    study_id = create(session, note="Trial", invented=True)
    (card,) = studies.list_studies(session)
    assert card == (study_id, "spring", "Spring run", "draft", "invented v1", True, "Trial", 0, 0)
    assert acts(session, study_id) == ["created"]
    assert studies.find_study(session, slug="spring") == study_id


def test_every_problem_of_a_new_study_is_named(session: Session) -> None:
    with pytest.raises(StoreError) as error:
        studies.create_study(
            session, plan=a_plan(slug="Spring!", title=" ", seed="a|b", sample_size=0), benchmark_hash="0" * 64, now=NOW
        )
    assert [words.split(":")[0] for words in problems(error)] == [
        "short name 'Spring!'",
        "a title is needed",
        "seed 'a|b'",
        "sample size 0",
        f"benchmark '{'0' * 64}' is not in the store; import its file first",
    ]
    assert session.exec(select(Study)).all() == []


@pytest.mark.parametrize("seed", ["", "  "])
def test_an_empty_seed_is_refused_before_it_spoils_a_draw(session: Session, seed: str) -> None:
    with pytest.raises(StoreError, match="seed"):
        create(session, seed=seed)


def test_a_short_name_is_used_once(session: Session) -> None:
    create(session)
    with pytest.raises(StoreError, match="a study called 'spring' is there already"):
        create(session)


def test_an_unknown_short_name_is_answered_with_those_there_are(session: Session) -> None:
    with pytest.raises(StoreError, match="there is no study 'summer'; studies here: none yet"):
        studies.find_study(session, slug="summer")
    create(session)
    create(session, slug="autumn")
    with pytest.raises(StoreError, match="studies here: autumn, spring"):
        studies.find_study(session, slug="summer")


def test_opening_fixes_what_scorers_see_and_takes_every_response_without_a_sample(session: Session) -> None:
    study_id = a_draft(session)
    assert open_it(session, study_id) == 4
    assert all(row.shown_text == row.text for row in session.exec(select(Response)).all())
    assert all(session.exec(select(Target.sampled)).all())
    assert acts(session, study_id) == ["created", "imported responses", "opened"]
    assert studies.list_studies(session, study_id=study_id)[0].state == "open"


def test_everything_that_keeps_a_study_from_opening_is_named(session: Session) -> None:
    empty = create(session, slug="empty")
    with pytest.raises(StoreError) as error:
        open_it(session, empty)
    assert problems(error) == ["there are no responses yet; import them first"]
    study_id = a_draft(session, intake=TELLING, sample_size=5)
    with pytest.raises(StoreError) as error:
        open_it(session, study_id)
    assert problems(error) == [
        "the sample is 5, but there are only 2 responses",
        "2 marks in responses are undecided; redact or keep each of them first",
    ]
    assert session.exec(select(Study.state)).all() == ["draft", "draft"]
    assert not any(session.exec(select(Target.sampled)).all())


def test_a_study_is_opened_once(session: Session) -> None:
    study_id = an_open_study(session)
    with pytest.raises(StoreError, match="the study is open; only a draft can be opened"):
        open_it(session, study_id)


def test_redacted_marks_are_gone_from_what_scorers_see_and_kept_ones_stay(session: Session) -> None:
    study_id = a_draft(session, intake=TELLING)
    marks = responses.marks(session, study_id=study_id)
    assert list(marks["found"]) == ["Alder", "Alder Lab"]
    for mark, decision in zip(marks["mark"], ("redact", "keep"), strict=True):
        responses.decide_marks(session, study_id=study_id, mark_ids=[int(mark)], decision=decision, by=None, now=NOW)
    open_it(session, study_id)
    shown = session.exec(select(Response.text, Response.shown_text).order_by(col(Response.id))).all()
    assert shown[0] == (
        "As Alder I would say yes. I was made by Alder Lab.",
        "As ⟦removed⟧ I would say yes. I was made by Alder Lab.",
    )
    assert shown[1] == ("Yes.", "Yes.")


def sampled(session: Session, study_id: int) -> pd.DataFrame:
    frame = frames.responses(session, study_id=study_id)
    return frame[frame["sampled"]]


def test_a_sample_is_balanced_over_systems_and_categories(session: Session) -> None:
    """Two of four, one for each system; with both prompts in one category, either prompt will do."""
    study_id = a_draft(session, sample_size=2)
    assert open_it(session, study_id) == 2
    drawn = sampled(session, study_id)
    assert sorted(drawn["system"]) == ["Alder", "Beech"]
    assert studies.list_studies(session)[0].sampled == 2


def test_a_sample_is_drawn_from_the_studys_seed(session: Session) -> None:
    """The draw goes by labels, which a file brings here, so that two studies can be compared."""
    labels = [f"R-{letter * 10}" for letter in "ABCD"]
    texts = [NewResponse(p, s, "Yes.", label=labels.pop()) for p in PROMPTS for s in SYSTEMS]
    drawn = {}
    for slug, seed in (("one", "s1"), ("two", "s1"), ("three", "s2"), ("four", "s3"), ("five", "s4")):
        study_id = a_draft(session, slug=slug, seed=seed, sample_size=2, intake=an_intake(responses=texts))
        open_it(session, study_id)
        drawn[slug] = sorted(sampled(session, study_id)["response"])
    assert drawn["one"] == drawn["two"]
    assert len({tuple(one) for one in drawn.values()}) > 1


def test_only_an_open_study_is_sealed(session: Session) -> None:
    study_id = a_draft(session)
    with pytest.raises(StoreError, match="the study is draft; only an open study can be sealed"):
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    open_it(session, study_id)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    assert acts(session, study_id)[-1] == "sealed"
    with pytest.raises(StoreError, match="the study is sealed"):
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    with pytest.raises(StoreError, match="the study is sealed"):
        open_it(session, study_id)
