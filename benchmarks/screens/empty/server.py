"""The empty page's server, tuned as the app's own is: no collection after each run, what is loaded set aside.

Started by `benchmarks.screens.servers` as `python -m benchmarks.screens.empty.server PORT`.
"""

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st

from web.serving import SETTINGS


@asynccontextmanager
async def _lifespan(_app: Any) -> AsyncIterator[dict[str, Any]]:
    gc.collect()
    gc.freeze()
    yield {}


if __name__ == "__main__":
    app = st.App(Path(__file__).with_name("page.py"), lifespan=_lifespan)
    app.run(config={**SETTINGS, "server.address": "127.0.0.1", "server.port": int(sys.argv[1])})
