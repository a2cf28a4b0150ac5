"""The app's own routes in a bare Starlette app, and browsers that visit it."""

import json
from datetime import UTC, datetime
from typing import Any

from httpx2 import Response
from sqlmodel import select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from store import people
from store.engine import Session, Store
from store.tables import Invitation
from tests.store.a_study import Scorer, a_scorer, an_open_study
from web import ballot, links
from web.identity import COOKIE

ADDRESS = "http://testserver"


class Browser:
    """One browser: keeps its cookies, says where its requests come from, and remembers every byte it was sent."""

    def __init__(self, site: "Site", address: str = ADDRESS) -> None:
        self.client = TestClient(site.app, base_url=address, follow_redirects=False)
        self.address = address
        self.seen: list[bytes] = []

    def get(self, path: str, **more: Any) -> Response:
        """Fetch an address."""
        return self._keep(self.client.get(path, **more))

    def post(self, path: str, **more: Any) -> Response:
        """Post to an address, from a page of ours unless other headers are given."""
        return self._keep(self.client.post(path, **{"headers": {"origin": self.address}, **more}))

    def send(self, path: str, form: Any) -> Response:
        """Post JSON the way the ballot does; a text goes as it is."""
        content = form if isinstance(form, str | bytes) else json.dumps(form)
        headers = {"origin": self.address, "content-type": "application/json"}
        return self.post(path, content=content, headers=headers)

    def sign_in(self, token: str) -> "Browser":
        """Open a personal link."""
        answer = self.post(f"/i/{token}")
        assert answer.status_code == 303, answer.text
        return self

    @property
    def cookie(self) -> str | None:
        """What keeps this browser signed in."""
        return self.client.cookies.get(COOKIE)

    def _keep(self, response: Response) -> Response:
        self.seen.append(b"%r %s" % (response.headers.raw, response.content))
        return response


class Site:
    """The routes, an open study and its two scorers, Ruth and Naomi."""

    def __init__(self, store: Store, **changes: Any) -> None:
        self.store = store
        self.app = Starlette(routes=[*ballot.routes(store), *links.routes(store)])
        with store.writing() as session:
            self.study_id = an_open_study(session, **changes)
            self.ruth: Scorer = a_scorer(session, self.study_id, "Ruth", now=self.now())
            self.naomi: Scorer = a_scorer(session, self.study_id, "Naomi", now=self.now())

    @staticmethod
    def now() -> datetime:
        """The present: routes ask the clock themselves."""
        return datetime.now(UTC)

    def browser(self, scorer: Scorer | None = None, address: str = ADDRESS) -> Browser:
        """A fresh browser, signed in if somebody is named."""
        visitor = Browser(self, address)
        return visitor.sign_in(scorer.token) if scorer else visitor

    def invite(self, role: str, *, name: str = "Boaz", everywhere: bool = False, **more: Any) -> str:
        """The token of a new link."""
        with self.store.writing() as session:
            study_id = None if everywhere else self.study_id
            fields = {"study_id": study_id, "name": name, "role": role, "now": self.now(), **more}
            return people.invite(session, **fields)

    def revoke(self, token: str) -> None:
        """Take a link back."""
        with self.store.writing() as session:
            query = select(Invitation.id).where(Invitation.token_hash == people.hashed(token))
            people.revoke(session, invitation_id=session.exec(query).one() or 0, by=None, now=self.now())

    def rows(self, table: Any) -> list[Any]:
        """Every row of a table."""
        with self.store.reading() as session:
            return _rows(session, table)


def _rows(session: Session, table: Any) -> list[Any]:
    return list(session.exec(select(table)).all())


def a_submission_form(key: str, **changes: Any) -> dict[str, Any]:
    """A full set of scores as the ballot sends it."""
    return {"key": key, "submission": f"once-{key}", "version": 0, "entries": chosen(), "holding": None, **changes}


def a_draft_form(key: str, **changes: Any) -> dict[str, Any]:
    """A save as the ballot sends it."""
    return {"key": key, "tab": "tab-a", "sequence": 1, "revision": 0, "version": 0, "entries": chosen(), **changes}


def chosen(**changes: Any) -> dict[str, Any]:
    """Both axes filled in; an axis given as None is left out."""
    sound = {
        "truth": {"kind": "value", "value": 2, "why": "It quotes the verse in full."},
        "care": {"kind": "value", "value": 3, "why": "It asks how the person is."},
    }
    return {axis: choice for axis, choice in {**sound, **changes}.items() if choice is not None}
