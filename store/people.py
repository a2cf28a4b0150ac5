"""Invitations, logins and declarations: who may come in, as what, and who is asking.

A token and a cookie have 256 random bits; only their SHA-256 is kept. Every login hangs on its invitation, so
revoking the invitation ends all of them at the next request.
"""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import pandas as pd
from sqlalchemy import and_, bindparam
from sqlmodel import Session, col, select, update

from rubrics.words import unprintable
from store import events
from store.asking import ask
from store.columns import columns
from store.engine import StoreError
from store.tables import Declaration, Invitation, Login, Rater, Study
from store.tables.people import ROLES

INVITATION_DAYS = 180


@dataclass(frozen=True)
class Person:
    """Who is asking: one person in one role. `study_id` is None for an owner of the whole installation."""

    rater_id: int
    name: str
    role: str
    study_id: int | None
    invitation_id: int


class Admission(NamedTuple):
    """A person of a study: who, whether they may score (None: nothing declared yet), the hash of the benchmark."""

    person: Person
    may_score: bool | None
    benchmark_hash: str


def hashed(token: str) -> str:
    """Return the SHA-256 of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite(
    session: Session,
    *,
    study_id: int | None,
    name: str,
    role: str,
    now: datetime,
    days: int = INVITATION_DAYS,
    key: str | None = None,
    by: int | None = None,
) -> str:
    """Add a person (or another link for the person with this `key`) and return the link's token, once.

    `by` is who invites, for the log; None for the command line.

    Raises
    ------
    StoreError
        With every problem: the name is blank or has hidden characters, the role is unknown, the study is missing for
        any role but owner, the time is below a day, or the key belongs to an LLM judge.
    """
    if problems := [*_unsound(study_id, name, role, days)]:
        raise StoreError(*problems)
    rater_id = _person(session, study_id, name.strip(), key, now)
    token = secrets.token_urlsafe(32)
    session.add(
        Invitation(
            rater_id=rater_id,
            role=role,
            token_hash=hashed(token),
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
    )
    session.flush()
    if study_id is not None:
        details: events.Details = {"rater": rater_id, "role": role}
        events.record(session, study_id=study_id, rater_id=by, act="invited", details=details, now=now)
    return token


def _unsound(study_id: int | None, name: str, role: str, days: int) -> Iterator[str]:
    """Say what is wrong with an invitation."""
    if not name.strip():
        yield "a name is needed, so that you can tell your people apart"
    if hidden := unprintable(name):
        yield f"the name has a hidden character that cannot be saved ({', '.join(hidden)})"
    if role not in ROLES:
        yield f"role {role!r} is unknown; allowed: {', '.join(ROLES)}"
    if study_id is None and role != "owner":
        yield f"a {role} is invited to one study; only an owner may have all"
    if days < 1:
        yield f"an invitation lasts at least 1 day; found {days}"


def _person(session: Session, study_id: int | None, name: str, key: str | None, now: datetime) -> int:
    if key is not None:
        known = session.exec(select(Rater).where(Rater.study_id == study_id, Rater.key == key)).first()
        if known is not None and known.kind != "human":
            raise StoreError(f"{key!r} is an LLM judge of this study; only people are invited")
        if known is not None:
            return _id(known)
    rater = Rater(study_id=study_id, key=key or f"P-{secrets.token_hex(5)}", kind="human", name=name, created_at=now)
    session.add(rater)
    session.flush()
    return _id(rater)


def _id(rater: Rater) -> int:
    if rater.id is None:
        raise LookupError("a rater that was not stored has no id")
    return rater.id


def open_invitation(session: Session, *, token: str, now: datetime) -> str | None:
    """Open a link in one browser: return the cookie for it, or None when the link is not (or no longer) good."""
    invitation_id = _good(session, token, now)
    if invitation_id is None:
        return None
    cookie = secrets.token_urlsafe(32)
    session.add(Login(cookie_hash=hashed(cookie), invitation_id=invitation_id, created_at=now))
    return cookie


def _good(session: Session, token: str, now: datetime) -> int | None:
    return session.exec(
        select(Invitation.id).where(
            Invitation.token_hash == hashed(token),
            col(Invitation.revoked_at).is_(None),
            Invitation.expires_at > now,
        )
    ).first()


_WHO = (
    columns(Rater.id, Rater.name, Invitation.role, Rater.study_id, Invitation.id)
    .select_from(Rater)
    .join(Invitation, col(Invitation.rater_id) == col(Rater.id))
    .join(Login, col(Login.invitation_id) == col(Invitation.id))
    .where(
        col(Login.cookie_hash) == bindparam("cookie_hash"),
        col(Login.ended_at).is_(None),
        col(Invitation.revoked_at).is_(None),
        col(Invitation.expires_at) > bindparam("now"),
    )
)


def who(session: Session, *, cookie_hash: str, now: datetime) -> Person | None:
    """Return the person behind the hash of a browser's cookie, or None: unknown, logged out, revoked or expired."""
    row = ask(session, _WHO, {"cookie_hash": cookie_hash, "now": now}).first()
    return Person(*row) if row else None


_DECLARED_LAST = (
    select(and_(col(Declaration.consented), col(Declaration.can_score)))
    .where(Declaration.rater_id == Rater.id)
    .order_by(col(Declaration.id).desc())
    .limit(1)
    .correlate(Rater)
    .scalar_subquery()
)
_ADMITTED = _WHO.add_columns(_DECLARED_LAST, col(Study.benchmark_hash)).join(
    Study, col(Rater.study_id) == col(Study.id)
)


def admitted(session: Session, *, cookie_hash: str, now: datetime) -> Admission | None:
    """Return at once what `who`, `may_score` and the study say of a browser; None also for one without a study."""
    row = ask(session, _ADMITTED, {"cookie_hash": cookie_hash, "now": now}).first()
    return Admission(Person(*row[:5]), row[5], row[6]) if row else None


def log_out(session: Session, *, cookie: str, now: datetime) -> None:
    """End one browser's login."""
    session.execute(
        update(Login)
        .where(col(Login.cookie_hash) == hashed(cookie), col(Login.ended_at).is_(None))
        .values(ended_at=now)
    )


def revoke(session: Session, *, invitation_id: int, by: int | None, now: datetime) -> None:
    """Take a link back: every browser it was opened in loses access at its next request."""
    invitation = session.get(Invitation, invitation_id)
    if invitation is None or invitation.revoked_at is not None:
        return
    invitation.revoked_at = now
    session.add(invitation)
    rater = session.get(Rater, invitation.rater_id)
    if rater is not None and rater.study_id is not None:
        events.record(
            session,
            study_id=rater.study_id,
            rater_id=by,
            act="revoked",
            details={"invitation": invitation_id},
            now=now,
        )


def declare(session: Session, *, declaration: Declaration) -> None:
    """Record what a person declared; a later declaration counts instead, the earlier stays."""
    session.add(declaration)


_DECLARED = (
    select(Declaration.consented, Declaration.can_score)
    .where(col(Declaration.rater_id) == bindparam("rater_id"))
    .order_by(col(Declaration.id).desc())
    .limit(1)
)


def may_score(session: Session, *, rater_id: int) -> bool | None:
    """Return what the person declared last: consented and able to score; None when nothing was declared yet."""
    row = ask(session, _DECLARED, {"rater_id": rater_id}).first()
    return None if row is None else bool(row.consented and row.can_score)


def invitations(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the links of a study: invitation, rater (id), name, role, created_at, expires_at, revoked_at (times in
    UTC), opened (whether it was, in any browser)."""
    rows = session.execute(
        columns(
            Invitation.id,
            Rater.id,
            Rater.name,
            Invitation.role,
            Invitation.created_at,
            Invitation.expires_at,
            Invitation.revoked_at,
            select(Login.cookie_hash).where(Login.invitation_id == Invitation.id).exists(),
        )
        .join(Rater, col(Invitation.rater_id) == col(Rater.id))
        .join(Study, col(Rater.study_id) == col(Study.id))
        .where(Rater.study_id == study_id)
        .order_by(col(Invitation.id))
    ).all()
    names = ["invitation", "rater", "name", "role", "created_at", "expires_at", "revoked_at", "opened"]
    return pd.DataFrame(rows, columns=names)
