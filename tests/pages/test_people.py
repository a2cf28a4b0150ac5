"""Personal links: made once, shown once, taken back."""

from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from pages.people import state_of
from store import ballots, people, progress, queue, studies
from store.engine import Session, Store
from tests.pages.showing import CENTURY, in_store, show, signed_in, source, words
from tests.store.a_gap import a_benchmark_of, person
from tests.store.a_review import MODULES
from tests.store.a_study import NOW, a_draft, a_submission, an_open_study

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


def test_a_new_link_is_for_the_same_person_and_ends_the_old_one(store: Store) -> None:
    app = invited(store, "Ann")
    old = str(app.code[0].value).rpartition("/i/")[2]
    next(one for one in app.button if one.label == "New link").click().run()
    new = str(app.code[0].value).rpartition("/i/")[2]
    assert new != old
    assert "Ann has a new link" in words(app)
    with store.writing() as session:
        assert people.open_invitation(session, token=old, now=NOW) is None
        assert people.open_invitation(session, token=new, now=NOW) is not None
        assert people.invitations(session, study_id=1)["name"].tolist() == ["Owner", "Ann", "Ann"]


def a_guild(session: Session) -> str:
    """An open study of two standpoints, in which Ruth scores as a baker and has scored one response."""
    study_id = a_benchmark_of(session, id="guild", modules=MODULES)
    ruth = person(session, study_id, "Ruth", days=CENTURY, modules=("bakers",))
    place = queue.place(session, rater_id=ruth, position=1)
    assert place is not None
    ballots.submit(session, rater_id=ruth, submission=a_submission(place.key), now=NOW)
    return signed_in(session, study_id, "owner")


def named(app: AppTest, **does: str) -> AppTest:
    """Say what Ruth does by standpoint."""
    app.selectbox(key="named_anew").select("Ruth").run()
    for module, duty in does.items():
        next(one for one in app.radio if one.label == module).set_value(duty)
    return next(one for one in app.button if one.label == "Save these standpoints").click().run()


def test_somebody_is_named_for_another_standpoint_and_keeps_what_was_scored(store: Store) -> None:
    app = show("people", store, in_store(store, a_guild))
    assert app.selectbox(key="named_anew").options == ["Ruth"]
    app = named(app, Bakers="nothing", Millers="score")
    assert (
        "Ruth is now scorer (Millers). One response that Ruth has scored or begun before stays with them and counts as "
        "before. 3 responses left their queue. 4 responses came to it." in words(app)
    )
    assert "scorer (Millers), invited" in words(app)
    with store.reading() as session:
        assert progress.scorers(session, study_id=1)[["assigned", "submitted"]].to_numpy().tolist() == [[5, 1]]


def test_who_has_scored_from_a_standpoint_is_not_made_its_adjudicator(store: Store) -> None:
    app = named(show("people", store, in_store(store, a_guild)), Bakers="adjudicate")
    assert "This person scores Bakers; who settles must not be one of those who scored." in words(app)
    assert "scorer (Bakers), invited" in words(app)


def test_a_standpoint_is_needed(store: Store) -> None:
    app = named(show("people", store, in_store(store, a_guild)), Bakers="nothing")
    assert "At least one standpoint is needed; to end somebody's work, take their link back." in words(app)


def test_nobody_is_named_anew_once_scoring_is_closed(store: Store) -> None:
    def closed(session: Session) -> str:
        login = a_guild(session)
        studies.seal_study(session, study_id=1, by=None, now=NOW)
        return login

    assert not show("people", store, in_store(store, closed)).selectbox


def test_one_standpoint_is_nothing_to_choose(store: Store) -> None:
    assert not invited(store, "Ann").selectbox
