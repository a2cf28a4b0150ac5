"""The pictures of people who score from a charter: it beside the answer, an adjudicator's page, and who does what."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rubrics.entries import Entry
from store import ballots, queue
from store.ballots import Submission
from tests.screens.adjudicated import AXES, OURS, THEIRS, Settled, a_settled_app, at_first, at_step
from tests.screens.chartered import SLOW, now
from tests.screens.conftest import rater_of
from tests.screens.lists import choose
from tests.screens.picture_looks import LOOKS, Look, enter, keep, settled

SIDES = {
    "Ruth Example": (1.0, "It never says what is left in the till, and that decides which claim can be met first."),
    "Boaz Example": (3.0, "Every fact of the case is used, and the one that is missing is named as an assumption."),
}
ELSEWHERE = "It answers from this standpoint and says how far it reaches."
ALONE = "The assumption is said, but nothing is made of it."


def take(browser: Browser) -> None:
    """Run a study with five charters in which two people lie apart, and take its pictures."""
    with tempfile.TemporaryDirectory() as folder, a_settled_app(Path(folder)) as app:
        reader = app.invite("Naomi Example", OURS)
        for look in LOOKS:
            _charter_beside(browser, app, reader, look)
        for name, (score, why) in SIDES.items():
            _submit(app, app.invite(name, OURS), score, why)
        adjudicator = app.invite("Deborah Example", OURS, adjudicates=True)
        for look in LOOKS:
            page = _opened(browser, app, adjudicator, look)
            at_step(page, 1)
            keep(page, "settle-alone", look)
            page.context.close()
        _submit(app, adjudicator, 2.0, ALONE)
        for look in LOOKS:
            _settling(browser, app, adjudicator, look)
        app.invite("Miriam Example", OURS, THEIRS)
        owner = app.owner()
        for look in LOOKS:
            _standpoints(browser, app, owner, look)


def _opened(browser: Browser, app: Settled, token: str, look: Look) -> Page:
    page = enter(browser, app.server.port, token, look)
    page.get_by_role("button", name="Open").click()
    return page


def _submit(app: Settled, token: str, score: float, why: str) -> None:
    """Hand in somebody's first place past the screen: this score on the axis in question, 3 on all others."""
    parted = "use_of_the_facts"
    entries = {axis: Entry("value", 3.0, ELSEWHERE) for axis in AXES} | {parted: Entry("value", score, why)}
    with app.store.writing() as session:
        rater_id = rater_of(session, token)
        place = queue.place(session, rater_id=rater_id, position=1)
        if place is None:
            raise LookupError("nobody has a place to score")
        ballots.submit(session, rater_id=rater_id, submission=Submission(place.key, place.key, 0, entries), now=now())


def _charter_beside(browser: Browser, app: Settled, token: str, look: Look) -> None:
    page = _opened(browser, app, token, look)
    at_first(page)
    expect(page.locator("article[data-clause='1']").first).to_be_attached(timeout=SLOW)
    if look.width < 864:
        page.get_by_role("button", name="Read the charter").click()
        expect(page.get_by_role("dialog", name="The charter").locator("article").first).to_be_visible(timeout=SLOW)
    keep(page, "score-charter", look)
    page.context.close()


def _settling(browser: Browser, app: Settled, token: str, look: Look) -> None:
    page = _opened(browser, app, token, look)
    at_step(page, 2)
    below = "one => { one.style.scrollMarginTop = '6rem'; one.scrollIntoView(); }"
    page.locator("fieldset[data-axis=use_of_the_facts]").evaluate(below)
    keep(page, "settle", look)
    page.context.close()


def _standpoints(browser: Browser, app: Settled, token: str, look: Look) -> None:
    page = _opened(browser, app, token, look)
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    page.goto(f"http://127.0.0.1:{app.server.port}/people")
    expect(page.get_by_role("heading", name="People", level=1)).to_be_visible(timeout=SLOW)
    settled(page)
    choose(page, page.get_by_role("combobox", name="Who"), "Miriam Example")
    settled(page)
    expect(page.get_by_role("button", name="Save these standpoints")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Save these standpoints").scroll_into_view_if_needed()
    keep(page, "people-standpoints", look)
    page.context.close()
