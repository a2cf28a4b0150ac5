"""What a run costs beyond its calls, against LiteLLM behind a bare semaphore, in turns and in the same minutes.

    python -m benchmarks.judging speed --rounds 5
    python -m benchmarks.judging limiter
    python -m benchmarks.judging memory --calls 100000

The stub model answers after 50 ms. `speed`: 500 calls, 32 at once; each measurement is a process of its own, and the
ratios are of medians. `limiter`: 200 calls against 20 a second, which the panel states. `memory`: one run of many
calls, with the worker's memory every 2,500. Needs Linux. No test asserts a time.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.stub_client import Stub, running_stub

LATENCY_S = 0.05
CALLS = 500
AIMS = {"wall_s": 1.15, "cpu_s": 1.25}
WORDS = {"wall_s": "time from the first call to the last reply stored", "cpu_s": "processor time of the process"}


def measured(which: str, stub: Stub, calls: int, *more: str) -> dict[str, Any]:
    """One measurement in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.judging.measure", which, stub.url, str(calls), *more]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def speed(stub: Stub, rounds: int) -> None:
    """Ratios of time and processor time."""
    stub.control(latency_s=LATENCY_S)
    found: dict[str, list[dict[str, Any]]] = {"bare": [], "ours": []}
    for _ in range(rounds):
        for which, many in found.items():
            many.append(measured(which, stub, CALLS))
            assert many[-1]["kept"] == CALLS, many[-1]
    print(f"| {CALLS} calls, 32 at once, median of {rounds} | Second Reader | LiteLLM, semaphore | ratio | aim |")
    print("|---|---|---|---|---|")
    for what, aim in AIMS.items():
        ours, bare = (median(one[what] for one in found[which]) for which in ("ours", "bare"))
        print(f"| {WORDS[what]} | {ours:.2f} s | {bare:.2f} s | {ours / bare:.2f} | at most {aim} |")
    ours, bare = (max(one["peak_mb"] for one in found[which]) for which in ("ours", "bare"))
    print(f"| largest memory | {ours:.0f} MiB | {bare:.0f} MiB | {ours / bare:.2f} | |")
    print(
        "every measurement:",
        json.dumps({w: [[round(o["wall_s"], 2), round(o["cpu_s"], 2)] for o in found[w]] for w in found}),
    )


def limiter(stub: Stub) -> None:
    """Refusals and losses at the stated rate."""
    stub.control(latency_s=LATENCY_S, per_minute=1200.0, burst=20.0)
    # The account of both judges is one at the provider; each has a gate of its own, so each is told half the rate.
    found = measured("ours", stub, 200, "600")
    stats = stub.stats()
    print(f"200 calls against 20 a second: {found['wall_s']:.1f} s (10 s without a burst), states {found['states']}")
    print(f"requests {stats['http']}, refused for rate {stats['modes'].get('limited', 0)}, paid {stats['paid']}")


def memory(stub: Stub, calls: int) -> None:
    """The worker's memory over many calls."""
    found = measured("ours", stub, calls)
    print(f"{calls} calls in {found['wall_s']:.0f} s, {found['cpu_s'] / calls * 1000:.1f} ms of processor time each")
    print("MiB after so many calls:", ", ".join(f"{number:,}: {size:.0f}" for number, size in found["memory_mb"]))
    print("states", found["states"], "largest", found["peak_mb"], "MiB")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "limiter", "memory"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=100_000)
    chosen = parser.parse_args()
    print(
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, LiteLLM {version('litellm')}"
    )
    with TemporaryDirectory() as folder, running_stub(Path(folder) / "journal.jsonl") as stub:
        if chosen.what == "speed":
            speed(stub, chosen.rounds)
        elif chosen.what == "limiter":
            limiter(stub)
        else:
            memory(stub, chosen.calls)


if __name__ == "__main__":
    main()
