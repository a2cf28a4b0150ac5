"""Personal links: made once, shown once, taken back."""

from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from pages.people import state_of
from store import people, progress
from store.engine import Session, Store
from tests.pages.showing import in_store, show, signed_in, source, words
from tests.store.a_study import NOW, a_draft, an_open_study

HOSTILE = "Ann <b>x</b> ![x](http://evil.example/x.png)"


def owner(session: Session) -> str:
    return signed_in(session, a_draft(session), "owner")


def invited(store: Store, name: str, role: str = "scorer") -> AppTest:
    app = show("people", store, in_store(store, owner))
    app.text_input(key="name").set_value(name)
    app.radio(key="role").set_value(role)
    return next(one for one in app.button if one.label == "Make a personal link").click().run()


@pytest.mark.parametrize("role", ["scorer", "researcher", "owner"])
def test_a_link_is_shown_once_and_opens_the_role(store: Store, role: str) -> None:
    app = invited(store, "Ann", role)
    link = str(app.code[0].value)
    token = link.rpartition("/i/")[2]
    with store.writing() as session:
        cookie = people.open_invitation(session, token=token, now=NOW)
        assert cookie is not None
        person = people.who(session, cookie_hash=people.hashed(cookie), now=NOW)
    assert person is not None
    assert (person.name, person.role) == ("Ann", role)
    app.button(key="copied").click().run()
    assert not app.code


def test_a_scorer_who_comes_late_has_a_queue_at_once(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, an_open_study(session), "owner"))
    app = show("people", store, login)
    app.text_input(key="name").set_value("Late")
    next(one for one in app.button if one.label == "Make a personal link").click().run()
    with store.reading() as session:
        (row,) = progress.scorers(session, study_id=1).to_dict("records")
    assert (row["name"], row["assigned"]) == ("Late", 4)


def test_a_name_is_needed(store: Store) -> None:
    app = invited(store, "   ")
    assert "A name is needed" in words(app)
    assert not app.code


def test_a_name_is_shown_as_it_is_typed(store: Store) -> None:
    app = invited(store, HOSTILE)
    assert words(app).count(HOSTILE) == 3
    assert "<img" not in source(app)
    assert not [one for one in app.markdown if "evil" in str(one.value)]


def test_a_link_is_taken_back(store: Store) -> None:
    app = invited(store, "Ann")
    button = next(one for one in app.button if one.label == "Take back")
    button.click().run()
    assert "The link is taken back" in words(app)
    assert "revoked" in words(app)
    with store.reading() as session:
        assert people.invitations(session, study_id=1)["revoked_at"].notna().tolist() == [False, True]


def test_owners_cannot_lock_themselves_out(store: Store) -> None:
    app = show("people", store, in_store(store, owner))
    assert "Owner" in words(app)
    assert [one for one in app.button if one.label == "Take back"] == []


@pytest.mark.parametrize(
    ("revoked", "expires", "opened", "state"),
    [
        (None, 1, False, "waiting"),
        (None, 1, True, "opened"),
        (None, 0, True, "expired"),
        (-1, 0, True, "revoked"),
    ],
)
def test_how_a_link_stands(revoked: int | None, expires: int, opened: bool, state: str) -> None:
    taken = None if revoked is None else NOW + timedelta(days=revoked)
    assert state_of(taken, NOW + timedelta(days=expires), opened=opened, moment=NOW) == state
