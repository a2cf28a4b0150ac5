"""Notes on targets, and how many responses scorers get a second time without being told."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, then add the column; studies that are there repeat nothing."""
    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(trim(text, ' \t\r\n')) > 0", name="ck_note_text"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_note_rater_id_rater"),
        sa.ForeignKeyConstraint(["target_id"], ["target.id"], name="fk_note_target_id_target"),
        sa.PrimaryKeyConstraint("id", name="pk_note"),
    )
    op.create_index("ix_note_target_id", "note", ["target_id"], unique=False)
    with op.batch_alter_table("study") as study:
        study.add_column(sa.Column("hidden_repeats", sa.Integer(), nullable=True))
        study.create_check_constraint("ck_study_hidden_repeats", "hidden_repeats >= 1")
