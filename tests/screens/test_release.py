"""The owner takes a release in a real browser, and what came down is checked by the real command."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from store import events, studies
from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.conftest import Running, start

RUN = "from cli.main import run; run()"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The demo study with scoring closed."""
    running = start(f"sqlite:///{tmp_path_factory.mktemp('release') / 'store.db'}")
    with running.store.writing() as session:
        studies.seal_study(session, study_id=running.study_id, by=None, now=datetime.now(UTC))
    yield running
    running.server.stop()
    running.store.close()


def the_page(browser: Browser, running: Running, width: int = 1280, scheme: Literal["light", "dark"] = "light") -> Page:
    page = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/i/{running.owner()}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=30_000)
    page.goto(f"http://127.0.0.1:{running.server.port}/release")
    expect(page.get_by_role("heading", name="One by one")).to_be_visible(timeout=30_000)
    return page


def download(page: Page, label: str) -> tuple[str, bytes]:
    with page.expect_download(timeout=120_000) as coming:
        page.get_by_role("button", name=label).click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def test_a_bundle_from_the_page_holds_where_it_is_unpacked(browser: Browser, sealed: Running, tmp_path: Path) -> None:
    page = the_page(browser, sealed)
    name, content = download(page, "Download the bundle (ZIP)")
    assert name == "demo-release.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path / "elsewhere")
    command = (sys.executable, "-c", RUN, "verify", str(tmp_path / "elsewhere"))
    said = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")
    assert "0 differ" in said.stdout
    with sealed.store.reading() as session:
        newest = events.log(session, study_id=sealed.study_id).iloc[0]
    assert newest["act"] == "released a bundle"
    assert newest["details"]["receipt"] in said.stdout
    page.reload()
    expect(page.get_by_text(newest["details"]["receipt"])).to_be_visible(timeout=30_000)
    page.context.close()


def test_one_file_at_a_time(browser: Browser, sealed: Running) -> None:
    page = the_page(browser, sealed)
    name, content = download(page, "Report as PDF")
    assert (name, content[:5]) == ("demo-report.pdf", b"%PDF-")
    name, content = download(page, "Figure of agreement (SVG)")
    assert name == "demo-agreement.svg"
    assert b"<svg" in content
    page.context.close()


@IN_TWO_LOOKS
def test_everyone_can_use_the_page(
    browser: Browser, sealed: Running, width: int, scheme: Literal["light", "dark"]
) -> None:
    page = the_page(browser, sealed, width, scheme)
    assert grave(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_a_scorers_link_opens_neither_the_page_nor_a_file(browser: Browser, sealed: Running) -> None:
    page = browser.new_context().new_page()
    page.goto(f"http://127.0.0.1:{sealed.server.port}/i/{sealed.scorer('Ann Example')}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_test_id("stMain")).to_be_visible(timeout=30_000)
    page.goto(f"http://127.0.0.1:{sealed.server.port}/release")
    expect(page.get_by_text("Page not found")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("button", name="Download the bundle (ZIP)")).to_have_count(0)
    expect(page.get_by_role("heading", name="Release", level=1)).to_have_count(0)
    page.context.close()
