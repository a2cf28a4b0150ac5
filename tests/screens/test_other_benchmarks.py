"""Benchmarks that the ballot was not drawn for: one new file, the commands as they are, and it works to the end."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from store.engine import Store
from store.tables import Declaration
from tests.cli.command import Command
from tests.screens.app_server import AppServer
from tests.screens.conftest import NOW, rater_of
from tests.screens.scoring import at, axis, choice, label

Enter = Callable[..., Page]
INVENTED = Path(__file__).parents[1] / "rubrics" / "invented_0_to_10.toml"
PUBLISHED = Path(__file__).parents[2] / "rubrics"


class Installation:
    """A store that only the command line has filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder / 'store.db'}"

    def command(self, *words: str) -> str:
        """Run `secondreader` as a person would and return what it printed."""
        said = Command(self.url)(*words)
        assert said.code == 0, said.out + said.err
        return said.out.strip()

    def table(self, name: str, rows: list[dict[str, object]]) -> str:
        """Write a CSV file and return its path."""
        path = self.folder / name
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        return str(path)

    def study(self, slug: str, benchmark_file: Path, benchmark: str, responses: int, reference: str = "") -> None:
        """Make a study of some responses, each to a prompt of its own."""
        self.command("init")
        self.command("import", "rubric", str(benchmark_file))
        self.command("study", "create", slug, "--title", f"Study {slug}", "--benchmark", benchmark, "--seed", "7")
        rows: list[dict[str, object]] = [
            {"prompt": f"P{n}", "system": f"S{n % 2}", "family": "Lab", "text": f"It says {n}."}
            for n in range(responses)
        ]
        prompts: list[dict[str, object]] = [
            {"prompt": f"P{n}", "text": f"Question {n}?", "reference_answer": reference} for n in range(responses)
        ]
        files = self.table(f"{slug}.csv", rows), "--prompts", self.table(f"{slug}-prompts.csv", prompts)
        self.command("import", "responses", slug, *files)

    def link(self, slug: str, name: str, *modules: str) -> str:
        """Invite a scorer who has declared already, and return the token."""
        named = [word for module in modules for word in ("--module", module)]
        token = self.command("invite", name, "--role", "scorer", "--study", slug, *named).rsplit("/i/", 1)[-1]
        store = Store(self.url)
        with store.writing() as session:
            declared = Declaration(rater_id=rater_of(session, token), consented=True, can_score=True, declared_at=NOW)
            session.add(declared)
        store.close()
        return token


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation(tmp_path)


@pytest.fixture
def served(installation: Installation) -> Iterator[Callable[[], AppServer]]:
    servers: list[AppServer] = []

    def serve() -> AppServer:
        servers.append(AppServer(installation.url))
        return servers[-1]

    yield serve
    for server in servers:
        server.stop()


def test_a_fourth_benchmark_needs_one_file(
    installation: Installation, served: Callable[[], AppServer], enter: Enter
) -> None:
    installation.study("bread", INVENTED, "bread_and_salt v1", responses=4)
    scores: list[dict[str, object]] = [
        {"rater": judge, "rater_kind": "llm", "prompt": f"P{n}", "system": f"S{n % 2}", "axis": name, "score": score}
        for judge, shift in (("J1", 0), ("J2", 1))
        for n in range(4)
        for name, score in (("hospitality", (0, 3, 6, 8)[n] + shift), ("clarity", (9, 7, 4, 2)[n] + shift))
    ]
    installation.command("import", "scores", "bread", installation.table("scores.csv", scores))
    installation.command("study", "open", "bread")
    token = installation.link("bread", "Host")
    page = enter(served().port, token)
    for number in range(1, 5):
        at(page, number, total=4)
        page.keyboard.type("10" if number == 1 else str(number))
        expect(choice(page, "hospitality", 10 if number == 1 else number)).to_be_checked()
        label(page, "clarity", 10 - number).click()
        for name in ("hospitality", "clarity"):
            axis(page, name).locator("textarea").fill("Because of how it ends.")
        page.get_by_role("button", name="Submit and go on").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    installation.command("study", "seal", "bread")
    owner = installation.command("invite", "Owner", "--role", "owner").rsplit("/i/", 1)[-1]
    page = enter(int(page.url.split(":")[2].split("/")[0]), owner)
    page.get_by_role("link", name="Agreement", exact=True).click(timeout=20_000)
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Clarity", exact=True)).first
    expect(row).to_contain_text("n = 4", timeout=20_000)


def test_digits_on_two_axes_do_not_make_one_number(
    installation: Installation, served: Callable[[], AppServer], enter: Enter
) -> None:
    installation.study("haste", INVENTED, "bread_and_salt v1", responses=1)
    installation.command("study", "open", "haste")
    page = enter(served().port, installation.link("haste", "Hasty"))
    at(page, 1, total=1)
    page.keyboard.type("1j0")
    expect(choice(page, "hospitality", 1)).to_be_checked()
    expect(choice(page, "clarity", 0)).to_be_checked()


def test_bands_are_scored_by_a_number_and_shown_beside_it(
    installation: Installation, served: Callable[[], AppServer], enter: Enter
) -> None:
    installation.study(
        "bands", PUBLISHED / "credo" / "v1.1.toml", "credo v1.1", responses=2, reference="He is **risen**."
    )
    installation.command("study", "open", "bands")
    token = installation.link("bands", "Elder")
    page = enter(served().port, token)
    at(page, 1, total=2)
    expect(page.get_by_role("heading", name="The answer to grade against")).to_be_visible()
    expect(page.locator(".reference")).to_have_text("He is risen.")
    number = page.get_by_role("spinbutton")
    number.fill("101")
    page.locator("textarea").first.fill("It says so.")
    page.get_by_role("button", name="Submit and go on").click()
    expect(page.locator(".missing")).to_contain_text("101 is not one of its scores")
    number.fill("70")
    expect(page.locator(".bands .here")).to_contain_text("Hedged")
    page.get_by_role("button", name="Submit and go on").click()
    at(page, 2, total=2)
    expect(number).to_have_value("")


def test_modules_are_named_beside_each_response(
    installation: Installation, served: Callable[[], AppServer], enter: Enter
) -> None:
    installation.study("views", PUBLISHED / "worldviews" / "v1.toml", "worldviews v1", responses=1)
    installation.command("study", "open", "views")
    five = ("catholic", "evangelical", "sunni", "twelver_shia", "secular_humanism")
    token = installation.link("views", "Reader", *five)
    page = enter(served().port, token)
    expect(page.get_by_role("heading", name="The answer to grade against")).to_have_count(0)
    seen = set()
    for number in range(1, 6):
        at(page, number, total=5)
        seen.add(page.locator(".module").inner_text())
        page.keyboard.press("f")
    assert len(seen) == 5
