"""Unfinished work is kept as it was last left; nobody's words vanish because of another window or a late message."""

from typing import Any

import pytest
from sqlmodel import select

from store import ballots, queue, studies
from store.engine import Session
from store.refusals import Refused
from store.tables import Draft, Sheet
from tests.store.a_study import NOW, Scorer, a_draft_save, a_scorer, a_submission, an_open_study


def words(text: str) -> dict[str, Any]:
    return {"truth": {"kind": None, "value": None, "why": text}}


class Desk:
    """A scorer at work on the first place of the queue."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.study_id = an_open_study(session)
        self.scorer: Scorer = a_scorer(session, self.study_id)
        self.key = self.scorer.keys[0]

    def save(self, **changes: Any) -> int:
        save = a_draft_save(self.key, **changes)
        return ballots.save_draft(self.session, rater_id=self.scorer.rater_id, save=save, now=NOW)

    def submit(self, **changes: Any) -> tuple[int, int]:
        submission = a_submission(self.key, **changes)
        return ballots.submit(self.session, rater_id=self.scorer.rater_id, submission=submission, now=NOW)

    def refusal(self, **changes: Any) -> Refused:
        with pytest.raises(Refused) as refused:
            self.save(**changes)
        return refused.value

    def stored(self) -> tuple[int, Any]:
        row = self.session.exec(select(Draft.revision, Draft.entries)).one()
        return row[0], row[1]


@pytest.fixture
def desk(session: Session) -> Desk:
    return Desk(session)


def test_each_save_is_a_further_revision(desk: Desk) -> None:
    assert desk.save(entries=words("a")) == 1
    assert desk.save(entries=words("ab"), sequence=2, revision=1) == 2
    assert desk.stored() == (2, words("ab"))


def test_a_resend_changes_nothing_and_is_answered_the_same(desk: Desk) -> None:
    desk.save(entries=words("a"))
    desk.save(entries=words("ab"), sequence=2, revision=1)
    assert desk.save(entries=words("ab"), sequence=2, revision=1) == 2
    assert desk.stored() == (2, words("ab"))


def test_an_older_save_of_the_same_window_that_comes_late_changes_nothing(desk: Desk) -> None:
    desk.save(entries=words("ab"), sequence=7)
    assert desk.save(entries=words("a"), sequence=6) == 1
    assert desk.stored() == (1, words("ab"))


def test_a_window_whose_answer_got_lost_goes_on_from_the_revision_it_knew(desk: Desk) -> None:
    """The first save arrived, its acknowledgement did not, so the second still says that it grew from nothing."""
    desk.save(entries=words("a"))
    assert desk.save(entries=words("ab"), sequence=2, revision=0) == 2


def test_another_window_that_has_seen_the_draft_goes_on_with_it(desk: Desk) -> None:
    desk.save(entries=words("a"))
    assert desk.save(entries=words("ab"), tab="tab B", sequence=1, revision=1) == 2


def test_two_windows_that_save_in_turn_lose_nothing_and_are_told(desk: Desk) -> None:
    """Field case 5. B has seen A's words; A, who has not seen B's, is refused and shown them, and may insist."""
    desk.save(entries=words("A"))
    desk.save(entries=words("A, then B"), tab="tab B", sequence=50, revision=1)
    refused = desk.refusal(entries=words("A goes on"), sequence=2, revision=1)
    assert (refused.why, refused.problems) == ("elsewhere", ("This answer was also changed in another window.",))
    assert refused.stored == (2, 0, words("A, then B"), NOW)
    assert desk.stored() == (2, words("A, then B"))
    assert desk.save(entries=words("A insists"), sequence=3, revision=2) == 3
    assert desk.refusal(entries=words("B"), tab="tab B", sequence=51, revision=2).why == "elsewhere"
    assert desk.stored() == (3, words("A insists"))


def test_a_first_save_of_another_device_does_not_run_over_what_is_there(desk: Desk) -> None:
    desk.save(entries=words("A"))
    assert desk.refusal(entries=words("B"), tab="tab B", sequence=99, revision=0).why == "elsewhere"


def test_an_old_draft_never_wins_over_an_answer_that_was_submitted(desk: Desk) -> None:
    """Field case 1: A has an old draft, B submits, A saves; A is told, and B's answer stands."""
    desk.save(entries=words("A"))
    desk.submit()
    refused = desk.refusal(entries=words("A goes on"), sequence=2, revision=1)
    assert (refused.why, refused.stored) == ("submitted", None)
    assert desk.session.exec(select(Draft)).all() == []
    place = queue.place(desk.session, rater_id=desk.scorer.rater_id, position=1)
    assert place is not None
    assert (place.version, place.draft) == (1, None)
    assert place.submitted["truth"]["why"] == "It quotes the verse in full."


def test_a_submission_leaves_no_draft_behind(desk: Desk) -> None:
    desk.save()
    desk.submit()
    assert desk.session.exec(select(Draft)).all() == []


def test_a_changed_answer_has_drafts_of_its_own(desk: Desk) -> None:
    desk.submit()
    assert desk.save(entries=words("On second thoughts"), version=1) == 1
    place = queue.place(desk.session, rater_id=desk.scorer.rater_id, position=1)
    assert place is not None
    assert place.draft == (1, 1, words("On second thoughts"), NOW)
    assert desk.refusal(entries=words("From before"), sequence=9, version=0).why == "submitted"


def test_a_draft_of_a_version_that_is_not_there_is_refused(desk: Desk) -> None:
    assert desk.refusal(version=1).why == "submitted"


def test_a_draft_may_hold_anything_unfinished(desk: Desk) -> None:
    unfinished = {
        "truth": {"kind": "value", "value": 17.5, "why": " "},
        "care": {"kind": None, "value": None, "why": ""},
    }
    desk.save(entries=unfinished)
    assert desk.stored() == (1, unfinished)


def test_a_draft_of_somebody_elses_place_is_refused(desk: Desk) -> None:
    """Field case 43."""
    other = a_scorer(desk.session, desk.study_id, "Naomi")
    save = a_draft_save(other.keys[0])
    with pytest.raises(Refused) as refused:
        ballots.save_draft(desk.session, rater_id=desk.scorer.rater_id, save=save, now=NOW)
    assert refused.value.why == "unknown"
    assert desk.session.exec(select(Draft)).all() == []


@pytest.mark.parametrize("key", ["", "*", "../x", "nothing"])
def test_a_draft_of_no_place_at_all_is_refused(desk: Desk, key: str) -> None:
    desk.key = key
    assert desk.refusal().why == "unknown"


def test_no_draft_is_kept_after_sealing(desk: Desk) -> None:
    desk.save(entries=words("a"))
    studies.seal_study(desk.session, study_id=desk.study_id, by=None, now=NOW)
    refused = desk.refusal(entries=words("late"), sequence=2, revision=1)
    assert refused.why == "closed"
    assert refused.problems == ("Scoring has ended; your submitted answers are kept.",)
    assert desk.stored() == (1, words("a"))
    assert desk.session.exec(select(Sheet)).all() == []
