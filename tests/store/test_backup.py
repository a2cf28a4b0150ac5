"""A backup is whole or not there; restoring never loses what was there before."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from store import ballots
from store.backup import USE_PG_DUMP, backup, restore
from store.engine import Store, StoreError
from store.migrate import migrate
from store.tables import Sheet, Study
from tests.store.a_study import NOW, a_draft, a_scorer, a_store, a_submission, an_open_study


@pytest.fixture
def live(sqlite_store_url: str) -> Iterator[Store]:
    with a_store(sqlite_store_url) as store:
        yield store


def fill(store: Store, slug: str) -> None:
    with store.writing() as session:
        a_draft(session, slug=slug)


def slugs(store: Store) -> list[str]:
    with store.reading() as session:
        return sorted(session.exec(select(Study.slug)).all())


def beside(store: Store) -> list[str]:
    """The names of all files in the store's folder, but SQLite's own."""
    assert store.file is not None
    return sorted(file.name for file in store.file.parent.iterdir() if not file.name.endswith(("-wal", "-shm")))


def test_a_backup_is_made_while_the_app_goes_on_and_holds_what_was_committed(live: Store, tmp_path: Path) -> None:
    fill(live, "kept")
    copy = tmp_path / "new folder" / "copy #1.db"
    with live.writing() as session:
        a_draft(session, slug="unfinished")
        session.flush()
        backup(live, copy)
    fill(live, "later")
    assert [file.name for file in copy.parent.iterdir()] == ["copy #1.db"]
    with a_store(f"sqlite:///{copy}") as saved:
        assert slugs(saved) == ["kept"]


def test_a_backup_overwrites_nothing(live: Store, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("precious")
    with pytest.raises(StoreError, match=r"there\.db exists already; choose another name, nothing is overwritten"):
        backup(live, there)
    assert there.read_text() == "precious"


def test_there_is_nothing_to_back_up_before_the_store_is_made(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'none.db'}")
    with pytest.raises(StoreError, match=r"there is no store at .*; `secondreader init` makes one"):
        backup(store, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []
    store.close()


def test_a_damaged_store_is_not_taken_for_a_backup(live: Store, tmp_path: Path) -> None:
    fill(live, "kept")
    live.close()
    damage(live)
    with pytest.raises(StoreError, match=r"store\.sqlite"):
        backup(live, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "copy.db.part").exists()


def damage(store: Store) -> None:
    """Overwrite the middle of the file, as a failing disk does."""
    assert store.file is not None
    content = bytearray(store.file.read_bytes())
    content[4096 : len(content) // 2] = b"\xa5" * (len(content) // 2 - 4096)
    store.file.write_bytes(bytes(content))


def test_a_restored_store_is_as_it_was(live: Store, tmp_path: Path) -> None:
    with live.writing() as session:
        scorer = a_scorer(session, an_open_study(session))
        ballots.submit(session, rater_id=scorer.rater_id, submission=a_submission(scorer.keys[0]), now=NOW)
    copy = tmp_path / "copy.db"
    backup(live, copy)
    restored = Store(f"sqlite:///{tmp_path / 'elsewhere' / 'store.db'}")
    restore(restored, copy)
    migrate(restored)
    with restored.reading() as session:
        assert session.exec(select(Sheet.submission)).all() == [f"once-{scorer.keys[0]}"]
    restored.close()
    assert copy.is_file()


def test_a_store_that_is_there_is_not_replaced_unasked(live: Store, tmp_path: Path) -> None:
    fill(live, "saved")
    backup(live, tmp_path / "copy.db")
    fill(live, "since-then")
    with pytest.raises(StoreError, match=r"there is a store at .* already; stop the app and add --replace"):
        restore(live, tmp_path / "copy.db")
    assert slugs(live) == ["saved", "since-then"]


def test_what_was_replaced_is_kept_each_time(live: Store, tmp_path: Path) -> None:
    fill(live, "saved")
    backup(live, tmp_path / "copy.db")
    for round_ in ("first", "second"):
        fill(live, round_)
        restore(live, tmp_path / "copy.db", replace=True)
        assert slugs(live) == ["saved"]
    live.close()
    assert beside(live) == ["copy.db", "store.sqlite", "store.sqlite.before-restore", "store.sqlite.before-restore-2"]
    for name, kept in (("", "first"), ("-2", "second")):
        with a_store(f"sqlite:///{live.file}.before-restore{name}") as before:
            assert slugs(before) == sorted(["saved", kept])


def test_work_that_was_committed_but_not_yet_moved_into_the_file_is_kept_too(live: Store, tmp_path: Path) -> None:
    """A process that was killed leaves its last commits in the file beside, which SQLite calls the WAL."""
    fill(live, "saved")
    backup(live, tmp_path / "copy.db")
    fill(live, "in-the-wal")
    assert live.file is not None
    whole = {ending: Path(f"{live.file}{ending}").read_bytes() for ending in ("", "-wal")}
    live.close()
    for ending, content in whole.items():
        Path(f"{live.file}{ending}").write_bytes(content)
    restore(live, tmp_path / "copy.db", replace=True)
    with a_store(f"sqlite:///{live.file}.before-restore") as before:
        assert slugs(before) == ["in-the-wal", "saved"]
    assert slugs(live) == ["saved"]


def test_a_damaged_store_can_be_replaced_and_is_kept_as_it_is(live: Store, tmp_path: Path) -> None:
    fill(live, "saved")
    backup(live, tmp_path / "copy.db")
    live.close()
    assert live.file is not None
    live.file.write_bytes(b"not a database at all" * 1000)
    restore(live, tmp_path / "copy.db", replace=True)
    assert slugs(live) == ["saved"]
    assert Path(f"{live.file}.before-restore").read_bytes() == b"not a database at all" * 1000


def test_a_store_in_use_is_not_replaced(live: Store, tmp_path: Path) -> None:
    fill(live, "saved")
    backup(live, tmp_path / "copy.db")
    fill(live, "since-then")
    assert live.file is not None
    with closing(sqlite3.connect(live.file)) as the_app:
        the_app.execute("SELECT count(*) FROM study").fetchone()
        with pytest.raises(StoreError, match=r"cannot be put aside .*; stop the app first"):
            restore(live, tmp_path / "copy.db", replace=True)
    assert slugs(live) == ["saved", "since-then"]
    live.close()
    assert beside(live) == ["copy.db", "store.sqlite"]


SPOILT = {
    "missing": None,
    "empty": b"",
    "text": b"id,name\n1,Ruth\n",
    "cut short": "half",
    "another program's": "foreign",
    "a newer version's": "newer",
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_no_whole_backup_of_ours_is_refused_and_the_store_stays(
    live: Store, tmp_path: Path, spoilt: str
) -> None:
    fill(live, "kept")
    copy = tmp_path / "copy.db"
    backup(live, copy)
    content = SPOILT[spoilt]
    if content is None:
        copy.unlink()
    elif isinstance(content, bytes):
        copy.write_bytes(content)
    elif content == "half":
        copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    else:
        said = (
            "DROP TABLE alembic_version" if content == "foreign" else "UPDATE alembic_version SET version_num = '9999'"
        )
        with closing(sqlite3.connect(copy)) as other:
            other.execute(said)
            other.commit()
    with pytest.raises(StoreError, match=r"copy\.db"):
        restore(live, copy, replace=True)
    assert slugs(live) == ["kept"]
    live.close()
    assert beside(live) == sorted({"store.sqlite", "copy.db"} - ({"copy.db"} if content is None else set()))


def test_a_backup_on_a_medium_that_cannot_be_written_to_is_read(live: Store, tmp_path: Path) -> None:
    fill(live, "saved")
    backup(live, tmp_path / "medium" / "copy.db")
    before = (tmp_path / "medium").stat().st_mtime_ns
    restored = Store(f"sqlite:///{tmp_path / 'new' / 'store.db'}")
    restore(restored, tmp_path / "medium" / "copy.db")
    assert slugs(restored) == ["saved"]
    restored.close()
    assert (tmp_path / "medium").stat().st_mtime_ns == before


def test_postgresql_has_tools_of_its_own(postgres_database_url: str, tmp_path: Path) -> None:
    store = Store(postgres_database_url)
    for act in (backup, restore):
        with pytest.raises(StoreError) as error:
            act(store, tmp_path / "copy.db")
        assert error.value.problems == (USE_PG_DUMP,)
    store.close()
