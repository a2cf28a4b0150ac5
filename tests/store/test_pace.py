"""How fast people score and what is covered: counted from first submissions, never from a score."""

from datetime import timedelta

from sqlmodel import col, select

from store import ballots, pace, people
from store.engine import Session
from store.tables import Assignment, Invitation
from tests.store.a_study import NOW, a_scorer, a_submission, an_open_study

WEEK = timedelta(days=7)


def test_first_submissions_count_and_corrections_do_not(session: Session) -> None:
    study_id = an_open_study(session)
    ruth, naomi = a_scorer(session, study_id, "Ruth"), a_scorer(session, study_id, "Naomi")
    for place, days in ((0, 0), (1, 1), (2, 9)):
        moment = NOW + timedelta(days=days)
        ballots.submit(session, rater_id=ruth.rater_id, submission=a_submission(ruth.keys[place]), now=moment)
    again = a_submission(ruth.keys[0], submission="again", version=1)
    ballots.submit(session, rater_id=ruth.rater_id, submission=again, now=NOW + timedelta(days=10))
    found = pace.pace(session, study_id=study_id, since=NOW + timedelta(days=1))
    assert found["name"].tolist() == ["Ruth", "Naomi"]
    assert found["lately"].tolist() == [2, 0]
    assert found["first"][0] == NOW
    assert found["last"][0] == NOW + timedelta(days=9)
    assert found["first"].isna()[1]
    assert found["link_ends"][0] == NOW + timedelta(days=people.INVITATION_DAYS)
    assert found["invited"][0] == NOW
    assert naomi.rater_id != ruth.rater_id


def test_a_link_taken_back_does_not_last(session: Session) -> None:
    study_id = an_open_study(session)
    ruth = a_scorer(session, study_id, "Ruth")
    link = session.exec(select(Invitation.id).where(Invitation.rater_id == ruth.rater_id)).one()
    people.revoke(session, invitation_id=link or 0, by=None, now=NOW)
    assert pace.pace(session, study_id=study_id, since=NOW)["link_ends"].isna().tolist() == [True]


def test_minutes_are_from_opening_to_submitting(session: Session) -> None:
    study_id = an_open_study(session)
    ruth = a_scorer(session, study_id, "Ruth")
    place = session.exec(select(Assignment).where(Assignment.key == ruth.keys[0])).one()
    place.opened_at = NOW
    session.add(place)
    session.flush()
    for key in ruth.keys[:2]:
        later = NOW + timedelta(minutes=6)
        ballots.submit(session, rater_id=ruth.rater_id, submission=a_submission(key), now=later)
    assert pace.minutes(session, study_id=study_id)["minutes"].tolist()[:1] == [6.0]


def test_targets_are_counted_by_how_many_people_scored_them(session: Session) -> None:
    """Ruth scores two of four, Naomi one of these: one with two people, one with one, two with none."""
    study_id = an_open_study(session)
    ruth, naomi = a_scorer(session, study_id, "Ruth"), a_scorer(session, study_id, "Naomi")
    for key in ruth.keys[:2]:
        ballots.submit(session, rater_id=ruth.rater_id, submission=a_submission(key), now=NOW)
    target = session.exec(select(Assignment.target_id).where(Assignment.key == ruth.keys[0])).one()
    key = session.exec(
        select(Assignment.key).where(Assignment.rater_id == naomi.rater_id, col(Assignment.target_id) == target)
    ).one()
    ballots.submit(session, rater_id=naomi.rater_id, submission=a_submission(key), now=NOW)
    found = pace.coverage(session, study_id=study_id)
    assert found[["category", "people", "targets"]].to_numpy().tolist() == [
        ["life", 0, 2],
        ["life", 1, 1],
        ["life", 2, 1],
    ]


def test_another_study_counts_nothing(session: Session) -> None:
    study_id, other = an_open_study(session), an_open_study(session, slug="other")
    a_scorer(session, other)
    assert pace.pace(session, study_id=study_id, since=NOW - WEEK).empty
    assert pace.minutes(session, study_id=study_id).empty
