"""Reviews of charters: versions by number, drafts, signed entries, replies; statements apart from the sign-offs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Number the charters' versions, move statements out of the sign-offs, create the tables of reviews."""
    _charter()
    _reviewer_statement()
    _sign_off()
    _review()
    _review_draft()
    _signed_entry()
    _comment_reply()


def _charter() -> None:
    with op.batch_alter_table("charter") as table:
        table.add_column(sa.Column("version", sa.Integer(), nullable=True))
        table.add_column(sa.Column("note", sa.Text(), nullable=True))
    op.execute(
        "UPDATE charter SET note = '', version = (SELECT count(*) FROM charter AS earlier"
        " WHERE earlier.study_id = charter.study_id AND earlier.module = charter.module AND earlier.id <= charter.id)"
    )
    with op.batch_alter_table("charter") as table:
        table.alter_column("version", existing_type=sa.Integer(), nullable=False)
        table.alter_column("note", existing_type=sa.Text(), nullable=False)
        table.drop_constraint("uq_charter_study_id_module_hash", type_="unique")
        table.create_unique_constraint("uq_charter_study_id_module_version", ["study_id", "module", "version"])
        table.create_check_constraint("ck_charter_version", "version >= 1")


def _reviewer_statement() -> None:
    op.create_table(
        "reviewer_statement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("consented", sa.Boolean(), nullable=False),
        sa.Column("qualification", sa.Text(), nullable=False),
        sa.Column("tradition", sa.Text(), nullable=False),
        sa.Column("publish", sa.Boolean(), nullable=False),
        sa.Column("publish_name", sa.Boolean(), nullable=False),
        sa.Column("stated_at", TIME, nullable=False),
        sa.CheckConstraint(
            "consented OR (qualification = '' AND tradition = '' AND NOT publish)",
            name="ck_reviewer_statement_consented",
        ),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_reviewer_statement_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_reviewer_statement"),
    )
    op.create_index("ix_reviewer_statement_rater_id", "reviewer_statement", ["rater_id"], unique=False)


def _sign_off() -> None:
    """Take statements out of the sign-offs; whoever had given one had done so to be recorded, not to be printed."""
    op.execute(
        "INSERT INTO reviewer_statement"
        " (rater_id, consented, qualification, tradition, publish, publish_name, stated_at)"
        " SELECT rater_id, TRUE, qualification, tradition, FALSE, FALSE, signed_at FROM sign_off"
        " WHERE qualification <> '' OR tradition <> '' ORDER BY id"
    )
    with op.batch_alter_table("sign_off") as table:
        table.drop_column("qualification")
        table.drop_column("tradition")
        table.add_column(sa.Column("submission", sa.String(), nullable=True))
        table.add_column(sa.Column("private_note", sa.Text(), nullable=True))
    op.execute("UPDATE sign_off SET private_note = ''")
    with op.batch_alter_table("sign_off") as table:
        table.alter_column("private_note", existing_type=sa.Text(), nullable=False)
        table.create_unique_constraint("uq_sign_off_submission", ["submission"])


def _review() -> None:
    op.create_table(
        "review",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("module", sa.String(), nullable=False),
        sa.Column("qualified", sa.Boolean(), nullable=False),
        sa.Column("begun_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_review_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_review"),
        sa.UniqueConstraint("key", name="uq_review_key"),
        sa.UniqueConstraint("rater_id", "module", name="uq_review_rater_id_module"),
    )


def _review_draft() -> None:
    op.create_table(
        "review_draft",
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("charter_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("tab", sa.String(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.JSON(), nullable=False),
        sa.Column("saved_at", TIME, nullable=False),
        sa.CheckConstraint("part IN ('clause', 'scenario', 'decision')", name="ck_review_draft_part"),
        sa.ForeignKeyConstraint(["review_id"], ["review.id"], name="fk_review_draft_review_id_review"),
        sa.ForeignKeyConstraint(["charter_id"], ["charter.id"], name="fk_review_draft_charter_id_charter"),
        sa.PrimaryKeyConstraint("review_id", "part", "clause", name="pk_review_draft"),
    )


def _signed_entry() -> None:
    op.create_table(
        "signed_entry",
        sa.Column("sign_off_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("classification", sa.String(), nullable=True),
        sa.Column("agreement", sa.String(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("proposed", sa.Text(), nullable=False),
        sa.Column("source_checked", sa.Boolean(), nullable=True),
        sa.CheckConstraint("part IN ('clause', 'scenario')", name="ck_signed_entry_part"),
        sa.CheckConstraint(
            "agreement IN ('agree', 'agree_with_notes', 'disagree', 'outside_competence')",
            name="ck_signed_entry_agreement",
        ),
        sa.ForeignKeyConstraint(["sign_off_id"], ["sign_off.id"], name="fk_signed_entry_sign_off_id_sign_off"),
        sa.PrimaryKeyConstraint("sign_off_id", "part", "clause", name="pk_signed_entry"),
    )


def _comment_reply() -> None:
    op.create_table(
        "comment_reply",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sign_off_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("rater_id", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("replied_at", TIME, nullable=False),
        sa.CheckConstraint("part IN ('clause', 'scenario', 'decision')", name="ck_comment_reply_part"),
        sa.CheckConstraint(
            "outcome IN ('taken_up', 'taken_up_in_part', 'not_taken_up', 'answered')", name="ck_comment_reply_outcome"
        ),
        sa.CheckConstraint("length(trim(words, ' \t\r\n')) > 0", name="ck_comment_reply_words"),
        sa.ForeignKeyConstraint(["sign_off_id"], ["sign_off.id"], name="fk_comment_reply_sign_off_id_sign_off"),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name="fk_comment_reply_rater_id_rater"),
        sa.PrimaryKeyConstraint("id", name="pk_comment_reply"),
    )
    op.create_index("ix_comment_reply_sign_off_id", "comment_reply", ["sign_off_id"], unique=False)
