"""Charters, every version of each by its content hash, and reviewers' sign-offs."""

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Row, UtcTime, one_of

SIGN_OFFS = ("approved", "approved_with_notes", "changes_requested", "declined")


class Charter(Row, table=True):
    """The written text of a module; an edit is another row with another hash."""

    __table_args__ = (UniqueConstraint("study_id", "module", "hash"),)
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    module: str
    hash: str = Field(max_length=64)
    text: str = Field(sa_type=Text)
    added_at: datetime = Field(sa_type=UtcTime)


class SignOff(Row, table=True):
    """One reviewer's decision on one charter hash; a later row replaces an earlier one, none is changed."""

    __tablename__ = "sign_off"
    __table_args__ = (one_of("decision", SIGN_OFFS),)
    id: int | None = Field(default=None, primary_key=True)
    charter_id: int = Field(foreign_key="charter.id", index=True)
    rater_id: int = Field(foreign_key="rater.id", index=True)
    decision: str
    qualification: str = Field(default="", sa_type=Text)
    tradition: str = Field(default="", sa_type=Text)
    conflict: str = Field(default="", sa_type=Text)
    reasons: str = Field(default="", sa_type=Text)
    signed_at: datetime = Field(sa_type=UtcTime)
