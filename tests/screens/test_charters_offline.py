"""Working offline in a real browser: the charter as a file, filled in, given back, looked at, taken in, and signed."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docx import Document
from playwright.sync_api import FilePayload, Page, expect

from files.packet_word import MEDIA
from tests.files.packets import card, delete, fill, saved
from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.chartered import (
    EDITED,
    OURS,
    SLOW,
    TEXT,
    Chartered,
    a_chartered_app,
    clause,
    decide,
    ready,
    say,
    signed,
    status,
)
from tests.screens.test_charters import board

Enter = Callable[..., Page]
EACH_ONCE = "every clause and scenario once; whatever was said of it before stays"
FORMULA = '=HYPERLINK("http://evil.example","see") <b>x</b> שלום'


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chartered]:
    with a_chartered_app(tmp_path_factory.mktemp("offline")) as running:
        running.put(TEXT)
        yield running


def offline(page: Page) -> None:
    """Open what is there for working offline."""
    page.get_by_text("Work offline", exact=True).click()


def packet(page: Page, label: str = "Word file") -> Path:
    """Take the charter along."""
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("button", name=label).click()
    expect(page.get_by_text("is among your downloads.")).to_be_visible()
    assert download.value.suggested_filename == f"{OURS}-version-1.{'docx' if label == 'Word file' else 'pdf'}"
    return Path(download.value.path())


def given_back(page: Page, content: bytes, name: str = "filled in.docx") -> None:
    """Give a file back, and wait until the page says what is in it."""
    back: FilePayload = {"name": name, "mimeType": MEDIA, "buffer": content}
    page.get_by_label("Give a filled-in file back").set_input_files(back)


def shown(page: Page) -> None:
    """Wait until it is said what is in a file."""
    expect(page.get_by_role("heading", name="What is in filled in.docx")).to_be_visible(timeout=SLOW)


def filled_in(path: Path) -> bytes:
    """What an expert makes of the Word file: an answer, formulas, a clause deleted, and a wrong number."""
    document = Document(io.BytesIO(path.read_bytes()))
    fill(document, "Clause 1", agreement="I agree", source_checked="yes", comment=FORMULA)
    fill(document, "Clause 2", agreement="I agree, with notes", comment="From the file.")
    fill(document, "Clause 3", agreement="mostly")
    delete(document, "Scenario SC-01")
    card(document, "Clause 3").rows[0].cells[1].text = "33"
    return saved(document)


def test_a_packet_is_filled_in_given_back_and_signed(app: Chartered, enter: Enter) -> None:
    page = enter(app.server.port, app.reviewer("Ruth"))
    ready(page)
    say(page, "2", "I disagree", "Typed here.")
    offline(page)
    content = filled_in(packet(page))
    given_back(page, content)
    shown(page)
    expect(page.locator(".faults li")).to_have_text(
        [
            "filled in.docx, table 4: found 'Clause 33', which says: Do you agree? mostly; allowed: clauses 1, 2, 3; "
            "scenarios SC-01, SC-02, SC-03, SC-04, SC-05, SC-06",
            f"filled in.docx: found nothing on clause 3; allowed: {EACH_ONCE}",
            f"filled in.docx: found nothing on scenario SC-01; allowed: {EACH_ONCE}",
        ]
    )
    expect(page.get_by_text("Nothing is kept yet.")).to_be_visible()
    expect(page.locator(".returned .entry").filter(has_text="Clause 1")).to_contain_text(FORMULA)
    expect(clause(page, "1").get_by_label("Comment")).to_have_value("")
    page.get_by_role("button", name="Take these in as drafts").click()
    expect(page.get_by_text("1 place was taken in as drafts. Left as they are on this page: clause 2.")).to_be_visible()
    expect(clause(page, "1").get_by_label("Comment")).to_have_value(FORMULA)
    expect(clause(page, "1").get_by_label("I have looked up the sources")).to_be_checked()
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("Typed here.")
    given_back(page, content)
    shown(page)
    expect(page.get_by_text("1 place is on your page already.")).to_be_visible()
    page.get_by_text("Use the file's words: Clause 2").click()
    page.get_by_role("button", name="Take these in as drafts").click()
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("From the file.")
    assert app.signed("Ruth") == []
    say(page, "3", "I agree")
    status(page, "Saved")
    decide(page, "Approved with notes")
    signed(page)
    assert [one.decision for one in app.signed("Ruth")] == ["approved_with_notes"]


def test_answers_to_an_earlier_text_stand_where_nothing_has_changed(app: Chartered, enter: Enter) -> None:
    page = enter(app.server.port, app.reviewer("Ruth"))
    ready(page)
    offline(page)
    content = filled_in(packet(page))
    app.put(EDITED)
    page.reload()
    ready(page)
    offline(page)
    given_back(page, content)
    shown(page)
    expect(page.locator(".faults li").first).to_contain_text(
        "version 2 is in force by now. The text has changed in clause 2"
    )
    page.get_by_role("button", name="Take these in as drafts").click()
    expect(page.get_by_text("2 places were taken in as drafts.")).to_be_visible(timeout=SLOW)
    expect(clause(page, "1").get_by_label("I agree", exact=True)).to_be_checked()
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("From the file.")
    expect(clause(page, "2").get_by_label("I agree, with notes")).not_to_be_checked()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "filled in.docx: found an empty file; allowed: the packet's Word file"),
        (b"%PDF-1.7", "filled in.docx: found a PDF; allowed: the packet's Word file"),
        (b"PK\x03\x04 no", "filled in.docx: found a damaged or encrypted file; allowed: a Word file"),
        (b"0" * 4_000_001, "filled in.docx has 4.0 MB; at most 4 MB can be read."),
    ],
)
def test_a_file_that_is_no_packet_is_told_and_nothing_is_offered(
    app: Chartered, enter: Enter, content: bytes, says: str
) -> None:
    page = enter(app.server.port, app.reviewer("Ruth"))
    ready(page)
    offline(page)
    given_back(page, content)
    expect(page.locator(".returned").filter(has_text=says)).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name="Take these in as drafts")).to_have_count(0)


def test_a_link_that_was_taken_back_gives_no_file_and_takes_none(app: Chartered, enter: Enter) -> None:
    token = app.reviewer("Ruth")
    page = enter(app.server.port, token)
    ready(page)
    offline(page)
    content = filled_in(packet(page))
    app.revoke(token)
    page.get_by_role("button", name="PDF to print").click()
    expect(page.locator(".returned")).to_contain_text("Your link is not open here any more", timeout=SLOW)
    given_back(page, content)
    expect(page.locator(".returned")).to_contain_text("Your link is not open here any more", timeout=SLOW)


@IN_TWO_LOOKS
def test_nothing_grave_by_axe_and_no_sideways_scroll(app: Chartered, enter: Enter, scheme: str, width: int) -> None:
    page = enter(app.server.port, app.reviewer("Ruth"), color_scheme=scheme, width=width)
    ready(page)
    say(page, "2", "I disagree", "Typed here.")
    offline(page)
    assert packet(page, "PDF to print").read_bytes().startswith(b"%PDF-")
    given_back(page, filled_in(packet(page)))
    shown(page)
    assert grave(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    owner = enter(app.server.port, app.owner, color_scheme=scheme, width=width)
    expect(owner.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    board(owner, app)
    expect(owner.get_by_role("heading", name="For experts who work offline")).to_be_visible(timeout=SLOW)
    expect(owner.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=SLOW)
    with owner.expect_download(timeout=SLOW) as download:
        owner.get_by_role("button", name="Web page to print").click()
    assert download.value.suggested_filename == f"{OURS}-version-1.html"
    assert b"research benchmark, not an authoritative judgment" in Path(download.value.path()).read_bytes()
    assert grave(owner) == []
    assert owner.evaluate("document.documentElement.scrollWidth") <= width
