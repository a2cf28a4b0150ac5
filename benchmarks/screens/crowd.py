"""Many scorers who submit without pause: how long each submit takes, and the processor time it costs the server."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.screens.browser import REASON
from benchmarks.screens.lines import Line
from benchmarks.screens.servers import Name, Server
from benchmarks.screens.sessions import hold

TURN = 5
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

    async def submit(self) -> float:
        """Submit one sheet; return the milliseconds until the answer was read."""
        entries = {axis: {"kind": "value", "value": n % 4, "why": REASON} for n, axis in enumerate(AXES)}
        form: dict[str, Any] = {"key": self.key, "submission": str(uuid.uuid4()), "entries": entries}
        if self.is_app:
            form |= {"version": 0, "holding": self.ready}
        began = time.perf_counter()
        answer = await self.line.post("/ballot/submit" if self.is_app else "/submit", form)
        took = 1000 * (time.perf_counter() - began)
        self.key = answer["next"] if self.is_app else answer["place"]["key"]
        self.ready = answer["ready"]["key"] if self.is_app and answer["ready"] else None
        return took


@asynccontextmanager
async def crowd(server: Server, cookies: list[str]) -> AsyncIterator[list[Walker]]:
    """Bring one scorer for each cookie to the second response; at the app each also holds a Streamlit session."""
    async with AsyncExitStack() as until:
        if server.name == "app":
            for cookie in cookies:
                await hold(server, cookie, until)
        walkers = [Walker(await until.enter_async_context(Line(server, cookie))) for cookie in cookies]
        for one in walkers:
            await one.open()
        await asyncio.gather(*(one.submit() for one in walkers))
        yield walkers


async def submit_together(walkers: list[Walker], submits: int, load: Load) -> None:
    """Let everybody submit this many times, each as soon as the last answer is there."""
    server = walkers[0].line.server
    before = server.cpu_seconds()
    taken = await asyncio.gather(*(_go_on(one, submits) for one in walkers))
    load.cpu_seconds += server.cpu_seconds() - before
    load.milliseconds += [took for each in taken for took in each]


async def _go_on(walker: Walker, submits: int) -> list[float]:
    return [await walker.submit() for _ in range(submits)]


async def one_round(servers: Mapping[Name, Server], cookies: list[str], submits: int, loads: dict[Name, Load]) -> None:
    """Let a crowd at each server submit, in turns of a few submits; the first submit of each person is not counted."""
    async with AsyncExitStack() as until:
        crowds = {name: await until.enter_async_context(crowd(servers[name], cookies)) for name in loads}
        for begun in range(0, submits, TURN):
            for name, walkers in crowds.items():
                await submit_together(walkers, min(TURN, submits - begun), loads[name])
