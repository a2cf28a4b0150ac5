"""Headers on every answer, closed doors, and a bundle that travels compressed."""

import base64
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from web.security import CLOSED, Guard, content_security_policy

INDEX = '<html><script>let one = 1;</script><script src="x.js"></script><script>\nlet two;\n</script></html>'
SCRIPT = "console.log('long enough to be worth packing');\n" * 200


async def anything(request: Request) -> Response:
    if request.url.path.endswith("/own"):
        return PlainTextResponse("own", headers={"referrer-policy": "no-referrer"})
    return PlainTextResponse(f"inside {request.url.path}")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("inside")
    await socket.close()


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "static" / "js").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "secret.js").write_text("secret()", encoding="utf-8")
    (tmp_path / "outside.js").write_text("outside()", encoding="utf-8")
    for name in ("app.abc123.js", "app.css", "icon.svg", "font.woff2"):
        (folder / "static" / "js" / name).write_text(SCRIPT, encoding="utf-8")
    return folder


@pytest.fixture
def guard(static: Path) -> Guard:
    routes = [Route("/{path:path}", anything, methods=["GET", "POST", "HEAD"]), WebSocketRoute("/socket", echo)]
    return Guard(Starlette(routes=routes[::-1]), static)


@pytest.fixture
def client(guard: Guard) -> Iterator[TestClient]:
    with TestClient(guard, follow_redirects=False) as client:
        yield client


PACKED = {"accept-encoding": "gzip, deflate"}


@pytest.mark.parametrize("path", ["/", "/ballot/open", "/_stcore/health", "/_stcore/metrics", "/static/js/app.css"])
def test_every_answer_says_what_a_browser_may_do_with_it(client: TestClient, path: str) -> None:
    for headers in ({}, PACKED):
        answer = client.get(path, headers=headers)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_page_may_be_stricter_for_itself(client: TestClient) -> None:
    assert client.get("/own").headers["referrer-policy"] == "no-referrer"


def test_only_our_own_and_the_two_inline_scripts_may_run() -> None:
    def named(script: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"

    rules = dict(rule.split(" ", 1) for rule in content_security_policy(INDEX).split("; "))
    assert rules["script-src"] == f"'self' {named('let one = 1;')} {named(chr(10) + 'let two;' + chr(10))}"
    assert rules["default-src"] == rules["connect-src"] == "'self'"
    assert (rules["object-src"], rules["frame-ancestors"]) == ("'none'", "'none'")
    assert (rules["form-action"], rules["base-uri"]) == ("'self'", "'self'")
    assert not any(word in content_security_policy(INDEX) for word in ("unsafe-eval", "http:", "https:", "*"))
    assert "unsafe-inline" not in rules["script-src"]


def test_the_installed_streamlit_has_the_one_inline_script_that_is_allowed() -> None:
    index = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    assert content_security_policy(index).count("sha256-") == 1


@pytest.mark.parametrize("path", [*CLOSED, "/_stcore/agent/openapi.json", "/_stcore/agent/mcp"])
def test_doors_that_the_app_does_not_need_are_closed(client: TestClient, path: str) -> None:
    for answer in (client.get(path), client.post(path), client.head(path)):
        assert answer.status_code == 404
        assert "inside" not in answer.text


def test_what_the_app_needs_stays_open(client: TestClient) -> None:
    for path in ("/_stcore/health", "/_stcore/host-config", "/_stcore/bidi-components/x", "/component/x"):
        assert client.get(path).text == f"inside {path}"


def test_a_websocket_passes(client: TestClient) -> None:
    with client.websocket_connect("/socket") as socket:
        assert socket.receive_text() == "inside"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("app.abc123.js", "text/javascript"), ("app.css", "text/css"), ("icon.svg", "image/svg+xml")],
)
def test_the_bundle_travels_compressed_and_is_kept(client: TestClient, name: str, kind: str) -> None:
    answer = client.get(f"/static/js/{name}", headers=PACKED)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.text == SCRIPT
    assert int(answer.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), 9)) < len(SCRIPT) / 10


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/static/js/app.css", {"accept-encoding": "identity"}),
        ("/static/js/font.woff2", PACKED),
        ("/static/js/none.js", PACKED),
        ("/static/js", PACKED),
        ("/elsewhere/app.js", PACKED),
        ("/static/../secret.js", PACKED),
        ("/static/%2e%2e/secret.js", PACKED),
        ("/static/..%2f..%2foutside.js", PACKED),
        ("/static//../../outside.js", PACKED),
        ("/static/%00.js", PACKED),
        (f"/static/{'a' * 5000}.js", PACKED),
    ],
)
def test_everything_else_is_left_to_the_app(client: TestClient, path: str, headers: dict[str, str]) -> None:
    answer = client.get(path, headers=headers)
    assert answer.text.startswith("inside ")
    assert "content-encoding" not in answer.headers


def test_a_file_is_packed_once_however_it_is_asked_for(client: TestClient, guard: Guard) -> None:
    for path in ("/static/js/app.css", "/static/js/./app.css", "/static//js/app.css", "/static/js/../js/app.css"):
        client.get(path, headers=PACKED)
    assert len(guard.compressed) == 1


def test_the_guard_works_as_starlette_mounts_it(static: Path) -> None:
    app = Starlette(routes=[Route("/", anything)], middleware=[Middleware(Guard, static=static)])
    assert TestClient(app).get("/").headers["x-content-type-options"] == "nosniff"


def test_a_browser_that_takes_brotli_gets_it(client: TestClient) -> None:
    answer = client.get("/static/js/app.css", headers={"accept-encoding": "gzip, deflate, br, zstd"})
    assert answer.headers["content-encoding"] == "br"
    assert answer.text == SCRIPT
    assert int(answer.headers["content-length"]) < len(gzip.compress(SCRIPT.encode(), 9))
