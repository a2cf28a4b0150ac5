"""Personal links: opened with a click, exchanged for a cookie, never left in the address bar or the history.

Fetching a link changes nothing (mail scanners fetch links): the page has a button, and only the button opens it. The
page looks the same for every link, so a forged one learns nothing; only the button tells a good link from a bad one.
"""

from functools import partial
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from store import people
from store.engine import Store
from web.identity import COOKIE, COOKIE_SECONDS, now, same_origin

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>{title} · Second Reader</title>
<link rel="stylesheet" href="/assets/link.css">{script}
</head>
<body><main><p class="brand">Second Reader</p><h1>{title}</h1>{body}</main></body>
</html>"""

WELCOME = """<p>This is your personal link. It opens your own pages on this device; you can use it again on
another.</p>
<form method="post" action="/i/{token}"><button type="submit">Open</button></form>
<p class="small">A small file (a cookie) will keep you signed in here. Do not pass the link on: it is yours
alone.</p>"""

NOT_GOOD = """<p>It may have been replaced, withdrawn or cut short on its way.</p>
<p>Please ask the person who invited you for a new one. Nothing that you have written is lost.</p>"""

NOT_KEPT = {"cache-control": "no-store"}
HIDE_ADDRESS = '<script src="/assets/link.js" defer></script>'


def routes(store: Store) -> list[BaseRoute]:
    """Return the routes for opening a link and for signing out."""
    return [
        Route("/i/{token}", show_link, methods=["GET"]),
        Route("/i/{token}", partial(open_link, store), methods=["POST"]),
        Route("/sign-out", partial(sign_out, store), methods=["POST"]),
    ]


def is_https(request: Request) -> bool:
    """Say whether the visitor's browser speaks HTTPS, with us or with a proxy before us."""
    return "https" in (request.url.scheme, request.headers.get("x-forwarded-proto"))


async def show_link(request: Request) -> Response:
    """Show the button; the same page for every link."""
    body = WELCOME.format(token=quote(request.path_params["token"], safe=""))
    return HTMLResponse(PAGE.format(title="You are invited", body=body, script=HIDE_ADDRESS), headers=NOT_KEPT)


async def open_link(store: Store, request: Request) -> Response:
    """Exchange a good link for a cookie; say the same kind word for every other."""
    if not same_origin(request.headers):
        page = PAGE.format(title="Please open your link again", body="", script="")
        return HTMLResponse(page, status_code=403, headers=NOT_KEPT)

    def work() -> str | None:
        with store.writing() as session:
            return people.open_invitation(session, token=request.path_params["token"], now=now())

    cookie = await to_thread.run_sync(work)
    if cookie is None:
        page = PAGE.format(title="This link does not open anything", body=NOT_GOOD, script="")
        return HTMLResponse(page, status_code=404, headers=NOT_KEPT)
    response = RedirectResponse("/", status_code=303, headers=NOT_KEPT)
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )
    return response


async def sign_out(store: Store, request: Request) -> Response:
    """End this browser's login."""
    if not same_origin(request.headers):
        return JSONResponse({"problem": "This must come from our own pages."}, status_code=403)
    cookie = request.cookies.get(COOKIE)

    def work() -> None:
        with store.writing() as session:
            people.log_out(session, cookie=cookie or "", now=now())

    await to_thread.run_sync(work)
    response = RedirectResponse("/", status_code=303, headers=NOT_KEPT)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=is_https(request))
    return response
