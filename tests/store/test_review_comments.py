"""Every signed comment is for the owner to answer, and its answer goes with it."""

import pytest

from publishing.study_gate import study_gate
from rubrics.reviews import ReviewEntry
from store import review_comments, reviews
from store.engine import Session, StoreError
from store.review_comments import Comment
from store.review_work import ReviewRow
from tests.store.a_review import EDITED, a_chartered_study, a_reviewer, agree_to_all, put, say, signed
from tests.store.a_study import NOW

SALT = ReviewEntry("2", agreement="disagree", comment="How much?", proposed="A pinch.")


@pytest.fixture
def study_id(session: Session) -> int:
    return a_chartered_study(session)


@pytest.fixture
def review(session: Session, study_id: int) -> ReviewRow:
    found, _ = a_reviewer(session, study_id)
    say(session, found, SALT)
    agree_to_all(session, found)
    return found


def answer(session: Session, study_id: int, number: int, words: str = "Five grams.", outcome: str = "taken_up") -> None:
    """Answer one of the study's comments, counted from 0."""
    comment = found(session, study_id)[number]
    review_comments.reply(
        session,
        study_id=study_id,
        sign_off_id=comment.signed.id,
        part=comment.part,
        clause=comment.clause,
        outcome=outcome,
        words=words,
        by=None,
        now=NOW,
    )


def found(session: Session, study_id: int) -> list[Comment]:
    return review_comments.comments(session, study_id=study_id)


def test_nothing_is_shown_before_it_is_signed(session: Session, study_id: int, review: ReviewRow) -> None:
    assert found(session, study_id) == []
    signed(session, review, "changes_requested")
    comment, whole = found(session, study_id)
    assert (comment.entry, comment.reply, whole.entry, whole.part) == (SALT, None, None, "decision")


def test_an_answer_goes_with_its_words_to_the_next_signature(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    signed(session, review, "changes_requested")
    answer(session, study_id, 0, "Not now.", "not_taken_up")
    answer(session, study_id, 0)
    put(session, study_id, EDITED.replace("A little salt", "Salt").replace("Yeast", "The yeast"))
    agree_to_all(session, review)
    signed(session, review, "changes_requested")
    comment, whole = found(session, study_id)
    assert comment.reply is not None
    assert (comment.reply.outcome, comment.reply.words) == ("taken_up", "Five grams.")
    assert whole.reply is None


def test_a_decline_of_an_earlier_text_ends_when_it_is_answered(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    signed(session, review, "declined")
    put(session, study_id, EDITED)
    others = [a_reviewer(session, study_id, name)[0] for name in ("Naomi", "Boaz")]
    for one in others:
        agree_to_all(session, one)
        signed(session, one)

    def is_open() -> bool:
        gate = study_gate(session, study_id=study_id)
        assert gate is not None
        return gate.modules[0].open

    assert not is_open()
    answer(session, study_id, 0)
    assert not is_open()
    answer(session, study_id, 1)
    assert is_open()
    assert reviews.sign_offs(session, study_id=study_id)[0].answered


def test_an_answer_needs_words_an_outcome_and_a_comment(session: Session, study_id: int, review: ReviewRow) -> None:
    number = signed(session, review, "changes_requested")
    fields = {"study_id": study_id, "sign_off_id": number, "part": "clause", "by": None, "now": NOW}
    with pytest.raises(StoreError) as refused:
        review_comments.reply(session, clause="1", outcome="perhaps", words=" ! ", **fields)  # type: ignore[arg-type]
    assert len(refused.value.problems) == 3
    other = a_chartered_study(session, "autumn")
    fields["study_id"] = other
    with pytest.raises(StoreError, match="this study has no such comment"):
        review_comments.reply(session, clause="2", outcome="answered", words="So.", **fields)  # type: ignore[arg-type]
    assert all(one.reply is None for one in found(session, study_id))
