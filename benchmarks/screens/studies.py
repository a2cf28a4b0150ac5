"""The demo study with as many scorers as are to score, in one store for the app and an equal one for the bare page."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlmodel import select

from demo.load import load_demo
from store import people
from store.engine import Session, Store
from store.migrate import migrate
from store.opening import invite_scorer
from store.tables import Declaration, Invitation

QUEUE = 20
"""How many responses the demo study gives to each scorer."""


class Scorers(NamedTuple):
    """Who scores: the cookies of those who are signed in already, and the token of one who is not."""

    cookies: Iterator[str]
    token: str


class Stores(NamedTuple):
    """The two files, equal at the start."""

    app: Path
    bare: Path
    scorers: Scorers


def prepare(folder: Path, scorers: int) -> Stores:
    """Make both stores in a folder, with this many signed-in scorers and one with an unopened link."""
    app, bare = folder / "app.db", folder / "bare.db"
    store = Store(f"sqlite:///{app}")
    migrate(store)
    now = datetime.now(UTC)
    with store.writing() as session:
        study_id = load_demo(session, now=now)
        tokens = [_scorer(session, study_id, number, now) for number in range(scorers + 1)]
        cookies = [people.open_invitation(session, token=token, now=now) for token in tokens[1:]]
    store.close()
    with closing(sqlite3.connect(app)) as source, closing(sqlite3.connect(bare)) as copy:
        source.backup(copy)
    return Stores(app, bare, Scorers(iter([one for one in cookies if one]), tokens[0]))


def _scorer(session: Session, study_id: int, number: int, now: datetime) -> str:
    token = invite_scorer(session, study_id=study_id, name=f"Scorer {number}", now=now)
    rater_id = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()
    declaration = Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=now)
    people.declare(session, declaration=declaration)
    return token
