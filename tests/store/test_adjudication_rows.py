"""The database itself refuses what the rules of adjudication refuse; an older store's places and scorers move over."""

from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from store import duties, frames
from store.engine import Session, Store
from store.migrate import configuration, migrate
from store.tables import Assignment, ClauseDoubt, DoubtReply, Duty, Resolution
from tests.store.a_gap import Gap, a_gap, say, settle
from tests.store.a_study import NOW, a_benchmark_text

Row = Callable[[Gap], Any]


def a_place(gap: Gap, **changes: Any) -> Assignment:
    fields = {"key": "new", "rater_id": gap.deborah, "target_id": gap.target_id + 1, "position": 9, "stage": "own"}
    return Assignment(**{**fields, **changes})


@pytest.mark.parametrize(
    "row",
    [
        lambda gap: a_place(gap, stage="second"),
        lambda gap: a_place(gap, target_id=gap.target_id),
        lambda gap: a_place(gap, stage="first", dropped_at=NOW),
        lambda gap: Duty(rater_id=gap.deborah, module="plain", duty="score", recorded_at=NOW),
        lambda gap: Duty(rater_id=gap.ruth, module="other", duty="watch", recorded_at=NOW),
        lambda gap: Resolution(sheet_id=1, words=" \n", earlier=[]),
        lambda gap: Resolution(sheet_id=987, words="So.", earlier=[]),
        lambda gap: ClauseDoubt(sheet_id=1, axis="truth", charter_id=987, clause="1"),
        lambda gap: DoubtReply(sheet_id=1, axis="truth", outcome="answered", words="So.", replied_at=NOW),
    ],
    ids=["stage", "twice", "first dropped", "two duties", "duty", "no words", "no sheet", "no charter", "no doubt"],
)
def test_the_database_refuses(session: Session, row: Row) -> None:
    gap = a_gap(session)
    say(session, gap, gap.ruth, {"truth": 0, "care": 3})
    say(session, gap, gap.boaz, {"truth": 3, "care": 3})
    settle(session, gap, "own", {"truth": 1, "care": 2})
    with pytest.raises(IntegrityError):  # noqa: PT012 - the row is refused when it is written
        session.add(row(gap))
        session.flush()
    session.rollback()


def test_an_older_stores_places_are_first_passes_and_its_scorers_keep_their_standpoints(database_url: str) -> None:
    modules = [
        {"id": "plain", "name": "Plain sense", "standpoint": "Everyday judgement."},
        {"id": "strict", "name": "Strict sense", "standpoint": "Stricter judgement."},
    ]
    store = Store(database_url)
    config = configuration()
    with store.reshaping() as session:
        config.attributes["connection"] = session.connection()
        command.upgrade(config, "0007")
        _an_older_study(session, modules)
    migrate(store)
    with store.reading() as session:
        assert duties.duties_of(session, rater_id=1) == {"plain": "score", "strict": "score"}
        assert duties.duties_of(session, rater_id=2) == {}
        assert frames.scores(session, study_id=1)["rater"].tolist() == ["P-1"] * 2
    store.close()


def _an_older_study(session: Session, modules: list[dict[str, str]]) -> None:
    """A study of two standpoints with an invited scorer who has a place, and a researcher."""
    at = "2026-07-01 12:00:00+00:00"
    rows: dict[str, dict[str, Any]] = {
        "benchmark": {"hash": "h", "slug": "b", "version": "v1", "text": a_benchmark_text(modules=modules)},
        "study": {"id": 1, "slug": "s", "title": "S", "note": "", "benchmark_hash": "h", "state": "open", "seed": "x"},
        "rater": {"id": 1, "study_id": 1, "key": "P-1", "kind": "human", "name": "R", "family": "", "model": ""},
        "prompt": {"id": 1, "study_id": 1, "key": "p", "category": "", "text": "?", "details": "{}"},
        "system": {"id": 1, "study_id": 1, "name": "A", "family": ""},
        "response": {"id": 1, "study_id": 1, "prompt_id": 1, "system_id": 1, "replication": 1, "label": "R-1"},
        "target": {"id": 1, "study_id": 1, "response_id": 1, "module": "plain"},
        "invitation": {"id": 1, "rater_id": 1, "role": "scorer", "token_hash": "t"},
        "assignment": {"id": 1, "key": "k", "rater_id": 1, "target_id": 1, "position": 1, "repeat": 0},
    }
    times: dict[str, tuple[str, ...]] = {"benchmark": ("added_at",), "study": ("created_at",), "rater": ("created_at",)}
    times["invitation"] = ("created_at", "expires_at")
    rows["response"] |= {"text": "Yes.", "shown_text": "Yes.", "details": "{}"}
    yes_no: dict[str, dict[str, Any]] = {
        "study": {"invented": False},
        "rater": {"invented": False},
        "system": {"grounded": False, "own": False},
        "target": {"sampled": True},
    }
    for table, row in rows.items():
        full = {**row, **yes_no.get(table, {}), **dict.fromkeys(times.get(table, ()), at)}
        if table == "study":
            full["label_secret"] = b"secret"
        _insert(session, table, full)
    researcher = {**rows["rater"], "id": 2, "key": "P-2", "invented": False, "created_at": at}
    _insert(session, "rater", researcher)
    link = {**rows["invitation"], "id": 2, "rater_id": 2, "role": "researcher", "token_hash": "u"}
    _insert(session, "invitation", {**link, "created_at": at, "expires_at": at})


def _insert(session: Session, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    gaps = ", ".join(f":{name}" for name in row)
    session.connection().execute(text(f"INSERT INTO {table} ({names}) VALUES ({gaps})"), row)
