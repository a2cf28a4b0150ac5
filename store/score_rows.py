"""The rows behind an import of scores: what a study has already, and many sheets or verdicts stored at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import Select

from rubrics.entries import Entry
from store.columns import columns
from store.many_rows import insert_many
from store.sheets import first_pass, newest_version, score_fields
from store.tables import Assignment, Rater, Response, Score, Sheet, Target, Verdict, VerdictScore
from store.tables.scoring import FIRST, OWN
from store.verdicts import in_force, judge


class Said(NamedTuple):
    """A score as it compares with another of the same rater, target and axis."""

    kind: str
    value: float | None
    why: str
    confidence: float | None

    @classmethod
    def of(cls, entry: Entry) -> "Said":
        """Return an entry as it compares with a stored score."""
        return cls(entry.kind, entry.value, entry.why.strip(), entry.confidence)


Answers = dict[tuple[str, int], dict[str, Said]]
"""By rater's key and target's id: what was said on each axis."""

New = tuple[int, int, Mapping[str, Entry], str]
"""The ids of a rater and a target, the entries, and the stage of a judge's answer, empty where none is said."""

IMPORTED = "imported"
"""The stage of a verdict that came with a file which says none; also how the keys of an imported sheet begin."""


def targets(session: Session, *, study_id: int) -> dict[tuple[str, str], int]:
    """Return the ids of a study's targets, by label and module."""
    rows = session.exec(
        select(Response.label, Target.module, Target.id)
        .join(Target, col(Target.response_id) == col(Response.id))
        .where(Response.study_id == study_id)
    ).all()
    return {(label, module): target_id for label, module, target_id in rows if target_id is not None}


def rater_kinds(session: Session, *, study_id: int) -> dict[str, str]:
    """Return whether each rater of a study is `human` or `llm`, by key."""
    return dict(session.exec(select(Rater.key, Rater.kind).where(Rater.study_id == study_id)).all())


def said(session: Session, *, study_id: int) -> Answers:
    """Return every answer of a study that is in force, of people and judges; what could not be read says nothing."""
    sheets = (
        columns(Rater.key, Assignment.target_id, *_said_columns(Score))
        .select_from(Score)
        .join(Sheet, col(Score.sheet_id) == col(Sheet.id))
        .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Sheet.version == newest_version(), first_pass())
    )
    verdicts = (
        columns(Rater.key, Verdict.target_id, *_said_columns(VerdictScore))
        .select_from(VerdictScore)
        .join(Verdict, col(VerdictScore.verdict_id) == col(Verdict.id))
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Verdict.id == in_force())
    )
    found: Answers = {}
    for query in (sheets, verdicts):
        for key, target, axis, kind, value, why, confidence in session.execute(query).all():
            found.setdefault((key, target), {})[axis] = Said(kind, value, (why or "").strip(), confidence)
    return found


def _said_columns(table: type[Score] | type[VerdictScore]) -> tuple[Any, ...]:
    return table.axis, table.kind, table.value, table.why, table.confidence


def rater(
    session: Session,
    *,
    study_id: int,
    key: str,
    name: str,
    kind: str,
    now: datetime,
    family: str = "",
    model: str = "",
    invented: bool = False,
) -> int:
    """Return the id of a rater of a study, adding a person or judge who is new."""
    if kind == "llm":
        return judge(session, study_id=study_id, name=key, family=family, model=model, now=now)
    known = session.exec(select(Rater.id).where(Rater.study_id == study_id, Rater.key == key)).first()
    if known is not None:
        return known
    row = Rater(study_id=study_id, key=key, kind=kind, name=name, invented=invented, created_at=now)
    session.add(row)
    session.flush()
    return row.id or 0


def adjudicating(session: Session, *, study_id: int) -> set[tuple[str, int]]:
    """Return who is an adjudicator of which target, by rater's key and target's id."""
    rows = session.exec(
        select(Rater.key, Assignment.target_id)
        .join(Assignment, col(Assignment.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Assignment.stage == OWN)
    ).all()
    return {(key, target_id) for key, target_id in rows}


class Keep(NamedTuple):
    """Stores many answers of one file in bulk: rows go in together, and their ids are asked for afterwards."""

    study_id: int
    benchmark_hash: str
    source: str
    now: datetime

    def verdicts(self, session: Session, fresh: Sequence[New]) -> None:
        """Store judges' answers."""
        fields = {
            "replicate": 1,
            "attempt": 1,
            "state": "valid",
            "benchmark_hash": self.benchmark_hash,
            "source": self.source,
            "recorded_at": self.now,
        }
        rows = [
            {"rater_id": rater_id, "target_id": target_id, "stage": stage or IMPORTED, **fields}
            for rater_id, target_id, _, stage in fresh
        ]
        insert_many(session, Verdict, rows)
        query = select(Verdict.rater_id, Verdict.target_id, Verdict.id)
        just_now = (Verdict.source == self.source, Verdict.recorded_at == self.now)
        ids = self._ids(session, query.where(self._mine(Verdict.rater_id), *just_now))
        insert_many(session, VerdictScore, _scores("verdict_id", ids, fresh))

    def sheets(self, session: Session, fresh: Sequence[New]) -> None:
        """Store people's answers, each in its place of the person's queue, at the end where it has none."""
        held = self._places(session, fresh)
        fields = {
            "version": 1,
            "benchmark_hash": self.benchmark_hash,
            "source": self.source,
            "submitted_at": self.now,
        }
        places = [held[rater_id, target_id] for rater_id, target_id, *_ in fresh]
        insert_many(
            session, Sheet, [{"assignment_id": one, "submission": f"{IMPORTED}-{one}", **fields} for one in places]
        )
        query = select(Assignment.rater_id, Assignment.target_id, Sheet.id)
        query = query.join(Sheet, col(Sheet.assignment_id) == col(Assignment.id))
        whole = (self._mine(Assignment.rater_id), first_pass(), Sheet.version == 1)
        insert_many(session, Score, _scores("sheet_id", self._ids(session, query.where(*whole)), fresh))

    def _places(self, session: Session, fresh: Sequence[New]) -> dict[tuple[int, int], int]:
        """Return the assignment of each rater and target, adding those that are missing."""
        mine = self._mine(Assignment.rater_id)
        query = select(Assignment.rater_id, Assignment.target_id, Assignment.id).where(mine, first_pass())
        held = self._ids(session, query)
        newest = select(Assignment.rater_id, func.max(Assignment.position)).where(mine)
        last = dict(session.exec(newest.group_by(col(Assignment.rater_id))).all())
        rows: list[dict[str, Any]] = []
        for rater_id, target_id, *_ in fresh:
            if (rater_id, target_id) not in held:
                last[rater_id] = last.get(rater_id, 0) + 1
                place = {"rater_id": rater_id, "target_id": target_id, "position": last[rater_id]}
                rows.append({"key": f"{IMPORTED}-{rater_id}-{target_id}", **place, "repeat": 0, "stage": FIRST})
        insert_many(session, Assignment, rows)
        return self._ids(session, query) if rows else held

    def _mine(self, rater_id: int) -> ColumnElement[bool]:
        return col(rater_id).in_(select(Rater.id).where(Rater.study_id == self.study_id))

    def _ids(self, session: Session, query: Select[int, int, int | None]) -> dict[tuple[int, int], int]:
        """Return ids by rater and target."""
        rows = session.exec(query).all()
        return {(rater_id, target_id): one for rater_id, target_id, one in rows if one is not None}


def _scores(parent: str, ids: Mapping[tuple[int, int], int], fresh: Sequence[New]) -> list[dict[str, Any]]:
    return [
        {parent: ids[rater_id, target_id], "axis": axis, **score_fields(entry)}
        for rater_id, target_id, entries, _ in fresh
        for axis, entry in entries.items()
    ]
