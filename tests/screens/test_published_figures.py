"""A published results file, taken in through the page: the Systems page then says what was worked out by hand.

The file's answers and scores are invented (`tests.files.published_files`): 23 questions, 6 systems, one of them the
maintainers' own with a second, stricter judge. The benchmark's own file settles, averages, rounds and ties.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from store import benchmarks, frames, people, responses, studies
from store.engine import Store
from store.migrate import migrate
from store.settling import PROTOCOL
from tests.files.published_files import OWN, a_results_file, as_json
from tests.screens.app_server import AppServer
from tests.screens.conftest import Running
from tests.screens.test_import import send, take_in
from tests.screens.test_research_pages import on, row

Enter = Callable[..., Page]
RUBRIC = Path(__file__).parents[2] / "rubrics" / "credo" / "v1.1.toml"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = 60_000

# What the page shows: rounded halves up, then the mean itself; the sums are in tests/files/test_published_results.py.
TOTALS = {
    OWN: "96 unrounded 96.09",  # (5 x 100 + 18 x 95) / 23 of the lower of two; of the first judge alone it is 100
    "alder": "88 unrounded 87.57",  # (7 x 90 + 8 x 86 + 8 x 87) / 23 = 2014 / 23
    "beech": "79 unrounded 78.61",  # (7 x 80 + 16 x 78) / 23 = 1808 / 23
    "cedar": "70 unrounded 70.00",
    "dogwood": "60 unrounded 60.00",
    "elm": "40 unrounded 39.57",  # (0 + 6 x 45 + 16 x 40) / 23 = 910 / 23: the empty answer counts as 0
}
TIERS = {
    OWN: ("99 unrounded 98.57", "95 unrounded 95.00"),  # (5 x 100 + 2 x 95) / 7
    "alder": ("90 unrounded 90.00", "87 unrounded 86.50"),  # to even it would be 86
    "beech": ("80 unrounded 80.00", "78 unrounded 78.00"),
    "cedar": ("70 unrounded 70.00", "70 unrounded 70.00"),
    "dogwood": ("60 unrounded 60.00", "60 unrounded 60.00"),
    "elm": ("39 unrounded 38.57", "40 unrounded 40.00"),  # (0 + 6 x 45) / 7
}


@pytest.fixture
def draft(tmp_path: Path) -> Iterator[Running]:
    """The app on an empty draft under the published benchmark."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = Store(url)
    migrate(store)
    with store.writing() as session:
        content_hash = benchmarks.register(session, text=RUBRIC.read_text("utf-8"), name="v1.1.toml", now=NOW)
        plan = studies.StudyPlan(slug="published", title="Published", seed="s")
        study_id = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)
    running = Running(AppServer(url), store, study_id)
    yield running
    running.server.stop()
    store.close()


def taken_in(running: Running, enter: Enter, content: bytes) -> Page:
    """Sent, checked and taken in by the owner on the page."""
    with running.store.writing() as session:
        token = people.invite(session, study_id=running.study_id, name="Own", role="owner", now=datetime.now(UTC))
    page = on(enter(running.server.port, token), "Progress")
    page.goto(f"http://127.0.0.1:{running.server.port}/import")
    expect(page.get_by_text("Nothing is taken in before")).to_be_visible(timeout=LONG)
    send(page, "benchmark-results.json", content)
    expect(page.get_by_text("This is published results.")).to_be_visible(timeout=LONG)
    take_in(page)
    return page


def the_systems(page: Page, running: Running) -> Page:
    """Scoring is closed, the owner shows which system wrote what, and the page lists them by name."""
    with running.store.writing() as session:
        study_id = running.study_id
        if marks := [int(one) for one in responses.marks(session, study_id=study_id)["mark"]]:
            responses.decide_marks(session, study_id=study_id, mark_ids=marks, decision="keep", by=None, now=NOW)
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    page.goto(f"http://127.0.0.1:{running.server.port}/systems")
    on(page, "Systems")
    page.get_by_role("button", name="Show which system wrote what …").click()
    page.get_by_role("button", name="Show the systems").click()
    expect(page.get_by_text("The systems are shown by name now.")).to_be_visible(timeout=LONG)
    return on(page, "Systems")


def test_tiers_totals_and_ties_are_those_of_the_hand(draft: Running, enter: Enter) -> None:
    page = taken_in(draft, enter, as_json(a_results_file()))
    expect(page.get_by_text("138 responses")).to_be_visible()
    expect(page.get_by_text("161 answers")).to_be_visible()  # 23 x 6 of the first judge, 23 of the second
    the_systems(page, draft)
    for system, total in TOTALS.items():
        assert row(page, "Mean total of each system", system).startswith(f"{system} {total} ")
    for system, (first, second) in TIERS.items():
        line = row(page, "Mean total, with 95 % interval", system)
        assert line.startswith(f"{system} {first} "), line
        assert f" {second} " in line.removeprefix(f"{system} {first}"), line
    # 96, 88, 79, 70, 60, 40: those next to each other are 8, 9, 9, 10 and 20 apart.
    expect(page.get_by_text("Treat single-digit gaps between systems as ties.").first).to_be_visible()
    ties = page.locator("ul.sr-list li")
    assert [one.rstrip(".") for one in ties.all_inner_texts()][:4] == [
        f"Tied: {OWN} and alder",
        "Tied: alder and beech",
        "Tied: beech and cedar",
        "Tied with no other: dogwood and elm",
    ]


def test_the_lower_of_two_counts_only_for_their_own_system(draft: Running, enter: Enter) -> None:
    taken_in(draft, enter, as_json(a_results_file()))
    with draft.store.reading() as session:
        settled = frames.settled(session, study_id=draft.study_id, protocol=PROTOCOL)
        facts = frames.responses(session, study_id=draft.study_id)
    settled = settled.merge(facts[["response", "system"]], on="response")
    own = settled[settled["system"] == OWN]
    # Two verdicts each, of 100 and of 100 or 95: the lower is what counts, five times 100 and 18 times 95.
    assert own["value"].value_counts().to_dict() == {95.0: 18, 100.0: 5}
    assert set(own["n"]) == {2}
    others = settled[settled["system"] != OWN]
    # The empty answer is 0 by the benchmark's rule, whatever a judge said of it.
    assert others["n"].value_counts().to_dict() == {1: 114, 0: 1}
    assert others.loc[others["n"] == 0, "value"].tolist() == [0.0]
    assert len(settled) == 138


def test_where_nobody_read_their_own_system_again_it_has_no_figure(draft: Running, enter: Enter) -> None:
    """The file of the first version has one judge throughout; the lower of two readings needs two."""
    page = taken_in(draft, enter, as_json(a_results_file("1.0")))
    the_systems(page, draft)
    assert row(page, "Mean total of each system", "alder").startswith("alder 88 unrounded 87.57 ")
    assert row(page, "Mean total of each system", OWN).startswith(f"{OWN} – there is no score n = 0 ")
    expect(page.get_by_text(f"alder and {OWN} cannot be compared: {OWN} has no figure.")).to_be_visible()
