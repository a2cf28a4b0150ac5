"""axe on everything a scorer sees, in light and dark: nothing serious, nothing critical."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.conftest import Running
from tests.screens.scoring import answers, at, with_mouse
from tests.screens.test_doors import a_study_with

Enter = Callable[..., Page]
SCHEMES = ("light", "dark")


@IN_TWO_LOOKS
def test_the_pages_of_a_scorer(running: Running, enter: Enter, scheme: str, width: int) -> None:
    token = running.scorer("Access", declared=False)
    page = enter(running.server.port, token, color_scheme=scheme, width=width)
    expect(page.get_by_role("button", name="Continue")).to_be_visible(timeout=20_000)
    assert grave(page) == []
    page.get_by_text("I have read this").click()
    page.get_by_text("Yes, I can").click()
    page.get_by_role("button", name="Continue").click()
    at(page, 1)
    assert grave(page) == []
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.locator(".missing")).to_be_visible()
    assert grave(page) == []
    for name in ("Keys", "Flag"):
        page.get_by_role("button", name=name, exact=True).click()
        assert grave(page) == []
        page.keyboard.press("Escape")
    with_mouse(page, answers("Axe", 1))
    assert grave(page) == []
    page.get_by_role("button", name="Submit and go on").click()
    at(page, 2)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Change my answer")).to_be_visible()
    assert grave(page) == []
    page.goto(f"http://127.0.0.1:{running.server.port}/about")
    expect(page.get_by_role("heading", name="About this study")).to_be_visible()
    assert grave(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_a_link(running: Running, browser: Browser, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/i/some-link")
    assert grave(page) == []
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="This link does not open anything")).to_be_visible()
    assert grave(page) == []
    context.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_passage_and_the_thanks_at_the_end(running: Running, enter: Enter, scheme: str) -> None:
    token = a_study_with(running, "Love is patient (1 Corinthians 13:4).")
    page = enter(running.server.port, token, color_scheme=scheme)
    at(page, 1, total=1)
    page.get_by_role("button", name="1 Corinthians 13:4").click()
    expect(page.get_by_role("dialog")).to_contain_text("American Standard Version")
    assert grave(page) == []
    page.keyboard.press("Escape")
    with_mouse(page, answers("Axe", 1))
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert grave(page) == []


def test_the_thanks_to_who_cannot_score(running: Running, enter: Enter) -> None:
    page = enter(running.server.port, running.scorer("Other", declared=False))
    page.get_by_text("I have read this").click(timeout=20_000)
    page.get_by_text("No, I cannot").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert grave(page) == []
