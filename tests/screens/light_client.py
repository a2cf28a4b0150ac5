"""A scorer without a browser: a real login, a real Streamlit websocket, and the ballot's own requests."""

import uuid
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any, Self

import httpx2
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from web.identity import COOKIE


class LightScorer:
    """Use as `async with LightScorer(port, token) as scorer:`."""

    def __init__(self, port: int, token: str) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.token = token
        self.http = httpx2.AsyncClient(base_url=self.origin, headers={"origin": self.origin}, timeout=60)
        self.shell: ClientConnection | None = None
        self.alerts: list[str] = []

    async def __aenter__(self) -> Self:
        answer = await self.http.post(f"/i/{self.token}")
        assert answer.status_code == 303
        cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE].value
        self.shell = await connect(
            f"{self.origin.replace('http', 'ws')}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit"), Subprotocol("none")],
            additional_headers={"Cookie": f"{COOKIE}={cookie}", "Origin": self.origin},
            max_size=None,
        )
        await self.run_page()
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.shell is not None:
            await self.shell.close()
        await self.http.aclose()

    async def run_page(self) -> None:
        """Ask Streamlit for the page, as a browser does, and read until the script has ended."""
        assert self.shell is not None
        message = BackMsg()
        message.rerun_script.query_string = ""
        await self.shell.send(message.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(bytes(await self.shell.recv(decode=False)))
            kind = answer.WhichOneof("type")
            if kind == "delta" and answer.delta.new_element.WhichOneof("type") in ("alert", "exception"):
                self.alerts.append(str(answer.delta.new_element))
            if kind == "script_finished":
                return

    async def queue(self) -> dict[str, Any]:
        """Open the queue."""
        answer = await self.http.get("/ballot/open")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def draft(self, place: dict[str, Any], entries: dict[str, Any], sequence: int) -> httpx2.Response:
        """Save a draft."""
        form = {"key": place["key"], "tab": self.token[:8], "sequence": sequence, "revision": 0, "version": 0}
        return await self.http.post("/ballot/draft", json={**form, "entries": entries})

    async def submit(
        self, place: dict[str, Any], entries: dict[str, Any], submission: str | None = None
    ) -> httpx2.Response:
        """Submit a full set of scores."""
        form = {"key": place["key"], "submission": submission or str(uuid.uuid4()), "version": 0, "holding": None}
        return await self.http.post("/ballot/submit", json={**form, "entries": entries})
