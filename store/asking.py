"""Statements that every request needs, asked at little cost.

To build a statement takes SQLAlchemy ten times as long as SQLite takes to answer it, and its object layer doubles
what remains. So these statements stand ready, built once with named gaps (`bindparam`), and are asked past the object
layer: what comes back are plain rows. They belong to the session's transaction like everything else.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CursorResult, Executable
from sqlmodel import Session


def ask(
    session: Session, statement: Executable, gaps: Mapping[str, Any] | Sequence[Mapping[str, Any]]
) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement with its gaps filled, once, or once for each of several fillings; see what was added before."""
    session.flush()
    return session.connection().execute(statement, gaps)
