"""People with their links and declarations, what they score, what is marked, and the log of events."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables, each after those it points to."""
    _rater()
    _declaration()
    _invitation()
    _login()
    _event()
    _leak_mark()
    _assignment()
    _draft()
    _flag()
    _sheet()
    _score()


def _rater() -> None:
    op.create_table(
        "rater",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("family", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("invented", sa.Boolean(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.CheckConstraint("kind IN ('human', 'llm')", name="ck_rater_kind"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_rater_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_rater"),
        sa.UniqueConstraint("study_id", "key", name="uq_rater_study_id_key"),
    )


def _declaration() -> None:
    op.create_table(
        "declaration",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("consented", sa.Boolean(), nullable=False),
        sa.Column("can_score", sa.Boolean(), nullable=False),
        sa.Column("conflict", sa.Text(), nullable=False),
        sa.Column("tradition", sa.Text(), nullable=False),
        sa.Column("qualification", sa.Text(), nullable=False),
        sa.Column("declared_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_declaration_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_declaration"),
    )
    op.create_index("ix_declaration_rater_id", "declaration", ["rater_id"], unique=False)


def _invitation() -> None:
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.CheckConstraint("role IN ('owner', 'researcher', 'scorer', 'reviewer')", name="ck_invitation_role"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_invitation_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_invitation"),
        sa.UniqueConstraint("token_hash", name="uq_invitation_token_hash"),
    )
    op.create_index("ix_invitation_rater_id", "invitation", ["rater_id"], unique=False)


def _login() -> None:
    op.create_table(
        "login",
        sa.Column("cookie_hash", sa.String(length=64), nullable=False),
        sa.Column("invitation_id", sa.Integer(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["invitation_id"], ["invitation.id"], name="fk_login_invitation_id_invitation"),
        sa.PrimaryKeyConstraint("cookie_hash", name="pk_login"),
    )
    op.create_index("ix_login_invitation_id", "login", ["invitation_id"], unique=False)


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("happened_at", TIME, nullable=False),
        sa.Column("previous", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_event_rater_id_rater"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_event_study_id_study"),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sa.UniqueConstraint("study_id", "number", name="uq_event_study_id_number"),
    )


def _leak_mark() -> None:
    op.create_table(
        "leak_mark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("stop", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("found", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("decision", sa.String(), nullable=True),
        sa.Column("decided_by", sa.Integer(), nullable=True),
        sa.Column("decided_at", TIME, nullable=True),
        sa.CheckConstraint("decision IN ('redact', 'keep')", name="ck_leak_mark_decision"),
        sa.CheckConstraint("kind IN ('self_name', 'maker', 'tool', 'citation_style')", name="ck_leak_mark_kind"),
        sa.CheckConstraint("(decision IS NULL) = (decided_at IS NULL)", name="ck_leak_mark_decided"),
        sa.CheckConstraint("start >= 0 AND stop > start", name="ck_leak_mark_span"),
        sa.ForeignKeyConstraint(["decided_by"], ["rater.id"], name="fk_leak_mark_decided_by_rater"),
        sa.ForeignKeyConstraint(["response_id"], ["response.id"], name="fk_leak_mark_response_id_response"),
        sa.PrimaryKeyConstraint("id", name="pk_leak_mark"),
        sa.UniqueConstraint("response_id", "start", "stop", name="uq_leak_mark_response_id_start_stop"),
    )


def _assignment() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("opened_at", TIME, nullable=True),
        sa.CheckConstraint("position >= 1", name="ck_assignment_position"),
        sa.CheckConstraint("repeat >= 0", name="ck_assignment_repeat"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_assignment_rater_id_rater"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_assignment_target_id_target"),
        sa.PrimaryKeyConstraint("id", name="pk_assignment"),
        sa.UniqueConstraint("key", name="uq_assignment_key"),
        sa.UniqueConstraint("rater_id", "position", name="uq_assignment_rater_id_position"),
        sa.UniqueConstraint("rater_id", "target_id", "repeat", name="uq_assignment_rater_id_target_id_repeat"),
    )
    op.create_index("ix_assignment_target_id", "assignment", ["target_id"], unique=False)


def _draft() -> None:
    op.create_table(
        "draft",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("tab", sa.String(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("saved_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name="fk_draft_assignment_id_assignment"),
        sa.PrimaryKeyConstraint("assignment_id", name="pk_draft"),
    )


def _flag() -> None:
    op.create_table(
        "flag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("raised_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name="fk_flag_assignment_id_assignment"),
        sa.PrimaryKeyConstraint("id", name="pk_flag"),
    )
    op.create_index("ix_flag_assignment_id", "flag", ["assignment_id"], unique=False)


def _sheet() -> None:
    op.create_table(
        "sheet",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("submission", sa.String(), nullable=False),
        sa.Column("benchmark_hash", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("submitted_at", TIME, nullable=False),
        sa.CheckConstraint("version >= 1", name="ck_sheet_version"),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name="fk_sheet_assignment_id_assignment"),
        sa.ForeignKeyConstraint(["benchmark_hash"], ["benchmark.hash"], name="fk_sheet_benchmark_hash_benchmark"),
        sa.PrimaryKeyConstraint("id", name="pk_sheet"),
        sa.UniqueConstraint("assignment_id", "version", name="uq_sheet_assignment_id_version"),
        sa.UniqueConstraint("submission", name="uq_sheet_submission"),
    )


def _score() -> None:
    op.create_table(
        "score",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("axis", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("value", sa.Float(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.CheckConstraint("(kind = 'value') = (value IS NOT NULL)", name="ck_score_value"),
        sa.CheckConstraint("value BETWEEN -1000000 AND 1000000", name="ck_score_finite"),
        sa.CheckConstraint(
            "kind IN ('value', 'not_applicable', 'cannot_assess', 'rubric_unclear')", name="ck_score_kind"
        ),
        sa.CheckConstraint("confidence BETWEEN 0 AND 1", name="ck_score_confidence"),
        sa.CheckConstraint("length(trim(why, ' \t\r\n')) > 0", name="ck_score_why"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_score_sheet_id_sheet"),
        sa.PrimaryKeyConstraint("sheet_id", "axis", name="pk_score"),
    )
