"""Who is asking is decided here and nowhere else: a header that a client makes up never arrives."""

import json
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from store.people import hashed
from web.identity import COOKIE, HEADER, USER_KEY, Identity, cookie_hash, same_origin
from web.serving import SETTINGS


async def tell(request: Request) -> Response:
    return JSONResponse([value for name, value in request.headers.items() if HEADER in name.lower()])


async def tell_socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_json(socket.headers.getlist(HEADER))
    await socket.close()


@pytest.fixture
def client() -> Iterator[TestClient]:
    routes = [
        WebSocketRoute("/_stcore/stream", tell_socket),
        WebSocketRoute("/other", tell_socket),
        Route("/{path:path}", tell),
    ]
    with TestClient(Identity(Starlette(routes=routes))) as client:
        yield client


FORGED = [{HEADER: "forged"}, {HEADER.upper(): "forged"}, {HEADER.title(): "forged"}]


@pytest.mark.parametrize("headers", FORGED, ids=lambda one: next(iter(one)))
@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/ballot/open", "/_stcorex"])
def test_a_forged_header_never_arrives(client: TestClient, path: str, headers: dict[str, str]) -> None:
    assert client.get(path, headers=headers).json() == []


def test_streamlit_gets_the_hash_of_the_cookie_and_nothing_else(client: TestClient) -> None:
    client.cookies.set(COOKIE, "secret")
    assert client.get("/_stcore/health", headers={HEADER: "forged"}).json() == [hashed("secret")]
    for path in ("/", "/ballot/open", "/i/x", "/_stcorex/health", "/static/_stcore/x"):
        assert client.get(path).json() == []


def test_a_websocket_of_our_own_page_gets_it_too(client: TestClient) -> None:
    client.cookies.set(COOKIE, "secret")
    headers = {"origin": "http://testserver", HEADER: "forged"}
    with client.websocket_connect("/_stcore/stream", headers=headers) as socket:
        assert socket.receive_json() == [hashed("secret")]
    with client.websocket_connect("/other", headers=headers) as socket:
        assert socket.receive_json() == []


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"]
)
def test_a_websocket_of_another_sites_page_is_refused(client: TestClient, origin: str) -> None:
    client.cookies.set(COOKIE, "secret")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect("/_stcore/stream", headers={"origin": origin}),
    ):
        pass
    assert denied.value.status_code == 403


def test_a_websocket_of_no_page_carries_nobody_without_a_cookie(client: TestClient) -> None:
    with client.websocket_connect("/_stcore/stream", headers={HEADER: "forged"}) as socket:
        assert socket.receive_json() == []


@pytest.mark.parametrize(
    "cookies",
    [
        f"{COOKIE}=secret",
        f"a=1; {COOKIE}=secret; b=2",
        f'odd={{"json": [1, 2]}}; {COOKIE}=secret',
        f"bad name=1;; =x; {COOKIE}=secret; ;",
        f"ü=ß; {COOKIE}=secret",
    ],
)
def test_our_cookie_is_found_among_others_however_odd(cookies: str) -> None:
    """A cookie that another program set on the same address must not sign anybody out."""
    raw = [(b"cookie", cookies.encode("utf-8"))]
    assert cookie_hash(Headers(raw=raw)) == hashed("secret")


@pytest.mark.parametrize("cookies", [None, "", "a=1", f"{COOKIE}=", f"x{COOKIE}=secret", f"{COOKIE}x=secret", COOKIE])
def test_no_cookie_is_nobody(cookies: str | None) -> None:
    assert cookie_hash(Headers({"cookie": cookies} if cookies is not None else {})) is None


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("https://score.example.org", "score.example.org", True),
        ("http://localhost:8501", "localhost:8501", True),
        ("http://localhost:8501", "localhost:8502", False),
        ("http://evil.example", "localhost:8501", False),
        ("null", "localhost", False),
        (None, "localhost", False),
        ("", "", False),
    ],
)
def test_a_request_comes_from_our_pages_when_its_origin_is_our_host(origin: str | None, host: str, same: bool) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    assert same_origin(Headers(headers)) is same


def test_streamlit_trusts_the_header_that_is_guarded_here() -> None:
    assert json.loads(SETTINGS["server.trustedUserHeaders"]) == {HEADER: USER_KEY}
    assert (SETTINGS["client.showErrorDetails"], SETTINGS["client.showErrorLinks"]) == ("none", False)
    assert SETTINGS["client.allowedOrigins"] == []
