"""A further scorer where two lie too far apart, duties by module, and clauses that scorers found unclear."""

import tomllib

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
BLANKS = "' \t\r\n'"


def upgrade() -> None:
    """Give places their stage and sheets their charter, create the tables, and record what scorers do already."""
    with op.batch_alter_table("assignment") as table:
        table.add_column(sa.Column("stage", sa.String(), nullable=True))
        table.add_column(sa.Column("dropped_at", TIME, nullable=True))
    op.execute("UPDATE assignment SET stage = 'first'")
    with op.batch_alter_table("assignment") as table:
        table.alter_column("stage", existing_type=sa.String(), nullable=False)
        table.drop_constraint("uq_assignment_rater_id_target_id_repeat", type_="unique")
        table.create_unique_constraint(
            "uq_assignment_rater_id_target_id_stage_repeat", ["rater_id", "target_id", "stage", "repeat"]
        )
        table.create_check_constraint("ck_assignment_stage", "stage IN ('first', 'own', 'final')")
        table.create_check_constraint("ck_assignment_dropped", "stage <> 'first' OR dropped_at IS NULL")
    op.add_column("sheet", sa.Column("charter_hash", sa.String(length=64), nullable=True))
    _adjudication()
    _doubts()
    _duties()


def _adjudication() -> None:
    op.create_table(
        "duty",
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("module", sa.String(), nullable=False),
        sa.Column("duty", sa.String(), nullable=False),
        sa.Column("recorded_at", TIME, nullable=False),
        sa.CheckConstraint("duty IN ('score', 'adjudicate')", name="ck_duty_duty"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_duty_rater_id_rater"),
        sa.PrimaryKeyConstraint("rater_id", "module", name="pk_duty"),
    )
    op.create_table(
        "resolution",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("earlier", sa.JSON(), nullable=False),
        sa.CheckConstraint(f"length(trim(words, {BLANKS})) > 0", name="ck_resolution_words"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheet.id"], name="fk_resolution_sheet_id_sheet"),
        sa.PrimaryKeyConstraint("sheet_id", name="pk_resolution"),
    )


def _doubts() -> None:
    op.create_table(
        "clause_doubt",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("axis", sa.String(), nullable=False),
        sa.Column("charter_id", sa.Integer(), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sheet_id", "axis"], ["score.sheet_id", "score.axis"], name="fk_clause_doubt_sheet_id_score"
        ),
        sa.ForeignKeyConstraint(["charter_id"], ["charter.id"], name="fk_clause_doubt_charter_id_charter"),
        sa.PrimaryKeyConstraint("sheet_id", "axis", name="pk_clause_doubt"),
    )
    op.create_index("ix_clause_doubt_charter_id", "clause_doubt", ["charter_id"], unique=False)
    op.create_table(
        "doubt_reply",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("axis", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("replied_at", TIME, nullable=False),
        sa.CheckConstraint(
            "outcome IN ('taken_up', 'taken_up_in_part', 'not_taken_up', 'answered')", name="ck_doubt_reply_outcome"
        ),
        sa.CheckConstraint(f"length(trim(words, {BLANKS})) > 0", name="ck_doubt_reply_words"),
        sa.ForeignKeyConstraint(
            ["sheet_id", "axis"],
            ["clause_doubt.sheet_id", "clause_doubt.axis"],
            name="fk_doubt_reply_sheet_id_clause_doubt",
        ),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_doubt_reply_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_doubt_reply"),
    )
    op.create_index("ix_doubt_reply_sheet_id_axis", "doubt_reply", ["sheet_id", "axis"], unique=False)


def _duties() -> None:
    """Record for whoever was invited to score from several standpoints that they score from all, as they did."""
    invited = (
        "SELECT rater.id, benchmark.text, min(invitation.created_at) FROM invitation"
        " JOIN rater ON rater.id = invitation.rater_id JOIN study ON study.id = rater.study_id"
        " JOIN benchmark ON benchmark.hash = study.benchmark_hash WHERE invitation.role = 'scorer'"
        " GROUP BY rater.id, benchmark.text ORDER BY rater.id"
    )
    new = sa.text("INSERT INTO duty (rater_id, module, duty, recorded_at) VALUES (:rater, :module, 'score', :at)")
    for rater_id, text, invited_at in op.get_bind().execute(sa.text(invited)).all():
        modules = [module["id"] for module in tomllib.loads(text)["modules"]]
        for module in modules if len(modules) > 1 else ():
            op.get_bind().execute(new, {"rater": rater_id, "module": module, "at": invited_at})
