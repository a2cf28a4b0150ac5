"""A running app on a study with five modules, and what owner and reviewers do in it with real clicks."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from sqlmodel import select

from rubrics.charters import parse_charter, shipped
from rubrics.loader import FOLDER, read_text
from rubrics.scenarios import shipped_scenarios
from store import benchmarks, charters, people, reviews, studies
from store.engine import Store
from store.migrate import migrate
from store.responses import Intake, NewPrompt, take_in
from store.studies import StudyPlan
from store.tables import Invitation, Rater
from tests.screens.app_server import AppServer

SLOW = 30_000
OURS = "catholic"
NAME = "Catholic moral and social thought"
TEXT = """# A short charter

Status: for tests

Three clauses, to be signed.

1. **Dignity.** Nobody is a mere means.

   Sources: The Old Book 1; The Old Book 2

2. Lying is wrong, and silence may be right.

3. The poor have the first claim.
"""
EDITED = TEXT.replace("silence may be right", "silence is often right")


def now() -> datetime:
    """The present: the app asks the clock itself."""
    return datetime.now(UTC)


class Chartered:
    """The server, its store, and a study in which four of five charters are in force."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'store.db'}"
        self.store = Store(url)
        migrate(self.store)
        with self.store.writing() as session:
            text = read_text(FOLDER / "worldviews" / "v1.toml")
            hash_ = benchmarks.register(session, text=text, name="v1.toml", now=now())
            plan = StudyPlan(slug="w", title="Worldviews, spring", seed="s")
            self.study_id = studies.create_study(session, plan=plan, benchmark_hash=hash_, now=now())
            benchmark = benchmarks.of_study(session, study_id=self.study_id)
            prompts = [NewPrompt(one.id, one.text, details=one.details()) for one in shipped_scenarios(benchmark)]
            take_in(
                session, study_id=self.study_id, intake=Intake(prompts=prompts, source="drafts"), by=None, now=now()
            )
            self.owner = people.invite(session, study_id=self.study_id, name="Owner", role="owner", now=now())
        for one in shipped("worldviews"):
            if one.module != OURS:
                self.put(one.text, one.module)
        self.server = AppServer(url)

    def put(self, text: str, module: str = OURS) -> None:
        """Put a text in force past the screen."""
        with self.store.writing() as session:
            taken = {module: parse_charter(text, module, module=module)}
            charters.take_in_charters(session, study_id=self.study_id, charters=taken, by=None, now=now())

    def reviewer(self, name: str, *modules: str) -> str:
        """Invite a reviewer past the screen and return the token of the link."""
        with self.store.writing() as session:
            return reviews.invite_reviewer(
                session,
                study_id=self.study_id,
                name=name,
                modules=modules or (OURS,),
                qualified=True,
                by=None,
                now=now(),
            )

    def revoke(self, token: str) -> None:
        """Take a link back."""
        with self.store.writing() as session:
            query = select(Invitation.id).where(Invitation.token_hash == people.hashed(token))
            people.revoke(session, invitation_id=session.exec(query).one() or 0, by=None, now=now())

    def renewed(self, name: str) -> str:
        """Make another link for a reviewer."""
        with self.store.writing() as session:
            key = session.exec(select(Rater.key).where(Rater.name == name)).one()
            study_id = self.study_id
            return people.invite(session, study_id=study_id, name=name, role="reviewer", now=now(), key=key)

    def signed(self, name: str) -> list[reviews.SignedReview]:
        """Everything a reviewer has signed."""
        with self.store.reading() as session:
            return [one for one in reviews.sign_offs(session, study_id=self.study_id) if one.name == name]


@contextmanager
def a_chartered_app(folder: Path) -> Iterator[Chartered]:
    """Run the app."""
    app = Chartered(folder)
    try:
        yield app
    finally:
        app.server.stop()
        app.store.close()


def clause(page: Page, number: str) -> Locator:
    """Return a clause of the review."""
    return page.locator(f"article[data-subject='clause {number}']")


def say(page: Page, number: str, agreement: str, comment: str = "") -> None:
    """Answer one clause."""
    clause(page, number).get_by_text(agreement, exact=True).click()
    if comment:
        clause(page, number).get_by_label("Comment").fill(comment)


def status(page: Page, words: str) -> None:
    """Wait until the line at the foot says this."""
    expect(page.locator("footer .status").filter(has_text=words)).to_be_visible(timeout=SLOW)


def ready(page: Page, title: str = "A short charter") -> None:
    """Wait until a charter is on the screen."""
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible(timeout=SLOW)


def decide(page: Page, decision: str = "Approved") -> None:
    """Choose a decision and sign."""
    page.locator(".decision label.choice").filter(has=page.get_by_text(decision, exact=True)).click()
    page.get_by_role("button", name="Sign version").click()


def signed(page: Page) -> None:
    """Wait until the page says that it is signed."""
    expect(page.get_by_role("heading", name="You have signed this text")).to_be_visible(timeout=SLOW)
