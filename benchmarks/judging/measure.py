"""One measurement in a process of its own, so that memory and processor time are its own; prints JSON.

    python -m benchmarks.judging.measure bare|ours URL CALLS [PER_MINUTE]

`bare` is LiteLLM behind a semaphore: the same prompts, nothing stored. `ours` is the worker of a run on an SQLite file.
Time and processor time count from when LiteLLM is imported, to when every reply is read and stored.
"""

import asyncio
import json
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.judging.studies import AT_ONCE, FILE, JUDGES, a_planned_run, an_intake
from judging.llm import Answer, Request, ask, prepare
from judging.prompts.cards import Card
from judging.prompts.render import Prompt, render
from judging.run.worker import settle_in, work_on
from rubrics.loader import load
from store.calls import states

RUBRICS = Path(__file__).parents[2] / "rubrics"
SAMPLE_EVERY = 2_500


def resident_mb() -> float:
    """Memory of this process now, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def processor_s() -> float:
    """Processor time of this process with all its threads, in seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def prompts(number: int) -> list[Prompt]:
    """The prompts that a run on the benchmark's study sends."""
    benchmark = load(RUBRICS / FILE)
    intake = an_intake(number)
    cards = [
        Card(label=prompt.key, module_id=benchmark.modules[0].id, prompt_text=prompt.text, response_text=answer.text)
        for prompt, answer in zip(intake.prompts, intake.responses, strict=True)
    ]
    return [render(benchmark, card, stage="cross") for card in cards]


async def bare(url: str, calls: int) -> dict[str, Any]:
    """LiteLLM, a semaphore, and a list in memory."""
    library, semaphore, kept = prepare(), asyncio.Semaphore(AT_ONCE), []
    shape = [
        ([{"role": one.role, "content": one.text} for one in prompt.messages], prompt.schema)
        for prompt in prompts(calls // len(JUDGES))
    ]

    async def one(model: str, messages: list[dict[str, str]], schema: Any) -> None:
        async with semaphore:
            wanted = {"type": "json_schema", "json_schema": {"name": "verdict", "strict": True, "schema": schema}}
            response = await library.acompletion(
                model=f"openai/{model}",
                messages=messages,
                api_base=url,
                api_key="none",
                temperature=0,
                max_tokens=2000,
                response_format=wanted,
                num_retries=0,
                timeout=60,
            )
            kept.append(json.loads(response.choices[0].message.content))

    start, used = time.perf_counter(), processor_s()
    await asyncio.gather(*(one(name.lower(), *prompt) for prompt in shape for name in JUDGES))
    return {"wall_s": time.perf_counter() - start, "cpu_s": processor_s() - used, "kept": len(kept)}


def ours(url: str, calls: int, per_minute: float | None) -> dict[str, Any]:
    """The worker of a run."""
    memory: list[tuple[int, float]] = []
    asked = 0

    async def counted(request: Request) -> Answer:
        nonlocal asked
        asked += 1
        if asked % SAMPLE_EVERY == 0:
            memory.append((asked, round(resident_mb(), 1)))
            print(f"{asked:,} calls, {memory[-1][1]} MiB", file=sys.stderr, flush=True)
        return await ask(request)

    with TemporaryDirectory() as folder:
        store, run_id = a_planned_run(Path(folder), url=url, responses=calls // len(JUDGES), per_minute=per_minute)
        settle_in()
        start, used = time.perf_counter(), processor_s()
        state = work_on(store, run_id, ask=counted)
        wall_s, cpu_s = time.perf_counter() - start, processor_s() - used
        with store.reading() as session:
            kept = states(session, run_id=run_id)
        store.close()
    return {
        "wall_s": wall_s,
        "cpu_s": cpu_s,
        "kept": kept.get("valid", 0),
        "states": kept,
        "state": state,
        "memory_mb": memory,
    }


def main() -> None:
    """Measure and print."""
    which, url, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
    per_minute = float(sys.argv[4]) if len(sys.argv) > 4 else None
    found = asyncio.run(bare(url, calls)) if which == "bare" else ours(url, calls, per_minute)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**found, "peak_mb": round(peak, 1)}))


if __name__ == "__main__":
    main()
