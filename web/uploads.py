"""Who may send a file: owners alone, and none that is too large.

Streamlit takes files at an address of its own from anybody who has a page open, a scorer or a stranger too. Here the
door is kept shut for everyone but a signed-in owner, before a byte of the file is read; what a page makes of the file
is asked again by the page.
"""

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from files.decoding import MOST_BYTES
from store import people
from store.engine import Store
from web.identity import cookie_hash, now

DOOR = "/_stcore/upload_file"
ROLES = ("owner",)
WRAPPING = 100_000
"""What a browser puts around a file, in bytes, at most."""


class Uploads:
    """ASGI middleware: requests to Streamlit's address for files pass only for an owner."""

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self.app = app
        self.store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] != "http" or not scope["path"].startswith(DOOR):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not await to_thread.run_sync(self._is_owner, cookie_hash(headers)):
            await PlainTextResponse("not found", 404)(scope, receive, send)
        elif not _fits(headers.get("content-length", "0")):
            await PlainTextResponse("too large", 413)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_owner(self, login: str | None) -> bool:
        if login is None:
            return False
        with self.store.reading() as session:
            person = people.who(session, cookie_hash=login, now=now())
        return person is not None and person.role in ROLES


def _fits(length: str) -> bool:
    return length.isdecimal() and int(length) <= MOST_BYTES + WRAPPING
