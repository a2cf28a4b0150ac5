"""The bare page's server: two routes and three files, one thread for SQLite.

Started by `benchmarks.screens.servers` as `python -m benchmarks.screens.bare.server FILE PORT`.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from benchmarks.screens.bare.database import Database, Turned
from web.identity import COOKIE

FILES = Path(__file__).parent / "files"


def application(database: Database) -> Starlette:
    """Return the bare page as an ASGI application."""
    turn = CapacityLimiter(1)

    async def answer(work: Callable[[], dict[str, Any]]) -> Response:
        try:
            return JSONResponse(await to_thread.run_sync(work, limiter=turn))
        except Turned as turned:
            return JSONResponse({"problems": turned.problems}, status_code=turned.status)

    async def opened(request: Request) -> Response:
        cookie = request.cookies.get(COOKIE, "")
        return await answer(lambda: database.opened(cookie))

    async def submit(request: Request) -> Response:
        cookie, body = request.cookies.get(COOKIE, ""), await request.body()
        return await answer(lambda: database.submitted(cookie, body))

    return Starlette(
        routes=[
            Route("/open", opened),
            Route("/submit", submit, methods=["POST"]),
            Mount("/", StaticFiles(directory=FILES, html=True)),
        ]
    )


if __name__ == "__main__":
    uvicorn.run(
        application(Database(Path(sys.argv[1]))),
        host="127.0.0.1",
        port=int(sys.argv[2]),
        log_level="warning",
        access_log=False,
    )
