"""Showing a page to somebody without a browser, and reading what is on it."""

import re
from collections.abc import Callable
from html import unescape
from typing import TypeVar

from streamlit.testing.v1 import AppTest

from store import people
from store.engine import Session, Store
from store.people import hashed
from tests.store.a_study import NOW

T = TypeVar("T")

CENTURY = 36_500
"""Days that a link of a test lasts: pages look at the clock."""


def _render(page: str, store: object) -> None:
    import importlib

    importlib.import_module(f"pages.{page}").render(store)


def signed_in(session: Session, study_id: int | None, role: str, name: str | None = None) -> str:
    """Invite somebody, open the link, and return what their browser is known by."""
    token = people.invite(session, study_id=study_id, name=name or role.title(), role=role, now=NOW, days=CENTURY)
    cookie = people.open_invitation(session, token=token, now=NOW)
    assert cookie is not None
    return hashed(cookie)


def show(page: str, store: Store, login: str | None) -> AppTest:
    """Show a page to the browser that is known by `login`, None for a stranger."""
    app = AppTest.from_function(_render, kwargs={"page": page, "store": store}, default_timeout=30)
    app.user = {"login": login} if login else {}
    return app.run()


def title(app: AppTest) -> str:
    """The page's one heading."""
    assert not app.exception, app.exception
    (found,) = app.title
    return str(found.value)


def source(app: AppTest) -> str:
    """All HTML of a page, as it is sent."""
    return "\n".join(str(one.value) for one in app.html)


def words(app: AppTest) -> str:
    """What a page says in its HTML, without the tags."""
    return without_tags(source(app))


def without_tags(html: str) -> str:
    """What some HTML says."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def in_store(store: Store, work: Callable[[Session], T]) -> T:
    """Do something in the store and keep it."""
    with store.writing() as session:
        return work(session)
