"""Many rows of one table stored at once, near to what the database itself needs for it.

The object layer would cost ten times that, and SQLAlchemy's own way with many rows still twice. So the statement is
written once by SQLAlchemy, for whichever database it is, and handed to the driver with all rows. While an import makes
some hundred thousand small objects that all stay, the collector of unused ones would look through them again and again
without finding any; it rests meanwhile.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session

from store.tables import Row


def insert_many(session: Session, table: type[Row], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same fields; what the table adds by itself (ids) is asked for afterwards."""
    if not rows:
        return
    session.flush()
    connection = session.connection()
    dialect = connection.dialect
    names = list(rows[0])
    compiled = insert(table).compile(dialect=dialect, column_keys=names)
    columns = table.metadata.tables[str(table.__tablename__)].c
    kept = {name: columns[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names}
    changed = {name: _remembering(process) for name, process in kept.items() if process is not None}
    if changed:
        rows = [{**row, **{name: process(row[name]) for name, process in changed.items()}} for row in rows]
    if compiled.positional:
        take = itemgetter(*(compiled.positiontup or names))
        connection.exec_driver_sql(str(compiled), [take(row) for row in rows])
    else:
        connection.exec_driver_sql(str(compiled), [dict(row) for row in rows])


def _remembering(process: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Make a value fit the database once where the same one stands in row after row, as a time of import does."""
    last: list[Any] = [object(), None]

    def processed(value: Any) -> Any:
        if value is not last[0]:
            last[:] = value, process(value)
        return last[1]

    return processed


@contextmanager
def without_collecting() -> Iterator[None]:
    """Let the collector of unused objects rest, if it was at work, until the block ends."""
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()
