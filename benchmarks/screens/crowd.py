"""Many scorers who submit without pause: how long each submit takes, and the processor time it costs the server."""

import asyncio
import time
import uuid
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.screens.browser import REASON
from benchmarks.screens.lines import Line
from benchmarks.screens.servers import Server
from benchmarks.screens.sessions import hold

AXES = ("theological", "scripture", "marketplace", "identity", "lane")


@dataclass
class Load:
    """What a crowd measured: milliseconds of each submit, and seconds of processor time of the server for all."""

    milliseconds: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0

    @property
    def cpu_milliseconds_each(self) -> float:
        """Processor time of the server for one submit, in milliseconds."""
        return 1000 * self.cpu_seconds / len(self.milliseconds)


class Walker:
    """One scorer's way through the queue, by HTTP alone."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.is_app = line.server.name == "app"

    async def open(self) -> None:
        """Fetch the queue."""
        opened = await self.line.get("/ballot/open" if self.is_app else "/open")
        self.key = opened["place"]["key"]
        self.ready = opened["ready"]["key"] if self.is_app else None

    async def submit(self, number: int) -> float:
        """Submit one sheet; return the milliseconds until the answer was read."""
        entries = {axis: {"kind": "value", "value": (number + n) % 4, "why": REASON} for n, axis in enumerate(AXES)}
        form: dict[str, Any] = {"key": self.key, "submission": str(uuid.uuid4()), "entries": entries}
        if self.is_app:
            form |= {"version": 0, "holding": self.ready}
        began = time.perf_counter()
        answer = await self.line.post("/ballot/submit" if self.is_app else "/submit", form)
        took = 1000 * (time.perf_counter() - began)
        self.key = answer["next"] if self.is_app else answer["place"]["key"]
        self.ready = answer["ready"]["key"] if self.is_app and answer["ready"] else None
        return took


async def submit_together(server: Server, cookies: list[str], submits: int, load: Load) -> None:
    """Let one scorer for each cookie submit at the same time; the first submit of each is not counted.

    At the app each also holds a Streamlit session, opened before the clock starts.
    """
    async with AsyncExitStack() as until:
        if server.name == "app":
            for cookie in cookies:
                await hold(server, cookie, until)
        walkers = [Walker(await until.enter_async_context(Line(server, cookie))) for cookie in cookies]
        for one in walkers:
            await one.open()
        await asyncio.gather(*(one.submit(0) for one in walkers))
        before = server.cpu_seconds()
        taken = await asyncio.gather(*(_go_on(one, submits) for one in walkers))
        load.cpu_seconds += server.cpu_seconds() - before
        load.milliseconds += [took for each in taken for took in each]


async def _go_on(walker: Walker, submits: int) -> list[float]:
    return [await walker.submit(number) for number in range(1, submits + 1)]
