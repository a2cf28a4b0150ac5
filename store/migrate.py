"""Bring a database to the newest table layout, or say how far it is.

Alembic revisions in `store/migrations`, the same for SQLite and PostgreSQL. SQLite runs them inside one transaction,
as PostgreSQL does, so a migration that fails leaves nothing behind.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from store.engine import Store

FOLDER = Path(__file__).parent / "migrations"


def configuration() -> Config:
    """Give Alembic its settings, without a file."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return config


def migrate(store: Store) -> None:
    """Upgrade the store to the newest revision; nothing happens when it is there already."""
    config = configuration()
    with store.writing() as session:
        config.attributes["connection"] = session.connection()
        command.upgrade(config, "head")


def revision(store: Store) -> str | None:
    """Return the revision the store is at, None for an empty database."""
    with store.reading() as session:
        return MigrationContext.configure(session.connection()).get_current_revision()


def newest() -> str | None:
    """Return the newest revision this code knows."""
    return ScriptDirectory.from_config(configuration()).get_current_head()
