"""A running app with the demo study and two new scorers, and a browser for each."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from sqlmodel import Session, select

from demo.load import FOLDER, load_demo
from tests.screens.app_server import AppServer
from tests.screens.wiretap import Wiretap
from store import people, queue
from store.engine import Store
from store.migrate import migrate
from store.tables import Declaration, Invitation

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass
class Running:
    """A server with its store and study."""

    server: AppServer
    store: Store
    study_id: int

    def scorer(self, name: str, *, declared: bool = True) -> str:
        """Invite a scorer with a full queue and return the token of the link."""
        with self.store.writing() as session:
            token = people.invite(session, study_id=self.study_id, name=name, role="scorer", now=datetime.now(UTC))
            rater_id = rater_of(session, token)
            queue.assign(session, study_id=self.study_id, rater_id=rater_id)
            if declared:
                declaration = Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=NOW)
                people.declare(session, declaration=declaration)
        return token

    def owner(self) -> str:
        """Invite an owner of the study and return the token of the link."""
        with self.store.writing() as session:
            return people.invite(session, study_id=self.study_id, name="Owner", role="owner", now=datetime.now(UTC))


def rater_of(session: Session, token: str) -> int:
    """Return who a link belongs to."""
    return session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()


def start(url: str, folder: Path = FOLDER) -> Running:
    """Fill a store with the demo study, or one in files like it, and start the app on it."""
    store = Store(url)
    migrate(store)
    with store.writing() as session:
        study_id = load_demo(session, now=NOW, folder=folder)
    return Running(AppServer(url), store, study_id)


def unscored(folder: Path) -> Path:
    """Copy the demo study's files without the invented person's scores, so that only a test's own scorers count."""
    shutil.copytree(FOLDER, folder)
    # The judges' scores once more, in the place of the person's: the same scores again add nothing.
    shutil.copy(folder / "judge_scores.csv", folder / "person_scores.csv")
    return folder


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app on an SQLite store, for the tests of one file."""
    app = start(f"sqlite:///{tmp_path_factory.mktemp('screens') / 'store.db'}")
    yield app
    app.server.stop()
    app.store.close()


@pytest.fixture
def wiretap(running: Running) -> Iterator[Wiretap]:
    """The wire that the test's browsers use."""
    wire = Wiretap(running.server.port)
    yield wire
    wire.close()


@pytest.fixture
def enter(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a personal link in a browser of its own: `enter(port, token, width=1280)`."""
    contexts = []

    def opened(port: int, token: str, **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/i/{token}")
        page.get_by_role("button", name="Open").click()
        return page

    yield opened
    for context in contexts:
        context.close()
