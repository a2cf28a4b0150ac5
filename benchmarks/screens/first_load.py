"""What a scorer's first visit costs on the wire: every byte that reaches a cold browser until the first response shows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from playwright.async_api import Browser, expect

from benchmarks.screens.servers import Server

CHUNK = 65_536


class Visit(NamedTuple):
    """Bytes that reached the browser, headers and websocket included; and the files by size, largest first."""

    received: int
    files: list[tuple[str, int]]


class Meter:
    """Passes everything on to a server and counts what comes back."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.received = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Listen on a port of its own, which is yielded, until the block ends."""
        listener = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        try:
            yield int(listener.sockets[0].getsockname()[1])
        finally:
            listener.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _carry(self, from_browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.server_port)
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(self._pump(from_browser, to_server, 0), self._pump(from_server, to_browser, 1))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, counted: int) -> None:
        try:
            while chunk := await source.read(CHUNK):
                self.received += counted * len(chunk)
                sink.write(chunk)
                await sink.drain()
        finally:
            sink.close()


async def first_visit(browser: Browser, server: Server, token: str) -> Visit:
    """Open a personal link in a browser that has seen nothing yet, and stop at the first response."""
    meter = Meter(server.port)
    async with meter.listening() as port:
        context = await browser.new_context(viewport={"width": 1280, "height": 900})
        page = await context.new_page()
        network = await context.new_cdp_session(page)
        addresses: dict[str, str] = {}
        sizes: dict[str, int] = {}

        def asked(event: dict[str, Any]) -> None:
            addresses[event["requestId"]] = event["request"]["url"].split(str(port), 1)[-1]

        def loaded(event: dict[str, Any]) -> None:
            sizes[event["requestId"]] = int(event["encodedDataLength"])

        network.on("Network.requestWillBeSent", asked)
        network.on("Network.loadingFinished", loaded)
        await network.send("Network.enable")
        await page.goto(f"http://127.0.0.1:{port}/i/{token}")
        await page.get_by_role("button", name="Open").click()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Response 1 of", timeout=60_000)
        await page.wait_for_load_state("networkidle")
        received = meter.received
        await context.close()
    files = sorted(((addresses.get(one, "?"), size) for one, size in sizes.items()), key=lambda file: -file[1])
    return Visit(received, [(name if "/i/" not in name else "/i/...", size) for name, size in files])
