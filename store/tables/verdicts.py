"""What LLM judges said (verdicts and their scores) and what counts under a protocol (settled scores)."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, Index, Text, UniqueConstraint, text
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime, finite, one_of

VERDICT_STATES = ("valid", "unreadable", "refused")
JUDGE_SCORE_KINDS = ("value", "not_applicable")
SETTLED_KINDS = ("value", "not_applicable", "none")


class Verdict(Row, table=True):
    """One judge's answer on one target: readable or not, always with the raw reply when there was one.

    `run_id` and `call_id` are NULL for what came with a file. Two runs may ask the same judge about the same target;
    a file says each thing once. `confidence` is the judge's own in the whole verdict; `details` keeps what else was
    read (classification, lists, summary), what was wrong with the reply, the order of axes and the reader's version.
    """

    __table_args__ = (
        Index(
            "ix_verdict_of_a_file",
            "target_id",
            "rater_id",
            "stage",
            "replicate",
            "attempt",
            unique=True,
            sqlite_where=text("call_id IS NULL"),
            postgresql_where=text("call_id IS NULL"),
        ),
        UniqueConstraint("call_id"),
        Index("ix_verdict_target_id_rater_id", "target_id", "rater_id"),
        CheckConstraint("(run_id IS NULL) = (call_id IS NULL)", name="run"),
        CheckConstraint("confidence BETWEEN 0 AND 1", name="confidence"),
        one_of("state", VERDICT_STATES),
        CheckConstraint("replicate >= 1 AND attempt >= 1", name="counted"),
    )
    id: int | None = Field(default=None, primary_key=True)
    target_id: int = Field(foreign_key="target.id")
    rater_id: int = Field(foreign_key="rater.id", index=True)
    stage: str
    replicate: int = 1
    attempt: int = 1
    state: str
    raw_reply: str | None = Field(default=None, sa_type=Text)
    prompt_hash: str | None = None
    benchmark_hash: str = Field(foreign_key="benchmark.hash")
    cost_usd: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    latency_ms: float | None = None
    source: str = "run"
    recorded_at: datetime = Field(sa_type=UtcTime)
    run_id: int | None = Field(default=None, foreign_key="run.id", index=True)
    call_id: int | None = Field(default=None, foreign_key="run_call.id")
    confidence: float | None = None
    details: dict[str, Any] | None = Field(default=None, sa_column=Column(Json, nullable=True))


class VerdictScore(Row, table=True):
    """One axis of a verdict: a value, or not applicable."""

    __tablename__ = "verdict_score"
    __table_args__ = (
        one_of("kind", JUDGE_SCORE_KINDS),
        CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="value"),
        finite("value"),
        CheckConstraint("confidence BETWEEN 0 AND 1", name="confidence"),
    )
    verdict_id: int = Field(primary_key=True, foreign_key="verdict.id")
    axis: str = Field(primary_key=True)
    kind: str
    value: float | None = None
    why: str | None = Field(default=None, sa_type=Text)
    confidence: float | None = None


class SettledScore(Row, table=True):
    """What counts for a target and axis under a rule, with how many judges answered and how many said null.

    `kind` is `none` when no judge answered. The highest version counts; earlier ones stay. People's scores stand here
    too, under a name of their own (`store.settling_people`); `verdict_ids` are ids of sheets then.
    """

    __tablename__ = "settled_score"
    __table_args__ = (
        UniqueConstraint("target_id", "axis", "protocol", "version"),
        one_of("kind", SETTLED_KINDS),
        CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="value"),
        finite("value"),
        CheckConstraint("n >= 0 AND nulls >= 0 AND nulls <= n", name="counts"),
    )
    id: int | None = Field(default=None, primary_key=True)
    target_id: int = Field(foreign_key="target.id")
    axis: str
    protocol: str
    version: int
    kind: str
    value: float | None = None
    n: int
    nulls: int
    rule: str
    verdict_ids: list[Any] = Field(sa_column=Column(Json, nullable=False))
    settled_at: datetime = Field(sa_type=UtcTime)
