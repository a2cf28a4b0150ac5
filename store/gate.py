"""The gates that requests to a model pass, one for each account and model, shared by all runs and machines.

A gate is a row. Whoever wants through locks it, so that two workers never pass on the same permission. Times are
seconds since 1970 by one clock: the database's where several machines may share it.
"""

import time
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import insert_or_ignore
from store.tables import Row

GATE = Row.metadata.tables["gate"]
Key = tuple[str, str]
"""Account and model."""


class GateRow(NamedTuple):
    """Where a gate stands: see the table."""

    next_at: float = 0.0
    paused_until: float = 0.0
    strikes: int = 0
    spacing: float = 0.0


_CLOCK = select(func.extract("epoch", func.clock_timestamp()))
_LOOK = select(GATE.c.next_at, GATE.c.paused_until, GATE.c.strikes, GATE.c.spacing).where(
    GATE.c.account == bindparam("a"), GATE.c.model == bindparam("m")
)
_SOME = (
    select(GATE.c.account, GATE.c.model, GATE.c.next_at, GATE.c.paused_until, GATE.c.strikes, GATE.c.spacing)
    .where(GATE.c.account.in_(bindparam("accounts", expanding=True)))
    .where(GATE.c.model.in_(bindparam("models", expanding=True)))
    .order_by(GATE.c.account, GATE.c.model)
    .with_for_update()
)
_ADD = insert_or_ignore(GATE)
_MOVE = (
    update(GATE)
    .where(GATE.c.account == bindparam("a"), GATE.c.model == bindparam("m"))
    .values({name: bindparam(name) for name in GateRow._fields})
)


def clock(session: Session) -> float:
    """Seconds since 1970, by the clock that all who share this store go by."""
    if session.get_bind().dialect.name == "sqlite":
        return time.time()
    return float(ask(session, _CLOCK, {}).scalar_one())


def open_gates(session: Session, *, keys: Iterable[Key]) -> None:
    """Make the gates that are not there yet."""
    rows = [{"account": account, "model": model, **GateRow()._asdict()} for account, model in sorted(set(keys))]
    if rows:
        ask(session, _ADD[session.get_bind().dialect.name], rows)


def read_gate(session: Session, *, key: Key) -> GateRow:
    """Return where a gate stands, for people to see; one that nobody has opened stands at the start."""
    row = ask(session, _LOOK, {"a": key[0], "m": key[1]}).first()
    return GateRow() if row is None else GateRow(*row)


def locked_gates(session: Session, *, keys: Collection[Key]) -> dict[Key, GateRow]:
    """Return gates that nobody else passes until this transaction ends, locked in the order of their keys."""
    gaps = {"accounts": sorted({account for account, _ in keys}), "models": sorted({model for _, model in keys})}
    found = {(row[0], row[1]): GateRow(*row[2:]) for row in ask(session, _SOME, gaps)}
    return {key: found[key] for key in keys}


def move_gate(session: Session, *, key: Key, gate: GateRow) -> None:
    """Write down where a locked gate stands now."""
    ask(session, _MOVE, {"a": key[0], "m": key[1], **gate._asdict()})
