"""Counting what is asked of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlmodel import Session


@contextmanager
def counted(session: Session) -> Iterator[list[str]]:
    """Give a list that fills with the statements a session executes; an executemany is one, a BEGIN none."""
    statements: list[str] = []
    connection = session.connection()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    session.flush()
    event.listen(connection, "before_cursor_execute", note)
    try:
        yield statements
        session.flush()
    finally:
        event.remove(connection, "before_cursor_execute", note)
