"""No key is anywhere after a run: not in the store, its logs, its exports, nor in what is shown; on both engines."""

import json
from pathlib import Path

import pytest
from sqlmodel import col, select

from cli.run_text import status_json, status_text
from files.export import export_scores
from publishing.bundle import bundle_files
from publishing.release_tables import release_of
from store import studies
from store.engine import Store
from store.tables import CallTry, Row, RunBatch, RunCall
from tests.judging.run.a_run import FAKE_KEY, a_big_study, a_judge, a_panel, a_worker_process, go, planned, standing
from tests.store.a_study import NOW
from tests.stub_client import Stub

RESPONSES = 4
RULES = [
    {"contains": "Answer number 1 ", "mode": "500", "times": 1},
    {"contains": "Answer number 2 ", "mode": "malformed"},
    {"contains": "Answer number 3 ", "mode": "400"},
    {"model": "teak", "mode": "401"},
]


def everything_stored(store: Store) -> str:
    """Every row of every table as text, and on SQLite the bytes of its files too."""
    with store.reading() as session:
        connection = session.connection()
        rows = [repr(row) for table in Row.metadata.sorted_tables for row in connection.execute(table.select())]
    files = [] if store.file is None else store.file.parent.glob(f"{store.file.name}*")
    return "\n".join([*rows, *(one.read_bytes().decode("latin-1") for one in files)])


@pytest.fixture
def ended(store: Store, stub: Stub, tmp_path: Path) -> tuple[int, int, Path]:
    """A run with every kind of error, one judge asked in batches, by a worker of its own: study, run and log."""
    stub.control(rules=RULES)
    with store.writing() as session:
        study_id = a_big_study(session, RESPONSES)
    judges = tuple(a_judge(stub.url, name) for name in ("aspen", "pine", "teak"))
    panel = a_panel(stub.url).model_copy(update={"judges": judges})
    run_id = planned(store, study_id, panel, batched=("pine",), batch_poll_s=0.05)
    go(store, run_id)
    address = store.address.render_as_string(hide_password=False)
    assert a_worker_process(address, run_id, tmp_path / "log").wait(120) == 0
    return study_id, run_id, tmp_path / "log"


def test_no_key_is_in_the_store_the_log_the_status_or_any_export(
    store: Store, stub: Stub, ended: tuple[int, int, Path]
) -> None:
    study_id, run_id, log = ended
    assert f"Bearer {FAKE_KEY}" in {one["headers"]["authorization"] for one in stub.requests()}
    with store.reading() as session:
        sent = session.exec(
            select(RunCall.judge, CallTry.state).join(CallTry, col(CallTry.call_id) == RunCall.id)
        ).all()
        assert {("pine", "answered"), ("aspen", "answered"), ("aspen", "rejected"), ("teak", "rejected")} <= set(sent)
        assert session.exec(select(RunBatch)).all()
    status = standing(store, run_id)
    with store.writing() as session:
        export = export_scores(session, study_id=study_id, by=None, now=NOW, with_authors=True)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    with store.reading() as session:
        bundle = bundle_files(release_of(session, study_id=study_id, named=True), made_at=NOW)
    places = {
        "store": everything_stored(store),
        "log": log.read_text(),
        "status": status_text(status) + json.dumps(status_json(status), default=str),
        "export": repr(export),
        "bundle": "\n".join(content.decode("latin-1") for content in bundle.values()),
    }
    assert places["log"]
    assert [name for name, text in places.items() if FAKE_KEY in text] == []


def test_what_looks_for_the_key_would_find_it(sqlite_store: Store) -> None:
    with sqlite_store.writing() as session:
        a_big_study(session, 1)
        session.connection().exec_driver_sql("UPDATE response SET text = ?", (f"my key is {FAKE_KEY}",))
    assert FAKE_KEY in everything_stored(sqlite_store)
