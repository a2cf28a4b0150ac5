"""Runs: what was planned, asked, paid and answered, call by call.

A run's whole state is here. A call is one question; a try is one request that was sent for it, written down with what
it may cost before it is sent. Sums on the run's row are kept with every change of a try, in the same transaction.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, Index, Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime, one_of

RUN_KINDS = ("judging", "collecting")
RUN_STATES = ("planned", "running", "paused", "cancelled", "done")
WANTED = ("run", "pause", "cancel")
RUN_TARGET_STATES = ("waiting", "open", "settled")
CALL_STATES = ("todo", "sent", "answered", "valid", "unreadable", "refused", "failed", "parked", "cancelled")
TRY_STATES = ("sent", "answered", "rejected", "doubtful")


class Run(Row, table=True):
    """One run over a study. `manifest` is what may change an answer; `panel` also says how judges are reached.

    `wanted` is what people ask for, `state` what has come of it, `why` a sentence on a halt. Sums are US dollars:
    `doubtful_usd` are reservations of tries that may have been paid; `unknown_calls` have no known price.
    """

    __table_args__ = (
        UniqueConstraint("study_id", "kind", "protocol"),
        one_of("kind", RUN_KINDS),
        one_of("state", RUN_STATES),
        one_of("wanted", WANTED),
        CheckConstraint("cap_usd >= 0", name="cap"),
    )
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    kind: str
    protocol: str
    benchmark_hash: str = Field(foreign_key="benchmark.hash")
    manifest: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    manifest_hash: str = Field(max_length=64)
    panel: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    options: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    state: str = "planned"
    wanted: str = "run"
    why: str = Field(default="", sa_type=Text)
    cap_usd: float | None = None
    cap_consent: bool = False
    spent_usd: float = 0.0
    reserved_usd: float = 0.0
    doubtful_usd: float = 0.0
    unknown_calls: int = 0
    created_by: int | None = Field(default=None, foreign_key="rater.id")
    created_at: datetime = Field(sa_type=UtcTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class RunTarget(Row, table=True):
    """One target in a run: waiting to be taken a step on, asked about, or settled. Whoever does so locks this row.

    `path` names the branch of the protocol by which it was settled, `gaps` are sentences on what is missing.
    """

    __tablename__ = "run_target"
    __table_args__ = (
        one_of("state", RUN_TARGET_STATES),
        Index("ix_run_target_run_id_state_target_id", "run_id", "state", "target_id"),
    )
    run_id: int = Field(primary_key=True, foreign_key="run.id")
    target_id: int = Field(primary_key=True, foreign_key="target.id")
    state: str = "waiting"
    path: str = ""
    gaps: list[Any] | None = Field(default=None, sa_column=Column(Json, nullable=True))


class RunJudge(Row, table=True):
    """One judge in a run, with its sums; `stopped` says why it is asked no more."""

    __tablename__ = "run_judge"
    run_id: int = Field(primary_key=True, foreign_key="run.id")
    judge: str = Field(primary_key=True)
    rater_id: int | None = Field(default=None, foreign_key="rater.id")
    answered: int = 0
    refusals: int = 0
    spent_usd: float = 0.0
    stopped: str | None = Field(default=None, sa_type=Text)


class RunWorker(Row, table=True):
    """One process that works on a run; it is alive as long as it holds a lock under its id."""

    __tablename__ = "run_worker"
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    host: str
    pid: int
    started_at: datetime = Field(sa_type=UtcTime)
    seen_at: datetime = Field(sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class RunError(Row, table=True):
    """How often a judge met one kind of error in a run, and the newest one's words."""

    __tablename__ = "run_error"
    run_id: int = Field(primary_key=True, foreign_key="run.id")
    judge: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    times: int
    example: str = Field(sa_type=Text)
    happened_at: datetime = Field(sa_type=UtcTime)


class SentText(Row, table=True):
    """What judges and systems are sent, kept once: messages and reply schema as canonical JSON, by its SHA-256."""

    __tablename__ = "sent_text"
    hash: str = Field(primary_key=True, max_length=64)
    text: str = Field(sa_type=Text)


class RunCall(Row, table=True):
    """One question to one judge about a target, or of a prompt to a system.

    `key` hashes everything that is really sent, so the same question is never planned twice. `spec` has the
    parameters; `reserve_usd` is what one try costs at most (NULL: price not known). `tries` counts requests; of them
    `setbacks` were errors of the provider's, `limits` refusals for rate, `lost` got no answer that could be kept, and
    `doubts` may have been paid without one: those lost, and those on the wire when a worker died.
    """

    __tablename__ = "run_call"
    __table_args__ = (
        UniqueConstraint("run_id", "key"),
        one_of("state", CALL_STATES),
        CheckConstraint("replicate >= 1 AND attempt >= 1", name="counted"),
        CheckConstraint("(target_id IS NULL) = (prompt_id IS NOT NULL)", name="subject"),
        Index("ix_run_call_run_id_state_judge_id", "run_id", "state", "judge", "id"),
        Index("ix_run_call_run_id_target_id", "run_id", "target_id"),
    )
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    key: str = Field(max_length=64)
    target_id: int | None = Field(default=None, foreign_key="target.id")
    prompt_id: int | None = Field(default=None, foreign_key="prompt.id")
    system_id: int | None = Field(default=None, foreign_key="system.id")
    judge: str
    stage: str
    replicate: int = 1
    attempt: int = 1
    text_hash: str = Field(foreign_key="sent_text.hash")
    spec: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    reserve_usd: float | None = None
    state: str = "todo"
    why: str | None = Field(default=None, sa_type=Text)
    due_at: float | None = None
    tries: int = 0
    setbacks: int = 0
    limits: int = 0
    lost: int = 0
    doubts: int = 0


class CallTry(Row, table=True):
    """One request: written before it is sent, completed with the raw reply, its cost and usage in one transaction."""

    __tablename__ = "call_try"
    __table_args__ = (UniqueConstraint("call_id", "number"), one_of("state", TRY_STATES))
    id: int | None = Field(default=None, primary_key=True)
    call_id: int = Field(foreign_key="run_call.id")
    number: int
    worker_id: int = Field(foreign_key="run_worker.id")
    state: str = "sent"
    reserved_usd: float | None = None
    cost_usd: float | None = None
    usage: dict[str, Any] | None = Field(default=None, sa_column=Column(Json, nullable=True))
    raw: str | None = Field(default=None, sa_type=Text)
    parameters: dict[str, Any] | None = Field(default=None, sa_column=Column(Json, nullable=True))
    http_status: int | None = None
    finish_reason: str | None = None
    provider: str | None = None
    provider_model: str | None = None
    request_id: str | None = None
    latency_s: float | None = None
    error_kind: str | None = None
    error: str | None = Field(default=None, sa_type=Text)
    sent_at: datetime = Field(sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Gate(Row, table=True):
    """When the next request to one model of one account may go out, for all runs, processes and machines.

    Seconds since 1970. `paused_until` follows the provider's word; `strikes` counts refusals in a row; `spacing` is
    the distance learned where no limit is stated.
    """

    account: str = Field(primary_key=True)
    model: str = Field(primary_key=True)
    next_at: float = 0.0
    paused_until: float = 0.0
    strikes: int = 0
    spacing: float = 0.0
