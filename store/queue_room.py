"""Room for the task queue in a PostgreSQL database: a schema of its own, so that its tables and ours never meet."""

from sqlalchemy import func, inspect, select, text

from store.engine import Store, StoreError

SCHEMA = "secondreader_queue"
TURN = 1_907_114
"""The number of the advisory lock held while the room is made; any number of our own will do."""


def queue_address(store: Store) -> str:
    """Return the address of the store for libpq.

    Raises
    ------
    StoreError
        On SQLite, which one machine alone can use.
    """
    if store.is_sqlite:
        raise StoreError("several workers need PostgreSQL; this store is an SQLite file, whose runs have one worker")
    return store.address.set(drivername="postgresql").render_as_string(hide_password=False)


def make_room(store: Store, *, tables: str) -> None:
    """Make the queue's schema with its tables, given as SQL, unless it is there; two at once take turns."""
    with store.writing() as session:
        session.execute(select(func.pg_advisory_xact_lock(TURN)))
        connection = session.connection()
        if inspect(connection).has_table("procrastinate_jobs", schema=SCHEMA):
            return
        connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}"))
        connection.execute(text(f"SET LOCAL search_path TO {SCHEMA}"))
        # Without parameters, percent signs stand for themselves and many statements may go at once.
        connection.exec_driver_sql(tables, execution_options={"no_parameters": True})
