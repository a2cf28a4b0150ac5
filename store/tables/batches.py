"""Calls that were sent together as a provider's batch."""

from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Text
from sqlmodel import Field

from store.tables.row import Row, UtcTime, one_of

BATCH_STATES = ("sending", "sent", "ended")


class RunBatch(Row, table=True):
    """One batch: written down with its calls before it is sent, and found again by its mark.

    `provider_id` is NULL until the provider has said under which id it keeps the batch. `worker_id` is the worker that
    sees to it; another takes it over when that one has ended. `why` says how it ended, where that was not well.
    """

    __tablename__ = "run_batch"
    __table_args__ = (one_of("state", BATCH_STATES),)
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    judge: str
    mark: str = Field(unique=True)
    provider_id: str | None = None
    worker_id: int = Field(foreign_key="run_worker.id")
    state: str = "sending"
    why: str = Field(default="", sa_type=Text)
    created_at: datetime = Field(sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class BatchCall(Row, table=True):
    """One try of a call that went out in a batch."""

    __tablename__ = "batch_call"
    __table_args__ = (ForeignKeyConstraint(["call_id", "number"], ["call_try.call_id", "call_try.number"]),)
    call_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    batch_id: int = Field(foreign_key="run_batch.id", index=True)
