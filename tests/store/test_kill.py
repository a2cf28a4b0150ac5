"""A process that is killed in the middle of saving loses at most the save it was about (field case 6)."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from store.engine import Store
from store.events import broken_links
from store.migrate import migrate
from store.responses import NewResponse
from store.tables import Draft, Score, Sheet
from tests.store.a_study import a_scorer, a_store, an_intake, an_open_study

SAVING = """
import json, sys
from store import ballots
from store.engine import Store
from tests.store.a_study import NOW, a_draft_save, a_submission

url, rater_id, keys = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
store = Store(url)
for number, key in enumerate(keys):
    with store.writing() as session:
        save = a_draft_save(key, entries={"truth": {"why": "typing"}})
        ballots.save_draft(session, rater_id=rater_id, save=save, now=NOW)
    print("draft", number, flush=True)
    with store.writing() as session:
        ballots.submit(session, rater_id=rater_id, submission=a_submission(key), now=NOW)
    print("sheet", number, flush=True)
sys.stdin.read()
"""
PLACES = 60


@pytest.mark.parametrize("after", [1, 20, 41])
def test_a_killed_process_loses_at_most_the_save_in_flight(store_url: str, after: int) -> None:
    with a_store(store_url) as store:
        with store.writing() as session:
            many = [NewResponse("P-1", "Alder", f"Answer {n}.", n) for n in range(1, PLACES + 1)]
            study_id = an_open_study(session, intake=an_intake(responses=many))
            scorer = a_scorer(session, study_id)
        said = killed_after(after, store_url, scorer.rater_id, scorer.keys)
        with store.reading() as session:
            sheets = session.exec(select(Sheet.submission)).all()
            drafts = session.exec(select(Draft)).all()
            scores = session.exec(select(Score)).all()
            assert broken_links(session, study_id=study_id) == []
        acknowledged = sum(line.startswith("sheet") for line in said)
        assert acknowledged <= len(sheets) <= acknowledged + 1
        assert len(scores) == 2 * len(sheets)
        assert {f"once-{key}" for key in scorer.keys[: len(sheets)]} == set(sheets)
        drafted = sum(line.startswith("draft") for line in said)
        assert drafted <= len(sheets) + len(drafts) <= drafted + 1
        if store.file is not None:
            assert whole(store.file)


def killed_after(lines: int, url: str, rater_id: int, keys: tuple[str, ...]) -> list[str]:
    """Kill -9 a saving process once it has said so many things, and return everything it has said."""
    with saving(url, rater_id, keys) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return [line for line in said if line.endswith("\n")]


def saving(url: str, rater_id: int, keys: Sequence[str]) -> "subprocess.Popen[str]":
    """A process that saves and submits at these places, one after the other, and then waits for its input to end."""
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", SAVING, url, str(rater_id), json.dumps(keys)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def whole(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as connection:
        verdict: tuple[str] = connection.execute("PRAGMA integrity_check").fetchone()
    return verdict == ("ok",)


def test_the_work_goes_on_after_the_next_start(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store, store.writing() as session:
        study_id = an_open_study(session)
        scorer = a_scorer(session, study_id)
    killed_after(3, sqlite_store_url, scorer.rater_id, scorer.keys)
    again = Store(sqlite_store_url)
    migrate(again)
    before = submitted(again)
    left = [key for key in scorer.keys if f"once-{key}" not in before]
    with saving(sqlite_store_url, scorer.rater_id, left) as process:
        process.communicate()
    assert process.returncode == 0
    assert submitted(again) == {f"once-{key}" for key in scorer.keys}
    again.close()


def submitted(store: Store) -> set[str]:
    with store.reading() as session:
        return set(session.exec(select(Sheet.submission)))
