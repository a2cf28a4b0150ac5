"""Bring a database to the newest table layout, or say how far it is.

Alembic revisions in `store/migrations`, the same for SQLite and PostgreSQL. SQLite runs them inside one transaction,
as PostgreSQL does, so a migration that fails leaves nothing behind. Two processes that start at once take turns.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import func, select

from store.engine import Store, StoreError

FOLDER = Path(__file__).parent / "migrations"
TURN = 7_268_130_542
"""The number of PostgreSQL's advisory lock that a migration holds; any number of our own will do."""


def configuration(folder: Path = FOLDER) -> Config:
    """Give Alembic its settings, without a file."""
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


def migrate(store: Store, *, folder: Path = FOLDER) -> None:
    """Upgrade the store to the newest revision; nothing happens when it is there already.

    Raises
    ------
    StoreError
        When the store has a layout that this version of the software does not know.
    """
    config = configuration(folder)
    with store.reshaping() as session:
        if not store.is_sqlite:
            session.exec(select(func.pg_advisory_xact_lock(TURN)))
        connection = session.connection()
        refuse_unknown(MigrationContext.configure(connection).get_current_revision(), "the store", folder)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def refuse_unknown(found: str | None, where: str, folder: Path = FOLDER) -> None:
    """Refuse a table layout that no revision here is about: a newer version of the software made it."""
    known = {script.revision for script in ScriptDirectory.from_config(configuration(folder)).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"{where} has the table layout {found}, which this version does not know (newest: {newest(folder)}); "
            "use the version of the software that made it, or a newer one"
        )


def revision(store: Store) -> str | None:
    """Return the revision the store is at, None for an empty database."""
    with store.reading() as session:
        return MigrationContext.configure(session.connection()).get_current_revision()


def newest(folder: Path = FOLDER) -> str | None:
    """Return the newest revision this code knows."""
    return ScriptDirectory.from_config(configuration(folder)).get_current_head()
