"""Who takes part: raters (people and LLM judges), their invitations and logins, and what people declared."""

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import Field

from store.tables.row import Row, UtcTime, one_of

RATER_KINDS = ("human", "llm")
ROLES = ("owner", "researcher", "scorer", "reviewer")


class Rater(Row, table=True):
    """A person or an LLM judge in one study; an owner of the whole installation has no study."""

    __table_args__ = (UniqueConstraint("study_id", "key"), one_of("kind", RATER_KINDS))
    id: int | None = Field(default=None, primary_key=True)
    study_id: int | None = Field(default=None, foreign_key="study.id")
    key: str
    kind: str
    name: str
    family: str = ""
    model: str = ""
    invented: bool = False
    created_at: datetime = Field(sa_type=UtcTime)


class Invitation(Row, table=True):
    """A personal link. Only the hash of its token is kept; it works again elsewhere until revoked or expired."""

    __table_args__ = (one_of("role", ROLES),)
    id: int | None = Field(default=None, primary_key=True)
    rater_id: int = Field(foreign_key="rater.id", index=True)
    role: str
    token_hash: str = Field(unique=True, max_length=64)
    created_at: datetime = Field(sa_type=UtcTime)
    expires_at: datetime = Field(sa_type=UtcTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Login(Row, table=True):
    """One browser in which a link was opened; known by the hash of its cookie."""

    cookie_hash: str = Field(primary_key=True, max_length=64)
    invitation_id: int = Field(foreign_key="invitation.id", index=True)
    created_at: datetime = Field(sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Declaration(Row, table=True):
    """A person's consent, and what they said of their standpoint and conflicts; kept apart from the scores.

    Tradition and qualification are special-category data: optional, and in no export.
    """

    id: int | None = Field(default=None, primary_key=True)
    rater_id: int = Field(foreign_key="rater.id", index=True)
    consented: bool
    can_score: bool
    conflict: str = Field(default="", sa_type=Text)
    tradition: str = Field(default="", sa_type=Text)
    qualification: str = Field(default="", sa_type=Text)
    declared_at: datetime = Field(sa_type=UtcTime)
