"""How the pictures in docs/screens are taken: which sizes and colours, a fresh window, and where they are kept."""

from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, expect

PICTURES = Path(__file__).parents[2] / "docs" / "screens"
SIZES = {1280: 900, 390: 844}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


class Look(NamedTuple):
    """The width of a window in pixels, and its colours."""

    width: int
    scheme: Scheme


LOOKS = tuple(Look(width, scheme) for width in SIZES for scheme in SCHEMES)


def enter(browser: Browser, port: int, token: str, look: Look) -> Page:
    """Open a personal link in a fresh browser window."""
    context = browser.new_context(viewport={"width": look.width, "height": SIZES[look.width]}, color_scheme=look.scheme)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/i/{token}")
    return page


def settled(page: Page) -> None:
    """Wait until a page of Streamlit's has come to rest."""
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=20_000)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)
    page.wait_for_load_state("networkidle")


def keep(page: Page, name: str, look: Look) -> None:
    """Store what the window shows."""
    page.screenshot(path=PICTURES / f"{name}-{look.width}-{look.scheme}.png")
