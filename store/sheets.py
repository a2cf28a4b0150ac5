"""Sheets as stored: appended whole, never changed, the newest version of each assignment counts."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, ScalarSelect, and_, insert
from sqlmodel import Session, col, func, select

from rubrics.entries import Entry
from store.asking import ask
from store.tables import Assignment, Score, Sheet
from store.tables.scoring import FIRST


def newest_version() -> ScalarSelect[int]:
    """The highest version among an assignment's own sheets, for use within a query; NULL when none was submitted."""
    return (
        select(func.max(Sheet.version))
        .where(Sheet.assignment_id == Assignment.id)
        .correlate(Assignment)
        .scalar_subquery()
    )


def first_pass() -> ColumnElement[bool]:
    """What measures agreement: scorers' own places, without hidden repeats and without what adjudicators say."""
    return and_(col(Assignment.repeat) == 0, col(Assignment.stage) == FIRST)


_SHEET = insert(Sheet).returning(col(Sheet.id))
_SCORES = insert(Score)


def append_sheet(
    session: Session,
    *,
    assignment_id: int,
    version: int,
    submission: str,
    benchmark_hash: str,
    source: str,
    entries: Mapping[str, Entry],
    now: datetime,
    charter_hash: str | None = None,
) -> int:
    """Append one checked sheet with all its scores, and return its id."""
    sheet = {
        "assignment_id": assignment_id,
        "version": version,
        "submission": submission,
        "benchmark_hash": benchmark_hash,
        "source": source,
        "submitted_at": now,
        "charter_hash": charter_hash,
    }
    sheet_id = ask(session, _SHEET, sheet).scalar_one()
    ask(session, _SCORES, [{"sheet_id": sheet_id, "axis": axis, **score_fields(one)} for axis, one in entries.items()])
    return int(sheet_id)


def score_fields(entry: Entry) -> dict[str, str | float | None]:
    """Return an entry as the fields of a stored score."""
    return {
        "kind": entry.kind,
        "value": entry.value,
        "why": entry.why.strip() or None,
        "confidence": entry.confidence,
    }
