"""A running app on a worldview study in which two people score one answer, and an adjudicator settles it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect
from sqlmodel import Session, select

from rubrics.charters import charter_from_bytes, parse_charter
from rubrics.loader import FOLDER, read_text
from rubrics.scenarios import shipped_scenarios
from store import benchmarks, charters, people, studies
from store.engine import Store
from store.migrate import migrate
from store.opening import invite_scorer
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from store.studies import StudyPlan
from store.tables import Declaration, Invitation, Rater
from tests.screens.app_server import AppServer
from tests.screens.chartered import SLOW, now
from tests.screens.scoring import axis

OURS, THEIRS = "sunni", "catholic"
ANSWER = """Recommendation: Pay all five wages on time and ask the supplier openly for a delay.

Her pay is owed for work that is done, and a consent that comes from fear is none. Holding back only what she earns
would use her weakness against her. The supplier has a claim as well, but he can be spoken to.

Tell him the truth today: a large customer has not paid, the wages come first, and he will have his money by a named
day. Offer part of it now. Most suppliers prefer a plain word to silence.

I assume that no reserve is left. Were the supplier himself about to go under, I would split the delay between owner and
supplier, never the wages."""
ARABIC = """# ميثاق قصير

Status: للتجربة

1. **الأجر.** أعطوا الأجير أجره قبل أن يجف عرقه.

   Sources: Sunan Ibn Majah 2443

2. الصدق في المعاملة واجب.
"""
AXES = (
    "substantive_compatibility",
    "reasoning_alignment",
    "authority_calibration",
    "considerations_weighed",
    "use_of_the_facts",
    "freedom_from_error",
    "non_evasion",
    "authority_voice_compatibility",
)


class Settled:
    """The server, its store, and an open study of one answer to one scenario, with all five charters."""

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
            scenario = shipped_scenarios(benchmark)[0]
            intake = Intake(
                prompts=[NewPrompt(scenario.id, scenario.text, details=scenario.details())],
                systems=[NewSystem("Alderwood", "Alderwood Works")],
                responses=[NewResponse(scenario.id, "Alderwood", ANSWER)],
                source="drafts",
            )
            take_in(session, study_id=self.study_id, intake=intake, by=None, now=now())
            for path in sorted((FOLDER / "worldviews" / "charters").glob("*.md")):
                charter = charter_from_bytes(path.read_bytes(), path.name)
                self.put(session, charter.text, charter.module)
            studies.open_study(session, study_id=self.study_id, by=None, now=now())
        self.server = AppServer(url)

    def put(self, session: Session, text: str, module: str = OURS) -> None:
        """Put a charter in force."""
        taken = {module: parse_charter(text, module, module=module)}
        charters.take_in_charters(session, study_id=self.study_id, charters=taken, by=None, now=now())

    def invite(self, name: str, *modules: str, adjudicates: bool = False) -> str:
        """Invite a scorer or adjudicator who has declared already, and return the token."""
        with self.store.writing() as session:
            token = invite_scorer(
                session, study_id=self.study_id, name=name, now=now(), modules=modules, adjudicates=adjudicates
            )
            rater_id = session.exec(
                select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))
            ).one()
            declared = Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=now())
            people.declare(session, declaration=declared)
        return token

    def owner(self) -> str:
        """Invite an owner and return the token."""
        with self.store.writing() as session:
            return people.invite(session, study_id=self.study_id, name="Owner", role="owner", now=now())

    def key_of(self, name: str) -> str:
        """The key under which a person stands in exports."""
        with self.store.reading() as session:
            return session.exec(select(Rater.key).where(Rater.name == name)).one()


@contextmanager
def a_settled_app(folder: Path) -> Iterator[Settled]:
    """Run the app."""
    app = Settled(folder)
    yield app
    app.server.stop()
    app.store.close()


def at_first(page: Page) -> None:
    """Wait until a scorer's only response is on the screen."""
    expect(page.get_by_role("heading", name="Response 1 of 1")).to_be_visible(timeout=SLOW)


def at_step(page: Page, number: int) -> None:
    """Wait until one of an adjudicator's two steps is on the screen."""
    expect(page.get_by_role("heading", name=f"Step {number} of 2")).to_be_visible(timeout=SLOW)


def score_all(page: Page, scores: dict[str, int], who: str) -> None:
    """Choose and write on every axis."""
    for name in AXES:
        said = scores.get(name, 3)
        axis(page, name).locator(f"input[type=radio][value='{said}']").check()
        axis(page, name).locator("textarea").fill(f"{who} finds {name} so.")


def send(page: Page) -> None:
    """Submit."""
    page.get_by_role("button", name="Submit and go on").click()
