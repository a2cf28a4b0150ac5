"""One person with a real browser: from the click on submit to the next response usable.

The click is a real one; the time is taken in the page, from the click's own time stamp to the end of the frame in which
the next heading is on the screen and the first radio can be clicked. A real click on it then follows, and must count.
"""

from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, Locator, Page, expect

from benchmarks.screens.servers import Name, Server
from benchmarks.screens.studies import QUEUE
from web.identity import COOKIE

WATCH = Path(__file__).with_name("watch.js").read_text(encoding="utf-8").split("\n", 3)[3]
SIZE = {"width": 1280, "height": 900}
REASON = "It names the doctrine, quotes the verse in its place, and is plain about its own limits."


class Marks(NamedTuple):
    """What to look for on a page: the button, the heading, what must be reachable, and the heading's words."""

    button: str
    heading: str
    target: str
    words: str


BALLOT = Marks(".end button.submit", "h1", "fieldset input[type=radio]", f"Response {{}} of {QUEUE}")
EMPTY = Marks("[data-testid=stButton] button", "h1", "[data-testid=stButton] button", "Count {}")


class Sample(NamedTuple):
    """Milliseconds from a click until the next heading was in the page, and until it could be seen and used."""

    placed: float
    usable: float


class Desk:
    """One open page, at one response (or count) after another."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server = server
        self.page = page
        self.marks = EMPTY if server.name == "empty" else BALLOT
        self.number = 1

    async def submit(self) -> Sample:
        """Fill the sheet in, submit it, and return how long the next one took."""
        await expect(self.page.locator(self.marks.heading)).to_have_text(self.marks.words.format(self.number))
        if self.marks is BALLOT:
            await self._fill_in()
        self.number += 1
        asked = {**self.marks._asdict(), "expected": self.marks.words.format(self.number)}
        await self.page.evaluate(WATCH, asked)
        await self.page.locator(self.marks.button).click()
        return Sample(**await self.page.evaluate("measured"))

    async def _fill_in(self) -> None:
        fieldsets = self.page.locator("fieldset:has(input[type=radio])")
        for number in range(await fieldsets.count()):
            await self._answer(fieldsets.nth(number), number)
        if self.server.name == "app":
            await expect(self.page.get_by_role("status").filter(has_text="Saved")).to_be_visible(timeout=20_000)

    async def _answer(self, fieldset: Locator, number: int) -> None:
        radio = fieldset.locator("input[type=radio]").nth(0 if number == 0 else (self.number + number) % 4)
        await radio.click()
        await expect(radio).to_be_checked(timeout=500)
        await fieldset.locator("textarea").fill(REASON)


async def sit_down(browser: Browser, server: Server, cookie: str) -> Desk:
    """Open a page in a context of its own, signed in, and wait for the first response."""
    context = await browser.new_context(viewport={"width": SIZE["width"], "height": SIZE["height"]})
    await context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.address}])
    page = await context.new_page()
    await page.goto(server.address)
    desk = Desk(server, page)
    await expect(page.locator(desk.marks.heading)).to_have_text(desk.marks.words.format(1), timeout=60_000)
    return desk


async def one_round(
    browser: Browser, servers: dict[Name, Server], cookie: str, submits: int
) -> dict[Name, list[Sample]]:
    """Submit in turn on all three pages; the first submit of each is not counted (nothing is warm yet)."""
    desks = {name: await sit_down(browser, server, cookie) for name, server in servers.items()}
    taken: dict[Name, list[Sample]] = {name: [] for name in servers}
    for number in range(submits + 1):
        names = list(desks)
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            took = await desks[name].submit()
            if number:
                taken[name].append(took)
    for desk in desks.values():
        await desk.page.context.close()
    return taken
