"""The first layout: studies, people, scoring, verdicts, charters, events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create every table, each after those it points to."""
    _benchmark()
    _study()
    _charter()
    _prompt()
    _rater()
    _system()
    _declaration()
    _event()
    _invitation()
    _response()
    _sign_off()
    _leak_mark()
    _login()
    _target()
    _assignment()
    _settled_score()
    _verdict()
    _draft()
    _flag()
    _sheet()
    _verdict_score()
    _score()


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
