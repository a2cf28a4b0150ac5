"""The researcher's pages in a real browser: what is on the screen is what SciPy says of the downloaded file."""

import csv
import io
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from scipy import stats

from store import people, studies
from tests.screens.axe import IN_TWO_LOOKS, grave
from tests.screens.conftest import Running, start
from tests.screens.scoring import at

Enter = Callable[..., Page]
PATHS = ("agreement", "axis", "how_many_more")
AXIS = "theological"


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The demo study with a second invented person, its scoring ended."""
    folder = tmp_path_factory.mktemp("study") / "files"
    app = start(f"sqlite:///{tmp_path_factory.mktemp('ended') / 'store.db'}", with_a_second_person(folder))
    with app.store.writing() as session:
        studies.seal_study(session, study_id=app.study_id, by=None, now=datetime.now(UTC))
    yield app
    app.server.stop()
    app.store.close()


def with_a_second_person(folder: Path) -> Path:
    """Copy the demo study and add a person who gives each third response one point less, where there is one."""
    from demo.load import FOLDER

    shutil.copytree(FOLDER, folder)
    file = folder / "person_scores.csv"
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"))))
    more = [{**row, "rater": "Naomi Example", "score": lower(row["score"], place)} for place, row in enumerate(rows)]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows([*rows, *more])
    file.write_text(text.getvalue(), encoding="utf-8")
    return folder


def lower(score: str, place: int) -> str:
    return str(float(score) - 1) if score and float(score) >= 1 and place % 3 == 0 else score


def invited(running: Running, role: str) -> str:
    """The token of somebody's link."""
    with running.store.writing() as session:
        now = datetime.now(UTC)
        return people.invite(session, study_id=running.study_id, name=role.title(), role=role, now=now)


def open_page(
    enter: Enter, running: Running, path: str, *, role: str = "owner", width: int = 1280, **options: object
) -> Page:
    """Come in by a link and go to a page; back when the server has finished it."""
    page = enter(running.server.port, invited(running, role), width=width, **options)
    expect(page.get_by_role("heading", name=re.compile("Progress|Agreement"), level=1)).to_be_visible(timeout=60_000)
    page.goto(f"http://127.0.0.1:{running.server.port}/{path}")
    finished(page)
    return page


def finished(page: Page) -> None:
    app = page.get_by_test_id("stApp")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=60_000)
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


def figure(page: Page, axis: str, name: str) -> list[str]:
    """What is in a cell of the table, line by line."""
    link = page.locator(f"a.sr-open[href*='axis={axis}'][href*='figure={name}']")
    return [line.strip() for line in link.inner_text().splitlines() if line.strip()]


def downloaded(page: Page, label: str) -> list[dict[str, str]]:
    """The rows of a file that a button hands out."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=label).click()
    return list(csv.DictReader(io.StringIO(Path(waiting.value.path()).read_text(encoding="utf-8-sig"))))


def columns(rows: list[dict[str, str]], axis: str) -> tuple[dict[str, list[float]], dict[str, float]]:
    """People's scores and the judges' median, by response, as the file has them."""
    people: dict[str, list[float]] = {}
    median: dict[str, float] = {}
    for row in rows:
        if row["axis"] == axis and row["score"]:
            if row["rater_kind"] == "human":
                people.setdefault(row["response"], []).append(float(row["score"]))
            elif row["rater_kind"] == "settled":
                median[row["response"]] = float(row["score"])
    return people, median


@pytest.mark.parametrize("axis", [AXIS, "scripture", "lane"])
def test_the_figures_are_those_of_scipy_on_the_downloaded_file(ended: Running, enter: Enter, axis: str) -> None:
    page = open_page(enter, ended, "agreement")
    people, median = columns(downloaded(page, "Download the scores (CSV)"), axis)
    both = sorted(set(people) & set(median))
    x, y = np.array([np.mean(people[one]) for one in both]), np.array([median[one] for one in both])
    r = figure(page, axis, "r")
    assert r[0] == f"{stats.pearsonr(x, y).statistic:.2f}"
    low, high = stats.pearsonr(x, y).confidence_interval(0.95)
    assert r[1] == f"{low:.2f} to {high:.2f}"
    assert r[2].startswith("by whole prompts "), "prompts of the demo study have several responses"
    assert r[-1] == f"n = {len(both)}"
    assert figure(page, axis, "bias")[0] == f"{np.mean(y - x):+.2f}"
    assert figure(page, axis, "exact")[0] == f"{np.mean(x == y) * 100:.0f} %"
    assert figure(page, axis, "within_one")[0] == f"{np.mean(np.abs(x - y) <= 1) * 100:.0f} %"
    pairs = np.array([scores for one, scores in sorted(people.items()) if len(scores) == 2 and one in median])
    assert figure(page, axis, "people")[0] == f"{stats.pearsonr(pairs[:, 0], pairs[:, 1]).statistic:.2f}"
    assert figure(page, axis, "people")[-1] == f"n = {len(pairs)}"
    by_chance = np.mean(x[:, None] == y[None, :])
    assert f"by chance {by_chance * 100:.0f} %" in figure(page, axis, "exact")


def test_a_figure_opens_its_working_in_place_and_from_its_address(ended: Running, enter: Enter) -> None:
    page = open_page(enter, ended, "agreement")
    page.evaluate("window.still = 'here'")
    page.locator(f"a.sr-open[href*='axis={AXIS}'][href*='figure=r']").click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("Pearson’s r between the mean")
    assert page.evaluate("window.still") == "here"
    assert f"axis={AXIS}&figure=r" in page.url
    rows = downloaded(page, "Download these responses (CSV)")
    x = [float(row["Mean of the people"]) for row in rows]
    y = [float(row["Judges’ settled score"]) for row in rows]
    expect(window.locator(".sr-working")).to_contain_text(f"{stats.pearsonr(x, y).statistic:.2f}")
    assert window.locator("tbody").last.locator("tr").count() == len(rows)
    page.reload()
    expect(page.get_by_role("dialog")).to_contain_text("Pearson’s r between the mean")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("figure="))


def test_a_count_opens_exactly_its_responses(ended: Running, enter: Enter) -> None:
    page = open_page(enter, ended, f"axis?axis={AXIS}&view=scores&people=Rater+1")
    rows = open_page(enter, ended, "agreement")
    scores = downloaded(rows, "Download the scores (CSV)")
    first = {row["response"]: row["score"] for row in scores if row["axis"] == AXIS and row["rater_kind"] == "human"}
    assert len(first) == 20
    link = page.locator("a.sr-open[href*='cell=']").first
    count = int(link.inner_text())
    link.click()
    listed = page.locator(".sr-scroll", has=page.locator("a.word")).locator("tbody tr")
    expect(listed).to_have_count(count)
    heading = page.get_by_role("heading", level=3).last.inner_text()
    people, judges = re.findall(r": ([\d.]+)", heading)
    _, median = columns(scores, AXIS)
    by_rater: dict[str, dict[str, str]] = {}
    for row in scores:
        if row["axis"] == AXIS and row["rater_kind"] == "human":
            by_rater.setdefault(row["rater"], {})[row["response"]] = row["score"]
    shown = {one.split("\t")[0].strip() for one in listed.all_inner_texts()}
    wanted = [
        {one for one, score in given.items() if float(score) == float(people) and median.get(one) == float(judges)}
        for given in by_rater.values()
    ]
    assert shown in wanted
    expect(page).to_have_url(re.compile("cell="))


def test_a_click_on_the_plot_lists_the_cells_responses(ended: Running, enter: Enter) -> None:
    page = open_page(enter, ended, f"axis?axis={AXIS}&view=scores")
    cells = page.locator(".st-key-plot_cells .mark-text.layer_1_marks text")
    expect(cells.first).to_be_visible(timeout=20_000)
    cells.last.click()
    listed = page.locator("a.sr-open.word")
    expect(listed.first).to_be_visible()
    finished(page)
    heading = page.get_by_role("heading", level=3).last.inner_text()
    counted = int(re.findall(r"\((\d+)\)", heading)[0])
    assert listed.count() == counted
    people, judges = re.findall(r": ([\d.]+)", heading)
    lines = page.locator(".sr-scroll", has=listed).locator("tbody tr").all_inner_texts()
    assert {tuple(map(float, line.split("\t")[1:3])) for line in lines} == {(float(people), float(judges))}


def test_a_response_of_the_list_opens_and_can_be_sent_as_an_address(ended: Running, enter: Enter) -> None:
    page = open_page(enter, ended, f"axis?axis={AXIS}&view=differences")
    link = page.locator("a.sr-open.word").first
    label = link.inner_text()
    link.click()
    expect(page.get_by_role("dialog")).to_contain_text("What was asked")
    assert f"response={label}" in page.url
    page.reload()
    expect(page.get_by_role("dialog", name=f"Response {label}")).to_contain_text("The response")


def test_systems_show_only_after_the_act(ended: Running, enter: Enter) -> None:
    systems = systems_of(ended)
    page = open_page(enter, ended, f"axis?axis={AXIS}&view=systems", role="researcher")
    assert not [one for one in systems if one in page.content()]
    page = open_page(enter, ended, f"axis?axis={AXIS}&view=systems")
    assert not [one for one in systems if one in page.content()]
    page.get_by_role("button", name="Show which system wrote what").click()
    page.get_by_role("button", name="Show the systems").click()
    expect(page.get_by_role("status").filter(has_text="The systems are shown by name now.")).to_be_visible()
    expect(page.get_by_role("rowheader", name=systems[0])).to_be_visible()


def systems_of(running: Running) -> list[str]:
    from store import frames

    with running.store.reading() as session:
        return sorted(set(frames.responses(session, study_id=running.study_id)["system"]))


def test_nothing_shows_before_scoring_has_ended(running: Running, enter: Enter) -> None:
    page = open_page(enter, running, PATHS[0])
    for path in PATHS:
        page.goto(f"http://127.0.0.1:{running.server.port}/{path}?axis={AXIS}&figure=r&view=raters&cell=0,0")
        finished(page)
        expect(page.get_by_text("Results are hidden until scoring is closed")).to_be_visible()
        assert page.locator(".sr-figure, .sr-table a, [data-testid=stDownloadButton]").count() == 0, path


def test_a_scorers_link_opens_none_of_them(running: Running, enter: Enter) -> None:
    page = enter(running.server.port, running.scorer("Curious"))
    at(page, 1)
    for path in PATHS:
        page.goto(f"http://127.0.0.1:{running.server.port}/{path}?axis={AXIS}&figure=r")
        at(page, 1)
        assert page.locator(".sr-figure").count() == 0, path


@IN_TWO_LOOKS
def test_nothing_grave_for_screen_readers(ended: Running, enter: Enter, width: int, scheme: str) -> None:
    page = open_page(enter, ended, "agreement", width=width, color_scheme=scheme)
    views = ("scores&cell=3,6", "differences", "raters", "systems", "groups", "length")
    for path in (*PATHS, f"agreement?axis={AXIS}&figure=r", *(f"axis?axis={AXIS}&view={view}" for view in views)):
        page.goto(f"http://127.0.0.1:{ended.server.port}/{path}")
        finished(page)
        assert grave(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"
