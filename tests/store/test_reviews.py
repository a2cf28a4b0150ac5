"""Reviews: saved as they are typed, signed once for one text, with all that was said."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from sqlmodel import select

from rubrics.reviews import ReviewEntry
from store import events, reviews, signing
from store.engine import Session, StoreError
from store.refusals import Refused
from store.review_work import ReviewRow
from store.signing import Statement, statement_of
from store.tables import ReviewDraft, SignOff
from tests.store.a_review import (
    a_charter,
    a_chartered_study,
    a_reviewer,
    a_signing,
    agree_to_all,
    say,
    signed,
    work_of,
)
from tests.store.a_study import NOW

SALT = ReviewEntry("2", "settled", "agree_with_notes", "How much?", "A pinch of salt.", True)
LOAF = ReviewEntry("SC-1", "open", "disagree", "Ask who will eat it.", part="scenario")


@pytest.fixture
def study_id(session: Session) -> int:
    return a_chartered_study(session)


@pytest.fixture
def review(session: Session, study_id: int) -> ReviewRow:
    return a_reviewer(session, study_id)[0]


def refused(session: Session, review: ReviewRow, why: str, **changes: Any) -> tuple[str, ...]:
    before = len(session.exec(select(SignOff)).all())
    with pytest.raises(Refused) as problem:
        signing.sign(session, rater_id=review.rater_id, signing=a_signing(session, review, **changes), now=NOW)
    assert problem.value.why == why
    assert len(session.exec(select(SignOff)).all()) == before
    return problem.value.problems


def test_words_come_back_as_they_were_saved(session: Session, review: ReviewRow) -> None:
    for entry in (SALT, LOAF, ReviewEntry("", comment="A fine text. שלום")):
        assert say(session, review, entry) == 1
    kept = work_of(session, review).kept
    assert [one.entry for one in kept.values()] == [ReviewEntry("", comment="A fine text. שלום"), SALT, LOAF]
    assert say(session, review, replace(SALT, comment="How much now?")) == 2


def test_a_resend_adds_nothing_and_another_window_is_told(session: Session, review: ReviewRow) -> None:
    assert say(session, review, SALT) == 1
    assert say(session, review, replace(SALT, comment="late"), sequence=1) == 1
    assert work_of(session, review).kept["clause", "2"].entry == SALT
    with pytest.raises(Refused) as problem:
        say(session, review, replace(SALT, comment="other"), tab="tab-b", revision=0)
    assert (problem.value.why, problem.value.stored.entry["comment"]) == ("elsewhere", "How much?")
    assert say(session, review, replace(SALT, comment="chosen"), tab="tab-b", revision=1) == 2


@pytest.mark.parametrize(
    ("entry", "why", "says"),
    [
        (ReviewEntry("9"), "unknown", "There is no clause 9"),
        (ReviewEntry("SC-9", part="scenario"), "unknown", "There is no scenario SC-9"),
        (ReviewEntry("1", "holy"), "malformed", "found the classification 'holy'; allowed: settled, open"),
        (ReviewEntry("1", agreement="perhaps"), "malformed", "found the agreement 'perhaps'"),
        (ReviewEntry("1", comment="x" * 5001), "malformed", "the comment has 5,001 characters"),
        (ReviewEntry("1", proposed="a\x00"), "malformed", r"has a hidden character \(U\+0000\)"),
    ],
)
def test_what_cannot_be_said_is_not_kept(
    session: Session, review: ReviewRow, entry: ReviewEntry, why: str, says: str
) -> None:
    with pytest.raises(Refused, match=says) as problem:
        say(session, review, entry)
    assert problem.value.why == why
    assert session.exec(select(ReviewDraft)).all() == []


def test_nobody_reads_or_writes_anothers_review(session: Session, study_id: int, review: ReviewRow) -> None:
    other, _ = a_reviewer(session, study_id, "Naomi")
    say(session, review, SALT)
    assert work_of(session, other).kept == {}
    with pytest.raises(Refused, match="not among those you were asked"):
        say(session, other, SALT, key=review.key)
    with pytest.raises(Refused, match="not among those you were asked"):
        signing.sign(session, rater_id=other.rater_id, signing=a_signing(session, review), now=NOW)


def test_a_signature_keeps_all_that_was_said_and_ends_the_drafts(session: Session, review: ReviewRow) -> None:
    for entry in (SALT, LOAF):
        say(session, review, entry)
    agree_to_all(session, review)
    number = signed(session, review, "approved_with_notes", conflict="I bake.", private_note="For you alone.")
    (row,) = reviews.sign_offs(session, study_id=review.study_id)
    assert (row.id, row.decision, row.charter_hash, row.version) == (
        number,
        "approved_with_notes",
        a_charter().hash,
        1,
    )
    assert (row.conflict, row.private_note, row.qualified, row.answered) == ("I bake.", "For you alone.", True, False)
    entries = reviews.signed_entries(session, sign_off_ids=[number])[number]
    assert entries == [
        ReviewEntry("1", agreement="agree"),
        SALT,
        ReviewEntry("3", agreement="agree"),
        LOAF,
    ]
    assert session.exec(select(ReviewDraft)).all() == []
    work = work_of(session, review)
    assert work.signed_now
    assert work.kept["clause", "2"].entry == SALT
    assert events.log(session, study_id=review.study_id)["act"].iloc[0] == "signed charter"
    assert events.broken_links(session, study_id=review.study_id) == []


def test_an_approval_needs_every_clause_and_reasons_where_they_are_due(session: Session, review: ReviewRow) -> None:
    say(session, review, ReviewEntry("2", agreement="disagree"))
    assert refused(session, review, "incomplete") == (
        "Clause 2: you disagree; please say why, or propose other words.",
        "An approval needs your answer on every clause; open: clauses 1, 3.",
    )
    assert refused(session, review, "incomplete", decision="perhaps") == ("Please choose your decision.",)
    say(session, review, ReviewEntry("2"))
    assert refused(session, review, "incomplete", decision="declined") == (
        "Please give your reasons in a sentence or more, here or at a clause.",
    )
    assert signed(session, review, "declined", reasons="No bread is like this.") > 0


def test_the_same_signature_again_adds_nothing(session: Session, review: ReviewRow) -> None:
    agree_to_all(session, review)
    one = a_signing(session, review)
    first = signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW)
    assert signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW) == first
    assert len(session.exec(select(SignOff)).all()) == 1


def test_a_second_window_does_not_sign_over_the_first(session: Session, review: ReviewRow) -> None:
    agree_to_all(session, review)
    late = a_signing(session, review, "declined", reasons="After all not.", submission="other")
    signed(session, review)
    with pytest.raises(Refused) as problem:
        signing.sign(session, rater_id=review.rater_id, signing=late, now=NOW)
    assert problem.value.why == "signed"
    with pytest.raises(Refused) as problem:
        say(session, review, SALT, before=0)
    assert problem.value.why == "signed"
    assert [one.decision for one in reviews.sign_offs(session, study_id=review.study_id)] == ["approved"]
    assert session.exec(select(ReviewDraft)).all() == []


def test_words_of_another_window_are_not_signed_unseen(session: Session, review: ReviewRow) -> None:
    agree_to_all(session, review)
    one = a_signing(session, review)
    say(session, review, SALT)
    with pytest.raises(Refused, match="another window meanwhile \\(clause 2\\)") as problem:
        signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW)
    assert problem.value.why == "elsewhere"
    assert signed(session, review) > 0


def test_a_statement_is_apart_and_only_with_consent(session: Session, review: ReviewRow) -> None:
    agree_to_all(session, review)
    said = Statement(True, " Master baker ", "Rye", publish=True)
    signed(session, review, statement=said)
    assert statement_of(session, rater_id=review.rater_id) == Statement(True, "Master baker", "Rye", publish=True)
    assert not {"qualification", "tradition"} & set(asdict(reviews.sign_offs(session, study_id=review.study_id)[0]))
    signed(session, review, statement=Statement(False, "Master baker", "Rye", publish=True), submission="next")
    assert statement_of(session, rater_id=review.rater_id) == Statement()


def test_inviting_says_every_problem_and_changes_nothing(session: Session, study_id: int) -> None:
    fields = {"study_id": study_id, "name": "Ruth", "qualified": True, "by": None, "now": NOW}
    with pytest.raises(StoreError, match="at least one charter"):
        reviews.invite_reviewer(session, modules=[], **fields)  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="there is no module 'smiths'; allowed: bakers, millers"):
        reviews.invite_reviewer(session, modules=["smiths"], **fields)  # type: ignore[arg-type]
    assert reviews.reviewers(session, study_id=study_id, now=NOW) == []


def test_the_owner_sees_how_far_reviewers_are(session: Session, study_id: int, review: ReviewRow) -> None:
    say(session, review, SALT)
    say(session, review, LOAF)
    (one,) = reviews.reviewers(session, study_id=study_id, now=NOW)
    assert (one.name, one.module, one.qualified, one.opened, one.may_enter, one.saved) == (
        "Ruth",
        "bakers",
        True,
        False,
        True,
        2,
    )
    reviews.add_review(
        session, study_id=study_id, rater_id=review.rater_id, module="millers", qualified=False, by=None, now=NOW
    )
    assert [one.module for one in reviews.reviewers(session, study_id=study_id, now=NOW)] == ["bakers", "millers"]
