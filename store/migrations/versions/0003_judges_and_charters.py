"""Judges' verdicts, settled scores, charters and sign-offs."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables, each after those it points to."""
    _verdict()
    _verdict_score()
    _settled_score()
    _charter()
    _sign_off()


def _verdict() -> None:
    op.create_table(
        "verdict",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("replicate", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("raw_reply", sa.Text(), nullable=True),
        sa.Column("prompt_hash", sa.String(), nullable=True),
        sa.Column("benchmark_hash", sa.String(), nullable=False),
        sa.Column("cost_usd", sa.Float(), nullable=True),
        sa.Column("tokens_in", sa.Integer(), nullable=True),
        sa.Column("tokens_out", sa.Integer(), nullable=True),
        sa.Column("latency_ms", sa.Float(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.CheckConstraint("state IN ('valid', 'unreadable', 'refused')", name="ck_verdict_state"),
        sa.CheckConstraint("replicate >= 1 AND attempt >= 1", name="ck_verdict_counted"),
        sa.ForeignKeyConstraint(["benchmark_hash"], ["benchmark.hash"], name="fk_verdict_benchmark_hash_benchmark"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_verdict_rater_id_rater"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_verdict_target_id_target"),
        sa.PrimaryKeyConstraint("id", name="pk_verdict"),
        sa.UniqueConstraint(
            "target_id",
            "rater_id",
            "stage",
            "replicate",
            "attempt",
            name="uq_verdict_target_id_rater_id_stage_replicate_attempt",
        ),
    )
    op.create_index("ix_verdict_rater_id", "verdict", ["rater_id"], unique=False)


def _verdict_score() -> None:
    op.create_table(
        "verdict_score",
        sa.Column("verdict_id", sa.Integer(), nullable=False),
        sa.Column("axis", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="ck_verdict_score_value"),
        sa.CheckConstraint("value BETWEEN -1000000 AND 1000000", name="ck_verdict_score_finite"),
        sa.CheckConstraint("kind IN ('value', 'not_applicable')", name="ck_verdict_score_kind"),
        sa.CheckConstraint("confidence BETWEEN 0 AND 1", name="ck_verdict_score_confidence"),
        sa.ForeignKeyConstraint(["verdict_id"], ["verdict.id"], name="fk_verdict_score_verdict_id_verdict"),
        sa.PrimaryKeyConstraint("verdict_id", "axis", name="pk_verdict_score"),
    )


def _settled_score() -> None:
    op.create_table(
        "settled_score",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("axis", sa.String(), nullable=False),
        sa.Column("protocol", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("nulls", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("verdict_ids", sa.JSON(), nullable=False),
        sa.Column("settled_at", TIME, nullable=False),
        sa.CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="ck_settled_score_value"),
        sa.CheckConstraint("value BETWEEN -1000000 AND 1000000", name="ck_settled_score_finite"),
        sa.CheckConstraint("kind IN ('value', 'not_applicable', 'none')", name="ck_settled_score_kind"),
        sa.CheckConstraint("n >= 0 AND nulls >= 0 AND nulls <= n", name="ck_settled_score_counts"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_settled_score_target_id_target"),
        sa.PrimaryKeyConstraint("id", name="pk_settled_score"),
        sa.UniqueConstraint(
            "target_id",
            "axis",
            "protocol",
            "version",
            name="uq_settled_score_target_id_axis_protocol_version",
        ),
    )


def _charter() -> None:
    op.create_table(
        "charter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("module", sa.String(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("added_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_charter_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_charter"),
        sa.UniqueConstraint("study_id", "module", "hash", name="uq_charter_study_id_module_hash"),
    )


def _sign_off() -> None:
    op.create_table(
        "sign_off",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("charter_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(), nullable=False),
        sa.Column("qualification", sa.Text(), nullable=False),
        sa.Column("tradition", sa.Text(), nullable=False),
        sa.Column("conflict", sa.Text(), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("signed_at", TIME, nullable=False),
        sa.CheckConstraint(
            "decision IN ('approved', 'approved_with_notes', 'changes_requested', 'declined')",
            name="ck_sign_off_decision",
        ),
        sa.ForeignKeyConstraint(["charter_id"], ["charter.id"], name="fk_sign_off_charter_id_charter"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_sign_off_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_sign_off"),
    )
    op.create_index("ix_sign_off_charter_id", "sign_off", ["charter_id"], unique=False)
    op.create_index("ix_sign_off_rater_id", "sign_off", ["rater_id"], unique=False)
