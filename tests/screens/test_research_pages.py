"""Judges, Systems, Disagreements and Progress in a real browser: numbers of SciPy or of the hand, ties, addresses."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pandas as pd
import pytest
import scipy.stats
from playwright.sync_api import Page, expect

from judging.settle_study import take_scores
from rubrics.entries import Entry
from rubrics.toml_text import toml_text
from store import benchmarks, frames, people, responses, studies
from store.engine import Session
from store.responses import Intake, NewPrompt, NewResponse, NewSystem
from store.score_intake import NewAnswer
from store.unblinding import unblind
from tests.builders import a_benchmark_table
from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.conftest import Running
from tests.screens.scoring import at

Enter = Callable[..., Page]
PAGES = {"judges": "Judges", "systems": "Systems", "disagreements": "Disagreements", "": "Progress"}
AXIS = "scripture"
LONG = 30_000

PROMPTS = ("Q-1", "Q-2", "Q-3", "Q-4")
SCORES = {"Alder": (90, 81, 70, 69), "Beech": (84, 75, 61, 60), "Cedar": (60, 60, 60, 60)}
"""Two prompts of each tier. Alder: tiers 85.5 and 69.5, overall 77.5. Beech: 79.5, 60.5, 70. Cedar: 60 everywhere."""


class Sealed(NamedTuple):
    """Two sealed studies in one app: the demo, and one of a hundred points with ties by a gap."""

    app: Running
    hundred: int

    def invited(self, study_id: int, role: str, name: str = "Naomi") -> str:
        """Invite somebody and return the token of the link."""
        with self.app.store.writing() as session:
            return people.invite(session, study_id=study_id, name=name, role=role, now=datetime.now(UTC))

    def at(self, path: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.app.server.port}/{path}"


@pytest.fixture(scope="module")
def sealed(running: Running) -> Sealed:
    """Both studies, with the systems unblinded."""
    now = datetime.now(UTC)
    with running.store.writing() as session:
        hundred = a_hundred_points(session, now)
        for study_id in (running.study_id, hundred):
            studies.seal_study(session, study_id=study_id, by=None, now=now)
            unblind(session, study_id=study_id, by=None, now=now)
    return Sealed(running, hundred)


def a_hundred_points(session: Session, now: datetime) -> int:
    """A study of three systems and four prompts in two tiers, on one axis of 0 to 100, scored by one judge."""
    study_id = studies.create_study(
        session,
        plan=studies.StudyPlan(slug="hundred", title="Hundred points", seed="hundred"),
        benchmark_hash=benchmarks.register(session, text=toml_text(hundred_table()), name="hundred.toml", now=now),
        now=now,
    )
    prompts = [NewPrompt(key, f"Question {key}?", "one" if place < 2 else "two") for place, key in enumerate(PROMPTS)]
    answers = [NewResponse(key, system, f"{system} says so.") for key in PROMPTS for system in SCORES]
    intake = Intake(prompts, [NewSystem(name, f"{name} House") for name in SCORES], answers)
    responses.take_in(session, study_id=study_id, intake=intake, by=None, now=now)
    marks = [int(one) for one in responses.marks(session, study_id=study_id)["mark"]]
    if marks:
        responses.decide_marks(session, study_id=study_id, mark_ids=marks, decision="keep", by=None, now=now)
    studies.open_study(session, study_id=study_id, by=None, now=now)
    table = frames.responses(session, study_id=study_id)
    said = [
        NewAnswer("Hollin", "llm", row["response"], "plain", {"truth": Entry("value", score_of(row), "It says so.")})
        for row in table.to_dict("records")
    ]
    take_scores(session, study_id=study_id, answers=said, source="scores.csv", by=None, now=now)
    return study_id


def score_of(row: Any) -> float:
    return float(SCORES[row["system"]][PROMPTS.index(row["prompt"])])


def hundred_table() -> dict[str, Any]:
    table = a_benchmark_table(id="hundred")
    return {
        **table,
        "axes": [{**table["axes"][0], "highest": 100, "anchors": {}, "partial_anchors": True}],
        "tasks": {
            **table["tasks"],
            "called": "Question",
            "tiers": [
                {"id": "one", "name": "Tier one", "description": "Settled."},
                {"id": "two", "name": "Tier two", "description": "Disputed."},
            ],
        },
        "totals": {**table["totals"], "within_response": "only_axis", "shown": ["total"], "by_tier": True},
        "rounding": {"rule": "half_up", "to": 1, "applies_to": ["tier", "overall"]},
        "ties": {"rule": "gap", "below": 10, "text": "Gaps under 10 points are ties."},
    }


def on(page: Page, title: str) -> Page:
    """Wait until a page is whole."""
    expect(page.get_by_role("heading", name=title, level=1, exact=True)).to_be_visible(timeout=LONG)
    expect(page.get_by_test_id("stSpinner")).to_have_count(0, timeout=LONG)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=LONG)
    return page


def signed_in(sealed: Sealed, enter: Enter, study_id: int, role: str = "researcher", **options: Any) -> Page:
    """A browser in which somebody's link was opened."""
    page = enter(sealed.app.server.port, sealed.invited(study_id, role), **options)
    return on(page, "Agreement" if role == "researcher" else "Progress")


def row(page: Page, table: str, name: str) -> str:
    """The words of one line of a table."""
    found = (
        page.get_by_role("region", name=table).get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))
    )
    return " ".join(found.inner_text().split())


def test_the_figures_of_a_judge_are_those_of_scipy(sealed: Sealed, enter: Enter) -> None:
    page = signed_in(sealed, enter, sealed.app.study_id)
    page.goto(sealed.at(f"judges?axis={AXIS}"))
    on(page, "Judges")
    with sealed.app.store.reading() as session:
        scores = frames.scores(session, study_id=sealed.app.study_id)
    scores = scores[(scores["axis"] == AXIS) & scores["value"].notna()]
    mean = scores[scores["kind"] == "human"].groupby("response")["value"].mean()
    for judge, of_judge in scores[scores["kind"] == "llm"].groupby("rater"):
        pair = pd.concat([mean, of_judge.set_index("response")["value"]], axis=1, keys=["people", "judge"]).dropna()
        found = scipy.stats.pearsonr(pair["people"], pair["judge"])
        low, high = found.confidence_interval()
        gaps = (pair["judge"] - pair["people"]).to_numpy(dtype=float)
        half = float(scipy.stats.t.ppf(0.975, len(gaps) - 1)) * float(scipy.stats.sem(gaps))
        line = row(page, "Each judge and the people’s mean", str(judge))
        assert line.startswith(f"{judge} {found.statistic:.2f} {low:.2f} to {high:.2f} n = {len(pair)} ")
        assert f"{gaps.mean():+.2f} {gaps.mean() - half:+.2f} to {gaps.mean() + half:+.2f}" in line


def test_tiers_and_overall_are_rounded_halves_up_and_near_systems_are_ties(sealed: Sealed, enter: Enter) -> None:
    """Overall 77.5 is 78, 70 is 70: 8 apart, a tie; Cedar with 60 is 10 below Beech, no tie."""
    page = signed_in(sealed, enter, sealed.hundred)
    page.goto(sealed.at("systems"))
    on(page, "Systems")
    assert row(page, "Mean total of each system", "Alder").startswith("Alder 78 unrounded 77.50 ")
    assert row(page, "Mean total of each system", "Alder").endswith("1 to 3 4")
    tiers = page.get_by_role("region", name="Mean total, with 95 % interval")
    expect(tiers).to_contain_text("Tier two")
    assert row(page, "Mean total, with 95 % interval", "Beech").startswith("Beech 80 unrounded 79.50 ")
    expect(page.get_by_text("Gaps under 10 points are ties.")).to_be_visible()
    expect(page.get_by_text("Tied: Alder and Beech.")).to_be_visible()
    expect(page.get_by_text("Tied with no other: Cedar.")).to_be_visible()
    assert "+7.50" in row(page, "Mean total of one system minus the other’s", "Alder minus Beech")


def test_an_address_opens_the_same_response_in_anothers_browser_and_the_discussion_goes_on(
    sealed: Sealed, enter: Enter
) -> None:
    page = signed_in(sealed, enter, sealed.app.study_id)
    page.goto(sealed.at(f"disagreements?on={AXIS}"))
    on(page, "Disagreements")
    link = page.get_by_role("region", name="furthest apart first").get_by_role("link").nth(1)
    label = link.inner_text()
    link.click()
    expect(page.get_by_role("heading", name=f"Response {label}")).to_be_visible(timeout=LONG)
    assert f"response={label}" in page.url
    note = page.get_by_label("Your note")
    note.fill("Do the judges miss the misquotation?")
    page.get_by_role("button", name="Add the note").click()
    expect(page.get_by_text("The note is kept.")).to_be_visible(timeout=LONG)
    expect(note).to_have_value("")
    other = signed_in(sealed, enter, sealed.app.study_id, "owner")
    other.goto(page.url)
    on(other, "Disagreements")
    expect(other.get_by_role("heading", name=f"Response {label}")).to_be_visible(timeout=LONG)
    expect(other.get_by_text("Do the judges miss the misquotation?")).to_be_visible()
    other.get_by_role("link", name="All responses").click()
    expect(other.get_by_role("region", name="furthest apart first")).to_be_visible(timeout=LONG)
    assert "response=" not in other.url
    assert f"on={AXIS}" in other.url


def test_a_scorers_link_opens_none_of_them(sealed: Sealed, enter: Enter) -> None:
    with sealed.app.store.reading() as session:
        label = frames.responses(session, study_id=sealed.app.study_id)["response"].iloc[0]
    page = enter(sealed.app.server.port, sealed.app.scorer("Curious"))
    at(page, 1)
    for path in ("judges", "systems", f"disagreements?response={label}", "progress"):
        page.goto(sealed.at(path))
        at(page, 1)
        words = page.locator("body").inner_text()
        for secret in ("Hollin", "Sedgewater", "Larkspur", "Ruth Example", "Response R-", "Mean total"):
            assert secret not in words, (path, secret)


@IN_TWO_LOOKS
def test_axe_finds_nothing_grave_and_nothing_is_wider_than_the_screen(
    sealed: Sealed, enter: Enter, width: int, scheme: str
) -> None:
    page = signed_in(sealed, enter, sealed.app.study_id, "owner", width=width, color_scheme=scheme)
    with sealed.app.store.reading() as session:
        label = frames.responses(session, study_id=sealed.app.study_id)["response"].iloc[0]
    for path, title in [*PAGES.items(), (f"disagreements?response={label}", "Disagreements")]:
        page.goto(sealed.at(path))
        on(page, title)
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=LONG)
        assert grave(page) == [], path
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), path
