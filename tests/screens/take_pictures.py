"""Take the pictures in docs/screens anew: `python -m tests.screens.take_pictures` (five minutes, needs Chromium).

A part of them alone: `... take_pictures scoring`, `judging`, `research`, `charters` or `settling`.
"""

import re
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, expect, sync_playwright

from judging.panel import load_panel
from judging.run import control
from judging.run.plan import RunOptions, plan_run
from store import studies
from store.unblinding import unblind
from tests.chromium import program
from tests.screens.charter_pictures import take as take_charters
from tests.screens.conftest import Running, start
from tests.screens.picture_looks import LOOKS, PICTURES, Look, enter, keep, settled
from tests.screens.scoring import answers, at, with_mouse
from tests.screens.settling_pictures import take as take_settling
from tests.screens.test_judging import a_panel
from tests.stub_client import running_stub


def scorer(browser: Browser, running: Running, look: Look) -> None:
    """The link, the first page, and a response half scored."""
    page = enter(browser, running.server.port, running.scorer("Ann Example", declared=False), look)
    keep(page, "link", look)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible(timeout=20_000)
    keep(page, "welcome", look)
    page.get_by_text("I have read this").click()
    page.get_by_text("Yes, I can").click()
    page.get_by_role("button", name="Continue").click()
    at(page, 1)
    sheet = answers("I think this", 4)
    with_mouse(page, {"theological": sheet["theological"]._replace(why="It names the doctrine and hedges it.")})
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    keep(page, "score", look)
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.locator(".missing")).to_be_visible()
    keep(page, "missing", look)
    page.context.close()


def owner(browser: Browser, running: Running, pages: dict[str, str], look: Look) -> None:
    """The owner's pages: a title to click, and the name of the picture."""
    page = enter(browser, running.server.port, running.owner(), look)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=60_000)
    for title, name in pages.items():
        page.goto(f"http://127.0.0.1:{running.server.port}/{'' if title == 'Progress' else name}")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible(timeout=60_000)
        settled(page)
        keep(page, name, look)
        if title == "Agreement":
            page.get_by_role("heading", name="All axes at a glance").scroll_into_view_if_needed()
            expect(page.locator("canvas, svg.marks").first).to_be_visible(timeout=20_000)
            keep(page, f"{name}-plot", look)
    page.context.close()


def judge(browser: Browser, running: Running, folder: Path) -> None:
    """The judging page before, during and after a run of invented judges."""
    for look in LOOKS:
        owner(browser, running, {"Judging": "judging-begin"}, look)
    with running_stub(folder / "stub.jsonl", latency_s=6.0) as stub:
        stub.control(rules=[{"model": "oak", "mode": "out_of_range", "times": 1}])
        with running.store.writing() as session:
            run_id = plan_run(
                session,
                study_id=running.study_id,
                panel=load_panel(a_panel(stub.url), "judges.toml"),
                options=RunOptions(cap_usd=5),
                environ={},
                by=None,
                now=datetime.now(UTC),
            )
        control.start(running.store, run_id=run_id, now=datetime.now(UTC))
        wait_for(browser, running, re.compile("^[1-9] of 20 responses"))
        for look in LOOKS:
            owner(browser, running, {"Judging": "judging-running"}, look)
        stub.control(latency_s=0)
        wait_for(browser, running, "cross_judge: done")
    for look in LOOKS:
        owner(browser, running, {"Judging": "judging-done"}, look)


def wait_for(browser: Browser, running: Running, words: str | re.Pattern[str]) -> None:
    """Keep the judging page open until it says these words."""
    page = enter(browser, running.server.port, running.owner(), Look(1280, "light"))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=60_000)
    page.goto(f"http://127.0.0.1:{running.server.port}/judging")
    expect(page.get_by_text(words)).to_be_visible(timeout=180_000)
    page.context.close()


SCORES = (
    "question;system;assessor;theological;scripture\r\n"
    "TL-01;Ostler 4;Ruth;2 - mostly sound;3\r\n"
    "TL-02;Ostler 4;Ruth;3;n/a\r\n"
    "SF-01;Ostler 4;Ruth;1;2\r\n"
)
"""A spreadsheet's file of scores, with words in the place of scores."""


def importing(browser: Browser, running: Running, look: Look) -> None:
    """A file on its way in: its first rows, and which column is what."""
    page = enter(browser, running.server.port, running.owner(), look)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=60_000)
    page.goto(f"http://127.0.0.1:{running.server.port}/import")
    expect(page.get_by_text("Nothing is taken in before")).to_be_visible(timeout=60_000)
    settled(page)
    keep(page, "import", look)
    file: FilePayload = {"name": "scores.csv", "mimeType": "text/csv", "buffer": SCORES.encode()}
    page.locator("input[type=file]").first.set_input_files([file])
    expect(page.get_by_role("heading", name="Which column is what?")).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=60_000)
    page.get_by_role("heading", name="Which column is what?").evaluate("one => one.scrollIntoView()")
    keep(page, "import-columns", look)
    page.context.close()


def one_response(browser: Browser, running: Running, look: Look) -> None:
    """The response on which people and judges are furthest apart, with everybody's reasons."""
    page = enter(browser, running.server.port, running.owner(), look)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=60_000)
    page.goto(f"http://127.0.0.1:{running.server.port}/disagreements")
    page.get_by_role("region", name="furthest apart first").get_by_role("link").first.click(timeout=60_000)
    expect(page.get_by_role("heading", name="Discussion")).to_be_visible(timeout=60_000)
    settled(page)
    keep(page, "disagreement", look)
    page.context.close()


PARTS = ("scoring", "judging", "research", "charters", "settling")


def scoring(browser: Browser, running: Running) -> None:
    """What a scorer sees, and the owner before anything is closed."""
    for look in LOOKS:
        scorer(browser, running, look)
        owner(browser, running, {"Progress": "progress", "Prepare": "prepare", "People": "people"}, look)


def research(browser: Browser, running: Running) -> None:
    """Files coming in, and what owners and researchers see once scoring is closed."""
    for look in LOOKS:
        importing(browser, running, look)
    now = datetime.now(UTC)
    with running.store.writing() as session:
        studies.seal_study(session, study_id=running.study_id, by=None, now=now)
        unblind(session, study_id=running.study_id, by=None, now=now)
    for look in LOOKS:
        owner(browser, running, AFTER, look)
        one_response(browser, running, look)


AFTER = {
    "Agreement": "agreement",
    "Axis": "axis",
    "Judges": "judges",
    "Systems": "systems",
    "Disagreements": "disagreements",
    "How many more?": "how_many_more",
}


def main() -> None:
    """Run the demo study and take the pictures."""
    wanted = sys.argv[1:] or PARTS
    if unknown := set(wanted) - set(PARTS):
        sys.exit(f"found {', '.join(sorted(unknown))}; allowed: {', '.join(PARTS)}")
    PICTURES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    running = start(f"sqlite:///{folder / 'store.db'}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program())
        if "scoring" in wanted:
            scoring(browser, running)
        if "judging" in wanted:
            judge(browser, running, folder)
        if "research" in wanted:
            research(browser, running)
        if "charters" in wanted:
            take_charters(browser)
        if "settling" in wanted:
            take_settling(browser)
    running.server.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
