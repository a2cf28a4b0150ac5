"""Reviews of charters: who reviews which module, what they have written so far, what they signed, what was answered."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Column, Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime, not_blank, one_of

PARTS = ("clause", "scenario")
DRAFT_PARTS = (*PARTS, "decision")
AGREEMENTS = ("agree", "agree_with_notes", "disagree", "outside_competence")
OUTCOMES = ("taken_up", "taken_up_in_part", "not_taken_up", "answered")


class Review(Row, table=True):
    """One person's review of one module's charter, all its versions. `key` is what the browser knows it by.

    `qualified` is what the study's owner has recorded of the person for this module; every change is in the event log.
    """

    __table_args__ = (UniqueConstraint("rater_id", "module"),)
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    rater_id: int = Field(foreign_key="rater.id")
    module: str
    qualified: bool
    begun_at: datetime = Field(sa_type=UtcTime)


class ReviewDraft(Row, table=True):
    """Unfinished work on one clause, one scenario or the decision, as its reviewer last left it.

    `charter_id` is the version that was being read. `revision`, `tab` and `sequence` are as in a scorer's draft.
    """

    __tablename__ = "review_draft"
    __table_args__ = (one_of("part", DRAFT_PARTS),)
    review_id: int = Field(primary_key=True, foreign_key="review.id")
    part: str = Field(primary_key=True)
    clause: str = Field(primary_key=True)
    charter_id: int = Field(foreign_key="charter.id")
    revision: int
    tab: str
    sequence: int = Field(sa_type=BigInteger)
    entry: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    saved_at: datetime = Field(sa_type=UtcTime)


class SignedEntry(Row, table=True):
    """What a reviewer said of one clause or scenario, as they signed it; every sign-off has all of its own."""

    __tablename__ = "signed_entry"
    __table_args__ = (one_of("part", PARTS), one_of("agreement", AGREEMENTS))
    sign_off_id: int = Field(primary_key=True, foreign_key="sign_off.id")
    part: str = Field(primary_key=True)
    clause: str = Field(primary_key=True)
    classification: str | None = None
    agreement: str | None = None
    comment: str = Field(default="", sa_type=Text)
    proposed: str = Field(default="", sa_type=Text)
    source_checked: bool | None = None


class CommentReply(Row, table=True):
    """The owner's answer to a signed comment, or to the sign-off as a whole (part "decision"); the last one counts."""

    __tablename__ = "comment_reply"
    __table_args__ = (one_of("part", DRAFT_PARTS), one_of("outcome", OUTCOMES), not_blank("words"))
    id: int | None = Field(default=None, primary_key=True)
    sign_off_id: int = Field(foreign_key="sign_off.id", index=True)
    part: str
    clause: str
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    outcome: str
    words: str = Field(sa_type=Text)
    replied_at: datetime = Field(sa_type=UtcTime)
