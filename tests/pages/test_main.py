"""The entry script: the pages of a role, and nothing for a stranger."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import pages
from store import engine
from store.engine import Store
from tests.pages.showing import in_store, signed_in, title, words
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


@pytest.mark.parametrize("role", [None, "reviewer"])
def test_everyone_else_is_told_to_open_their_link(
    monkeypatch: pytest.MonkeyPatch, store: Store, role: str | None
) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), role)) if role else None
    app = visit(monkeypatch, store, login)
    assert title(app) == "Second Reader"
    assert "open your personal link" in words(app)
    assert not app.button
    assert not app.selectbox
