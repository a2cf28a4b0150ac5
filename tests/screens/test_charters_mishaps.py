"""What goes wrong while a charter is reviewed: a reload, no network, two tabs, an edit, a link that was taken back."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.screens.chartered import (
    EDITED,
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
from tests.screens.test_ballot_mishaps import FORBIDDEN, PLAIN_HTTP

Enter = Callable[..., Page]


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chartered]:
    with a_chartered_app(tmp_path_factory.mktemp("mishaps")) as running:
        yield running


@pytest.fixture
def reviewer(app: Chartered, enter: Enter) -> tuple[Page, str]:
    app.put(TEXT)
    token = app.reviewer("Ruth")
    page = enter(app.server.port, token)
    ready(page)
    return page, token


def cut(page: Page) -> None:
    """Take the network away from the review."""

    def lose(route: Route) -> None:
        route.abort()

    page.route("**/review/**", lose)


def test_words_survive_a_reload_and_a_cut_network(reviewer: tuple[Page, str]) -> None:
    page, _ = reviewer
    say(page, "1", "I agree", "first words")
    page.reload()
    ready(page)
    expect(clause(page, "1").get_by_label("Comment")).to_have_value("first words")
    expect(clause(page, "1").get_by_label("I agree", exact=True)).to_be_checked()
    cut(page)
    say(page, "2", "I disagree", "without a network")
    page.get_by_label("A private note").fill("for you alone")
    status(page, "Your words are kept on this device")
    page.evaluate("navigator.sendBeacon = () => false")
    page.unroute("**/review/**")
    page.reload()
    ready(page)
    status(page, "Everything you write is saved")
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("without a network")
    expect(page.get_by_label("A private note")).to_have_value("for you alone")


def test_two_tabs_are_told_of_each_other_and_sign_once(app: Chartered, reviewer: tuple[Page, str]) -> None:
    page, _ = reviewer
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    say(page, "1", "I agree", "in the first tab")
    status(page, "Saved")
    say(other, "1", "I disagree", "in the second tab")
    told = clause(other, "1").get_by_role("alert")
    expect(told).to_contain_text("also changed in another window", timeout=SLOW)
    told.get_by_role("button", name="Use the other window").click()
    expect(clause(other, "1").get_by_label("Comment")).to_have_value("in the first tab")
    for number in ("2", "3"):
        say(page, number, "I agree")
    status(page, "Saved")
    decide(other)
    expect(other.get_by_text("Something was written in another window meanwhile (clause 2, clause 3)")).to_be_visible(
        timeout=SLOW
    )
    decide(page)
    signed(page)
    say(other, "3", "I disagree", "too late")
    notice = other.locator(".notice").filter(has_text="You have signed this review in another window")
    expect(notice).to_be_visible(timeout=SLOW)
    notice.get_by_role("button", name="Show what I signed").click()
    signed(other)
    expect(clause(other, "3").get_by_label("I agree", exact=True)).to_be_checked()
    assert len(app.signed("Ruth")) == 1


def test_an_outdated_version_is_not_signed_and_nothing_is_lost(app: Chartered, reviewer: tuple[Page, str]) -> None:
    page, _ = reviewer
    for number in ("1", "2", "3"):
        say(page, number, "I agree", f"on {number}")
    status(page, "Saved")
    app.put(EDITED)
    decide(page)
    expect(page.get_by_text("so this was not signed. Nothing that you wrote is lost")).to_be_visible(timeout=SLOW)
    assert app.signed("Ruth") == []
    page.locator(".decision").get_by_role("button", name="Show the new text").click()
    expect(clause(page, "2").locator(".change ins")).to_have_text("is often", timeout=SLOW)
    expect(clause(page, "2").get_by_label("Comment")).to_have_value("on 2")
    expect(clause(page, "2").get_by_label("I agree", exact=True)).not_to_be_checked()
    expect(clause(page, "1").get_by_label("I agree", exact=True)).to_be_checked()
    say(page, "2", "I agree")
    decide(page)
    signed(page)
    assert [one.version for one in app.signed("Ruth")] == [2]


def test_a_revoked_link_is_told_and_its_words_come_in_with_a_new_one(
    app: Chartered, reviewer: tuple[Page, str]
) -> None:
    page, token = reviewer
    app.revoke(token)
    say(page, "1", "I agree", "after the link was taken back")
    expect(page.get_by_text("Your link is not open here any more")).to_be_visible(timeout=SLOW)
    decide(page, "Declined")
    assert app.signed("Ruth") == []
    again = app.renewed("Ruth")
    page.goto(f"http://127.0.0.1:{app.server.port}/i/{again}")
    page.get_by_role("button", name="Open").click()
    ready(page)
    expect(clause(page, "1").get_by_label("Comment")).to_have_value("after the link was taken back")


def test_a_reviewers_link_opens_the_review_alone(app: Chartered, reviewer: tuple[Page, str]) -> None:
    page, _ = reviewer
    for path in ("charters", "people", "progress", "agreement", "about"):
        page.goto(f"http://127.0.0.1:{app.server.port}/{path}")
        ready(page)
        expect(page.get_by_role("heading", name="Charters", exact=True)).to_have_count(0)
    answer = page.request.get(f"http://127.0.0.1:{app.server.port}/ballot/open")
    assert answer.status == 401


def test_a_signature_whose_answer_is_lost_is_stored_once(app: Chartered, reviewer: tuple[Page, str]) -> None:
    page, _ = reviewer

    def take_but_lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.get_by_label("Reasons and general notes").fill("No charter is like this.")
    page.route("**/review/sign", take_but_lose_the_answer)
    decide(page, "Declined")
    status(page, "Not signed yet")
    page.unroute("**/review/sign")
    signed(page)
    assert [one.decision for one in app.signed("Ruth")] == ["declined"]


@pytest.mark.parametrize("script", ["plain http", "forbidden"])
def test_a_browser_that_lacks_something_still_reviews(app: Chartered, browser: Browser, script: str) -> None:
    app.put(TEXT)
    context = browser.new_context()
    context.add_init_script({"plain http": PLAIN_HTTP, "forbidden": FORBIDDEN}[script])
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{app.server.port}/i/{app.reviewer('Ruth')}")
    page.get_by_role("button", name="Open").click()
    ready(page)
    say(page, "1", "I agree", "kept")
    status(page, "Saved")
    page.reload()
    ready(page)
    expect(clause(page, "1").get_by_label("Comment")).to_have_value("kept")
    context.close()
