"""Naming somebody for other standpoints: what they have begun stays theirs, the rest leaves their queue."""

from collections.abc import Callable
from functools import partial

import pytest
from sqlmodel import col, select

from store import adjudicated, ballots, duties, duty_changes, studies
from store.ballots import Submission
from store.duty_changes import Change
from store.engine import Session, Store, StoreError
from store.refusals import Refused
from store.tables import Assignment, Draft, Event, Sheet, Study, Target
from tests.store.a_gap import a_benchmark_of, person, sheet
from tests.store.a_review import MODULES
from tests.store.a_study import NOW, a_draft_save
from tests.store.at_once import at_once
from tests.store.test_duties import modules_in_order

BOTH = ("bakers", "millers")


def a_guild(session: Session) -> int:
    """An open study of two standpoints, four responses each."""
    return a_benchmark_of(session, id="guild", modules=MODULES)


def change(session: Session, study_id: int, rater_id: int, **wanted: str) -> Change:
    return duty_changes.change(session, study_id=study_id, rater_id=rater_id, wanted=wanted, by=None, now=NOW)


def places(session: Session, rater_id: int, module: str) -> list[Assignment]:
    query = select(Assignment).join(Target, col(Assignment.target_id) == col(Target.id))
    mine = (Assignment.rater_id == rater_id, Target.module == module)
    return list(session.exec(query.where(*mine).order_by(col(Assignment.position))).all())


def score(session: Session, rater_id: int, key: str, care: float = 1) -> None:
    sent = Submission(key, f"once-{key}", 0, sheet({"truth": 1, "care": care}))
    ballots.submit(session, rater_id=rater_id, submission=sent, now=NOW)


def positions(session: Session, rater_id: int) -> list[int]:
    query = select(Assignment.position).where(Assignment.rater_id == rater_id)
    return list(session.exec(query.order_by(col(Assignment.position))).all())


def test_a_standpoint_is_exchanged_for_another_and_the_log_says_so(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=("bakers",))
    assert change(session, study_id, ruth, millers="score") == Change(stay=0, left=4, new=4)
    assert modules_in_order(session, ruth) == ["millers"] * 4
    assert duties.duties_of(session, rater_id=ruth) == {"millers": "score"}
    last = session.exec(select(Event).order_by(col(Event.number).desc()).limit(2)).all()
    assert [one.act for one in last] == ["recorded duty", "took duty away"]
    assert last[1].details == {"rater": ruth, "module": "bakers", "duty": "score", "left": 4, "stay": 0}


def test_what_was_scored_drafted_or_flagged_stays_and_the_queue_closes_up(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=BOTH)
    first, second, _, fourth = places(session, ruth, "bakers")
    score(session, ruth, first.key)
    ballots.save_draft(session, rater_id=ruth, save=a_draft_save(second.key), now=NOW)
    ballots.raise_flag(session, rater_id=ruth, key=fourth.key, reason="It is cut off.", now=NOW)
    assert change(session, study_id, ruth, millers="score") == Change(stay=3, left=1, new=0)
    assert [one.key for one in places(session, ruth, "bakers")] == [first.key, second.key, fourth.key]
    assert positions(session, ruth) == [1, 2, 3, 4, 5, 6, 7]
    score(session, ruth, second.key)
    assert change(session, study_id, ruth, millers="score", bakers="score") == Change(stay=0, left=0, new=1)
    assert positions(session, ruth) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_hidden_repeats_leave_with_their_responses(session: Session) -> None:
    study_id = a_guild(session)
    session.get_one(Study, study_id).hidden_repeats = 2
    ruth = person(session, study_id, "Ruth", modules=BOTH)
    assert len(positions(session, ruth)) == 10
    assert change(session, study_id, ruth, millers="score").left == 4
    assert positions(session, ruth) == [1, 2, 3, 4, 5]


def test_a_gap_goes_to_another_adjudicator_unless_it_is_begun(session: Session) -> None:
    study_id = a_guild(session)
    ruth, boaz = (person(session, study_id, name, modules=BOTH) for name in ("Ruth", "Boaz"))
    deborah = person(session, study_id, "Deborah", modules=BOTH, adjudicates=True)
    for place in places(session, ruth, "bakers")[:2]:
        score(session, ruth, place.key)
        (other,) = [one for one in places(session, boaz, "bakers") if one.target_id == place.target_id]
        score(session, boaz, other.key, care=3)
    own, *_ = places(session, deborah, "bakers")
    score(session, deborah, own.key)
    naomi = person(session, study_id, "Naomi", modules=("bakers",), adjudicates=True)
    assert places(session, naomi, "bakers") == []
    assert change(session, study_id, deborah, millers="adjudicate") == Change(stay=1, left=1, new=0)
    assert [one.stage for one in places(session, deborah, "bakers")] == ["own", "final"]
    assert [one.stage for one in places(session, naomi, "bakers")] == ["own", "final"]
    assert adjudicated.unassigned(session, study_id=study_id) == {}
    with pytest.raises(StoreError, match="this person settles Bakers; who scores must not have seen"):
        change(session, study_id, deborah, bakers="score")


def test_a_begun_gap_is_followed_where_nobody_is_an_adjudicator_any_more(session: Session) -> None:
    study_id = a_guild(session)
    ruth, boaz = (person(session, study_id, name, modules=("bakers",)) for name in ("Ruth", "Boaz"))
    deborah = person(session, study_id, "Deborah", modules=("bakers",), adjudicates=True)
    place = places(session, ruth, "bakers")[0]
    score(session, ruth, place.key)
    (other,) = [one for one in places(session, boaz, "bakers") if one.target_id == place.target_id]
    score(session, boaz, other.key, care=3)
    score(session, deborah, places(session, deborah, "bakers")[0].key)
    change(session, study_id, deborah, millers="score")
    closer = Submission(other.key, "again", 1, sheet({"truth": 1, "care": 1}))
    ballots.submit(session, rater_id=boaz, submission=closer, now=NOW)
    assert [one.dropped_at is None for one in places(session, deborah, "bakers")] == [True, False]


def test_who_has_scored_nothing_may_settle_and_who_has_may_not(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=BOTH)
    score(session, ruth, places(session, ruth, "bakers")[0].key)
    change(session, study_id, ruth, bakers="score", millers="adjudicate")
    assert duties.duties_of(session, rater_id=ruth) == {"bakers": "score", "millers": "adjudicate"}
    with pytest.raises(StoreError, match="this person scores Bakers; who settles must not be one of those who scored"):
        change(session, study_id, ruth, bakers="adjudicate")


def test_a_scorer_of_the_one_standpoint_becomes_an_adjudicator(session: Session) -> None:
    study_id = a_benchmark_of(session)
    ruth = person(session, study_id, "Ruth")
    (module,) = studies.modules_of(session, study_id)
    assert change(session, study_id, ruth, **{module: "adjudicate"}) == Change(stay=0, left=4, new=0)


def test_every_reason_against_a_change_is_said_at_once(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=BOTH)
    with pytest.raises(StoreError) as refused:
        change(session, study_id, ruth, brewers="score", coopers="adjudicate")
    assert refused.value.problems == (
        "there is no standpoint 'brewers'; allowed: bakers, millers",
        "there is no standpoint 'coopers'; allowed: bakers, millers",
    )
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    with pytest.raises(StoreError) as refused:
        change(session, study_id, ruth + 1)
    assert refused.value.problems == (
        "scoring is closed; who scores from which standpoint cannot be changed any more",
        "this person neither scores nor settles in this study",
        "at least one standpoint is needed; to end somebody's work, take their link back",
    )


def test_what_is_saved_while_the_owner_changes_things_stays_or_is_refused(store: Store) -> None:
    """Four windows save and submit Ruth's four responses while her standpoint is taken away."""
    with store.writing() as session:
        study_id = a_guild(session)
        ruth = person(session, study_id, "Ruth", modules=("bakers",))
        keys = [one.key for one in places(session, ruth, "bakers")]

    def work(key: str) -> str:
        try:
            with store.writing() as session:
                ballots.save_draft(session, rater_id=ruth, save=a_draft_save(key), now=NOW)
            with store.writing() as session:
                score(session, ruth, key)
        except Refused as refused:
            return refused.why
        return "stored"

    def take_away() -> str:
        with store.writing() as session:
            return str(change(session, study_id, ruth, millers="score").stay)

    works: list[Callable[[], str]] = [take_away, *(partial(work, key) for key in keys)]
    stay, *came = at_once(works)
    stored = [key for key, one in zip(keys, came, strict=True) if one == "stored"]
    assert {*came} <= {"stored", "unknown"}
    assert int(stay) == len(stored)
    with store.reading() as session:
        assert sorted(session.exec(select(Sheet.submission)).all()) == sorted(f"once-{key}" for key in stored)
        assert session.exec(select(Draft)).all() == []
        assert positions(session, ruth) == list(range(1, len(stored) + 5))
