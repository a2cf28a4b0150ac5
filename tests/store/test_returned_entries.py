"""What a reviewer wrote in a file becomes drafts; their own words on the page never give way unseen."""

import pytest

from rubrics.reviews import ReviewEntry
from store import review_drafts, review_work
from store.engine import Session
from store.refusals import Refused
from store.review_work import ReviewRow, SortedOut
from tests.store.a_review import EDITED, FOUR, TEXT, a_charter, a_chartered_study, a_reviewer, put, say, signed, work_of
from tests.store.a_study import NOW

AGREES = ReviewEntry("2", agreement="agree", comment="From the file.")


@pytest.fixture
def study_id(session: Session) -> int:
    return a_chartered_study(session)


@pytest.fixture
def review(session: Session, study_id: int) -> ReviewRow:
    return a_reviewer(session, study_id)[0]


def taken(
    session: Session,
    review: ReviewRow,
    *entries: ReviewEntry,
    text: str = TEXT,
    over: dict[tuple[str, str], int] | None = None,
) -> tuple[list[str], list[str]]:
    """Take entries in; the clauses that were kept, and those left alone."""
    hash_ = a_charter(text).hash
    kept, left = review_drafts.take_in_entries(
        session, review=review, charter_hash=hash_, entries=entries, now=NOW, over=over or {}
    )
    return [clause for _, clause in kept], [clause for _, clause in left]


def sorted_out(session: Session, review: ReviewRow, *entries: ReviewEntry, text: str = TEXT) -> SortedOut:
    read = review_drafts.text_read(session, review, a_charter(text).hash)
    return review_work.sorted_out(work_of(session, review), entries, written_on=read)


def entry(session: Session, review: ReviewRow, clause: str) -> ReviewEntry:
    """What the reviewer finds on their page."""
    return work_of(session, review).kept["clause", clause].entry


def test_new_words_become_drafts_and_sign_nothing(session: Session, review: ReviewRow) -> None:
    assert taken(session, review, AGREES, ReviewEntry("SC-1", agreement="agree", part="scenario")) == (
        ["2", "SC-1"],
        [],
    )
    assert entry(session, review, "2") == AGREES
    assert work_of(session, review).last is None


def test_other_words_on_the_page_stay_unless_their_author_has_seen_them_and_chosen(
    session: Session, review: ReviewRow
) -> None:
    typed = ReviewEntry("2", agreement="disagree", comment="Typed.")
    revision = say(session, review, typed)
    assert taken(session, review, AGREES) == ([], ["2"])
    assert taken(session, review, AGREES, over={("clause", "2"): revision - 1}) == ([], ["2"])
    assert entry(session, review, "2") == typed
    assert taken(session, review, AGREES, over={("clause", "2"): revision}) == (["2"], [])
    assert entry(session, review, "2") == AGREES


def test_what_only_adds_to_the_page_takes_nothing_from_it(session: Session, review: ReviewRow) -> None:
    say(session, review, ReviewEntry("2", comment="From the file."))
    assert taken(session, review, AGREES) == (["2"], [])
    assert entry(session, review, "2") == AGREES
    lacking = ReviewEntry("2", comment="From the file.")
    assert taken(session, review, lacking) == ([], ["2"])
    assert entry(session, review, "2") == AGREES


def test_the_same_file_twice_changes_nothing(session: Session, review: ReviewRow) -> None:
    taken(session, review, AGREES)
    first = work_of(session, review).kept["clause", "2"].revision
    assert sorted_out(session, review, AGREES) == SortedOut((), (AGREES,), (), ())
    assert taken(session, review, AGREES) == (["2"], [])
    assert work_of(session, review).kept["clause", "2"].revision == first


def test_what_was_signed_stands_beside_a_draft_from_a_file(session: Session, review: ReviewRow) -> None:
    say(session, review, ReviewEntry("2", agreement="disagree", comment="Signed."))
    signed(session, review, "changes_requested")
    assert taken(session, review, AGREES) == (["2"], [])
    last = work_of(session, review).last
    assert last is not None
    assert last.decision == "changes_requested"


def test_answers_to_an_earlier_text_stand_where_it_has_not_changed(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    put(session, study_id, EDITED)
    bare = ReviewEntry("3", agreement="agree")
    assert taken(session, review, AGREES, bare) == (["2", "3"], [])
    assert entry(session, review, "2") == ReviewEntry("2", comment="From the file.")
    assert work_of(session, review).kept["clause", "2"].reopened
    assert entry(session, review, "3") == bare


def test_a_mere_decision_on_a_clause_that_has_changed_is_void(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    put(session, study_id, EDITED)
    decided = ReviewEntry("2", agreement="agree")
    assert sorted_out(session, review, decided).void == (decided,)
    taken(session, review, decided)
    assert ("clause", "2") not in work_of(session, review).kept


def test_an_answer_to_the_present_text_comes_over_one_to_an_earlier(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    say(session, review, AGREES)
    put(session, study_id, EDITED)
    assert entry(session, review, "2").agreement is None
    assert taken(session, review, AGREES, text=EDITED) == (["2"], [])
    assert entry(session, review, "2") == AGREES


def test_words_on_a_clause_that_is_gone_are_kept_beside_the_text(
    session: Session, study_id: int, review: ReviewRow
) -> None:
    put(session, study_id, FOUR)
    put(session, study_id, TEXT)
    words = ReviewEntry("4", comment="Hot indeed.")
    assert taken(session, review, words, text=FOUR) == (["4"], [])
    assert work_of(session, review).elsewhere["clause", "4"].entry.comment == "Hot indeed."


def test_a_text_that_was_never_in_force_is_refused(session: Session, review: ReviewRow) -> None:
    with pytest.raises(Refused) as refused:
        taken(session, review, AGREES, text=EDITED)
    assert refused.value.why == "unknown"
