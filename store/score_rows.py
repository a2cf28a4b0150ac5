"""The rows behind an import of scores: what a study has already, and many sheets or verdicts stored at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import insert
from sqlmodel import Session, col, func, select

from rubrics.entries import Entry
from store.columns import columns
from store.sheets import newest_version, score_fields
from store.tables import Assignment, Rater, Response, Score, Sheet, Target, Verdict, VerdictScore
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

New = tuple[int, int, Mapping[str, Entry]]
"""The ids of a rater and a target, and the entries."""


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
        .where(Rater.study_id == study_id, Sheet.version == newest_version(), Assignment.repeat == 0)
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
    row = {"study_id": study_id, "key": key, "kind": kind, "name": key, "invented": invented, "created_at": now}
    return _insert(session, Rater, [{**row, "family": "", "model": ""}])[0]


class Keep(NamedTuple):
    """Stores many answers of one file."""

    study_id: int
    benchmark_hash: str
    source: str
    now: datetime

    def verdicts(self, session: Session, fresh: Sequence[New]) -> None:
        """Store judges' answers."""
        rows = [
            {
                "target_id": target_id,
                "rater_id": rater_id,
                "stage": "imported",
                "replicate": 1,
                "attempt": 1,
                "state": "valid",
                "benchmark_hash": self.benchmark_hash,
                "source": self.source,
                "recorded_at": self.now,
            }
            for rater_id, target_id, _ in fresh
        ]
        ids = _insert(session, Verdict, rows)
        _insert_scores(session, VerdictScore, "verdict_id", ids, fresh)

    def sheets(self, session: Session, fresh: Sequence[New]) -> None:
        """Store people's answers, each in its place of the person's queue, at the end where it has none."""
        held = self._assignments(session, fresh)
        rows = [
            {
                "assignment_id": held[rater_id, target_id],
                "version": 1,
                "submission": f"import-{held[rater_id, target_id]}",
                "benchmark_hash": self.benchmark_hash,
                "source": self.source,
                "submitted_at": self.now,
            }
            for rater_id, target_id, _ in fresh
        ]
        ids = _insert(session, Sheet, rows)
        _insert_scores(session, Score, "sheet_id", ids, fresh)

    def _assignments(self, session: Session, fresh: Sequence[New]) -> dict[tuple[int, int], int]:
        of_study = col(Assignment.rater_id).in_(select(Rater.id).where(Rater.study_id == self.study_id))
        found = session.exec(
            select(Assignment.rater_id, Assignment.target_id, Assignment.id).where(of_study, Assignment.repeat == 0)
        ).all()
        held = {(rater_id, target_id): one for rater_id, target_id, one in found if one is not None}
        last = dict(
            session.exec(
                select(Assignment.rater_id, func.max(Assignment.position))
                .where(of_study)
                .group_by(col(Assignment.rater_id))
            ).all()
        )
        rows: list[dict[str, Any]] = []
        for rater_id, target_id, _ in fresh:
            if (rater_id, target_id) in held:
                continue
            last[rater_id] = last.get(rater_id, 0) + 1
            key = f"import-{rater_id}-{target_id}"
            place = {"rater_id": rater_id, "target_id": target_id, "position": last[rater_id]}
            rows.append({"key": key, "repeat": 0, **place})
        ids = _insert(session, Assignment, rows)
        held |= {(row["rater_id"], row["target_id"]): one for row, one in zip(rows, ids, strict=True)}
        return held


Numbered = type[Rater] | type[Assignment] | type[Sheet] | type[Verdict]


def _insert(session: Session, table: Numbered, rows: Sequence[dict[str, Any]]) -> list[int]:
    """Insert rows and return their ids in the same order."""
    if not rows:
        return []
    query = insert(table).returning(col(table.id), sort_by_parameter_order=True)
    return [one for one in session.execute(query, rows).scalars() if one is not None]


def _insert_scores(
    session: Session, table: type[Score] | type[VerdictScore], parent: str, ids: Sequence[int], fresh: Sequence[New]
) -> None:
    rows = [
        {parent: one, "axis": axis, **score_fields(entry)}
        for one, (_, _, entries) in zip(ids, fresh, strict=True)
        for axis, entry in entries.items()
    ]
    if rows:
        session.execute(insert(table), rows)
