"""Who is asking: a cookie in the browser, a verified header for Streamlit, a person for the routes.

The middleware removes whatever a client sends under our header's name and, for Streamlit's own addresses, puts the
hash of the cookie there; Streamlit binds its session to it (`st.user`). Nobody is trusted for longer than one
request or one script run: routes and pages look the person up again each time, so a revoked link ends at once.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlmodel import Session
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from store import people
from store.people import Person

COOKIE = "second_reader"
HEADER = "x-second-reader"
USER_KEY = "login"
COOKIE_SECONDS = people.INVITATION_DAYS * 86_400


def now() -> datetime:
    """Return the present time, in UTC."""
    return datetime.now(UTC)


def cookie_hash(headers: Headers) -> str | None:
    """Return the hash of our cookie in a request, None when there is none; other cookies may be as odd as they like."""
    value = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    return people.hashed(value) if value else None


def person_of(session: Session, request: Request, roles: Iterable[str]) -> Person | None:
    """Return the person behind a request when they hold one of the roles, else None."""
    login = cookie_hash(request.headers)
    person = people.who(session, cookie_hash=login, now=now()) if login else None
    return person if person is not None and person.role in set(roles) else None


def same_origin(headers: Headers) -> bool:
    """Say whether a request comes from our own pages, by the browser's word."""
    origin = headers.get("origin")
    return origin is not None and origin.split("://", 1)[-1] == headers.get("host")


class Identity:
    """ASGI middleware: our header is ours alone, and websockets come from our own pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with a verified header, or refuse a websocket of a foreign page."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "websocket" and headers.get("origin") and not same_origin(headers):
            await PlainTextResponse("Forbidden", status_code=403)(scope, receive, send)
            return
        kept = [(name, value) for name, value in scope["headers"] if name.lower() != HEADER.encode()]
        if scope["path"].startswith("/_stcore/") and (login := cookie_hash(headers)):
            kept.append((HEADER.encode(), login.encode()))
        await self.app({**scope, "headers": kept}, receive, send)
