"""Charters, every version of each by its content hash, and reviewers' sign-offs."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Row, UtcTime, one_of

SIGN_OFFS = ("approved", "approved_with_notes", "changes_requested", "declined")


class Charter(Row, table=True):
    """The written text of a module; an edit is another row, and the highest version is in force.

    An earlier text may come back: it is a further version with the hash it had. `note` is what its owner says is new.
    """

    __table_args__ = (
        UniqueConstraint("study_id", "module", "version"),
        CheckConstraint("version >= 1", name="version"),
    )
    id: int | None = Field(default=None, primary_key=True)
    study_id: int = Field(foreign_key="study.id")
    module: str
    hash: str = Field(max_length=64)
    text: str = Field(sa_type=Text)
    added_at: datetime = Field(sa_type=UtcTime)
    version: int = 1
    note: str = Field(default="", sa_type=Text)


class ReviewerStatement(Row, table=True):
    """What a reviewer says of their qualification and tradition: apart from the sign-off, and only with consent.

    Special-category data. `publish` says that it may be printed with the charter, `publish_name` that the name may; a
    later row replaces an earlier one. One that takes the consent back has neither text.
    """

    __tablename__ = "reviewer_statement"
    __table_args__ = (
        CheckConstraint("consented OR (qualification = '' AND tradition = '' AND NOT publish)", name="consented"),
    )
    id: int | None = Field(default=None, primary_key=True)
    rater_id: int = Field(foreign_key="rater.id", index=True)
    consented: bool
    qualification: str = Field(default="", sa_type=Text)
    tradition: str = Field(default="", sa_type=Text)
    publish: bool = False
    publish_name: bool = False
    stated_at: datetime = Field(sa_type=UtcTime)


class SignOff(Row, table=True):
    """One reviewer's decision on one charter hash; a later row replaces an earlier one, none is changed.

    `submission` is the id under which a browser sent it, NULL for one that came in otherwise. `private_note` is for the
    study's owner alone.
    """

    __tablename__ = "sign_off"
    __table_args__ = (one_of("decision", SIGN_OFFS),)
    id: int | None = Field(default=None, primary_key=True)
    charter_id: int = Field(foreign_key="charter.id", index=True)
    rater_id: int = Field(foreign_key="rater.id", index=True)
    decision: str
    conflict: str = Field(default="", sa_type=Text)
    reasons: str = Field(default="", sa_type=Text)
    signed_at: datetime = Field(sa_type=UtcTime)
    submission: str | None = Field(default=None, unique=True)
    private_note: str = Field(default="", sa_type=Text)
