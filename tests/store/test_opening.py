"""Everyone who is invited to score has a queue as soon as there is something to score."""

import pytest
from sqlmodel import select

from store import opening, people, studies
from store.engine import Session, StoreError
from store.responses import Intake
from store.tables import Assignment, Invitation
from tests.store.a_study import NOW, a_draft, an_open_study, keys_of


def rater_of(session: Session, token: str) -> int:
    return session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()


def invite(session: Session, study_id: int, name: str = "Ruth", **more: str) -> int:
    return rater_of(session, opening.invite_scorer(session, study_id=study_id, name=name, now=NOW, **more))  # type: ignore[arg-type]


def test_whoever_was_invited_before_gets_a_queue_when_the_study_opens(session: Session) -> None:
    study_id = a_draft(session)
    ruth, naomi = invite(session, study_id), invite(session, study_id, "Naomi")
    revoked = invite(session, study_id, "Orpah")
    people.invite(session, study_id=study_id, name="Boaz", role="researcher", now=NOW)
    number = session.exec(select(Invitation.id).where(Invitation.rater_id == revoked)).one()
    people.revoke(session, invitation_id=number or 0, by=None, now=NOW)
    assert keys_of(session, ruth) == ()
    assert opening.open_and_assign(session, study_id=study_id, by=None, now=NOW) == 4
    assert (len(keys_of(session, ruth)), len(keys_of(session, naomi)), len(keys_of(session, revoked))) == (4, 4, 0)
    assert len(session.exec(select(Assignment)).all()) == 8


def test_whoever_comes_later_gets_a_queue_at_once(session: Session) -> None:
    assert len(keys_of(session, invite(session, an_open_study(session)))) == 4


def test_a_second_link_of_the_same_person_gives_no_second_queue(session: Session) -> None:
    study_id = an_open_study(session)
    first, second = (invite(session, study_id, key="R1") for _ in range(2))
    assert first == second
    assert len(keys_of(session, first)) == 4


def test_a_study_that_cannot_open_gives_nobody_a_queue(session: Session) -> None:
    study_id = a_draft(session, intake=Intake())
    invite(session, study_id)
    with pytest.raises(StoreError, match="there are no responses yet"):
        opening.open_and_assign(session, study_id=study_id, by=None, now=NOW)
    assert session.exec(select(Assignment)).all() == []


def test_a_scorer_invited_after_sealing_has_no_queue(session: Session) -> None:
    study_id = an_open_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    assert keys_of(session, invite(session, study_id)) == ()
