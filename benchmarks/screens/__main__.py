"""Measure the scorer's screen against both references and print a table; nothing is written into the repository.

    python -m benchmarks.screens            the figures of docs/speed.md, in some minutes
    python -m benchmarks.screens --json     the same for a program
    python -m benchmarks.screens --rounds 1 --submits 2 --crowd 3      only to see that it works
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, async_playwright

from benchmarks.screens import machine
from benchmarks.screens.browser import one_round
from benchmarks.screens.crowd import Load, submit_together
from benchmarks.screens.figures import Figure, compared, table
from benchmarks.screens.first_load import Visit, first_visit
from benchmarks.screens.servers import Name, Server, running
from benchmarks.screens.studies import QUEUE, Scorers, prepare

MOST_SUBMITS = QUEUE - 2
MEGABYTE = 1_000_000


class Plan(NamedTuple):
    """How much is measured: rounds, submits of each person in a round, and people who submit at once."""

    rounds: int
    submits: int
    crowd: int


class Findings(NamedTuple):
    """Everything that was measured, before it becomes figures."""

    taken: dict[Name, list[float]]
    loads: dict[Name, Load]
    visit: Visit


def plan_of(arguments: argparse.Namespace) -> Plan:
    """Check the counts that were asked for."""
    plan = Plan(arguments.rounds, arguments.submits, arguments.crowd)
    if min(plan) < 1 or plan.submits > MOST_SUBMITS:
        sys.exit(f"each count is at least 1, and --submits at most {MOST_SUBMITS} (a queue has {QUEUE}); found {plan}")
    return plan


async def measure(plan: Plan, browser: Browser, servers: dict[Name, Server], scorers: Scorers) -> Findings:
    """Measure in rounds, so that whatever else the machine does meets all servers alike."""
    visit = await first_visit(browser, servers["app"], scorers.token)
    taken: dict[Name, list[float]] = {name: [] for name in servers}
    loads: dict[Name, Load] = {"app": Load(), "bare": Load()}
    for number in range(plan.rounds):
        print(f"round {number + 1} of {plan.rounds}", file=sys.stderr, flush=True)
        for name, samples in (await one_round(browser, servers, next(scorers.cookies), plan.submits)).items():
            taken[name] += samples
        cookies = [next(scorers.cookies) for _ in range(plan.crowd)]
        order: list[Name] = ["app", "bare"] if number % 2 else ["bare", "app"]
        for name in order:
            await submit_together(servers[name], cookies, plan.submits, loads[name])
    return Findings(taken, loads, visit)


def figures_of(found: Findings, crowd: int) -> list[Figure]:
    """Turn what was measured into the figures that have an aim."""
    both = {"median": 0.5, "95th percentile": 0.95}
    app, empty, bare = found.taken["app"], found.taken["empty"], found.taken["bare"]
    ours, theirs = found.loads["app"], found.loads["bare"]
    one = "submit to next response usable"
    many = f"{crowd} people submitting without pause"
    cpu, reference = ours.cpu_milliseconds_each, theirs.cpu_milliseconds_each
    return [
        *compared(one, "an empty Streamlit rerun", app, empty, 2.0, both),
        *compared(one, "the bare page", app, bare, 1.5, both),
        *compared(many, "the bare page", ours.milliseconds, theirs.milliseconds, 3.0, {"95th percentile": 0.95}),
        Figure("server's processor time for a submit", "ms", len(ours.milliseconds), cpu, 3.0, "the bare page", reference),
        Figure("first load, all bytes received", "MB", 1, found.visit.received / MEGABYTE, 1.2),
    ]


async def run(plan: Plan, first_port: int) -> tuple[Findings, dict[str, str]]:
    """Set everything up in a temporary folder, measure, and leave nothing behind."""
    with tempfile.TemporaryDirectory(prefix="second-reader-speed-") as name:
        folder = Path(name)
        stores = prepare(folder, plan.rounds * (plan.crowd + 1))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"))
            described = machine.description(browser.version)
            with running(stores, folder, first_port) as servers:
                found = await measure(plan, browser, servers, stores.scorers)
            await browser.close()
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
    plan = plan_of(arguments)
    found, described = asyncio.run(run(plan, arguments.port))
    figures = figures_of(found, plan.crowd)
    if arguments.json:
        files = [{"file": file, "bytes": size} for file, size in found.visit.files]
        print(json.dumps({"machine": described, "figures": [one.as_record() for one in figures], "files": files}, indent=2))
        return
    print(table(figures))
    print("\n" + "; ".join(f"{name}: {value}" for name, value in described.items()))


if __name__ == "__main__":
    main()
