"""The launcher: one ASGI app with Streamlit inside, the ballot's routes and the personal links beside it.

The entry script is `pages/main.py`: were it beside `pages/`, Streamlit would run a page straight from its address,
past the check of who is asking. Start it with `secondreader serve`, which gives Streamlit its settings.
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from streamlit.web.server.starlette import starlette_server

from store.engine import opened
from store.migrate import migrate
from web import ballot, links, reviews
from web.identity import Identity
from web.security import Guard
from web.uploads import Uploads
from web.wire import without_delay

ROOT = Path(__file__).parent
COLLECT_SECONDS = 300


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    """Bring the store up to date and load what pages need, so that no visitor waits for it.

    Streamlit's full garbage collection after every run is switched off (`web.serving`); what is loaded now is set
    aside from collection, and the rest is collected every few minutes.
    """
    import altair  # noqa: F401
    import pandas  # noqa: F401

    await asyncio.to_thread(migrate, opened())
    gc.collect()
    gc.freeze()

    async def sweep() -> None:
        while True:
            await asyncio.sleep(COLLECT_SECONDS)
            await asyncio.to_thread(gc.collect)

    sweeping = asyncio.create_task(sweep())
    try:
        yield {}
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        opened().close()


async def health(_request: Request) -> JSONResponse:
    """Say that the process answers."""
    return JSONResponse({"ok": True})


starlette_server._bind_server_socket = without_delay(starlette_server._bind_server_socket)
app = st.App(
    ROOT / "pages" / "main.py",
    lifespan=lifespan,
    routes=[
        *ballot.routes(opened()),
        *reviews.routes(opened()),
        *links.routes(opened()),
        Route("/healthz", health),
        Mount("/assets", StaticFiles(directory=ROOT / "web" / "assets")),
    ],
    middleware=[
        Middleware(Guard, static=Path(st.__file__).parent / "static"),
        Middleware(Identity),
        Middleware(Uploads, store=opened()),
    ],
)
