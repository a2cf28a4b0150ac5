"""Another link for the same person: the old one ends, and what they wrote stays theirs."""

import pytest

from store import people, queue
from store.engine import Session, StoreError
from store.links import renew
from tests.store.a_study import NOW, a_draft, a_scorer, an_open_study


def number_of(session: Session, study_id: int) -> int:
    return int(people.invitations(session, study_id=study_id)["invitation"].iloc[-1])


def test_the_person_keeps_queue_and_role(session: Session) -> None:
    study_id = an_open_study(session)
    scorer = a_scorer(session, study_id)
    token = renew(session, study_id=study_id, number=number_of(session, study_id), by=None, now=NOW)
    cookie = people.open_invitation(session, token=token, now=NOW)
    assert cookie is not None
    session.flush()
    person = people.who(session, cookie_hash=people.hashed(cookie), now=NOW)
    assert person is not None
    assert (person.rater_id, person.role) == (scorer.rater_id, "scorer")
    assert queue.standing(session, rater_id=person.rater_id).total == 4
    assert people.open_invitation(session, token=scorer.token, now=NOW) is None


def test_a_link_of_another_study_is_refused(session: Session) -> None:
    study_id = an_open_study(session)
    a_scorer(session, study_id)
    other = a_draft(session, slug="autumn")
    with pytest.raises(StoreError, match="this study has no link number"):
        renew(session, study_id=other, number=number_of(session, study_id), by=None, now=NOW)
