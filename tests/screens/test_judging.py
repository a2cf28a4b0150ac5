"""The judging page in a real browser: a run that outlives the app, halts and goes on, and what each role may do."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from store import people
from tests.screens.conftest import Running, start
from tests.stub_client import Stub

Enter = Callable[..., Page]
SLOW = 60_000
JUDGES = {"larkspur": ("Larkspur 2", "Northgate Lab"), "oak": ("Oak 1", "Oak House"), "yew": ("Yew 1", "Yew House")}
CALLS = 55
"""Twenty responses and three judges, one of whom wrote five of them."""


def a_panel(url: str) -> str:
    """Three judges on the stub."""
    return 'title = "Three invented judges"\n' + "\n".join(
        f'[[judges]]\nid = "{id}"\nname = "{name}"\nmodel = "openai/{id}"\nfamily = "{family}"\n'
        f'base_url = "{url}"\nschema_mode = "json_schema"\ntemperature = "accepted"\nmax_tokens = 1500\n'
        "concurrency = 2\nprice = { input_per_million = 1, output_per_million = 5, "
        'source = "Invented", date = "2026-07-01" }\n'
        for id, (name, family) in JUDGES.items()
    )


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """The app with the demo study, which no run has judged."""
    app = start(f"sqlite:///{tmp_path / 'store.db'}")
    yield app
    app.server.stop()
    app.store.close()


def link_of(running: Running, role: str, *, all_studies: bool = False) -> str:
    """Invite somebody and return the token of the link."""
    study_id = None if all_studies else running.study_id
    with running.store.writing() as session:
        return people.invite(session, study_id=study_id, name=role.title(), role=role, now=datetime.now(UTC))


def on_the_page(enter: Enter, running: Running, token: str, width: int = 1280) -> Page:
    """Open the judging page with a link."""
    page = enter(running.server.port, token, width=width)
    expect(page.get_by_role("button", name="Sign out")).to_have_count(1, timeout=SLOW)
    page.goto(f"http://127.0.0.1:{running.server.port}/judging")
    expect(page.get_by_role("heading", name="Judging", level=1)).to_be_visible(timeout=SLOW)
    return page


def choose_panel(page: Page, text: str) -> None:
    """Paste a panel."""
    page.get_by_role("combobox", name="Judges").click()
    page.get_by_role("option", name="A panel of my own").click()
    page.get_by_label("Or the text of a panel file").fill(text)
    page.keyboard.press("Control+Enter")


def fits(page: Page) -> bool:
    """Whether nothing of the page's width is out of sight."""
    wide: bool = page.evaluate(
        "(() => { const m = document.querySelector('[data-testid=stMain]'); return m.scrollWidth <= m.clientWidth })()"
    )
    return wide


def test_a_run_outlives_the_app_that_began_it(running: Running, enter: Enter, stub: Stub) -> None:
    stub.control(latency_s=0.4)
    token = link_of(running, "owner", all_studies=True)
    page = on_the_page(enter, running, token)
    choose_panel(page, a_panel(stub.url))
    expect(page.get_by_text("20 responses, 55 calls.")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Start judging").click()
    expect(page.get_by_text("The judges are at work.")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("cross_judge: running")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("rowheader", name="on the wire", exact=True)).to_be_visible(timeout=SLOW)
    running.server.restart()
    page.reload()
    expect(page.get_by_text("cross_judge: done")).to_be_visible(timeout=2 * SLOW)
    expect(page.get_by_text("20 of 20 responses are settled.")).to_be_visible(timeout=SLOW)
    assert fits(page)
    facts = stub.stats()
    assert (facts["paid"], facts["paid_again"], facts["gone"]) == (CALLS, 0, 0)


def test_a_run_is_halted_goes_on_and_shows_what_could_not_be_read(running: Running, enter: Enter, stub: Stub) -> None:
    stub.control(latency_s=0.5, rules=[{"model": "oak", "mode": "out_of_range"}])
    page = on_the_page(enter, running, link_of(running, "owner", all_studies=True), width=390)
    choose_panel(page, a_panel(stub.url))
    page.get_by_role("button", name="Start judging").click(timeout=SLOW)
    page.get_by_role("button", name="Pause").click(timeout=SLOW)
    expect(page.get_by_text("cross_judge: halted")).to_be_visible(timeout=SLOW)
    assert fits(page)
    stub.control(latency_s=0.02)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("cross_judge: done")).to_be_visible(timeout=2 * SLOW)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=SLOW)
    page.get_by_text("Could not be read, or refused (").click()
    page.get_by_role("combobox", name="Read what a judge really wrote").click()
    page.get_by_role("option").first.click()
    expect(page.locator(".sr-context", has_text="999")).to_be_visible(timeout=SLOW)
    assert fits(page)
    before = stub.stats()["paid"]
    stub.control(rules=[])
    page.get_by_role("button", name="Ask again what could not be read").click()
    expect(page.get_by_text("for what could not be read.")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("cross_judge: done")).to_be_visible(timeout=2 * SLOW)
    assert stub.stats()["paid"] > before


def test_everything_in_the_way_of_a_start_is_said_at_once(running: Running, enter: Enter) -> None:
    page = on_the_page(enter, running, link_of(running, "owner"))
    expect(page.get_by_role("heading", name="What stands against a start")).to_be_visible(timeout=SLOW)
    assert page.get_by_role("alert").get_by_text("needs a key in the environment variable").count() > 1
    assert page.get_by_role("button", name="Start judging").count() == 0
    page.get_by_text("Show the prompt for a response").click()
    expect(page.get_by_role("heading", name="What the judge is told first")).to_be_visible(timeout=SLOW)
    asked = " ".join(page.locator(".sr-context").all_inner_texts())
    assert "Theological Accuracy" in asked
    assert [name for name in ("Larkspur", "Ostler", "Brambling", "Fellmoor", "Hollin") if name in asked] == []


def test_a_panel_comes_as_a_file_too(running: Running, enter: Enter, stub: Stub, tmp_path: Path) -> None:
    page = on_the_page(enter, running, link_of(running, "owner", all_studies=True), width=390)
    page.get_by_role("combobox", name="Judges").click()
    page.get_by_role("option", name="A panel of my own").click()
    file = tmp_path / "judges.toml"
    chooser = page.locator("input[type=file]")
    file.write_text("title = 3", encoding="utf-8")
    chooser.set_input_files([file])
    expect(page.get_by_text("This panel cannot be used.")).to_be_visible(timeout=SLOW)
    file.write_bytes(b"title = \xff")
    chooser.set_input_files([file])
    expect(page.get_by_text("which is not UTF-8")).to_be_visible(timeout=SLOW)
    file.write_text(a_panel(stub.url), encoding="utf-8")
    chooser.set_input_files([file])
    expect(page.get_by_text("20 responses, 55 calls.")).to_be_visible(timeout=SLOW)
    assert fits(page)


def test_who_has_only_a_link_sends_no_key_to_an_address_of_their_own(
    running: Running, enter: Enter, stub: Stub
) -> None:
    page = on_the_page(enter, running, link_of(running, "owner"))
    choose_panel(page, a_panel(stub.url).replace("schema_mode", 'key_env = "SECONDREADER_DATABASE_URL"\nschema_mode'))
    refused = page.get_by_role("alert")
    expect(refused.get_by_text("base_url is taken only from the owner of all studies").first).to_be_visible(
        timeout=SLOW
    )
    expect(refused.get_by_text("only names in ..._API_KEY are taken").first).to_be_visible()
    assert page.get_by_role("button", name="Start judging").count() == 0
    assert stub.stats()["http"] == 0


def test_a_researcher_watches_and_begins_nothing(running: Running, enter: Enter) -> None:
    page = on_the_page(enter, running, link_of(running, "researcher"))
    expect(page.get_by_text("No judge has been asked yet.")).to_be_visible(timeout=SLOW)
    assert page.get_by_role("combobox", name="Judges").count() == 0
