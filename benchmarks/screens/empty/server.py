"""The empty page's server at its best: the app's own settings, no collection after each run, nothing waits on the wire.

Started by `benchmarks.screens.servers` as `python -m benchmarks.screens.empty.server PORT`.
"""

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.web.server.starlette import starlette_server

from web.serving import SETTINGS
from web.wire import without_delay


@asynccontextmanager
async def _lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    gc.collect()
    gc.freeze()
    yield {}


if __name__ == "__main__":
    starlette_server._bind_server_socket = without_delay(starlette_server._bind_server_socket)
    app = st.App(Path(__file__).with_name("page.py"), lifespan=_lifespan)
    app.run(config={**SETTINGS, "server.address": "127.0.0.1", "server.port": int(sys.argv[1])})
