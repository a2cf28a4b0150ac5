"""Systems are named by an act of its own, after scoring has ended, and the log keeps it."""

import pytest

from store import events, studies
from store.engine import Store, StoreError
from store.unblinding import is_unblinded, seed_of, unblind
from tests.store.a_study import NOW, an_open_study


def test_nobody_is_named_by_the_end_of_scoring_alone(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        assert not is_unblinded(session, study_id=study_id)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        assert not is_unblinded(session, study_id=study_id)
        unblind(session, study_id=study_id, by=None, now=NOW)
        assert is_unblinded(session, study_id=study_id)


def test_the_act_is_logged_once(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        unblind(session, study_id=study_id, by=None, now=NOW)
        unblind(session, study_id=study_id, by=None, now=NOW)
        acts = events.log(session, study_id=study_id)["act"].tolist()
        assert acts[:2] == ["unblinded", "sealed"]
        assert acts.count("unblinded") == 1
        assert events.broken_links(session, study_id=study_id) == []


def test_not_while_people_score(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        with pytest.raises(StoreError, match="the study is open; systems are named after scoring has ended"):
            unblind(session, study_id=study_id, by=None, now=NOW)
        assert not is_unblinded(session, study_id=study_id)


def test_the_seed_is_the_plans(store: Store) -> None:
    with store.writing() as session:
        assert seed_of(session, study_id=an_open_study(session, seed="a seed")) == "a seed"
