"""Notes of a discussion: what owners and researchers say of a target once results show."""

from datetime import datetime

from sqlalchemy import Text
from sqlmodel import Field

from store.tables.row import Row, UtcTime, not_blank


class Note(Row, table=True):
    """One note on one target; it is never changed, an answer is a further note."""

    __table_args__ = (not_blank("text"),)
    id: int | None = Field(default=None, primary_key=True)
    target_id: int = Field(foreign_key="target.id", index=True)
    rater_id: int = Field(foreign_key="rater.id")
    text: str = Field(sa_type=Text)
    written_at: datetime = Field(sa_type=UtcTime)
