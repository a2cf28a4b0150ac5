"""Runs of judges: what was planned, asked, paid and answered; verdicts know the call they came of."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
ONCE_IN_A_FILE = ["target_id", "rater_id", "stage", "replicate", "attempt"]


def upgrade() -> None:
    """Create the tables, each after those it points to, then link the verdicts."""
    _run()
    _run_target()
    _run_judge()
    _run_worker()
    _run_error()
    _sent_text()
    _run_call()
    _call_try()
    _gate()
    _verdict()


def _run() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("protocol", sa.String(), nullable=False),
        sa.Column("benchmark_hash", sa.String(), nullable=False),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.Column("manifest_hash", sa.String(length=64), nullable=False),
        sa.Column("panel", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("wanted", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("cap_usd", sa.Float(), nullable=True),
        sa.Column("cap_consent", sa.Boolean(), nullable=False),
        sa.Column("spent_usd", sa.Float(), nullable=False),
        sa.Column("reserved_usd", sa.Float(), nullable=False),
        sa.Column("doubtful_usd", sa.Float(), nullable=False),
        sa.Column("unknown_calls", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Integer(), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME, nullable=True),
        sa.Column("ended_at", TIME, nullable=True),
        sa.CheckConstraint("cap_usd >= 0", name="ck_run_cap"),
        sa.CheckConstraint("kind IN ('judging', 'collecting')", name="ck_run_kind"),
        sa.CheckConstraint("state IN ('planned', 'running', 'paused', 'cancelled', 'done')", name="ck_run_state"),
        sa.CheckConstraint("wanted IN ('run', 'pause', 'cancel')", name="ck_run_wanted"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_run_study_id_study"),
        sa.ForeignKeyConstraint(["benchmark_hash"], ["benchmark.hash"], name="fk_run_benchmark_hash_benchmark"),
        sa.ForeignKeyConstraint(["created_by"], ["rater.id"], name="fk_run_created_by_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
        sa.UniqueConstraint("study_id", "kind", "protocol", name="uq_run_study_id_kind_protocol"),
    )


def _run_target() -> None:
    op.create_table(
        "run_target",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("gaps", sa.JSON(), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'open', 'settled')", name="ck_run_target_state"),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_target_run_id_run"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_run_target_target_id_target"),
        sa.PrimaryKeyConstraint("run_id", "target_id", name="pk_run_target"),
    )
    op.create_index(
        "ix_run_target_run_id_state_target_id", "run_target", ["run_id", "state", "target_id"], unique=False
    )


def _run_judge() -> None:
    op.create_table(
        "run_judge",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("refusals", sa.Integer(), nullable=False),
        sa.Column("spent_usd", sa.Float(), nullable=False),
        sa.Column("stopped", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_judge_run_id_run"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_run_judge_rater_id_rater"),
        sa.PrimaryKeyConstraint("run_id", "judge", name="pk_run_judge"),
    )


def _run_worker() -> None:
    op.create_table(
        "run_worker",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("seen_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_worker_run_id_run"),
        sa.PrimaryKeyConstraint("id", name="pk_run_worker"),
    )
    op.create_index("ix_run_worker_run_id", "run_worker", ["run_id"], unique=False)


def _run_error() -> None:
    op.create_table(
        "run_error",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("example", sa.Text(), nullable=False),
        sa.Column("happened_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_error_run_id_run"),
        sa.PrimaryKeyConstraint("run_id", "judge", "kind", name="pk_run_error"),
    )


def _sent_text() -> None:
    op.create_table(
        "sent_text",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sent_text"),
    )


def _run_call() -> None:
    op.create_table(
        "run_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=True),
        sa.Column("prompt_id", sa.Integer(), nullable=True),
        sa.Column("system_id", sa.Integer(), nullable=True),
        sa.Column("judge", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("replicate", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("text_hash", sa.String(), nullable=False),
        sa.Column("spec", sa.JSON(), nullable=False),
        sa.Column("reserve_usd", sa.Float(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("setbacks", sa.Integer(), nullable=False),
        sa.Column("limits", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("doubts", sa.Integer(), nullable=False),
        sa.CheckConstraint("(target_id IS NULL) = (prompt_id IS NOT NULL)", name="ck_run_call_subject"),
        sa.CheckConstraint("replicate >= 1 AND attempt >= 1", name="ck_run_call_counted"),
        sa.CheckConstraint(
            "state IN ('todo', 'sent', 'answered', 'valid', 'unreadable', 'refused', 'failed', 'parked', 'cancelled')",
            name="ck_run_call_state",
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name="fk_run_call_run_id_run"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_run_call_target_id_target"),
        sa.ForeignKeyConstraint(["prompt_id"], ["prompt.id"], name="fk_run_call_prompt_id_prompt"),
        sa.ForeignKeyConstraint(["system_id"], ["system.id"], name="fk_run_call_system_id_system"),
        sa.ForeignKeyConstraint(["text_hash"], ["sent_text.hash"], name="fk_run_call_text_hash_sent_text"),
        sa.PrimaryKeyConstraint("id", name="pk_run_call"),
        sa.UniqueConstraint("run_id", "key", name="uq_run_call_run_id_key"),
    )
    op.create_index("ix_run_call_run_id_state_judge_id", "run_call", ["run_id", "state", "judge", "id"], unique=False)
    op.create_index("ix_run_call_run_id_target_id", "run_call", ["run_id", "target_id"], unique=False)


def _call_try() -> None:
    op.create_table(
        "call_try",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reserved_usd", sa.Float(), nullable=True),
        sa.Column("cost_usd", sa.Float(), nullable=True),
        sa.Column("usage", sa.JSON(), nullable=True),
        sa.Column("raw", sa.Text(), nullable=True),
        sa.Column("parameters", sa.JSON(), nullable=True),
        sa.Column("http_status", sa.Integer(), nullable=True),
        sa.Column("finish_reason", sa.String(), nullable=True),
        sa.Column("provider", sa.String(), nullable=True),
        sa.Column("provider_model", sa.String(), nullable=True),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("latency_s", sa.Float(), nullable=True),
        sa.Column("error_kind", sa.String(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("sent_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.CheckConstraint("state IN ('sent', 'answered', 'rejected', 'doubtful')", name="ck_call_try_state"),
        sa.ForeignKeyConstraint(["call_id"], ["run_call.id"], name="fk_call_try_call_id_run_call"),
        sa.ForeignKeyConstraint(["worker_id"], ["run_worker.id"], name="fk_call_try_worker_id_run_worker"),
        sa.PrimaryKeyConstraint("id", name="pk_call_try"),
        sa.UniqueConstraint("call_id", "number", name="uq_call_try_call_id_number"),
    )


def _gate() -> None:
    op.create_table(
        "gate",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("next_at", sa.Float(), nullable=False),
        sa.Column("paused_until", sa.Float(), nullable=False),
        sa.Column("strikes", sa.Integer(), nullable=False),
        sa.Column("spacing", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("account", "model", name="pk_gate"),
    )


def _verdict() -> None:
    with op.batch_alter_table("verdict") as table:
        table.add_column(sa.Column("run_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("call_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("confidence", sa.Float(), nullable=True))
        table.add_column(sa.Column("details", sa.JSON(), nullable=True))
        table.drop_constraint("uq_verdict_target_id_rater_id_stage_replicate_attempt", type_="unique")
        table.create_foreign_key("fk_verdict_run_id_run", "run", ["run_id"], ["id"])
        table.create_foreign_key("fk_verdict_call_id_run_call", "run_call", ["call_id"], ["id"])
        table.create_unique_constraint("uq_verdict_call_id", ["call_id"])
        table.create_check_constraint("ck_verdict_run", "(run_id IS NULL) = (call_id IS NULL)")
        table.create_check_constraint("ck_verdict_confidence", "confidence BETWEEN 0 AND 1")
    from_a_file = sa.text("call_id IS NULL")
    op.create_index(
        "ix_verdict_of_a_file",
        "verdict",
        ONCE_IN_A_FILE,
        unique=True,
        sqlite_where=from_a_file,
        postgresql_where=from_a_file,
    )
    op.create_index("ix_verdict_target_id_rater_id", "verdict", ["target_id", "rater_id"], unique=False)
    op.create_index("ix_verdict_run_id", "verdict", ["run_id"], unique=False)
