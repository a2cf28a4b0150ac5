"""An adjudicator settles where two lie too far apart; the gap of the invented benchmark is 2 on axes of 0 to 3."""

import json
from typing import Any

import pytest
from sqlmodel import col, select

from store import adjudicated, adjudicating, ballots, events, frames, pace, progress, queue
from store.engine import Session, StoreError
from store.opening import invite_scorer
from store.refusals import Refused
from store.score_intake import NewAnswer, take_scores
from store.tables import Assignment, Resolution, Response, Sheet
from tests.store.a_gap import (
    WORDS,
    Answers,
    a_benchmark_of,
    a_gap,
    person,
    place_of,
    places,
    say,
    settle,
    sheet,
)
from tests.store.a_study import NOW, a_draft_save

MODULES = [
    {"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."},
    {"id": "strict", "name": "Strict sense", "standpoint": "Stricter judgement."},
]


@pytest.mark.parametrize(
    ("one", "other", "settled"),
    [
        ({"truth": 0, "care": 3}, {"truth": 2, "care": 3}, True),
        ({"truth": 0, "care": 3}, {"truth": 1, "care": 2}, False),
        ({"truth": 1, "care": 0}, {"truth": 1, "care": None}, False),
        ({"truth": 1, "care": None}, {"truth": 1, "care": None}, False),
        ({"truth": 1, "care": 0}, {"truth": 1, "care": 3}, True),
    ],
    ids=["exactly met", "just below", "null against a number", "both null", "on the other axis"],
)
def test_the_gap_of_the_file_sends_a_response_to_the_adjudicator(
    session: Session, one: Answers, other: Answers, settled: bool
) -> None:
    gap = a_gap(session)
    say(session, gap, gap.ruth, one)
    assert places(session, gap.deborah, gap.target_id) == [], "one person is no gap"
    say(session, gap, gap.boaz, other)
    found = [place.stage for place in places(session, gap.deborah, gap.target_id)]
    assert found == (["own", "final"] if settled else [])
    assert adjudicating.targets_apart(session, study_id=gap.study_id) == ([gap.target_id] if settled else [])


def apart(session: Session, **changes: Any) -> Any:
    """Ruth gives truth 0, Boaz 2."""
    gap = a_gap(session, **changes)
    say(session, gap, gap.ruth, {"truth": 0, "care": 3}, who="Ruth")
    say(session, gap, gap.boaz, {"truth": 2, "care": 3}, who="Boaz")
    return gap


def test_the_others_are_not_shown_before_the_adjudicators_own_scores(session: Session) -> None:
    gap = apart(session)
    own = place_of(session, gap, "own")
    assert (own.earlier, own.own) == (None, None)
    with pytest.raises(Refused, match="give your own scores first") as refused:
        place_of(session, gap, "final")
    assert refused.value.why == "first"
    settle(session, gap, "own", {"truth": 1, "care": 2})
    final = place_of(session, gap, "final")
    assert final.earlier is not None
    assert final.earlier.apart == ("truth",)
    values = sorted(said["truth"]["value"] for said in final.earlier.said)
    assert values == [0, 2]
    assert final.own is not None
    assert final.own["truth"]["value"] == 1


def test_a_final_answer_without_ones_own_first_is_refused(session: Session) -> None:
    gap = apart(session)
    final = places(session, gap.deborah, gap.target_id)[1]
    sent = ballots.Submission(final.key, "early", 0, sheet({"truth": 1, "care": 2}), words=WORDS)
    with pytest.raises(Refused, match="give your own scores first"):
        ballots.submit(session, rater_id=gap.deborah, submission=sent, now=NOW)


def test_what_is_shown_of_the_others_names_nobody_and_its_order_is_drawn(session: Session) -> None:
    """Over 4 responses with the same two people, each stands first at least once with this seed and these labels."""
    gap = a_gap(session)
    for number, response in enumerate(session.exec(select(Response).order_by(col(Response.id))).all()):
        response.label = f"R-{number:010}"  # else drawn anew for every store, and the order with it
    session.flush()
    targets = sorted(one.target_id for one in session.exec(_all_places(gap.ruth)).all())
    firsts = []
    for target in targets:
        gap.target_id = target
        say(session, gap, gap.ruth, {"truth": 0, "care": 3})
        say(session, gap, gap.boaz, {"truth": 3, "care": 3})
        settle(session, gap, "own", {"truth": 1, "care": 2})
        earlier = place_of(session, gap, "final").earlier
        assert earlier is not None
        again = adjudicating.earlier(session, target_id=target)
        assert again == earlier, "the order does not change from one look to the next"
        shown = json.dumps(earlier.said)
        assert set(earlier.said[0]["truth"]) == {"kind", "value", "why"}
        assert not any(name in shown for name in ("Ruth", "Boaz", "rater", "submitted", "sheet"))
        firsts.append(earlier.said[0]["truth"]["value"])
    assert set(firsts) == {0, 3}


def _all_places(rater_id: int) -> Any:
    return select(Assignment).where(Assignment.rater_id == rater_id)


def test_the_first_passes_stay_what_they_are_and_nothing_of_agreement_sees_the_adjudicator(session: Session) -> None:
    gap = apart(session)
    before = (
        frames.scores(session, study_id=gap.study_id),
        progress.scorers(session, study_id=gap.study_id),
        pace.coverage(session, study_id=gap.study_id),
        pace.pace(session, study_id=gap.study_id, since=NOW),
    )
    settle(session, gap, "own", {"truth": 1, "care": 2})
    settle(session, gap, "final", {"truth": 2, "care": 2})
    after = (
        frames.scores(session, study_id=gap.study_id),
        progress.scorers(session, study_id=gap.study_id),
        pace.coverage(session, study_id=gap.study_id),
        pace.pace(session, study_id=gap.study_id, since=NOW),
    )
    for one, other in zip(before, after, strict=True):
        assert one.equals(other)
    found = adjudicated.adjudications(session, study_id=gap.study_id)
    rows = [tuple(row) for row in found[["stage", "axis", "value", "sentence"]].itertuples(index=False)]
    assert rows == [
        ("own", "care", 2.0, None),
        ("own", "truth", 1.0, None),
        ("final", "care", 2.0, WORDS),
        ("final", "truth", 2.0, WORDS),
    ]


def test_own_first_scores_are_never_changed(session: Session) -> None:
    gap = apart(session)
    settle(session, gap, "own", {"truth": 1, "care": 2})
    with pytest.raises(Refused, match="stand as you gave them"):
        settle(session, gap, "own", {"truth": 2, "care": 2}, submission="again")
    key = place_of(session, gap, "own").key
    with pytest.raises(Refused, match="stand as you gave them"):
        ballots.save_draft(session, rater_id=gap.deborah, save=a_draft_save(key, version=1), now=NOW)


@pytest.mark.parametrize("words", ["", "  ", "?!", "x" * 1001, "a\x00b"])
def test_a_final_answer_needs_one_sentence(session: Session, words: str) -> None:
    gap = apart(session)
    settle(session, gap, "own", {"truth": 1, "care": 2})
    with pytest.raises(Refused) as refused:
        settle(session, gap, "final", {"truth": 2, "care": 2}, words=words)
    assert refused.value.why == "incomplete"
    assert place_of(session, gap, "final").version == 0


def test_a_final_answer_on_what_somebody_says_no_longer_is_refused_with_nothing_lost(session: Session) -> None:
    gap = apart(session)
    settle(session, gap, "own", {"truth": 1, "care": 2})
    seen = place_of(session, gap, "final").earlier.seen  # type: ignore[union-attr]  # it is there at this stage
    say(session, gap, gap.boaz, {"truth": 3, "care": 3}, version=1)
    key = place_of(session, gap, "final").key
    ballots.save_draft(session, rater_id=gap.deborah, save=a_draft_save(key), now=NOW)
    with pytest.raises(Refused, match="has changed their answer since") as refused:
        settle(session, gap, "final", {"truth": 2, "care": 2}, seen=seen)
    assert refused.value.why == "changed"
    place = place_of(session, gap, "final")
    assert place.draft is not None
    assert place.earlier is not None
    assert sorted(said["truth"]["value"] for said in place.earlier.said) == [0, 3]
    settle(session, gap, "final", {"truth": 2, "care": 2})
    assert place_of(session, gap, "final").version == 1


def test_where_the_two_agree_by_now_nothing_is_to_be_settled_and_a_new_gap_calls_again(session: Session) -> None:
    gap = apart(session)
    assert queue.standing(session, rater_id=gap.deborah) == (2, 0, 1)
    say(session, gap, gap.boaz, {"truth": 1, "care": 3}, version=1)
    assert queue.standing(session, rater_id=gap.deborah) == (2, 2, None)
    assert not place_of(session, gap, "own").needed
    say(session, gap, gap.boaz, {"truth": 2, "care": 3}, version=2)
    assert queue.standing(session, rater_id=gap.deborah) == (2, 0, 1)
    settle(session, gap, "own", {"truth": 1, "care": 2})
    say(session, gap, gap.boaz, {"truth": 1, "care": 3}, version=3)
    with pytest.raises(Refused, match="lie apart no longer"):
        settle(session, gap, "final", {"truth": 1, "care": 3})
    assert place_of(session, gap, "own").version == 1, "their own scores are kept"


def test_two_windows_on_the_final_answer_store_one(session: Session) -> None:
    gap = apart(session)
    settle(session, gap, "own", {"truth": 1, "care": 2})
    settle(session, gap, "final", {"truth": 2, "care": 2})
    settle(session, gap, "final", {"truth": 2, "care": 2}, submission=f"{place_of(session, gap, 'final').key}-0")
    with pytest.raises(Refused, match="already submitted in another window"):
        settle(session, gap, "final", {"truth": 3, "care": 2}, submission="other window", version=0)
    settle(session, gap, "final", {"truth": 3, "care": 2}, submission="changed my mind", words="No, the other verse.")
    assert [one.words for one in session.exec(_resolutions()).all()] == [WORDS, "No, the other verse."]
    assert adjudicated.adjudications(session, study_id=gap.study_id)["sentence"].iloc[-1] == "No, the other verse."


def _resolutions() -> Any:
    return select(Resolution).join(Sheet, col(Sheet.id) == col(Resolution.sheet_id)).order_by(col(Sheet.id))


def test_nobody_settles_what_they_score(session: Session) -> None:
    study_id = a_benchmark_of(session)
    person(session, study_id, "Ruth", key="ruth")
    with pytest.raises(StoreError, match="this person scores Plain sense; nobody scores and settles from one"):
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW, key="ruth", adjudicates=True)
    person(session, study_id, "Deborah", key="deborah", adjudicates=True)
    with pytest.raises(StoreError, match="this person settles Plain sense"):
        invite_scorer(session, study_id=study_id, name="Deborah", now=NOW, key="deborah")


def test_who_came_with_a_file_as_one_of_the_two_is_no_adjudicator_of_that_response(session: Session) -> None:
    gap = apart(session)
    label = str(frames.scores(session, study_id=gap.study_id).query("value == 0")["response"].iloc[0])
    key = progress.person_keys(session, study_id=gap.study_id)[-1]
    answer = NewAnswer(key, "human", label, "plain", sheet({"truth": 1, "care": 1}))
    with pytest.raises(StoreError, match="cannot be one of the two"):
        take_scores(session, study_id=gap.study_id, answers=[answer], source="late.csv", by=None, now=NOW)


def test_scores_from_a_file_and_an_adjudicator_named_late_are_brought_together(session: Session) -> None:
    study_id = a_benchmark_of(session)
    label = str(frames.responses(session, study_id=study_id)["response"].iloc[0])
    answers = [
        NewAnswer(who, "human", label, "plain", sheet({"truth": value, "care": 1}))
        for who, value in (("Ann", 0), ("Ben", 3))
    ]
    take_scores(session, study_id=study_id, answers=answers, source="people.csv", by=None, now=NOW)
    assert adjudicated.unassigned(session, study_id=study_id) == {"plain": 1}
    deborah = person(session, study_id, "Deborah", adjudicates=True)
    assert queue.standing(session, rater_id=deborah) == (2, 0, 1)
    assert adjudicated.unassigned(session, study_id=study_id) == {}
    assert adjudicated.queues(session, study_id=study_id).drop(columns="rater").values.tolist() == [
        ["Deborah", 1, 0, 0, 0]
    ]


def test_two_adjudicators_share_the_work_and_only_in_their_modules(session: Session) -> None:
    """4 responses from 2 standpoints; all 4 of the plain one lie apart, and one of the strict."""
    study_id = a_benchmark_of(session, modules=MODULES)
    both = ("plain", "strict")
    ruth, boaz = (person(session, study_id, name, modules=both) for name in ("Ruth", "Boaz"))
    one, other = (person(session, study_id, name, modules=("plain",), adjudicates=True) for name in ("D", "E"))
    strict = person(session, study_id, "S", modules=("strict",), adjudicates=True)
    for rater, value in ((ruth, 0.0), (boaz, 3.0)):
        for place in session.exec(_all_places(rater)).all():
            found = queue.place(session, rater_id=rater, position=place.position)
            assert found is not None
            if found.module == "plain" or place.target_id % 8 == 2:
                entries = sheet({"truth": value, "care": 1})
                sent = ballots.Submission(place.key, f"once-{place.key}", 0, entries)
                ballots.submit(session, rater_id=rater, submission=sent, now=NOW)
    assert [queue.standing(session, rater_id=rater).total for rater in (one, other, strict)] == [4, 4, 2]


def test_a_study_without_an_adjudicator_goes_on_as_before(session: Session) -> None:
    study_id = a_benchmark_of(session)
    ruth, boaz = (person(session, study_id, name) for name in ("Ruth", "Boaz"))
    for rater, value in ((ruth, 0.0), (boaz, 3.0)):
        for place in session.exec(_all_places(rater)).all():
            sent = ballots.Submission(place.key, f"once-{place.key}", 0, sheet({"truth": value, "care": 1}))
            ballots.submit(session, rater_id=rater, submission=sent, now=NOW)
    assert adjudicated.unassigned(session, study_id=study_id) == {"plain": 4}
    assert adjudicated.queues(session, study_id=study_id).empty
    assert "asked adjudicator" not in set(events.log(session, study_id=study_id)["act"])
