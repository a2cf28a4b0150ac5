"""What is studied: benchmark versions, studies, prompts, systems, responses, targets, and leak marks."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Json, Row, UtcTime, one_of

STATES = ("draft", "open", "sealed", "released")
MARK_KINDS = ("self_name", "maker", "tool", "citation_style")
DECISIONS = ("redact", "keep")


class Benchmark(Row, table=True):
    """One version of a benchmark, known by the hash of its file; the file itself is kept whole."""

    __table_args__ = (UniqueConstraint("slug", "version"),)
    hash: str = Field(primary_key=True, max_length=64)
    slug: str
    version: str
    text: str = Field(sa_type=Text)
    added_at: datetime = Field(sa_type=UtcTime)


class Study(Row, table=True):
    """One benchmark version with its prompts, systems, responses and plan.

    `hidden_repeats` is how many responses each scorer gets a second time without being told; NULL for none.
    """

    __table_args__ = (
        one_of("state", STATES),
        CheckConstraint("sample_size >= 1", name="sample_size"),
        CheckConstraint("hidden_repeats >= 1", name="hidden_repeats"),
    )
    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    title: str
    note: str = ""
    benchmark_hash: str = Field(foreign_key="benchmark.hash")
    state: str = "draft"
    seed: str
    label_secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    sample_size: int | None = None
    invented: bool = False
    created_at: datetime = Field(sa_type=UtcTime)
    hidden_repeats: int | None = None


class Prompt(Row, table=True):
    """What the systems were asked."""

    __table_args__ = (UniqueConstraint("study_id", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    key: str
    category: str = ""
    text: str = Field(sa_type=Text)
    reference_answer: str | None = Field(default=None, sa_type=Text)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False))


class System(Row, table=True):
    """What produced responses. Its name never reaches a scorer or a judge."""

    __table_args__ = (UniqueConstraint("study_id", "name"),)
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    name: str
    family: str = ""
    grounded: bool = False
    own: bool = False


class Response(Row, table=True):
    """One answer. `shown_text` is what raters see: the text with the owner's redactions, fixed when a study opens."""

    __table_args__ = (
        UniqueConstraint("study_id", "label"),
        UniqueConstraint("prompt_id", "system_id", "replication"),
        CheckConstraint("replication >= 1", name="replication"),
    )
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    prompt_id: int = Field(foreign_key="prompt.id")
    system_id: int = Field(foreign_key="system.id", index=True)
    replication: int = 1
    label: str
    text: str = Field(sa_type=Text)
    shown_text: str | None = Field(default=None, sa_type=Text)
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False))


class LeakMark(Row, table=True):
    """A stretch of a response by which it may name its author, and what the owner decided about it."""

    __tablename__ = "leak_mark"
    __table_args__ = (
        UniqueConstraint("response_id", "start", "stop"),
        one_of("kind", MARK_KINDS),
        one_of("decision", DECISIONS),
        CheckConstraint("start >= 0 AND stop > start", name="span"),
        CheckConstraint("(decision IS NULL) = (decided_at IS NULL)", name="decided"),
    )
    id: int | None = Field(default=None, primary_key=True)
    response_id: int = Field(foreign_key="response.id")
    start: int
    stop: int
    kind: str
    found: str
    reason: str
    decision: str | None = None
    decided_by: int | None = Field(default=None, foreign_key="rater.id")
    decided_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Target(Row, table=True):
    """What is scored: a response under one module. `sampled` targets are the ones people score."""

    __table_args__ = (UniqueConstraint("response_id", "module"),)
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id", index=True)
    response_id: int = Field(foreign_key="response.id")
    module: str
    sampled: bool = False
