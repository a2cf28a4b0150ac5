"""Measure the scorer's screen against both references and print a table; nothing is written into the repository.

python -m benchmarks.screens            the figures of docs/speed.md, in some minutes
python -m benchmarks.screens --json     the same for a program
python -m benchmarks.screens --rounds 1 --submits 2 --crowd 3      only to see that it works
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, async_playwright

from benchmarks.screens import browser, crowd, machine
from benchmarks.screens.browser import Sample
from benchmarks.screens.crowd import Load
from benchmarks.screens.figures import Figure, Reference, compared, table
from benchmarks.screens.first_load import Visit, first_visit
from benchmarks.screens.servers import Name, Server, running
from benchmarks.screens.studies import QUEUE, Scorers, prepare
from tests.chromium import program

MOST_SUBMITS = QUEUE - 2
MEGABYTE = 1_000_000
WIDTHS = (1280, 390)
BARE = "the bare page"


class Plan(NamedTuple):
    """How much is measured: rounds, submits of each person in a round, and people who submit at once."""

    rounds: int
    submits: int
    crowd: int


class Findings(NamedTuple):
    """Everything that was measured, before it becomes figures."""

    taken: dict[Name, list[Sample]]
    loads: dict[Name, Load]
    visits: dict[int, Visit]


async def measure(plan: Plan, chromium: Browser, servers: dict[Name, Server], scorers: Scorers) -> Findings:
    """Measure in rounds, so that whatever else the machine does meets all servers alike."""
    visits = {width: await first_visit(chromium, servers["app"], scorers.token, width) for width in WIDTHS}
    taken: dict[Name, list[Sample]] = {name: [] for name in servers}
    loads: dict[Name, Load] = {"app": Load(), "bare": Load()}
    for number in range(plan.rounds):
        print(f"round {number + 1} of {plan.rounds}", file=sys.stderr, flush=True)
        for name, samples in (await browser.one_round(chromium, servers, next(scorers.cookies), plan.submits)).items():
            taken[name] += samples
        cookies = [next(scorers.cookies) for _ in range(plan.crowd)]
        await crowd.one_round(servers, cookies, plan.submits, loads)
    return Findings(taken, loads, visits)


def figures_of(found: Findings, crowd: int) -> list[Figure]:
    """Turn what was measured into the figures that have an aim."""
    usable = {name: [one.usable for one in samples] for name, samples in found.taken.items()}
    placed = {name: [one.placed for one in samples] for name, samples in found.taken.items()}
    ours, theirs = found.loads["app"], found.loads["bare"]
    one = "submit to next usable"
    many = f"{crowd} people submitting at once"
    cpu, n = "processor time of the server for a submit", len(ours.milliseconds)
    return [
        *compared(one, usable["app"], Reference("an empty Streamlit rerun", usable["empty"], 2.0), 50, 95),
        *compared(one, usable["app"], Reference(BARE, usable["bare"], 1.5), 50, 95),
        *compared("of that, until it is in the page", placed["app"], Reference(BARE, placed["bare"]), 50, 95),
        *compared(many, ours.milliseconds, Reference(BARE, theirs.milliseconds, 3.0), 95),
        Figure(cpu, "ms", n, ours.cpu_milliseconds_each, 3.0, BARE, theirs.cpu_milliseconds_each),
        *(
            Figure(f"first load, all bytes, {width} pixels wide", "MB", 1, visit.received / MEGABYTE, 1.2)
            for width, visit in found.visits.items()
        ),
    ]


async def run(plan: Plan, first_port: int) -> tuple[Findings, dict[str, str]]:
    """Set everything up in a temporary folder, measure, and leave nothing behind."""
    with tempfile.TemporaryDirectory(prefix="second-reader-speed-") as name:
        folder = Path(name)
        stores = prepare(folder, plan.rounds * (plan.crowd + 1))
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=program())
            described = machine.description(chromium.version)
            with running(stores, folder, first_port) as servers:
                found = await measure(plan, chromium, servers, stores.scorers)
            await chromium.close()
    return found, described


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screens", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds, each with all servers in turn (default 5)")
    parser.add_argument("--submits", type=int, default=10, help="submits of each person in a round (default 10)")
    parser.add_argument("--crowd", type=int, default=30, help="people who submit at the same time (default 30)")
    parser.add_argument("--port", type=int, default=8650, help="use free ports from this one on (default 8650)")
    parser.add_argument("--json", action="store_true", help="print JSON, with every file of the first load")
    arguments = parser.parse_args()
    plan = Plan(arguments.rounds, arguments.submits, arguments.crowd)
    if min(plan) < 1 or plan.submits > MOST_SUBMITS:
        parser.error(f"each count is at least 1, and --submits at most {MOST_SUBMITS} (a queue has {QUEUE})")
    found, described = asyncio.run(run(plan, arguments.port))
    figures = figures_of(found, plan.crowd)
    if arguments.json:
        files = [{"file": file, "bytes": size} for file, size in found.visits[WIDTHS[0]].files]
        records = [one.as_record() for one in figures]
        print(json.dumps({"machine": described, "figures": records, "files": files}, indent=2))
        return
    print(table(figures))
    print("\n" + "; ".join(f"{name}: {value}" for name, value in described.items()))


if __name__ == "__main__":
    main()
