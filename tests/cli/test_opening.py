"""Opening a study and inviting its scorers, as pages and command line both do it."""

from datetime import timedelta

import pytest

from store import people, progress, studies
from store.engine import Session, Store, StoreError
from store.opening import invite_scorer, open_and_assign
from tests.files.study_builders import NOW, a_draft, an_open_study


def queues(session: Session, study_id: int) -> dict[str, int]:
    frame = progress.scorers(session, study_id=study_id)
    return {row["name"]: row["assigned"] for row in frame.to_dict("records")}


def test_scorers_invited_before_and_after_have_the_same_work(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        invite_scorer(session, study_id=study_id, name="Early", now=NOW)
        assert queues(session, study_id) == {}
        assert open_and_assign(session, study_id=study_id, by=None, now=NOW) == 4
        invite_scorer(session, study_id=study_id, name="Late", now=NOW)
        assert queues(session, study_id) == {"Early": 4, "Late": 4}


def test_a_second_link_for_the_same_person_adds_no_second_queue(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW, key="ruth")
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW, key="ruth")
        open_and_assign(session, study_id=study_id, by=None, now=NOW)
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW, key="ruth")
        assert queues(session, study_id) == {"Ruth": 4}


def test_an_expired_link_or_another_role_brings_no_queue(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session)
        invite_scorer(session, study_id=study_id, name="Past", now=NOW, days=1)
        people.invite(session, study_id=study_id, name="Reader", role="researcher", now=NOW)
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW)
        open_and_assign(session, study_id=study_id, by=None, now=NOW + timedelta(days=2))
        assert queues(session, study_id) == {"Ruth": 4}


def test_nobody_gets_a_queue_when_a_study_cannot_be_opened(store: Store) -> None:
    with store.writing() as session:
        study_id = a_draft(session, responses=False)
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW)
    with pytest.raises(StoreError, match="there are no responses yet"), store.writing() as session:
        open_and_assign(session, study_id=study_id, by=None, now=NOW)
    with store.reading() as session:
        assert queues(session, study_id) == {}


def test_a_scorer_of_a_sealed_study_gets_nothing_to_do(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW)
        assert queues(session, study_id) == {}
