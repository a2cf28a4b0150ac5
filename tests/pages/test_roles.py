"""Who may see which page: asked at every run, also by every action."""

import shlex

import pytest

from pages import acting
from store import people
from store.benchmark_choice import choose
from store.engine import Session, Store, StoreError
from store.people import Person
from tests.pages.showing import in_store, show, signed_in, title
from tests.store.a_study import NOW, a_draft

ALLOWED = {
    "welcome": {"scorer"},
    "progress": {"owner", "researcher"},
    "prepare": {"owner"},
    "people": {"owner"},
    "agreement": {"owner", "researcher"},
    "charters": {"owner"},
    "judge_runs": {"owner", "researcher"},
    "judges_page": {"owner", "researcher"},
    "systems": {"owner", "researcher"},
    "disagreements": {"owner", "researcher"},
    "axis": {"owner", "researcher"},
    "how_many": {"owner", "researcher"},
}
CLOSED = "This page is not open to you"


@pytest.mark.parametrize("page", ALLOWED)
@pytest.mark.parametrize("role", ["owner", "researcher", "scorer", "reviewer"])
def test_a_page_opens_to_its_roles_and_to_no_other(store: Store, page: str, role: str) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), role))
    assert (title(show(page, store, login)) != CLOSED) == (role in ALLOWED[page])


@pytest.mark.parametrize("page", ALLOWED)
def test_a_page_shows_a_stranger_nothing(store: Store, page: str) -> None:
    in_store(store, a_draft)
    app = show(page, store, None)
    assert title(app) == CLOSED
    assert not app.html
    assert not app.button


def test_a_forged_cookie_is_a_stranger(store: Store) -> None:
    in_store(store, a_draft)
    assert title(show("progress", store, "0" * 64)) == CLOSED


def test_a_revoked_link_closes_the_page_at_the_next_run(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), "owner"))
    app = show("progress", store, login)
    assert title(app) == "Progress"
    in_store(store, lambda session: take_back(session, login))
    assert title(app.run()) == CLOSED


def take_back(session: Session, login: str) -> None:
    person = people.who(session, cookie_hash=login, now=NOW)
    assert person is not None
    people.revoke(session, invitation_id=person.invitation_id, by=None, now=NOW)


def test_an_owner_of_one_study_sees_no_other(store: Store) -> None:
    def two_studies(session: Session) -> str:
        mine = a_draft(session)
        a_draft(session, slug="autumn", title="Autumn run")
        return signed_in(session, mine, "owner")

    app = show("progress", store, in_store(store, two_studies))
    assert "Autumn" not in "".join(str(one.value) for one in app.html)
    assert not app.sidebar.selectbox


def test_an_owner_of_all_studies_chooses_one(store: Store) -> None:
    def two_studies(session: Session) -> str:
        a_draft(session)
        a_draft(session, slug="autumn", title="Autumn run")
        return signed_in(session, None, "owner")

    app = show("progress", store, in_store(store, two_studies))
    (choice,) = app.sidebar.selectbox
    assert choice.options == ["Spring run", "Autumn run"]
    choice.select_index(0).run()
    assert "Spring run" in str(app.html[0].value)


def test_an_owner_without_any_study_is_told_how_to_make_one(store: Store) -> None:
    app = show("people", store, in_store(store, lambda session: signed_in(session, None, "owner")))
    assert title(app) == "No study yet"
    printed = [shlex.split(str(one.value)) for one in app.code]
    assert len(printed) >= 3
    with store.trying() as session:
        for words in printed:
            assert words[:3] == ["secondreader", "study", "create"]
            assert choose(session, wanted=words[words.index("--benchmark") + 1], now=NOW)


def test_an_action_on_another_study_is_refused(store: Store) -> None:
    def two_studies(session: Session) -> tuple[int, str]:
        mine = a_draft(session)
        other = a_draft(session, slug="autumn", title="Autumn run")
        return other, signed_in(session, mine, "owner")

    other, login = in_store(store, two_studies)
    with store.reading() as session, pytest.raises(StoreError, match="not open to you any more"):
        acting.allowed(session, login, ("owner",), other)


def test_an_action_of_an_owner_of_all_studies_is_allowed_in_each(store: Store) -> None:
    study_id, login = in_store(store, lambda session: (a_draft(session), signed_in(session, None, "owner")))
    with store.reading() as session:
        person: Person = acting.allowed(session, login, ("owner",), study_id)
    assert person.study_id is None
