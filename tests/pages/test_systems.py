"""Systems: hidden until scoring has ended, without names until somebody unblinds them."""

from store import studies
from store.engine import Session, Store
from store.unblinding import unblind
from tests.pages.scored import JUDGES, PEOPLE, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, words
from tests.store.a_study import NOW


def ended(
    session: Session, judges: Scores = JUDGES, *, role: str = "researcher", people: Scores = PEOPLE, named: bool = False
) -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    if named:
        unblind(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("systems", store, login)
    assert "Results are hidden until scoring is closed" in words(app)
    assert "<table" not in source(app)


def test_systems_have_no_names_before_they_are_unblinded(store: Store) -> None:
    app = show("systems", store, in_store(store, ended))
    assert not app.exception
    assert "Alder" not in source(app)
    assert "Beech" not in source(app)
    assert "System A" in words(app)
    assert "The study's owner can show it" in words(app)


def test_unblinded_they_are_named(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, named=True)))
    assert "Alder" in words(app)
    assert "System A" not in words(app)


def test_the_owner_unblinds_here(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, role="owner")))
    app.button(key="unblind").click().run()
    app.button(key="unblind_now").click().run()
    assert "Alder" in words(app)


def test_people_judges_and_the_corrected_mean_stand_beside_each_other(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, named=True)))
    (table,) = [str(one.value) for one in app.html if "People’s, judges’ and corrected means" in str(one.value)]
    assert "the people&#x27;s mean alone: " in table or "people's mean alone" in table


def test_without_a_judge_there_is_a_reason_and_no_number(store: Store) -> None:
    app = show("systems", store, in_store(store, lambda session: ended(session, {}, people={}, named=True)))
    assert not app.exception, app.exception
    assert "there is no score" in words(app)
