"""The log of acts that matter, each chained by hash to the one before it in the same study."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime


class Event(Row, table=True):
    """Who did what and when. `number` counts within a study, so that a missing event shows."""

    __table_args__ = (UniqueConstraint("study_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    number: int
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    act: str
    details: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    happened_at: datetime = Field(sa_type=UtcTime)
    previous: str
    hash: str
