"""The entry script: the pages of a role, and nothing for a stranger."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import pages
from store import engine
from store.engine import Store
from tests.pages.showing import in_store, signed_in, title, words
from tests.store.a_review import LIMIT, a_chartered_study
from tests.store.a_study import a_draft

MAIN = Path(pages.__file__).parent / "main.py"


def visit(monkeypatch: pytest.MonkeyPatch, store: Store, login: str | None) -> AppTest:
    monkeypatch.setenv("SECONDREADER_DATABASE_URL", f"sqlite:///{store.file}")
    engine.opened.cache_clear()
    app = AppTest.from_file(str(MAIN), default_timeout=30)
    app.user = {"login": login} if login else {}
    app.run()
    engine.opened().close()
    engine.opened.cache_clear()
    return app


@pytest.mark.parametrize(
    ("role", "first"), [("owner", "Progress"), ("researcher", "Agreement"), ("scorer", "Welcome, and thank you")]
)
def test_a_role_finds_its_first_page(monkeypatch: pytest.MonkeyPatch, store: Store, role: str, first: str) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), role))
    assert title(visit(monkeypatch, store, login)) == first


def test_a_stranger_is_told_to_open_their_link(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    app = visit(monkeypatch, store, None)
    assert title(app) == "Second Reader"
    assert "open your personal link" in words(app)
    assert not app.button
    assert not app.selectbox


def test_a_reviewers_link_opens_the_review_alone(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), "reviewer"))
    app = visit(monkeypatch, store, login)
    assert not app.exception
    assert not app.title
    assert [button.label for button in app.button] == ["Sign out"]


@pytest.mark.parametrize(("role", "says_what_is_missing"), [("owner", True), ("scorer", True), ("reviewer", False)])
def test_every_screen_carries_the_limit_while_charters_are_not_released(
    monkeypatch: pytest.MonkeyPatch, store: Store, role: str, says_what_is_missing: bool
) -> None:
    login = in_store(store, lambda session: signed_in(session, a_chartered_study(session), role))
    said = words(visit(monkeypatch, store, login))
    assert LIMIT in said
    assert ("Bakers: 0 of 2 approvals" in said) == says_what_is_missing


def test_a_study_without_charters_has_no_limit_of_theirs(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), "owner"))
    assert "What is missing" not in words(visit(monkeypatch, store, login))
