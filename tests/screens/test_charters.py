"""Charters in a real browser: imported, reviewed, signed, edited, signed again; and what goes wrong on the way."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.chartered import (
    EDITED,
    NAME,
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
)

Enter = Callable[..., Page]


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chartered]:
    with a_chartered_app(tmp_path_factory.mktemp("charters")) as running:
        yield running


def board(page: Page, app: Chartered) -> None:
    """Go to the owner's board."""
    page.goto(f"http://127.0.0.1:{app.server.port}/charters")
    expect(page.get_by_role("heading", name="Charters", level=1)).to_be_visible(timeout=SLOW)


def released(page: Page) -> list[str]:
    """The modules whose gate is open, by the board."""
    expect(page.locator(".sr-gates li")).to_have_count(5, timeout=SLOW)
    return [
        str(one.get_attribute("data-module"))
        for one in page.locator(".sr-gates li").all()
        if one.locator(".sr-pill").inner_text() == "Released"
    ]


def bring_in(page: Page) -> None:
    """Import a charter from a file, the first time wrongly."""
    picker = page.locator("#charter-file")
    expect(picker).to_be_enabled(timeout=SLOW)
    picker.set_input_files({"name": "bad.md", "mimeType": "text/markdown", "buffer": b"# Ours\n\nNo numbers.\n"})
    expect(page.get_by_role("alert").filter(has_text="bad.md: found no clause numbers")).to_be_visible(timeout=SLOW)
    picker.set_input_files({"name": "ours.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    page.get_by_role("button", name="Put this text in force").click(timeout=SLOW)
    expect(page.get_by_text("Version 1,")).to_be_visible(timeout=SLOW)


def invite(page: Page, name: str) -> str:
    """Invite an expert and return the token of the link that is shown."""
    if not page.get_by_label("Name", exact=True).is_visible():
        page.get_by_text("Invite a reviewer").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_test_id("stForm").get_by_text(NAME).click()
    page.get_by_text("They are qualified").click()
    page.get_by_role("button", name="Make a personal link").click()
    link = page.get_by_test_id("stCode").filter(has_text="/i/")
    expect(link).to_be_visible(timeout=SLOW)
    token = link.inner_text().strip().rpartition("/i/")[2]
    page.get_by_role("button", name="I have copied it").click()
    expect(link).to_be_hidden(timeout=SLOW)
    return token


def edit(page: Page) -> None:
    """Change one clause on the board."""
    page.get_by_text("Change the text").click()
    box = page.get_by_label("The whole text")
    box.fill(EDITED)
    box.press("Control+Enter")
    changes = page.locator(".sr-change")
    expect(changes).to_have_count(1, timeout=SLOW)
    expect(changes).to_contain_text("Clause 2")
    expect(page.get_by_text("2 approvals of the text in force will not count until renewed")).to_be_visible()
    page.get_by_role("button", name="Put this text in force").click()
    expect(page.get_by_text("Version 2,")).to_be_visible(timeout=SLOW)


def renew(page: Page) -> None:
    """See exactly what has changed, and sign again."""
    page.reload()
    ready(page)
    expect(page.locator(".change")).to_have_count(1)
    change = clause(page, "2").locator(".change")
    expect(change.locator("del")).to_have_text("may be")
    expect(change.locator("ins")).to_have_text("is often")
    expect(clause(page, "1")).to_be_hidden()
    expect(clause(page, "3")).to_be_hidden()
    expect(page.get_by_text("Your answers on the other 2 clauses stand")).to_be_visible()
    say(page, "2", "I agree")
    decide(page)
    signed(page)


def test_two_experts_open_the_gate_an_edit_closes_it_and_they_open_it_again(app: Chartered, enter: Enter) -> None:
    owner = enter(app.server.port, app.owner)
    expect(owner.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    board(owner, app)
    bring_in(owner)
    experts = {name: enter(app.server.port, invite(owner, name)) for name in ("Ruth", "Naomi")}
    for name, page in experts.items():
        ready(page)
        expect(page.get_by_text("Research benchmark, not an authoritative judgment on any faith")).to_be_visible()
        for number in ("1", "3"):
            say(page, number, "I agree")
        decide(page)
        expect(page.get_by_text("An approval needs your answer on every clause; open: clause 2.")).to_be_visible()
        say(page, "2", "I agree, with notes", f"A note by {name}.")
        decide(page, "Approved with notes")
        signed(page)
        assert "Ruth" not in page.content().replace(f"A note by {name}", "") or name == "Ruth"
    board(owner, app)
    assert released(owner) == [OURS]
    expect(owner.get_by_text("A note by Naomi.")).to_be_visible()
    edit(owner)
    assert released(owner) == []
    for page in experts.values():
        renew(page)
    board(owner, app)
    assert released(owner) == [OURS]
    assert [[one.version for one in app.signed(name)] for name in experts] == [[1, 2], [1, 2]]


def test_a_comment_is_answered_and_its_author_reads_the_answer(app: Chartered, enter: Enter) -> None:
    app.put(TEXT)
    page = enter(app.server.port, app.reviewer("Ruth"))
    ready(page)
    say(page, "2", "I disagree", "Is silence ever wrong? =1+1 <b>x</b> שלום")
    decide(page, "Changes requested")
    signed(page)
    owner = enter(app.server.port, app.owner)
    expect(owner.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    board(owner, app)
    box = owner.locator("[class*=st-key-comment_]").filter(has_text="Is silence ever wrong? =1+1 <b>x</b> שלום")
    box.get_by_text("Answer", exact=True).first.click()
    box.get_by_text("Taken up", exact=True).click()
    box.get_by_label("Your answer, for the reviewer").fill("It says “often” now.")
    box.get_by_role("button", name="Answer").click()
    expect(owner.get_by_text("Your answer to Ruth is kept.")).to_be_visible(timeout=SLOW)
    app.put(EDITED)
    page.reload()
    ready(page)
    expect(clause(page, "2").locator(".earlier")).to_contain_text("It says “often” now.")
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("")


@IN_TWO_LOOKS
def test_nothing_grave_by_axe_and_no_sideways_scroll(app: Chartered, enter: Enter, scheme: str, width: int) -> None:
    app.put(TEXT)
    page = enter(app.server.port, app.reviewer("Ruth", OURS, "sunni"), color_scheme=scheme, width=width)
    ready(page)
    assert grave(page) == []
    for number in ("1", "2", "3"):
        say(page, number, "I agree", f"on {number}")
    clause(page, "3").get_by_role("button", name="Propose other wording").click()
    page.get_by_text("The scenarios: what answers").click()
    page.get_by_text("I wish to say something").click()
    decide(page, "Changes requested")
    signed(page)
    assert grave(page) == []
    app.put(EDITED)
    page.reload()
    expect(page.get_by_role("heading", name="What has changed since you signed")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Sign version").click()
    expect(page.get_by_text("Please choose your decision.")).to_be_visible(timeout=SLOW)
    assert grave(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    owner = enter(app.server.port, app.owner, color_scheme=scheme, width=width)
    expect(owner.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=SLOW)
    board(owner, app)
    expect(owner.get_by_text("Comments to resolve")).to_be_visible(timeout=SLOW)
    for name in ("What is missing", "Invite a reviewer", "Change the text", "Answer"):
        owner.get_by_text(name, exact=True).first.click()
    expect(owner.locator("#charter-file")).to_be_enabled()
    assert grave(owner) == []
    assert owner.evaluate("document.documentElement.scrollWidth") <= width
