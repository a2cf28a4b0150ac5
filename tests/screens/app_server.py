"""The real server in a process of its own, on a store of the test's own; it can be stopped and started again."""

import os
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.template import Copy, Template

LOADING = f"""
import functools, importlib, inspect
import alembic.command, altair, brotli, itsdangerous, mako.template, pandas, pyarrow.pandas_compat, pygments.lexers
import PIL.Image, scipy.stats, sqlalchemy.ext.compiler, streamlit, streamlit.web.bootstrap
import uvicorn.lifespan.on, uvicorn.loops.auto, uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl
import store.migrate, web.ballot, web.links, web.reviews, web.security, web.serving, web.uploads, web.wire
from streamlit.components.v2 import manifest_scanner
from streamlit.web.server.starlette import starlette_server
for page in {sorted(one.stem for one in (Path(__file__).parents[2] / "pages").glob("*.py") if one.stem != "main")}:
    importlib.import_module("pages." + page)
manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)
manifest_scanner.scan_component_manifests()
inspect.stack()
"""
"""Besides the libraries, two things that Streamlit works out once in each process: which installed packages bring
components, and which file each module came from.
"""
START = "import sys; from web.serving import serve; serve('127.0.0.1', int(sys.argv[1]))"


@cache
def template() -> Template:
    """The process that the servers of this test process are copies of."""
    return Template(LOADING)


class AppServer:
    """One server, always on the same port; with `fresh`, in a process that loads everything itself."""

    def __init__(self, database_url: str, *, fresh: bool = False) -> None:
        self.database_url, self.fresh = database_url, fresh
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Start, and come back when the port is open (a request then waits until the app answers)."""
        environ = {**os.environ, "SECONDREADER_DATABASE_URL": self.database_url}
        said, out = os.pipe()
        self.process: subprocess.Popen[bytes] | Copy
        if self.fresh:
            command = [sys.executable, "-c", START, str(self.port)]
            self.process = subprocess.Popen(command, env=environ, stdout=out)
        else:
            self.process = template().copy(START, str(self.port), env=environ, out=out)
        os.close(out)
        self.said = os.fdopen(said)
        for line in self.said:
            if "URL:" in line:
                return
        raise RuntimeError("the server ended before it was ready; what it said is above")

    def stop(self) -> None:
        """Stop at once, as a machine does that loses power."""
        self.process.kill()
        self.process.wait()
        self.said.close()

    def restart(self) -> None:
        """Stop at once and start again."""
        self.stop()
        self.start()
