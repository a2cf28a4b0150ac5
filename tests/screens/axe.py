"""What axe finds on a page, and in which looks pages are shown to it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

IN_TWO_LOOKS = pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
"""Each width and each set of colours once: most of what such a test costs is walking to the page."""


def grave(page: Page) -> list[str]:
    """Return what axe calls serious or critical, with the places."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
