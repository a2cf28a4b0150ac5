"""Measure how soon each of the researcher's pages is usable, in Chromium, on a study of 2,000 x 20 x 8.

python -m benchmarks.pages                 builds the study in a temporary store (a quarter of a minute), then measures
python -m benchmarks.pages --responses 100 --rounds 1     only to see that it works

Usable means: what the page is for is on the screen and the server has finished the run. The first load of a process
computes the study's figures and is stated apart; every other load finds them kept.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.large_study import Size, build, invite_owner
from store.engine import Store
from store.migrate import migrate
from tests.builders import a_benchmark_table
from tests.chromium import program
from tests.screens.app_server import AppServer

AIM = 2.0
PATIENCE = 600_000


class Visit(NamedTuple):
    """One page as it is visited: its name, its address, and what is on it when it can be used."""

    name: str
    path: str
    usable: str


PLOT = "[data-testid=stVegaLiteChart] :is(canvas, svg)"
TABLE = ".sr-table tbody tr"
PARTS = ".sr-table, .sr-sides"
"""What a click adds to a page: a table, or what everybody said of a response."""

WINDOW = "[role=dialog] .sr-table tbody tr"
VISITS = (
    Visit("Agreement", "agreement", PLOT),
    Visit("Prepare, for comparison: a page without figures", "prepare", "h2"),
    Visit("Agreement, the working of r", "agreement?axis=axis_0&figure=r", WINDOW),
    Visit("Agreement, the working of alpha", "agreement?axis=axis_0&figure=alpha", WINDOW),
    Visit("Agreement, what is missing", "agreement?axis=axis_0&figure=missing", WINDOW),
    Visit("Axis, scores side by side", "axis?axis=axis_0&view=scores", PLOT),
    Visit("Axis, one cell", "axis?axis=axis_0&view=scores&people=Rater+1&cell=3,6", TABLE),
    Visit("Axis, differences", "axis?axis=axis_0&view=differences", PLOT),
    Visit("Axis, each rater", "axis?axis=axis_0&view=raters", PLOT),
    Visit("Axis, by kind of prompt", "axis?axis=axis_0&view=groups", PLOT),
    Visit("Axis, by length", "axis?axis=axis_0&view=length", PLOT),
    Visit("How many more?", "how_many_more", PLOT),
    Visit("Judges", "judges?axis=axis_1", PLOT),
    Visit("Systems", "systems", PLOT),
    Visit("Disagreements", "disagreements", TABLE),
    Visit("Disagreements, one axis, judges", "disagreements?on=axis_3&between=judges", TABLE),
    Visit("Release", "release", "h2"),
    Visit("Progress", "", TABLE),
)
"""Every page; whoever adds one adds a line."""

CLICKS = (
    Visit("Agreement, click on a figure", "agreement", "a.sr-open[href*='figure=bias']"),
    Visit("Axis, click on a count", "axis?axis=axis_0&view=scores", "a.sr-open[href*='cell=']"),
    Visit("Disagreements, click on a response", "disagreements", "a.sr-open[href*='response=']"),
)
"""Acts on an open page: what is clicked, after which the run must end with something more on the screen."""


class Found(NamedTuple):
    """Seconds of every measurement of one page, and of its first load in the process."""

    name: str
    first: float | None
    seconds: list[float]


@contextmanager
def server(size: Size) -> Iterator[tuple[AppServer, str, float]]:
    """Build the study and serve it; gives the server, an owner's token, and the seconds that building took."""
    with tempfile.TemporaryDirectory(prefix="second-reader-pages-") as folder:
        url = f"sqlite:///{Path(folder) / 'store.db'}"
        store = Store(url)
        migrate(store)
        start = time.perf_counter()
        with store.writing() as session:
            study_id = build(session, size, a_benchmark_table())
            token = invite_owner(session, study_id)
        took = time.perf_counter() - start
        running = AppServer(url, fresh=True)
        try:
            yield running, token, took
        finally:
            running.stop()
            store.close()


def enter(page: Page, port: int, token: str) -> None:
    """Open the personal link and wait for the first page."""
    page.goto(f"http://127.0.0.1:{port}/i/{token}")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible(timeout=PATIENCE)


def settled(page: Page) -> None:
    """Wait until the server says that the run is over."""
    expect(page.locator("[data-testid=stApp]")).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=PATIENCE
    )


def loaded(page: Page, port: int, visit: Visit) -> float:
    """Load a page anew and return the seconds until it can be used."""
    start = time.perf_counter()
    page.goto(f"http://127.0.0.1:{port}/{visit.path}")
    page.locator(visit.usable).first.wait_for(state="visible", timeout=PATIENCE)
    settled(page)
    return time.perf_counter() - start


def clicked(page: Page, port: int, visit: Visit) -> float:
    """Click on an open page and return the seconds until what it opens is on the screen."""
    loaded(page, port, visit)
    parts = page.locator(PARTS).count()
    start = time.perf_counter()
    page.locator(visit.usable).first.click()
    page.wait_for_function(
        "([parts, count]) => document.querySelectorAll(parts).length > count", arg=[PARTS, parts], timeout=PATIENCE
    )
    settled(page)
    return time.perf_counter() - start


def measure(port: int, token: str, rounds: int) -> list[Found]:
    """Visit every page, in rounds, so that whatever else the machine does meets all alike."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program())
        page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
        enter(page, port, token)
        first = {VISITS[0].name: loaded(page, port, VISITS[0])}
        first |= {visit.name: loaded(page, port, visit) for visit in VISITS[1:]}
        taken: dict[str, list[float]] = {visit.name: [] for visit in (*VISITS, *CLICKS)}
        for _ in range(rounds):
            for visit in VISITS:
                taken[visit.name].append(loaded(page, port, visit))
            for visit in CLICKS:
                taken[visit.name].append(clicked(page, port, visit))
        chromium.close()
    return [Found(name, first.get(name), seconds) for name, seconds in taken.items()]


def table(found: list[Found]) -> str:
    """Write what was measured, slowest first within its kind."""
    lines = ["| page | first load | median | slowest | aim | |", "|---|---|---|---|---|---|"]
    for one in found:
        slowest = max(one.seconds)
        first = "" if one.first is None else f"{one.first:.2f} s"
        verdict = "met" if slowest <= AIM else "missed"
        middle = statistics.median(one.seconds)
        lines.append(f"| {one.name} | {first} | {middle:.2f} s | {slowest:.2f} s | {AIM:.0f} s | {verdict} |")
    return "\n".join(lines)


def load_average() -> str:
    """Return how busy the machine is besides."""
    done = subprocess.run(["uptime"], check=False, capture_output=True, text=True)
    return done.stdout.strip().rsplit("load average:", 1)[-1].strip()


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--responses", type=int, default=2000, help="in whole tens (default 2000)")
    parser.add_argument("--rounds", type=int, default=5, help="loads of every page (default 5)")
    asked: Any = parser.parse_args()
    with server(Size(responses=asked.responses)) as (running, token, took):
        print(f"study built in {took:.1f} s; load average {load_average()}", file=sys.stderr, flush=True)
        found = measure(running.port, token, asked.rounds)
    print(table(found))
    print(f"\n{asked.responses:,} responses x 20 raters x 8 axes; load average at the end: {load_average()}")


if __name__ == "__main__":
    main()
