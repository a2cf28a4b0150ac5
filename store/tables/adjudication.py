"""Who scores and who adjudicates from which standpoint, what an adjudicator concludes, and clauses found unclear."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, ForeignKeyConstraint, Index, Text
from sqlmodel import Field

from store.tables.reviews import OUTCOMES
from store.tables.row import Json, Row, UtcTime, not_blank, one_of

SCORE, ADJUDICATE = DUTIES = ("score", "adjudicate")


class Duty(Row, table=True):
    """What a person is qualified and asked to do in one module, as the study's owner recorded it; one thing only."""

    __table_args__ = (one_of("duty", DUTIES),)
    rater_id: int = Field(primary_key=True, foreign_key="rater.id")
    module: str = Field(primary_key=True)
    duty: str
    recorded_at: datetime = Field(sa_type=UtcTime)


class Resolution(Row, table=True):
    """What goes with an adjudicator's final sheet: one sentence, and the sheets that they had before them."""

    __table_args__ = (not_blank("words"),)
    sheet_id: int = Field(primary_key=True, foreign_key="sheet.id")
    words: str = Field(sa_type=Text)
    earlier: list[Any] = Field(sa_column=Column(Json, nullable=False))


class ClauseDoubt(Row, table=True):
    """The clause of a charter because of which a scorer calls the rubric unclear on one axis of a sheet."""

    __tablename__ = "clause_doubt"
    __table_args__ = (ForeignKeyConstraint(["sheet_id", "axis"], ["score.sheet_id", "score.axis"]),)
    sheet_id: int = Field(primary_key=True)
    axis: str = Field(primary_key=True)
    charter_id: int = Field(foreign_key="charter.id", index=True)
    clause: str


class DoubtReply(Row, table=True):
    """The owner's answer to a scorer's doubt; the last one counts."""

    __tablename__ = "doubt_reply"
    __table_args__ = (
        ForeignKeyConstraint(["sheet_id", "axis"], ["clause_doubt.sheet_id", "clause_doubt.axis"]),
        Index("ix_doubt_reply_sheet_id_axis", "sheet_id", "axis"),
        one_of("outcome", OUTCOMES),
        not_blank("words"),
    )
    id: int | None = Field(default=None, primary_key=True)
    sheet_id: int
    axis: str
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    outcome: str
    words: str = Field(sa_type=Text)
    replied_at: datetime = Field(sa_type=UtcTime)
