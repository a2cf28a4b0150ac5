"""What a person declared: the last word counts, and only their own is returned."""

from store import people
from store.declarations import declared
from store.engine import Session
from store.tables import Declaration
from tests.store.a_study import NOW, a_scorer, an_open_study


def test_nothing_was_declared_yet(session: Session) -> None:
    scorer = a_scorer(session, an_open_study(session), declared=False)
    assert declared(session, rater_id=scorer.rater_id) is None


def test_the_last_declaration_of_the_person_counts(session: Session) -> None:
    study_id = an_open_study(session)
    ruth, ben = a_scorer(session, study_id), a_scorer(session, study_id, "Ben")
    again = Declaration(rater_id=ruth.rater_id, consented=True, can_score=True, conflict="I know one.", declared_at=NOW)
    people.declare(session, declaration=again)
    session.flush()
    last = declared(session, rater_id=ruth.rater_id)
    other = declared(session, rater_id=ben.rater_id)
    assert last is not None
    assert last.conflict == "I know one."
    assert other is not None
    assert other.conflict == ""
