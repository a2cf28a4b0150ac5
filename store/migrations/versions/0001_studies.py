"""Benchmarks, studies, prompts, systems, responses and their targets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables, each after those it points to."""
    _benchmark()
    _study()
    _prompt()
    _system()
    _response()
    _target()


def _benchmark() -> None:
    op.create_table(
        "benchmark",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("added_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_benchmark"),
        sa.UniqueConstraint("slug", "version", name="uq_benchmark_slug_version"),
    )


def _study() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("benchmark_hash", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("label_secret", sa.LargeBinary(), nullable=False),
        sa.Column("sample_size", sa.Integer(), nullable=True),
        sa.Column("invented", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint("state IN ('draft', 'open', 'sealed', 'released')", name="ck_study_state"),
        sa.CheckConstraint("sample_size >= 1", name="ck_study_sample_size"),
        sa.ForeignKeyConstraint(["benchmark_hash"], ["benchmark.hash"], name="fk_study_benchmark_hash_benchmark"),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
        sa.UniqueConstraint("slug", name="uq_study_slug"),
    )


def _prompt() -> None:
    op.create_table(
        "prompt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reference_answer", sa.Text(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_prompt_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_prompt"),
        sa.UniqueConstraint("study_id", "key", name="uq_prompt_study_id_key"),
    )


def _system() -> None:
    op.create_table(
        "system",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("family", sa.String(), nullable=False),
        sa.Column("grounded", sa.Boolean(), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_system_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_system"),
        sa.UniqueConstraint("study_id", "name", name="uq_system_study_id_name"),
    )


def _response() -> None:
    op.create_table(
        "response",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("prompt_id", sa.Integer(), nullable=False),
        sa.Column("system_id", sa.Integer(), nullable=False),
        sa.Column("replication", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("shown_text", sa.Text(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.CheckConstraint("replication >= 1", name="ck_response_replication"),
        sa.ForeignKeyConstraint(["prompt_id"], ["prompt.id"], name="fk_response_prompt_id_prompt"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_response_study_id_study"),
        sa.ForeignKeyConstraint(["system_id"], ["system.id"], name="fk_response_system_id_system"),
        sa.PrimaryKeyConstraint("id", name="pk_response"),
        sa.UniqueConstraint(
            "prompt_id", "system_id", "replication", name="uq_response_prompt_id_system_id_replication"
        ),
        sa.UniqueConstraint("study_id", "label", name="uq_response_study_id_label"),
    )
    op.create_index("ix_response_system_id", "response", ["system_id"], unique=False)


def _target() -> None:
    op.create_table(
        "target",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=False),
        sa.Column("module", sa.String(), nullable=False),
        sa.Column("sampled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["response_id"], ["response.id"], name="fk_target_response_id_response"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_target_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_target"),
        sa.UniqueConstraint("response_id", "module", name="uq_target_response_id_module"),
    )
    op.create_index("ix_target_study_id", "target", ["study_id"], unique=False)
