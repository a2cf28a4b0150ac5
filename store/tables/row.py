"""What all tables share: their registry, the names of their constraints, and how a UTC time is kept."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import JSON, CheckConstraint, DateTime, Dialect, MetaData
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """The parent of every table."""

    metadata = MetaData(naming_convention=NAMES)


class UtcTime(TypeDecorator[datetime]):
    """An aware UTC time; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone cannot be stored: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Json = JSON(none_as_null=True)
"""A column of JSON, in which None is the database's NULL, so that NOT NULL refuses it."""


def finite(column: str) -> CheckConstraint:
    """Allow no infinity and, on PostgreSQL, no NaN, which counts there as larger than any number."""
    return CheckConstraint(f"{column} BETWEEN -1000000 AND 1000000", name="finite")


def not_blank(column: str) -> CheckConstraint:
    """Refuse a text of nothing but blanks and line ends."""
    return CheckConstraint(f"length(trim({column}, ' \t\r\n')) > 0", name=column)


def one_of(column: str, allowed: Sequence[str]) -> CheckConstraint:
    """Allow only the named words in a text column."""
    words = ", ".join(f"'{word}'" for word in allowed)
    return CheckConstraint(f"{column} IN ({words})", name=column)
