"""What the browser may do with our pages, which of Streamlit's own addresses are closed, and compression.

The policy names everything that is allowed; response text can therefore load nothing from elsewhere even if it
got past the sanitiser. Streamlit serves its bundle uncompressed, so it is compressed here once per process.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import brotli
from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.wire import icons_on_demand

CLOSED = (
    "/_stcore/agent",
    "/_stcore/metrics",
    "/_stcore/message",
    "/_stcore/script-health-check",
)
COMPRESSED = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: brotli.compress(content, quality=9),
    "gzip": lambda content: gzip.compress(content, 9),
}
"""Best first; brotli, which every browser of today takes over https and on localhost, is a tenth smaller."""
YEAR = "public, max-age=31536000, immutable"


def content_security_policy(index_html: str) -> str:
    """Build the policy; Streamlit's one inline script is allowed by its hash."""
    scripts = re.findall(r"<script>(.*?)</script>", index_html, flags=re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    allowed = " ".join(["'self'", *(f"'sha256-{one}'" for one in hashes)])
    rules = {
        "default-src": "'self'",
        "script-src": allowed,
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _text(file: Path) -> bytes:
    text = file.read_bytes()
    return icons_on_demand(text) if file.suffix == ".css" else text


class Guard:
    """ASGI middleware: headers on every answer, closed doors, and the static bundle compressed.

    Parameters
    ----------
    app
        The application inside.
    static
        Streamlit's folder of static files, which holds its index.html.
    """

    def __init__(self, app: ASGIApp, static: Path) -> None:
        self.app = app
        self.static = static.resolve()
        policy = content_security_policy((static / "index.html").read_text(encoding="utf-8"))
        self.headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=()",
        }
        self.compressed: dict[tuple[Path, str], bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on and dress the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        closed = scope["path"].startswith(CLOSED)
        answer = PlainTextResponse("Not found", status_code=404) if closed else await self._static_file(scope)
        await (answer or self.app)(scope, receive, dressed)

    async def _static_file(self, scope: Scope) -> Response | None:
        path: str = scope["path"]
        accepted = Headers(scope=scope).get("accept-encoding", "") if scope["method"] == "GET" else ""
        encoding = next((one for one in PACKERS if one in accepted), None)
        kind = COMPRESSED.get(Path(path).suffix)
        file = self._within(path) if encoding and kind and path.startswith("/static/") else None
        if file is None or encoding is None:
            return None
        if (file, encoding) not in self.compressed:
            pack = PACKERS[encoding]
            self.compressed[file, encoding] = await to_thread.run_sync(lambda: pack(_text(file)))
        headers = {"content-encoding": encoding, "vary": "accept-encoding", "cache-control": YEAR}
        return Response(self.compressed[file, encoding], media_type=kind, headers=headers)

    def _within(self, path: str) -> Path | None:
        """Return the file of the bundle that a path leads to, None for every other path."""
        try:
            file = (self.static / path.removeprefix("/")).resolve()
            return file if file.is_relative_to(self.static / "static") and file.is_file() else None
        except (OSError, ValueError):  # a path that no file can have
            return None
