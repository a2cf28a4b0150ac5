"""Two people lie 2 apart on one dimension of a worldview answer; an adjudicator settles it, not knowing who is who."""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from files.export import export_scores
from judging.settle_people import settle_people
from publishing.bundle import bundle_files
from publishing.release_tables import release_of
from publishing.verify import verify
from store import studies
from tests.publishing.a_release import as_read
from tests.screens.adjudicated import ARABIC, AXES, OURS, Settled, a_settled_app, at_first, at_step, score_all, send
from tests.screens.chartered import SLOW
from tests.screens.lists import choose
from tests.screens.scoring import axis
from tests.screens.wiretap import Wiretap

Enter = Callable[..., Page]
PARTED = "use_of_the_facts"
WORDS = "The missing reserve is an assumption, and it is said."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Settled]:
    with a_settled_app(tmp_path) as running:
        yield running


def finish(page: Page) -> None:
    """Wait until everything of the queue is submitted."""
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible(timeout=SLOW)


def test_a_target_scored_by_two_who_lie_2_apart_is_settled_and_leaves_with_everything(
    app: Settled, enter: Enter
) -> None:
    for name, score in (("Ruth", 1), ("Boaz", 3)):
        page = enter(app.server.port, app.invite(name, OURS))
        at_first(page)
        score_all(page, {PARTED: score}, name)
        send(page)
        finish(page)
    wire = Wiretap(app.server.port)
    page = enter(wire.port, app.invite("Deborah", OURS, adjudicates=True))
    at_step(page, 1)
    expect(page.locator(".step")).to_contain_text("Please score it yourself first")
    assert b"finds use_of_the_facts so" not in bytes(wire.heard), "nothing of the others before their own scores"
    score_all(page, {PARTED: 2}, "Myself")
    send(page)
    at_step(page, 2)
    expect(page.locator(".step")).to_contain_text("They lie apart on: Use of the facts.")
    parted = axis(page, PARTED)
    expect(parted.locator("ul.others li")).to_have_count(2)
    expect(parted.locator("ul.own li")).to_contain_text("Myself finds use_of_the_facts so.")
    expect(parted.locator("input:checked")).to_have_count(0)
    expect(axis(page, AXES[0]).locator("input:checked")).to_have_count(1)
    send(page)
    expect(page.locator(".missing")).to_contain_text("Use of the facts: no score yet")
    expect(page.locator(".missing")).to_contain_text("Your sentence: please write how you settle it")
    parted.locator("input[type=radio][value='3']").check()
    parted.locator("textarea").fill("The assumption is fair.")
    page.get_by_label("One sentence on what decides").fill(WORDS)
    send(page)
    finish(page)
    _nobody_is_named(app, wire)
    wire.close()
    _everything_is_in_the_exports(app)


def _nobody_is_named(app: Settled, wire: Wiretap) -> None:
    """Names, keys, ids of sheets and times of the two are in no byte that reached the adjudicator's browser."""
    heard = bytes(wire.heard)
    assert b"finds use_of_the_facts so" in heard
    hidden = [app.key_of(name) for name in ("Ruth", "Boaz")]
    hidden += ["Alderwood", "submitted_at", "sheet_id", "rater_id", "label_secret"]
    assert [words for words in hidden if words.encode() in heard] == []
    # Their names stand only where the test itself has written them into the reasons.
    for name in (b"Ruth", b"Boaz"):
        assert heard.count(name) == heard.count(name + b" finds ")


def _everything_is_in_the_exports(app: Settled) -> None:
    now = datetime.now(UTC)
    with app.store.writing() as session:
        studies.seal_study(session, study_id=app.study_id, by=None, now=now)
        settle_people(session, study_id=app.study_id, now=now)
        content = export_scores(session, study_id=app.study_id, by=None, now=now).content
    with app.store.reading() as session:
        files = bundle_files(release_of(session, study_id=app.study_id, named=False), made_at=now)
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    found = {row["rater"]: row for row in rows if row["axis"] == PARTED and row["module"] == OURS}
    ruth, boaz, deborah = (app.key_of(name) for name in ("Ruth", "Boaz", "Deborah"))
    said = {rater: (row["rater_kind"], row["score"]) for rater, row in found.items() if row["score"]}
    assert said == {
        ruth: ("human", "1"),
        boaz: ("human", "3"),
        f"{deborah}: own first score": ("adjudicator", "2"),
        f"{deborah}: final score": ("adjudicator", "3"),
        "settled: people": ("settled", "3"),
    }
    assert found[f"{deborah}: final score"]["sentence"] == WORDS
    assert "the further scorer's own score, after a gap" in found["settled: people"]["source"]
    assert WORDS in files["data/adjudications.csv"].decode()
    checked = verify(as_read(files))
    assert checked.holds


def test_the_charter_stands_beside_the_answer_and_an_unclear_clause_reaches_the_owner_without_a_name(
    app: Settled, enter: Enter
) -> None:
    token = app.invite("Naomi Baker", OURS)
    page = enter(app.server.port, token)
    at_first(page)
    charter = page.get_by_role("region", name="The charter")
    expect(charter.locator("article[data-clause='13']")).to_be_visible(timeout=SLOW)
    expect(charter).to_contain_text("Consent given out of fear does not lift the obligation.")
    expect(page.locator("h2.beside")).to_have_text("Described beside the scores; it does not change them")
    assert page.locator("h2.beside ~ fieldset").first.get_attribute("data-axis") == "authority_voice_compatibility"
    page.get_by_role("button", name="Hide the charter").click()
    expect(charter).to_be_hidden()
    page.get_by_role("button", name="Show the charter").click()
    unclear = axis(page, "reasoning_alignment")
    score_all(page, {}, "I")
    unclear.get_by_text("The rubric is unclear to me here").click()
    unclear.get_by_label("Which clause?").select_option("5")
    unclear.locator("textarea").fill("Does this maxim weigh more than the text?")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible(timeout=SLOW)
    page.reload()
    at_first(page)
    expect(unclear.get_by_label("Which clause?")).to_have_value("5", timeout=SLOW)
    send(page)
    finish(page)
    owner = enter(app.server.port, app.owner())
    expect(owner.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    owner.goto(f"http://127.0.0.1:{app.server.port}/charters")
    expect(owner.get_by_role("heading", name="Charters", level=1)).to_be_visible(timeout=SLOW)
    expect(owner.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=SLOW)
    choose(owner, owner.get_by_role("combobox", name="Charter"), "Sunni Islamic moral reasoning")
    expect(owner.get_by_text("Does this maxim weigh more than the text?")).to_be_visible(timeout=SLOW)
    expect(owner.get_by_text("Clause 5", exact=True)).to_be_visible()
    assert "Naomi" not in owner.locator("[data-testid=stMain]").inner_text()


def test_a_charter_in_arabic_reads_from_right_to_left_and_folds_on_a_phone(app: Settled, enter: Enter) -> None:
    with app.store.writing() as session:
        app.put(session, ARABIC)
    page = enter(app.server.port, app.invite("Amina", OURS), width=390, height=844)
    at_first(page)
    charter = page.get_by_role("region", name="The charter")
    article = charter.locator("article[data-clause='1']")
    expect(article).to_be_hidden()
    charter.get_by_text("ميثاق قصير").click()
    expect(article).to_be_visible(timeout=SLOW)
    assert article.evaluate("node => getComputedStyle(node).direction") == "rtl"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Read the charter").click()
    expect(page.get_by_role("dialog", name="The charter").locator("article").first).to_be_visible()


def test_a_scorer_without_a_standpoint_is_told_so_and_shown_nothing(app: Settled, enter: Enter) -> None:
    token = app.invite("Lot", OURS)
    page = enter(app.server.port, token)
    at_first(page)
    expect(page.locator(".module")).to_contain_text("Sunni Islamic moral reasoning")
    page.get_by_role("link", name="About this study", exact=True).click()
    expect(page.get_by_text("Nothing is shown to you of the others: Catholic moral")).to_be_visible(timeout=SLOW)
