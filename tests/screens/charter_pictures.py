"""The pictures of charters in docs/screens: a review, its decision, what has changed since a signature, the board."""

import re
import tempfile
from itertools import cycle, islice
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rubrics.charters import shipped
from tests.screens.chartered import OURS, SLOW, Chartered, a_chartered_app, decide, ready, say, signed
from tests.screens.picture_looks import LOOKS, Look, enter, keep, settled

NAMES = ("Ruth Example", "Naomi Example", "Miriam Example", "Joel Example")
FIRST, OFTEN = "I agree, with notes", ("I agree", "I agree", "I agree", "Outside my competence")
CHANGE = ("certain judgment of conscience", "certain judgment of an upright conscience")
NOTE = "This needs the distinction between what binds in itself and what is counsel."


def take(browser: Browser) -> None:
    """Run a study with charters of its own and take its pictures."""
    ours = next(one for one in shipped("worldviews") if one.module == OURS)
    numbers = [one.number for one in ours.clauses]
    with tempfile.TemporaryDirectory() as folder, a_chartered_app(Path(folder)) as app:
        app.put(ours.text)
        pages = [_reviewed(browser, app, look, name, numbers) for look, name in zip(LOOKS, NAMES, strict=True)]
        app.put(ours.text.replace(*CHANGE))
        for look, page in zip(LOOKS, pages, strict=True):
            page.reload()
            expect(page.get_by_role("heading", name="What has changed since you signed")).to_be_visible(timeout=SLOW)
            keep(page, "review-again", look)
            page.context.close()
        for look in LOOKS:
            _board(browser, app, look)


def _reviewed(browser: Browser, app: Chartered, look: Look, name: str, numbers: list[str]) -> Page:
    """A charter half reviewed, then signed."""
    page = enter(browser, app.server.port, app.reviewer(name), look)
    page.get_by_role("button", name="Open").click()
    ready(page, next(one.title for one in shipped("worldviews") if one.module == OURS))
    say(page, numbers[0], FIRST, NOTE)
    _saved(page)
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    keep(page, "review", look)
    for number, said in zip(numbers[1:], islice(cycle(OFTEN), len(numbers) - 1), strict=True):
        say(page, number, said)
    page.get_by_role("heading", name="Your decision").scroll_into_view_if_needed()
    _saved(page)
    keep(page, "review-decision", look)
    decide(page, "Approved with notes")
    signed(page)
    return page


def _saved(page: Page) -> None:
    expect(page.locator("footer .status")).to_have_text(re.compile("^Saved"), timeout=SLOW)


def _board(browser: Browser, app: Chartered, look: Look) -> None:
    page = enter(browser, app.server.port, app.owner, look)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    page.goto(f"http://127.0.0.1:{app.server.port}/charters")
    expect(page.get_by_text("Comments to resolve")).to_be_visible(timeout=SLOW)
    settled(page)
    keep(page, "charters", look)
    page.get_by_text("Comments to resolve").scroll_into_view_if_needed()
    keep(page, "charters-comments", look)
    page.context.close()
