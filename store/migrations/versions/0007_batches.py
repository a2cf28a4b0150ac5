"""Batches: which calls of a run were sent together, and by what they are found again."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "run_batch",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("provider_id", sa.String(), nullable=True),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.CheckConstraint("state IN ('sending', 'sent', 'ended')", name="ck_run_batch_state"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_batch_run_id_run"),
        sa.ForeignKeyConstraint(["worker_id"], ["run_worker.id"], name="fk_run_batch_worker_id_run_worker"),
        sa.PrimaryKeyConstraint("id", name="pk_run_batch"),
        sa.UniqueConstraint("mark", name="uq_run_batch_mark"),
    )
    op.create_index("ix_run_batch_run_id", "run_batch", ["run_id"], unique=False)
    op.create_table(
        "batch_call",
        sa.Column("call_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["call_id", "number"], ["call_try.call_id", "call_try.number"], name="fk_batch_call_call_id_call_try"
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["run_batch.id"], name="fk_batch_call_batch_id_run_batch"),
        sa.PrimaryKeyConstraint("call_id", "number", name="pk_batch_call"),
    )
    op.create_index("ix_batch_call_batch_id", "batch_call", ["batch_id"], unique=False)
