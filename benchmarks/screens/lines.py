"""A light HTTP client: one kept-open connection, JSON in and out, asking for compressed answers as browsers do."""

import asyncio
import gzip
import json
import re
from types import TracebackType
from typing import Any, Self

from benchmarks.screens.servers import Server
from web.identity import COOKIE

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
PACKED = re.compile(rb"(?i)\r\ncontent-encoding: *gzip")


class Line:
    """One connection of one signed-in person to one server."""

    def __init__(self, server: Server, cookie: str) -> None:
        self.server = server
        self.head = (
            f"Host: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\nCookie: {COOKIE}={cookie}\r\n"
            "Accept-Encoding: gzip\r\nContent-Type: application/json\r\n"
        )

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def get(self, path: str) -> dict[str, Any]:
        """Fetch something."""
        return await self._ask("GET", path, b"")

    async def post(self, path: str, form: dict[str, Any]) -> dict[str, Any]:
        """Send something."""
        return await self._ask("POST", path, json.dumps(form).encode())

    async def _ask(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        head = f"{method} {path} HTTP/1.1\r\n{self.head}Content-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(answer)
        said = await self.reader.readexactly(int(length[1])) if length else b""
        if PACKED.search(answer):
            said = gzip.decompress(said)
        if b" 200 " not in answer.split(b"\r\n", 1)[0]:
            raise RuntimeError(f"{method} {path} was refused:\n{(answer + said).decode(errors='replace')}")
        found: dict[str, Any] = json.loads(said)
        return found
