"""Databases for tests: empty ones, and PostgreSQL's with the tables of a store, which go from test to test.

To make a database with all tables takes PostgreSQL longer than most tests last, so one that is emptied serves again.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

OTHERS = "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = %s and pid <> pg_backend_pid()"
SHAPE = """
select array_agg(part order by part) from (
    select format('%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and not attisdropped
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select version_num from alembic_version
) as parts (part)
"""
EMPTYING = """
do $$ declare name text; begin
    set local session_replication_role = replica;  -- no table waits for another, no trigger runs
    for name in select quote_ident(tablename) from pg_tables
        where schemaname = 'public' and tablename <> 'alembic_version' loop
        execute 'delete from ' || name;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
end $$
"""


@contextmanager
def a_postgres_database(server: str, name: str) -> Iterator[str]:
    """A database with nothing in it: yields its address for SQLAlchemy, and drops it in the end."""
    made = sql.SQL("create database {} template template0 strategy file_copy")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(made.format(sql.Identifier(name)))
        try:
            yield for_sqlalchemy(server, name)
        finally:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def address(server: str, name: str) -> str:
    """The address of a database of a server, for libpq."""
    return server.replace("/postgres?", f"/{name}?")


def for_sqlalchemy(server: str, name: str) -> str:
    """The address of a database of a server, for SQLAlchemy."""
    return address(server, name).replace("postgresql:", "postgresql+psycopg:")


def shape(server: str, name: str) -> list[str]:
    """Everything that a database says about its tables, and the revision of its store."""
    with psycopg.connect(address(server, name)) as connection:
        found = connection.execute(SHAPE).fetchone()
    assert found is not None
    parts: list[str] = found[0]
    return parts


def emptied(server: str, name: str) -> None:
    """End whoever still uses a database, and take out every row."""
    with psycopg.connect(address(server, name), autocommit=True) as connection:
        connection.execute(OTHERS, [name])
        connection.execute(EMPTYING)
