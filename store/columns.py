"""A query for several columns at once.

SQLModel declares a column with the type of its value (`str`), and its `select` takes at most four of those. This one
takes any number; what comes back is named and typed where the rows are read.
"""

from typing import Any

from sqlmodel.sql.expression import Select


def columns(*wanted: Any) -> Select[*tuple[Any, ...]]:
    """Select columns or expressions; each row of the result has them in this order."""
    return Select(*wanted)
