"""Databases for tests: new ones, and copies of one that holds the tables already, because migrating takes longer."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

EMPTY = "template0"


@contextmanager
def a_postgres_database(server: str, name: str, *, like: str = EMPTY) -> Iterator[str]:
    """A new database, empty or holding what `like` does: yields its address for SQLAlchemy, and drops it in the end."""
    made = sql.SQL("create database {} template {} strategy file_copy")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(made.format(sql.Identifier(name), sql.Identifier(like)))
        try:
            yield server.replace("postgresql:", "postgresql+psycopg:").replace("/postgres?", f"/{name}?")
        finally:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
