"""The ballot by itself: clicks and keys that count, windows that meet, words that stay."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import col, select

from store.tables import Assignment, Flag, Score, Sheet
from tests.screens.conftest import Running, rater_of
from tests.screens.scoring import (
    AXES,
    KIND_KEYS,
    answers,
    at,
    axis,
    choice,
    label,
    saved,
    with_keys,
    with_mouse,
    written,
)

Enter = Callable[..., Page]
SUBMIT = "Submit and go on"


@pytest.fixture
def token(running: Running) -> str:
    return running.scorer("Somebody")


@pytest.fixture
def page(running: Running, enter: Enter, token: str) -> Page:
    opened = enter(running.server.port, token)
    at(opened, 1)
    return opened


def test_the_first_click_on_a_fresh_response_always_counts(page: Page) -> None:
    counted = 0
    for visit in range(100):
        name, value = AXES[visit % 5], visit // 5 % 4
        at(page, visit % 20 + 1)
        (label if visit % 2 else choice)(page, name, value).click()
        counted += choice(page, name, value).is_checked()
        expect(page.get_by_role("status").filter(has_text="Sav")).to_be_visible()
        if visit % 20 == 19:
            for back in range(19, 0, -1):
                page.get_by_role("button", name="Back").click()
                at(page, back)
        else:
            page.get_by_role("button", name="Forward").click()
    assert counted == 100


def test_a_key_gives_the_score_that_it_names(page: Page) -> None:
    for place, name in enumerate(AXES):
        if place:
            page.keyboard.press("j")
        for value in (3, 0, 2, 1):
            page.keyboard.press(str(value))
            expect(choice(page, name, value)).to_be_checked()
        for kind, key in KIND_KEYS.items():
            if choice(page, name, kind).count():
                page.keyboard.press(key)
                expect(choice(page, name, kind)).to_be_checked()
    page.keyboard.press("k")
    page.keyboard.press("2")
    expect(choice(page, AXES[-2], 2)).to_be_checked()


def test_a_key_that_names_no_score_changes_nothing(page: Page) -> None:
    page.keyboard.press("2")
    page.keyboard.press("7")
    expect(choice(page, AXES[0], 2)).to_be_checked()


def test_arrows_move_between_the_choices_of_an_axis(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("ArrowDown")
    expect(choice(page, AXES[0], 2)).to_be_checked()


def test_no_key_acts_while_somebody_types(page: Page) -> None:
    box = axis(page, "theological").locator("textarea")
    box.click()
    page.keyboard.type("0123 nauwjkbf?")
    page.keyboard.press("Control+Enter")
    assert box.input_value().startswith("0123 nauwjkbf?")
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)
    at(page, 1)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Use the single keys").click()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)


def test_nothing_is_chosen_beforehand(page: Page) -> None:
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)


def test_every_anchor_of_an_axis_is_readable_beside_the_response(page: Page) -> None:
    for name in AXES:
        axis(page, name).evaluate("node => node.scrollIntoView({block: 'center'})")
        for value in range(4):
            expect(label(page, name, value)).to_be_in_viewport(ratio=1)
        expect(page.locator(".reading")).to_be_in_viewport(ratio=1)


def test_what_is_missing_is_named_in_words(page: Page) -> None:
    choice(page, "lane", 2).click()
    page.get_by_role("button", name=SUBMIT).click()
    missing = page.locator(".missing")
    expect(missing).to_contain_text("Theological Accuracy: no score yet")
    expect(missing).to_contain_text("Lane Alignment: no reason in words yet")
    for blank in ("   ", "...", "?!"):
        axis(page, "lane").locator("textarea").fill(blank)
        expect(missing).to_contain_text("Lane Alignment: no reason in words yet")
    at(page, 1)


def test_the_next_response_is_shown_from_its_top(page: Page) -> None:
    with_mouse(page, answers("Mouse", 1))
    page.get_by_role("button", name=SUBMIT).click()
    at(page, 2)
    expect(page.get_by_role("heading", name="Response 2 of 20")).to_be_in_viewport()
    assert page.locator(".reading").evaluate("node => node.scrollTop") == 0
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)
    assert set(written(page).values()) == {""}


def test_a_changed_answer_is_a_new_version_and_the_old_one_stays(running: Running, page: Page, token: str) -> None:
    with_mouse(page, answers("Mouse", 1))
    page.get_by_role("button", name=SUBMIT).click()
    at(page, 2)
    page.keyboard.press("b")
    at(page, 1)
    expect(choice(page, "lane", answers("Mouse", 1)["lane"].said)).to_be_checked()
    page.get_by_role("button", name="Change my answer").click()
    axis(page, "lane").locator("textarea").fill("On reflection I would say this.")
    page.get_by_role("button", name="Submit the changed answer").click()
    at(page, 2)
    with running.store.reading() as session:
        versions = session.execute(
            select(Sheet.version, Score.why)
            .join(Score, col(Score.sheet_id) == col(Sheet.id))
            .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
            .where(Assignment.rater_id == rater_of(session, token), Score.axis == "lane")
            .order_by(col(Sheet.version))
        ).all()
    assert [tuple(one) for one in versions] == [
        (1, answers("Mouse", 1)["lane"].why),
        (2, "On reflection I would say this."),
    ]


def test_two_windows_lose_nothing_and_are_told(running: Running, page: Page, enter: Enter, token: str) -> None:
    other = enter(running.server.port, token)
    at(other, 1)
    axis(page, "lane").locator("textarea").fill("from the first window")
    saved(page)
    axis(other, "lane").locator("textarea").fill("from the second window")
    expect(other.get_by_role("alert").filter(has_text="also changed in another window")).to_be_visible()
    assert written(other)["lane"] == "from the second window"
    other.get_by_role("button", name="Use the other window").click()
    expect(axis(other, "lane").locator("textarea")).to_have_value("from the first window")


def test_a_draft_comes_back_on_another_device(running: Running, page: Page, enter: Enter, token: str) -> None:
    with_mouse(page, answers("Mouse", 3))
    saved(page)
    tablet = enter(running.server.port, token, width=820, height=1180, has_touch=True)
    at(tablet, 1)
    assert written(tablet) == {name: answer.why for name, answer in answers("Mouse", 3).items()}


def test_a_flag_reaches_the_owner(running: Running, page: Page) -> None:
    page.get_by_role("button", name="Flag").click()
    page.get_by_label("What is wrong with it?").fill("The answer stops in the middle.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("The study's owner will see it.")).to_be_visible()
    with running.store.reading() as session:
        assert "The answer stops in the middle." in session.exec(select(Flag.reason)).all()


def test_scripture_opens_in_a_named_public_domain_translation(page: Page) -> None:
    for number in range(1, 21):
        at(page, number)
        before = page.locator(".response").inner_html()
        if page.locator(".passages button").count():
            page.locator(".passages button").first.click()
            expect(page.get_by_role("dialog")).to_contain_text("American Standard Version (1901, public domain)")
            assert page.locator(".response").inner_html() == before
            return
        page.keyboard.press("f")
    raise AssertionError("no response of the demo study names Scripture")


def test_a_text_without_references_shows_no_passages(running: Running, page: Page) -> None:
    hidden = 0
    for number in range(1, 21):
        at(page, number)
        hidden += not page.locator(".passages").is_visible()
        page.keyboard.press("f")
    assert hidden >= 1


def test_a_whole_response_is_scored_on_a_phone_without_sideways_scroll(
    running: Running, enter: Enter, token: str
) -> None:
    phone = enter(running.server.port, token, width=390, height=844, has_touch=True)
    at(phone, 1)
    for name, answer in answers("Phone", 1).items():
        label(phone, name, answer.said).tap()
        axis(phone, name).locator("textarea").fill(answer.why)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.get_by_role("button", name="Read the response").tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    phone.get_by_role("button", name="Close").tap()
    phone.get_by_role("button", name=SUBMIT).tap()
    at(phone, 2)


def test_text_at_twice_its_size_needs_no_sideways_scroll(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '34px'")
    with_keys(page, answers("Keys", 2))
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 1280
    page.get_by_role("button", name=SUBMIT).click()
    at(page, 2)


def test_a_touch_target_is_at_least_44_pixels_high(page: Page) -> None:
    heights = page.locator(".ballot button:visible, .ballot label.choice:visible").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44
