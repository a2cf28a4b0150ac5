"""What goes wrong on a bad tablet: a stalling network, a browser that keeps nothing, clocks, windows, hasty hands."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect
from sqlmodel import Session, col, select

from store.tables import Assignment, Draft, Flag, Sheet, Study
from tests.screens.conftest import Running, rater_of
from tests.screens.scoring import answers, at, axis, saved, with_mouse

Enter = Callable[..., Page]
SUBMIT = "Submit and go on"
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
PLAIN_HTTP = "delete Crypto.prototype.randomUUID;"


@pytest.fixture
def token(running: Running) -> str:
    return running.scorer("Somebody")


@pytest.fixture
def page(running: Running, enter: Enter, token: str) -> Page:
    opened = enter(running.server.port, token)
    at(opened, 1)
    return opened


def why(page: Page, name: str = "theological") -> Locator:
    """Return the box for the sentence why."""
    return axis(page, name).locator("textarea")


def status(page: Page, words: str) -> None:
    """Wait until the line at the foot says this."""
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible(timeout=20_000)


def notice(page: Page, words: str) -> None:
    """Wait until a notice in sight says this."""
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_in_viewport(timeout=20_000)


def lose(route: Route) -> None:
    """Drop a request, as a lost network does."""
    route.abort()


def take_but_lose_the_answer(route: Route) -> None:
    """Let the server do its work, and its answer be lost."""
    route.fetch()
    route.abort()


def stored_draft(running: Running, token: str, position: int) -> str | None:
    """Return the sentence on the first axis that the store holds as a draft."""
    with running.store.reading() as session:
        found = session.exec(
            select(Draft.entries)
            .join(Assignment, col(Draft.assignment_id) == col(Assignment.id))
            .where(Assignment.rater_id == rater_of(session, token), Assignment.position == position)
        ).first()
    return found["theological"]["why"] if found else None


def sheets(session: Session, token: str) -> int:
    """Count a scorer's submitted sheets."""
    mine = select(Sheet.id).join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
    return len(session.exec(mine.where(Assignment.rater_id == rater_of(session, token))).all())


def arrives(request: Request, words: str) -> bool:
    """Say whether a draft with these words reached the server."""
    return request.url.endswith("/ballot/draft") and words in (request.post_data or "")


@pytest.mark.parametrize("script", [PLAIN_HTTP, FORBIDDEN, FULL], ids=["plain http", "forbidden", "full"])
def test_a_browser_that_lacks_something_still_scores(
    running: Running, browser: Browser, token: str, script: str
) -> None:
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/i/{token}")
    page.get_by_role("button", name="Open").click()
    at(page, 1)
    with_mouse(page, answers("Mouse", 1))
    saved(page)
    page.reload()
    at(page, 1)
    expect(why(page)).to_have_value(answers("Mouse", 1)["theological"].why)
    page.get_by_role("button", name=SUBMIT).click()
    at(page, 2)
    context.close()


def test_words_are_said_to_be_kept_on_the_device_only_when_they_are(page: Page) -> None:
    page.route("**/ballot/draft", lose)
    why(page).fill("first")
    status(page, "Your words are kept on this device")
    page.evaluate(f"() => {{ {FULL} }}")
    why(page).fill("second")
    status(page, "Please leave this page open")
    page.unroute("**/ballot/draft")
    saved(page)


def test_a_submission_whose_answer_is_lost_is_stored_once(running: Running, page: Page, token: str) -> None:
    with_mouse(page, answers("Mouse", 1))
    page.route("**/ballot/submit", take_but_lose_the_answer)
    page.get_by_role("button", name=SUBMIT).click()
    status(page, "Not sent yet")
    page.reload()
    status(page, "Not sent yet")
    page.unroute("**/ballot/submit")
    at(page, 2)
    with running.store.reading() as session:
        assert sheets(session, token) == 1


def test_who_types_while_the_next_response_is_on_its_way_chooses_nothing_on_it(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/ballot/place/2", hold)
    with page.expect_request("**/ballot/place/2"):
        page.get_by_role("button", name="Forward").click()
    page.keyboard.type("an")
    held[0].continue_()
    page.keyboard.type(" answer 2 n")
    at(page, 2)
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)
    expect(why(page)).to_have_value("")


def test_without_network_the_response_stays_and_so_do_its_words(page: Page) -> None:
    page.route("**/ballot/**", lose)
    why(page).fill("written without network")
    page.get_by_role("button", name="Forward").click()
    status(page, "cannot be reached")
    at(page, 1)
    expect(why(page)).to_have_value("written without network")


def test_the_last_words_reach_the_store_also_when_the_person_has_moved_on(
    running: Running, page: Page, token: str
) -> None:
    page.route("**/ballot/draft", lose)
    why(page).fill("the last words")
    status(page, "cannot be reached")
    page.get_by_role("button", name="Forward").click()
    at(page, 2)
    with page.expect_request_finished(lambda one: arrives(one, "the last words"), timeout=20_000):
        page.unroute("**/ballot/draft")
    assert stored_draft(running, token, 1) == "the last words"
    assert stored_draft(running, token, 2) is None


def test_words_that_an_earlier_visit_left_reach_the_store(running: Running, page: Page, token: str) -> None:
    page.route("**/ballot/draft", lose)
    page.get_by_role("button", name="Forward").click()
    at(page, 2)
    why(page).fill("left behind")
    status(page, "cannot be reached")
    page.evaluate("navigator.sendBeacon = () => false")
    page.reload()
    at(page, 1)
    with page.expect_request_finished(lambda one: arrives(one, "left behind"), timeout=20_000):
        page.unroute("**/ballot/draft")
    assert stored_draft(running, token, 2) == "left behind"


def test_a_reload_never_puts_another_windows_words_over_saved_ones(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    at(other, 1)
    why(page).fill("saved in the first window")
    saved(page)
    why(other).fill("refused in the second window")
    notice(other, "also changed in another window")
    page.reload()
    at(page, 1)
    notice(page, "also changed in another window")
    page.get_by_role("button", name="Use the other window").click()
    expect(why(page)).to_have_value("saved in the first window")


def test_a_clock_that_is_set_back_does_not_make_saving_a_lie(running: Running, page: Page, token: str) -> None:
    page.clock.install(time=datetime(2040, 1, 1, tzinfo=UTC))
    why(page).fill("from the future")
    saved(page)
    page.clock.set_system_time(datetime(2026, 1, 1, tzinfo=UTC))
    page.reload()
    at(page, 1)
    with page.expect_request_finished(lambda one: arrives(one, "from the present")):
        why(page).fill("from the present")
    assert stored_draft(running, token, 1) == "from the present"


def test_a_reason_that_is_too_long_is_named_at_once_and_not_cut(page: Page) -> None:
    why(page).click()
    page.keyboard.insert_text("word " * 300)
    expect(axis(page, "theological")).to_contain_text("the reason has 1499 characters; please shorten it to 1000")
    why(page).fill("short")
    expect(axis(page, "theological").locator(".hint")).not_to_contain_text("shorten")


def test_a_key_held_down_submits_once_and_complains_of_nothing(running: Running, page: Page, token: str) -> None:
    with_mouse(page, answers("Mouse", 1))
    page.keyboard.press("Escape")
    page.keyboard.down("Control")
    page.keyboard.down("Enter")
    at(page, 2)
    page.keyboard.down("Enter")
    page.keyboard.up("Control")
    expect(page.locator(".missing")).to_be_hidden()
    status(page, "Here is the next response")
    expect(page.get_by_role("heading", name="Response 2 of 20")).to_be_focused()
    with running.store.reading() as session:
        assert sheets(session, token) == 1


def test_words_to_the_owner_belong_to_one_response(running: Running, page: Page, token: str) -> None:
    box = page.get_by_label("What is wrong with it?")
    page.get_by_role("button", name="Flag").click()
    box.fill("Something is wrong with the first.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Forward").click()
    at(page, 2)
    page.get_by_role("button", name="Flag").click()
    expect(box).to_have_value("")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back").click()
    at(page, 1)
    page.get_by_role("button", name="Flag").click()
    page.route("**/ballot/flag", lose)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot be reached just now")
    page.unroute("**/ballot/flag")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("dialog")).to_contain_text("Thank you")
    with running.store.reading() as session:
        flagged = select(Assignment.position).join(Flag, col(Flag.assignment_id) == col(Assignment.id))
        assert session.exec(flagged.where(Assignment.rater_id == rater_of(session, token))).all() == [1]


def test_a_notice_does_not_move_the_page_under_the_hands_of_who_types(
    running: Running, page: Page, enter: Enter
) -> None:
    phone = page.context.new_page()
    phone.set_viewport_size({"width": 390, "height": 800})
    phone.goto(page.url)
    at(phone, 1)
    why(page, "lane").fill("from the first window")
    saved(page)
    why(phone, "lane").click()
    phone.keyboard.type("from the phone")
    notice(phone, "also changed in another window")
    with phone.expect_response("**/ballot/draft"):
        phone.keyboard.type(", and more")
    expect(why(phone, "lane")).to_be_in_viewport()
    expect(why(phone, "lane")).to_have_value("from the phone, and more")


def test_who_comes_next_on_this_device_neither_sees_nor_loses_the_first_ones_words(
    running: Running, page: Page, token: str
) -> None:
    page.route("**/ballot/draft", lose)
    why(page).fill("only the first may read this")
    status(page, "cannot be reached")
    page.evaluate("navigator.sendBeacon = () => false")
    for who in (running.scorer("Next"), token):
        page.goto(f"http://127.0.0.1:{running.server.port}/i/{who}")
        page.get_by_role("button", name="Open").click()
        at(page, 1)
        expect(why(page)).to_have_value("only the first may read this" if who == token else "")
    page.unroute("**/ballot/draft")
    saved(page)


def test_scoring_that_ends_meanwhile_is_said(running: Running, page: Page, token: str) -> None:
    with_mouse(page, answers("Mouse", 1))
    with running.store.writing() as session:
        session.get_one(Study, running.study_id).state = "sealed"
    page.get_by_role("button", name=SUBMIT).click()
    notice(page, "This answer was not stored. Scoring has ended")
    status(page, "Not saved")
    at(page, 1)
    with running.store.writing() as session:
        assert sheets(session, token) == 0
        session.get_one(Study, running.study_id).state = "open"
