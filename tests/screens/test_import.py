"""The owner brings files in through the page, in a real browser: refused with reasons, laid out, checked, taken in."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from rubrics.toml_text import toml_text
from store import benchmarks, frames, people, studies
from store.engine import Store
from store.migrate import migrate
from tests.builders import a_benchmark_table
from tests.files.published_files import a_results_file, as_json
from tests.screens.app_server import AppServer
from tests.screens.axe import grave
from tests.screens.conftest import Running

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = 60_000
RESPONSES = "item_id;topic;system;text\r\nt1;Who?;Alder;Ein guter Gruß.\r\nt2;Who?;Beech;Ein anderer.\r\n"
SCORES = "item_id\tTruth\tCare\tannotator\nt1\t3\t2 - fair\t22\nt2\t1\t99\t22\n"


@pytest.fixture
def draft(tmp_path: Path) -> Iterator[Running]:
    """The app on an empty draft study."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    store = Store(url)
    migrate(store)
    with store.writing() as session:
        text = toml_text(a_benchmark_table())
        content_hash = benchmarks.register(session, text=text, name="invented.toml", now=NOW)
        plan = studies.StudyPlan(slug="spring", title="Spring", seed="s")
        study_id = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)
    running = Running(AppServer(url), store, study_id)
    yield running
    running.server.stop()
    store.close()


def the_page(browser: Browser, running: Running, width: int = 1280) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/i/{running.owner()}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=LONG)
    page.goto(f"http://127.0.0.1:{running.server.port}/import")
    expect(page.get_by_text("Nothing is taken in before")).to_be_visible(timeout=LONG)
    return page


def send(page: Page, name: str, content: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("input[type=file]").first.set_input_files([file])


def pick(page: Page, label: str, option: str, *, which: int = 0) -> None:
    """Choose one of a list, once the page has come to rest."""
    expect(page.locator("[data-testid=stApp]")).to_have_attribute("data-test-script-state", "notRunning", timeout=LONG)
    box = page.get_by_role("combobox", name=label).nth(which)
    box.scroll_into_view_if_needed(timeout=LONG)
    box.click()
    page.keyboard.type(option)
    page.keyboard.press("Enter")
    expect(page.get_by_role("option")).to_have_count(0)


def check(page: Page) -> None:
    page.get_by_role("button", name="Check", exact=True).click(timeout=LONG)


def take_in(page: Page) -> None:
    check(page)
    expect(page.get_by_text("Nothing is wrong with it.")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Take in", exact=True).click()
    expect(page.get_by_text("Taken in.")).to_be_visible(timeout=LONG)


def test_a_spreadsheets_files_in_their_own_words_come_in(browser: Browser, draft: Running) -> None:
    page = the_page(browser, draft)
    assert grave(page) == []
    send(page, "antworten.csv", RESPONSES.encode("cp1252"))
    expect(page.get_by_text("not stored in the usual way")).to_be_visible(timeout=LONG)
    pick(page, "How are its letters stored?", "Western European (Windows-1252)")
    expect(page.get_by_text("Ein guter Gruß.")).to_be_visible(timeout=LONG)
    pick(page, "The question in full", "column: topic")
    check(page)
    expect(page.get_by_text("This file cannot be taken in as it is.")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("'Alder', which is unknown")).to_be_visible()
    assert grave(page) == []
    page.get_by_text("Systems that nothing describes are new").click()
    take_in(page)
    send(page, "scores.tsv", SCORES.encode())
    expect(page.get_by_role("radio", name="A column for each axis")).to_be_checked(timeout=LONG)
    pick(page, "Person or judge", "all are people")
    expect(page.get_by_text("“2 - fair”, once:")).to_be_visible(timeout=LONG)
    pick(page, "It stands for", "The score 2")
    check(page)
    expect(page.get_by_text("a code for a missing score is not guessed")).to_be_visible(timeout=LONG)
    assert grave(page) == []
    pick(page, "It stands for", "The person cannot assess it", which=1)
    take_in(page)
    with draft.store.reading() as session:
        found = frames.scores(session, study_id=draft.study_id).sort_values(["axis", "value"])
    assert [(row.axis, row.value, row.missing) for row in found.itertuples()][:1] == [("care", 2.0, None)]
    assert found["missing"].tolist() == [None, "cannot_assess", None, None]


def test_published_results_come_in_whole_and_twice_adds_nothing(browser: Browser, draft: Running) -> None:
    document = a_results_file("1.0")
    for question in document["questions"]:
        for number, answer in enumerate(question["answers"].values()):
            answer |= {"score": number % 4, "answer": answer["answer"] or "Nothing, but said so."}
    axes = a_benchmark_table()["axes"][:1]
    with draft.store.writing() as session:
        text = toml_text(a_benchmark_table(id="one_axis", axes=axes, protocol=SECOND_READING))
        content_hash = benchmarks.register(session, text=text, name="one.toml", now=NOW)
        plan = studies.StudyPlan(slug="one", title="One axis", seed="s")
        study_id = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)
        token = people.invite(session, study_id=study_id, name="Own", role="owner", now=datetime.now(UTC))
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"http://127.0.0.1:{draft.server.port}/i/{token}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=LONG)
    page.goto(f"http://127.0.0.1:{draft.server.port}/import")
    expect(page.get_by_text("Nothing is taken in before")).to_be_visible(timeout=LONG)
    for new in ("138 responses", "0 responses"):
        send(page, "results.json", as_json(document))
        expect(page.get_by_text("This is published results.")).to_be_visible(timeout=LONG)
        take_in(page)
        expect(page.get_by_text(new)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.reload()
        expect(page.get_by_text("Nothing is taken in before")).to_be_visible(timeout=LONG)
    assert grave(page) == []


SECOND_READING = {
    "kind": "second_reading",
    "exclude": "model",
    "empty_answer_scores": 0,
    "second_judge": {"systems": "own", "other_family": True, "counts": "lower", "instruction": "Be strict."},
}


def test_nobody_but_an_owner_may_send_a_file(browser: Browser, draft: Running) -> None:
    with draft.store.writing() as session:
        token = people.invite(session, study_id=draft.study_id, name="Ann", role="scorer", now=datetime.now(UTC))
    context = browser.new_context()
    page = context.new_page()
    address = f"http://127.0.0.1:{draft.server.port}"
    door = f"{address}/_stcore/upload_file/some-session/some-file"
    assert context.request.put(door, data=b"x").status == 404
    page.goto(f"{address}/i/{token}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible(timeout=LONG)
    assert context.request.put(door, data=b"x").status == 404
    page.goto(f"{address}/import")
    expect(page.get_by_role("button", name="Continue")).to_be_visible(timeout=LONG)
    assert page.locator("input[type=file]").count() == 0
