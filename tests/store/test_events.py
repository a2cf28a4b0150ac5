"""The log is a chain: whatever is altered, taken out or put in afterwards shows."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, delete, select, update

from store import events
from store.engine import Session
from store.events import FIRST, Link, broken_links
from store.tables import Event
from tests.store.a_study import NOW, a_draft, a_scorer


def a_chain(session: Session, *, length: int = 5) -> int:
    """A study whose log has this many events, the first one its making."""
    study_id = a_draft(session)
    session.execute(delete(Event).where(col(Event.number) > 1))
    for number in range(2, length + 1):
        moment = NOW + timedelta(seconds=number)
        details: events.Details = {"n": number, "words": "Gruß, שלום", "share": 0.1, "yes": True, "none": None}
        events.record(session, study_id=study_id, rater_id=None, act=f"act {number}", details=details, now=moment)
    session.expire_all()
    return study_id


def test_an_untouched_chain_holds_and_counts_from_one(session: Session) -> None:
    study_id = a_chain(session)
    assert broken_links(session, study_id=study_id) == []
    rows = session.exec(select(Event).order_by(col(Event.number))).all()
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert [row.previous for row in rows] == [FIRST, *(row.hash for row in rows[:-1])]


def test_each_study_has_a_chain_of_its_own(session: Session) -> None:
    first, second = a_draft(session, slug="one"), a_draft(session, slug="two")
    events.record(session, study_id=first, rater_id=None, act="last", details={}, now=NOW)
    assert list(events.log(session, study_id=first)["number"]) == [3, 2, 1]
    assert list(events.log(session, study_id=second)["number"]) == [2, 1]
    assert broken_links(session, study_id=first) == broken_links(session, study_id=second) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"act": "something else"},
        {"details": {"n": 4}},
        {"happened_at": NOW},
        {"hash": "0" * 64},
        {"previous": "0" * 64},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_an_altered_event_shows(session: Session, changes: dict[str, Any]) -> None:
    study_id = a_chain(session)
    session.execute(update(Event).where(col(Event.number) == 3).values(**changes))
    session.expire_all()
    problems = broken_links(session, study_id=study_id)
    assert problems
    assert all("event 3" in problem or "event 4" in problem for problem in problems)


def test_somebody_else_put_in_as_the_author_shows(session: Session) -> None:
    study_id = a_chain(session)
    scorer = a_scorer(session, study_id)
    session.execute(update(Event).where(col(Event.number) == 3).values(rater_id=scorer.rater_id))
    session.expire_all()
    assert broken_links(session, study_id=study_id) == ["event 3 (act 3) does not match its hash"]


def test_removed_events_show(session: Session) -> None:
    study_id = a_chain(session, length=7)
    session.execute(delete(Event).where(col(Event.number).in_([1, 4, 5])))
    session.expire_all()
    assert broken_links(session, study_id=study_id) == [
        "event 1 is missing; event 2 follows",
        "event 2 (act 2) does not match its hash",
        "events 4 to 5 are missing; event 6 follows",
        "event 6 (act 6) does not match its hash",
    ]


def test_an_event_put_in_between_shows_even_with_a_hash_of_its_own(session: Session) -> None:
    """Every later event is moved up by one, so that the numbers are whole again; the hashes are not."""
    study_id = a_chain(session)
    for number in (5, 4):
        session.execute(update(Event).where(col(Event.number) == number).values(number=number + 1))
    before = session.exec(select(Event.hash).where(Event.number == 3)).one()
    link = Link(study_id, 4, None, "never happened", {}, NOW, before)
    session.add(Event(**{**link._asdict(), "details": {}}, hash=link.hash()))
    session.flush()
    session.expire_all()
    assert broken_links(session, study_id=study_id) == [
        "event 5 (act 4) does not match its hash",
        "event 6 (act 5) does not match its hash",
    ]


def test_the_hash_is_over_every_field_and_can_be_computed_by_others() -> None:
    """Written out by hand: SHA-256 of the JSON of [study, number, rater, act, details with sorted keys, UTC, previous].

    printf '%s' '[1, 2, null, "sealed", {"a": 1, "b": "ü"}, "2026-07-01T12:00:00.000000+00:00", "p"]' | sha256sum
    """
    link = Link(1, 2, None, "sealed", {"b": "ü", "a": 1}, NOW, "p")
    assert link.hash() == "d76d0877fb698b16287b6f71c5c543abaaf85bc266621ce092bf9330c57b2c59"


def test_the_log_shows_the_newest_first_with_who_did_it(session: Session) -> None:
    study_id = a_chain(session)
    scorer = a_scorer(session, study_id)
    events.record(session, study_id=study_id, rater_id=scorer.rater_id, act="waved", details={"a": 1}, now=NOW)
    newest = events.log(session, study_id=study_id, most=2)
    assert list(newest["act"]) == ["waved", "invited"]
    assert list(newest["who"]) == ["Ruth", None]
    assert newest.iloc[0]["details"] == {"a": 1}
    assert newest.iloc[0]["happened_at"] == NOW
