"""An edit voids approvals and closes the gate; what was said of unchanged clauses stands, and nothing is lost."""

from typing import Any

import pytest
from sqlmodel import select

from publishing.study_gate import limits, study_gate
from rubrics.reviews import ReviewEntry
from store import reviews, signing
from store.engine import Session, StoreError
from store.refusals import Refused
from store.review_work import ReviewRow
from store.tables import SignedEntry, SignOff
from tests.store.a_review import (
    EDITED,
    FOUR,
    LIMIT,
    TEXT,
    a_charter,
    a_chartered_study,
    a_reviewer,
    a_signing,
    agree_to_all,
    put,
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


def test_an_outdated_text_is_not_signed_and_its_words_are_kept(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    say(session, review, SALT)
    agree_to_all(session, review)
    one = a_signing(session, review)
    put(session, study_id, EDITED)
    with pytest.raises(Refused, match="was changed while you were reading it") as problem:
        signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW)
    assert problem.value.why == "outdated"
    kept = work_of(session, review).kept
    assert kept["clause", "2"].reopened
    assert kept["clause", "2"].entry == SALT.reopened()
    assert kept["clause", "1"].entry.agreement == "agree"
    assert refused(session, review, "incomplete") == ("An approval needs your answer on every clause; open: clause 2.",)


def test_words_on_an_earlier_text_are_saved_after_it_was_replaced(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    put(session, study_id, EDITED)
    assert say(session, review, SALT, charter_hash=a_charter(TEXT).hash) == 1
    assert work_of(session, review).kept["clause", "2"].entry == SALT.reopened()
    with pytest.raises(Refused, match="never in force"):
        say(session, review, SALT, charter_hash="0" * 64)


def test_after_an_edit_only_the_changed_clause_is_open(session: Session, study_id: int, review: ReviewRow) -> None:
    say(session, review, SALT)
    say(session, review, LOAF)
    agree_to_all(session, review)
    signed(session, review)
    put(session, study_id, EDITED)
    work = work_of(session, review)
    assert not work.signed_now
    assert work.signed_text is not None
    assert work.signed_text.text == TEXT
    assert [subject for subject, one in work.kept.items() if one.reopened] == [("clause", "2")]
    assert work.kept["clause", "2"].entry == ReviewEntry("2")
    assert work.kept["scenario", "SC-1"].entry == LOAF
    say(session, review, ReviewEntry("2", agreement="agree"))
    second = signed(session, review)
    entries = reviews.signed_entries(session, sign_off_ids=[second])[second]
    assert entries[1] == ReviewEntry("2", agreement="agree")
    assert len(session.exec(select(SignedEntry)).all()) == 8


def test_words_on_a_clause_that_is_gone_are_kept(session: Session, study_id: int, review: ReviewRow) -> None:
    put(session, study_id, FOUR)
    say(session, review, ReviewEntry("4", comment="How hot?"))
    put(session, study_id, TEXT)
    agree_to_all(session, review)
    work = work_of(session, review)
    assert [one.entry.comment for one in work.elsewhere.values()] == ["How hot?"]
    signed(session, review)
    put(session, study_id, FOUR)
    assert work_of(session, review).kept["clause", "4"].entry.comment == "How hot?"


def test_two_approvals_open_the_gate_and_an_edit_closes_it(session: Session, study_id: int, review: ReviewRow) -> None:
    put(session, study_id, TEXT, "millers")
    naomi, _ = a_reviewer(session, study_id, "Naomi")
    for one in (review, naomi):
        agree_to_all(session, one)
        signed(session, one)

    def opened() -> list[bool]:
        gate = study_gate(session, study_id=study_id)
        assert gate is not None
        return [one.open for one in gate.modules]

    assert opened() == [True, False]
    assert limits(session, study_id=study_id) == (
        LIMIT,
        "Millers: 0 of 2 approvals of the present text by qualified reviewers.",
    )
    put(session, study_id, EDITED)
    assert opened() == [False, False]
    assert limits(session, study_id=study_id)[1] == (
        "Bakers: 0 of 2 approvals of the present text by qualified reviewers; "
        "2 of an earlier text do not count until renewed."
    )
    put(session, study_id, TEXT)
    assert opened() == [True, False]


def test_an_unqualified_approval_counts_when_the_owner_records_it(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    naomi, _ = a_reviewer(session, study_id, "Naomi", qualified=False)
    for one in (review, naomi):
        agree_to_all(session, one)
        signed(session, one)
    assert "1 by reviewers not recorded as qualified does not count" in limits(session, study_id=study_id)[1]
    reviews.record_qualification(session, study_id=study_id, review_id=naomi.id, qualified=True, by=None, now=NOW)
    assert limits(session, study_id=study_id)[1].startswith("Millers:")
    with pytest.raises(StoreError, match="no such review"):
        reviews.record_qualification(session, study_id=study_id, review_id=999, qualified=True, by=None, now=NOW)
