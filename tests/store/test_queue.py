"""A scorer's queue: their own repeatable order, nobody else's rows, and progress counted from what was submitted."""

from dataclasses import fields

import pytest
from sqlmodel import col, select

from blinding.draws import shuffled
from rubrics.entries import Entry
from store import ballots, queue, studies
from store.adjudicating import Earlier
from store.engine import Session
from store.queue import Place, Standing
from store.responses import NewResponse
from store.tables import Assignment, Rater, Response, Target
from tests.store.a_study import (
    NOW,
    SYSTEMS,
    Scorer,
    a_draft,
    a_draft_save,
    a_scorer,
    a_submission,
    an_intake,
    an_open_study,
    entries,
    keys_of,
)

LABELS = [f"R-{letter * 10}" for letter in "ABCDEFGH"]


def labelled() -> list[NewResponse]:
    """Eight responses with labels of a file, so that an order can be derived by hand from them."""
    return [
        NewResponse(prompt, system, "Yes.", replication=replication, label=LABELS[4 * p + 2 * s + replication - 1])
        for p, prompt in enumerate(("P-1", "P-2"))
        for s, system in enumerate(SYSTEMS)
        for replication in (1, 2)
    ]


def order_of(session: Session, rater_id: int) -> list[str]:
    query = (
        select(Response.label)
        .join(Target, col(Target.response_id) == col(Response.id))
        .join(Assignment, col(Assignment.target_id) == col(Target.id))
        .where(Assignment.rater_id == rater_id)
        .order_by(col(Assignment.position))
    )
    return list(session.exec(query).all())


def submit(session: Session, scorer: Scorer, position: int) -> None:
    key = scorer.keys[position - 1]
    ballots.submit(session, rater_id=scorer.rater_id, submission=a_submission(key), now=NOW)


def test_every_scorer_has_an_order_of_their_own_drawn_from_seed_and_key(session: Session) -> None:
    study_id = an_open_study(session, intake=an_intake(responses=labelled()))
    first, second = a_scorer(session, study_id, "Ruth"), a_scorer(session, study_id, "Ruth")
    for scorer in (first, second):
        key = session.exec(select(Rater.key).where(Rater.id == scorer.rater_id)).one()
        assert order_of(session, scorer.rater_id) == shuffled(LABELS, seed="seed", purpose=f"order of {key}")
    assert order_of(session, first.rater_id) != order_of(session, second.rater_id)


def test_assigning_again_gives_nothing_twice(session: Session) -> None:
    study_id = an_open_study(session)
    scorer = a_scorer(session, study_id)
    assert queue.assign(session, study_id=study_id, rater_id=scorer.rater_id) == 0
    assert keys_of(session, scorer.rater_id) == scorer.keys
    assert len(set(scorer.keys)) == 4


def test_only_sampled_responses_are_assigned(session: Session) -> None:
    study_id = an_open_study(session, sample_size=2)
    assert len(a_scorer(session, study_id).keys) == 2


def test_a_draft_study_has_nothing_to_assign(session: Session) -> None:
    assert a_scorer(session, a_draft(session)).keys == ()


def test_standing_counts_what_was_submitted(session: Session) -> None:
    scorer = a_scorer(session, an_open_study(session))
    seen = [queue.standing(session, rater_id=scorer.rater_id)]
    for position in (2, 1, 3, 4):
        submit(session, scorer, position)
        seen.append(queue.standing(session, rater_id=scorer.rater_id))
    assert seen == [(4, 0, 1), (4, 1, 1), (4, 2, 3), (4, 3, 4), (4, 4, None)]


def test_drafts_and_changed_answers_are_no_progress(session: Session) -> None:
    scorer = a_scorer(session, an_open_study(session))
    ballots.save_draft(session, rater_id=scorer.rater_id, save=a_draft_save(scorer.keys[1]), now=NOW)
    submit(session, scorer, 1)
    again = a_submission(scorer.keys[0], submission="again", version=1)
    ballots.submit(session, rater_id=scorer.rater_id, submission=again, now=NOW)
    assert queue.standing(session, rater_id=scorer.rater_id) == (4, 1, 2)


def test_someone_without_a_queue_has_nothing_to_do(session: Session) -> None:
    an_open_study(session)
    assert queue.standing(session, rater_id=987_654) == Standing(0, 0, None)


@pytest.mark.parametrize(("done", "after", "ahead"), [((), 1, [2, 3]), ((3,), 2, [4, 1]), ((1, 2), 4, [3])])
def test_what_is_open_ahead_comes_first_and_then_what_was_passed_over(
    session: Session, done: tuple[int, ...], after: int, ahead: list[int]
) -> None:
    scorer = a_scorer(session, an_open_study(session))
    for position in done:
        submit(session, scorer, position)
    assert queue.open_after(session, rater_id=scorer.rater_id, after=after) == ahead


def test_a_place_shows_the_question_and_the_answer_and_what_the_scorer_wrote(session: Session) -> None:
    scorer = a_scorer(session, an_open_study(session))
    ballots.save_draft(session, rater_id=scorer.rater_id, save=a_draft_save(scorer.keys[0]), now=NOW)
    place = queue.place(session, rater_id=scorer.rater_id, position=1)
    assert place is not None
    assert (place.key, place.position, place.module, place.version, place.submitted) == (
        scorer.keys[0],
        1,
        "plain",
        0,
        {},
    )
    assert place.prompt.startswith("Question P-")
    assert place.response.startswith("Answer ")
    assert place.draft == (1, 0, {"truth": {"kind": "value", "value": 1, "why": "Hm"}}, NOW)


def test_a_submitted_place_shows_its_newest_answer(session: Session) -> None:
    scorer = a_scorer(session, an_open_study(session))
    submit(session, scorer, 1)
    changed = a_submission(
        scorer.keys[0], submission="2", version=1, entries=entries(care=Entry("not_applicable", None, "Nobody asks."))
    )
    ballots.submit(session, rater_id=scorer.rater_id, submission=changed, now=NOW)
    place = queue.place(session, rater_id=scorer.rater_id, position=1)
    assert place is not None
    assert place.version == 2
    assert place.submitted == {
        "truth": {"kind": "value", "value": 2.0, "why": "It quotes the verse in full."},
        "care": {"kind": "not_applicable", "value": None, "why": "Nobody asks."},
    }
    assert place.draft is None


def test_there_is_no_place_outside_the_queue(session: Session) -> None:
    study_id = an_open_study(session)
    scorer, stranger = a_scorer(session, study_id), a_scorer(session, study_id, declared=False)
    assert queue.place(session, rater_id=scorer.rater_id, position=0) is None
    assert queue.place(session, rater_id=scorer.rater_id, position=5) is None
    assert queue.place(session, rater_id=987_654, position=1) is None
    assert queue.place(session, rater_id=stranger.rater_id, position=1) is not None


def test_nothing_shows_before_the_study_is_open(session: Session) -> None:
    """Somebody whose scores came in with a file has places in a draft study; its texts are not redacted yet."""
    study_id = a_draft(session)
    scorer = a_scorer(session, study_id)
    target = session.exec(select(Target.id)).all()[0]
    session.add(Assignment(key="early", rater_id=scorer.rater_id, target_id=target or 0, position=1))
    session.flush()
    assert queue.place(session, rater_id=scorer.rater_id, position=1) is None
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    assert queue.place(session, rater_id=scorer.rater_id, position=1) is not None


def test_a_place_has_no_field_for_an_author_or_another_rater() -> None:
    assert {field.name for field in fields(Place)} == {
        "key",
        "position",
        "module",
        "prompt",
        "reference",
        "response",
        "version",
        "submitted",
        "draft",
        "expected",
        "stage",
        "needed",
        "earlier",
        "own",
    }
    assert {field.name for field in fields(Earlier)} == {"said", "apart", "seen"}
