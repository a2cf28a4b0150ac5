"""Choosing from a list, as a person does it."""

from playwright.sync_api import Locator, Page, TimeoutError, expect

OPENS = 5_000
"""Milliseconds in which a list that stays open has opened."""


def choose(page: Page, box: Locator, option: str | None = None, *, within: float = 30_000) -> None:
    """Open a list and choose what is called `option`, or the first.

    Streamlit closes a list when the page moves, and the page moves to a field that is clicked for the first time. So
    the first click may leave it closed, and a person clicks again.
    """
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=within)
    options = page.get_by_role("option") if option is None else page.get_by_role("option", name=option)
    box.click(timeout=within)
    try:
        options.first.click(timeout=OPENS)
    except TimeoutError:
        box.click(timeout=within)
        options.first.click(timeout=within)
    expect(page.get_by_role("option")).to_have_count(0)
