"""Files are taken from owners alone, and none that is too large; everything else passes untouched."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from files.decoding import MOST_BYTES
from store import people
from store.engine import Store
from store.migrate import migrate
from tests.store.a_study import a_draft
from web.identity import COOKIE, now
from web.uploads import DOOR, Uploads

PLACE = f"{DOOR}/session/file"


async def inside(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"inside {len(await request.body())}")


@pytest.fixture
def store(sqlite_store_url: str) -> Iterator[Store]:
    store = Store(sqlite_store_url)
    migrate(store)
    yield store
    store.close()


def a_client(store: Store, role: str | None) -> TestClient:
    """A browser of somebody with a role, None for a stranger."""
    client = TestClient(
        Uploads(Starlette(routes=[Route("/{path:path}", inside, methods=["GET", "PUT", "DELETE"])]), store)
    )
    if role is not None:
        with store.writing() as session:
            token = people.invite(session, study_id=a_draft(session), name=role, role=role, now=now())
            cookie = people.open_invitation(session, token=token, now=now())
        client.cookies.set(COOKIE, str(cookie))
    return client


def test_an_owner_may_send_and_take_back_a_file(store: Store) -> None:
    client = a_client(store, "owner")
    assert client.put(PLACE, content=b"abc").text == "inside 3"
    assert client.delete(PLACE).text == "inside 0"


@pytest.mark.parametrize("role", [None, "scorer", "researcher", "reviewer"])
def test_nobody_else_may(store: Store, role: str | None) -> None:
    client = a_client(store, role)
    assert client.put(PLACE, content=b"abc").status_code == 404
    assert client.get("/anything").text == "inside 0"


def test_a_link_that_was_revoked_opens_the_door_no_more(store: Store) -> None:
    client = a_client(store, "owner")
    with store.writing() as session:
        for one in people.invitations(session, study_id=1)["invitation"]:
            people.revoke(session, invitation_id=int(one), by=None, now=now())
    assert client.put(PLACE, content=b"abc").status_code == 404


@pytest.mark.parametrize("length", [str(MOST_BYTES + 1_000_000), "many", "-1"])
def test_a_file_that_is_too_large_is_refused_before_it_is_read(store: Store, length: str) -> None:
    said = a_client(store, "owner").put(PLACE, content=b"abc", headers={"content-length": length})
    assert said.status_code == 413
