"""What a scorer does at the ballot, with real clicks and real keys."""

from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

AXES = ("theological", "scripture", "marketplace", "identity", "lane")
KIND_KEYS = {"not_applicable": "n", "cannot_assess": "a", "rubric_unclear": "u"}
OTHER = {
    "not_applicable": "Does not apply",
    "cannot_assess": "I cannot assess",
    "rubric_unclear": "The rubric is unclear",
}


class Answer(NamedTuple):
    """What a scorer is to say on one axis: a score, or one of the other kinds, and why."""

    said: int | str
    why: str


def answers(who: str, number: int) -> dict[str, Answer]:
    """Give one sheet of answers, different for every scorer, response and axis."""
    odd = {"scripture": "not_applicable", "marketplace": "cannot_assess", "lane": "rubric_unclear"}
    spice = ["plain words", 'a "quotation", with commas', "חסד ואמת", "λόγος ἦν", "=1+1 & <b>"]
    made = {}
    for place, axis in enumerate(AXES):
        score = (number * number // 3 + place + (number + place) // (2 if who == "Mouse" else 3)) % 4
        said: int | str = odd[axis] if number == 6 and axis in odd else score
        made[axis] = Answer(said, f"{who} on {number} {axis}: {spice[(number + place) % 5]}.")
    return made


def axis(page: Page, name: str) -> Locator:
    """Return the axis with this id."""
    return page.locator(f"fieldset[data-axis={name}]")


def choice(page: Page, name: str, said: int | str) -> Locator:
    """Return the radio button that says this on an axis."""
    return axis(page, name).locator(f"input[type=radio][value='{said}']")


def label(page: Page, name: str, said: int | str) -> Locator:
    """Return the whole anchor that says this on an axis."""
    return axis(page, name).locator(f"label.choice:has(input[value='{said}'])")


def at(page: Page, number: int, total: int = 20) -> None:
    """Wait until a response is on the screen, from its top."""
    expect(page.get_by_role("heading", name=f"Response {number} of {total}")).to_be_visible(timeout=20_000)


def with_mouse(page: Page, sheet: dict[str, Answer]) -> None:
    """Choose by clicking dot and label in turn, and write in the boxes."""
    for place, (name, answer) in enumerate(sheet.items()):
        part = choice if place % 2 else label
        part(page, name, answer.said).click()
        axis(page, name).locator("textarea").click()
        page.keyboard.type(answer.why)


def with_keys(page: Page, sheet: dict[str, Answer]) -> None:
    """Choose, write and move on with the keyboard alone."""
    for place, answer in enumerate(sheet.values()):
        if place:
            page.keyboard.press("j")
        page.keyboard.press(KIND_KEYS.get(str(answer.said), str(answer.said)))
        page.keyboard.press("w")
        page.keyboard.type(answer.why)
        page.keyboard.press("Escape")


def written(page: Page) -> dict[str, str]:
    """Return the sentences that stand in the boxes."""
    return {name: axis(page, name).locator("textarea").input_value() for name in AXES}


def saved(page: Page) -> None:
    """Wait until the page says that the store has the draft."""
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible(timeout=20_000)
