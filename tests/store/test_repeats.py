"""Hidden repeats: in each scorer's queue when the plan says so, in no figure, and beside the first scores."""

import pytest
from sqlmodel import col, select

from rubrics.entries import Entry
from store import ballots, frames, queue, repeats, studies
from store.engine import Session, StoreError
from store.responses import NewResponse
from store.tables import Assignment, Response, Target
from tests.store.a_study import (
    NOW,
    SYSTEMS,
    Scorer,
    a_benchmark_in,
    a_draft,
    a_plan,
    a_scorer,
    a_submission,
    an_intake,
    an_open_study,
    entries,
)


def six(session: Session, **changes: object) -> int:
    """A study of six responses."""
    rows = [
        NewResponse("P-1", system, f"Answer {number}.", replication=number)
        for system in SYSTEMS
        for number in (1, 2, 3)
    ]
    return an_open_study(session, intake=an_intake(responses=rows), **changes)


def places(session: Session, scorer: Scorer) -> list[tuple[str, int]]:
    query = (
        select(Response.label, Assignment.repeat)
        .join(Target, col(Target.response_id) == col(Response.id))
        .join(Assignment, col(Assignment.target_id) == col(Target.id))
        .where(Assignment.rater_id == scorer.rater_id)
        .order_by(col(Assignment.position))
    )
    return [(label, repeat) for label, repeat in session.exec(query).all()]


def test_a_queue_has_its_repeats_at_the_end_and_each_scorer_their_own(session: Session) -> None:
    study_id = six(session, hidden_repeats=2)
    scorer = a_scorer(session, study_id)
    found = places(session, scorer)
    assert len(found) == 8
    assert {label for label, repeat in found if repeat} == {label for label, _ in found[:2]}
    assert not any(repeat for _, repeat in found[:4])
    assert queue.assign(session, study_id=study_id, rater_id=scorer.rater_id) == 0


def test_without_them_in_the_plan_nothing_is_repeated(session: Session) -> None:
    assert [repeat for _, repeat in places(session, a_scorer(session, six(session)))] == [0] * 6


def test_more_than_a_third_is_refused_when_opening(session: Session) -> None:
    study_id = a_draft(session, hidden_repeats=2)
    with pytest.raises(StoreError, match="the plan has 2 hidden repeats; with this sample 1 are possible"):
        studies.open_study(session, study_id=study_id, by=None, now=NOW)


def test_a_plan_with_none_of_them_in_figures_is_refused(session: Session) -> None:
    with pytest.raises(StoreError, match="hidden repeats 0: at least 1"):
        studies.create_study(session, plan=a_plan(hidden_repeats=0), benchmark_hash=a_benchmark_in(session), now=NOW)


def test_first_and_second_scores_stand_beside_each_other(session: Session) -> None:
    study_id = six(session, hidden_repeats=1)
    scorer = a_scorer(session, study_id)
    order = places(session, scorer)
    place = next(n for n, (_, repeat) in enumerate(order) if repeat)
    label = order[place][0]
    first, again = scorer.keys[order.index((label, 0))], scorer.keys[place]
    submit(session, scorer, first, care=Entry("value", 3.0, "It asks."))
    assert repeats.pairs(session, study_id=study_id).empty
    submit(session, scorer, again, care=Entry("value", 1.0, "It hardly asks."))
    corrected = a_submission(again, submission="corrected", version=1, entries=entries(care=NONE))
    ballots.submit(session, rater_id=scorer.rater_id, submission=corrected, now=NOW)
    found = repeats.pairs(session, study_id=study_id)
    assert found["response"].tolist() == [label, label]
    assert found["axis"].tolist() == ["care", "truth"]
    assert found["first"].tolist() == [3.0, 2.0]
    assert found["again_kind"].tolist() == ["not_applicable", "value"]
    assert found["again"].isna().tolist() == [True, False]
    assert repeats.standing(session, study_id=study_id)[["repeats", "submitted"]].to_numpy().tolist() == [[1, 1]]
    figures = frames.scores(session, study_id=study_id)
    assert figures.loc[figures["response"] == label, "value"].tolist() == [2.0, 3.0]


NONE = Entry("not_applicable", None, "Nobody is spoken to.")


def submit(session: Session, scorer: Scorer, key: str, **changes: Entry) -> None:
    submission = a_submission(key, entries=entries(**changes))
    ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)
