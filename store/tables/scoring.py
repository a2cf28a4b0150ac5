"""What people do: assignments, drafts, submitted sheets with their scores, and flags.

A sheet is never changed: "change my answer" appends the next version, and the highest version counts.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime, finite, not_blank, one_of

SCORE_KINDS = ("value", "not_applicable", "cannot_assess", "rubric_unclear")
FIRST, OWN, FINAL = STAGES = ("first", "own", "final")


class Assignment(Row, table=True):
    """One target in one scorer's queue. `key` is what the browser knows it by; `repeat` counts hidden repeats.

    `stage`: `first` is a scorer's own work, the only one that measures agreement. Where two lie too far apart, an
    adjudicator has two places: `own`, before they see the others, and `final`, after it. `dropped_at`: from when on an
    adjudicator's place is not needed any more, because the two lie apart no longer.
    """

    __table_args__ = (
        UniqueConstraint("rater_id", "target_id", "stage", "repeat"),
        UniqueConstraint("rater_id", "position"),
        CheckConstraint("position >= 1", name="position"),
        CheckConstraint("repeat >= 0", name="repeat"),
        one_of("stage", STAGES),
        CheckConstraint("stage <> 'first' OR dropped_at IS NULL", name="dropped"),
    )
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    rater_id: int = Field(foreign_key="rater.id")
    target_id: int = Field(foreign_key="target.id", index=True)
    position: int
    repeat: int = 0
    opened_at: datetime | None = Field(default=None, sa_type=UtcTime)
    stage: str = FIRST
    dropped_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Draft(Row, table=True):
    """Unfinished work on an assignment, as its scorer last left it.

    `revision` grows with every save; `tab` and `sequence` tell a resend from a change made in another window;
    `version` is the submitted version the draft started from.
    """

    assignment_id: int = Field(primary_key=True, foreign_key="assignment.id")
    revision: int
    tab: str
    sequence: int = Field(sa_type=BigInteger)
    version: int
    entries: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    saved_at: datetime = Field(sa_type=UtcTime)


class Sheet(Row, table=True):
    """One scorer's full set of scores on a target, as submitted; one transaction, all axes or none.

    `charter_hash` is the text that stood beside the answer; NULL where the module has none, and for a file's scores.
    """

    __table_args__ = (
        UniqueConstraint("assignment_id", "version"),
        CheckConstraint("version >= 1", name="version"),
    )
    id: int | None = Field(default=None, primary_key=True)
    assignment_id: int = Field(foreign_key="assignment.id")
    version: int
    submission: str = Field(unique=True)
    benchmark_hash: str = Field(foreign_key="benchmark.hash")
    source: str = "ballot"
    submitted_at: datetime = Field(sa_type=UtcTime)
    charter_hash: str | None = Field(default=None, max_length=64)


class Score(Row, table=True):
    """One axis of a sheet: a value, or which kind of none, with one sentence (NULL only where a file had none)."""

    __table_args__ = (
        one_of("kind", SCORE_KINDS),
        CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="value"),
        finite("value"),
        not_blank("why"),
        CheckConstraint("confidence BETWEEN 0 AND 1", name="confidence"),
    )
    sheet_id: int = Field(primary_key=True, foreign_key="sheet.id")
    axis: str = Field(primary_key=True)
    kind: str
    value: float | None = None
    why: str | None = Field(default=None, sa_type=Text)
    confidence: float | None = None


class Flag(Row, table=True):
    """A scorer's word to the owner that something is wrong with a response."""

    id: int | None = Field(default=None, primary_key=True)
    assignment_id: int = Field(foreign_key="assignment.id", index=True)
    reason: str = Field(sa_type=Text)
    raised_at: datetime = Field(sa_type=UtcTime)
