"""Scores from files entering a study: people's as sheets, judges' as verdicts, each rater's whole answer at once.

The same scores again add nothing; other scores for a rater and target that have some already are refused, and then
nothing at all is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rubrics.entries import Entry
from sqlmodel import Session, col, func, select

from store import events, verdicts
from store.ballots import append_sheet
from store.engine import StoreError
from store.studies import locked
from store.tables import Assignment, Rater, Response, Score, Sheet, Study, Target, Verdict, VerdictScore


@dataclass(frozen=True)
class NewAnswer:
    """What one rater said of one target in a file: an entry for each axis the file has."""

    rater: str
    kind: str
    label: str
    module: str
    entries: Mapping[str, Entry]
    family: str = ""
    model: str = ""
    invented: bool = False


def take_scores(
    session: Session,
    *,
    study_id: int,
    answers: Sequence[NewAnswer],
    source: str,
    by: int | None,
    now: datetime,
) -> int:
    """Store answers that are new and return how many.

    Raises
    ------
    StoreError
        With every problem at once: a study already sealed, or an answer that is there with other scores.
    """
    study = locked(session, study_id)
    if study.state not in ("draft", "open"):
        raise StoreError(f"the study is {study.state}; scores come in before it is sealed")
    targets = {
        (row.label, row.module): row.id
        for row in session.execute(
            select(Response.label, Target.module, Target.id)
            .join(Target, col(Target.response_id) == col(Response.id))
            .where(Response.study_id == study_id)
        ).all()
    }
    there = {"llm": _verdicts_there(session, study_id), "human": _sheets_there(session, study_id)}
    problems, fresh = [], []
    for answer in answers:
        target = targets.get((answer.label, answer.module))
        said = {axis: _said(entry.kind, entry.value, entry.why) for axis, entry in answer.entries.items()}
        known = there[answer.kind].get((answer.rater, target))
        if target is None:
            problems.append(f"response {answer.label!r} under {answer.module!r} is not in this study")
        elif known is None:
            fresh.append((answer, target))
        elif known != said:
            problems.append(f"{answer.rater} has already scored {answer.label}, with other scores")
    if problems:
        raise StoreError(*problems)
    raters: dict[tuple[str, str], int] = {}
    for answer, target in fresh:
        if (answer.kind, answer.rater) not in raters:
            raters[answer.kind, answer.rater] = _rater(session, study_id, answer, now)
        rater_id = raters[answer.kind, answer.rater]
        keep = _keep_verdict if answer.kind == "llm" else _keep_sheet
        keep(session, study, rater_id, target, answer, source, now)
    if fresh:
        details = {"answers": len(fresh), "source": source}
        events.record(session, study_id=study_id, rater_id=by, act="imported scores", details=details, now=now)
    return len(fresh)


def _said(kind: str, value: float | None, why: str | None) -> tuple[str, float | None, str]:
    return kind, value, (why or "").strip()


def _rater(session: Session, study_id: int, answer: NewAnswer, now: datetime) -> int:
    if answer.kind == "llm":
        return verdicts.judge(
            session, study_id=study_id, name=answer.rater, family=answer.family, model=answer.model, now=now
        )
    known = session.exec(select(Rater.id).where(Rater.study_id == study_id, Rater.key == answer.rater)).first()
    if known is not None:
        return known
    row = Rater(
        study_id=study_id,
        key=answer.rater,
        kind="human",
        name=answer.rater,
        invented=answer.invented,
        created_at=now,
    )
    session.add(row)
    session.flush()
    return row.id or 0


def _verdicts_there(session: Session, study_id: int) -> dict[tuple[str, int], dict[str, Any]]:
    found: dict[tuple[str, int], dict[str, Any]] = {}
    rows = session.execute(
        select(
            Rater.key,
            Verdict.target_id,
            VerdictScore.axis,
            VerdictScore.kind,
            VerdictScore.value,
            VerdictScore.why,
        )
        .join(Verdict, col(Verdict.rater_id) == col(Rater.id))
        .outerjoin(VerdictScore, col(VerdictScore.verdict_id) == col(Verdict.id))
        .where(Rater.study_id == study_id, Rater.kind == "llm")
    ).all()
    for key, target, axis, kind, value, why in rows:
        found.setdefault((key, target), {})[axis] = _said(kind, value, why)
    return found


def _sheets_there(session: Session, study_id: int) -> dict[tuple[str, int], dict[str, Any]]:
    found: dict[tuple[str, int], dict[str, Any]] = {}
    newest = (
        select(func.max(Sheet.version))
        .where(Sheet.assignment_id == Assignment.id)
        .correlate(Assignment)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Rater.key, Assignment.target_id, Score.axis, Score.kind, Score.value, Score.why)
        .join(Assignment, col(Assignment.rater_id) == col(Rater.id))
        .join(Sheet, col(Sheet.assignment_id) == col(Assignment.id))
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, Sheet.version == newest, Assignment.repeat == 0)
    ).all()
    for key, target, axis, kind, value, why in rows:
        found.setdefault((key, target), {})[axis] = _said(kind, value, why)
    return found


def _keep_verdict(
    session: Session, study: Study, rater_id: int, target: int, answer: NewAnswer, source: str, now: datetime
) -> None:
    row = Verdict(
        target_id=target,
        rater_id=rater_id,
        stage="imported",
        state="valid",
        benchmark_hash=study.benchmark_hash,
        source=source,
        recorded_at=now,
    )
    session.add(row)
    session.flush()
    for axis, entry in answer.entries.items():
        session.add(
            VerdictScore(
                verdict_id=row.id or 0,
                axis=axis,
                kind=entry.kind,
                value=entry.value,
                why=entry.why.strip() or None,
                confidence=entry.confidence,
            )
        )
    session.flush()


def _keep_sheet(
    session: Session, study: Study, rater_id: int, target: int, answer: NewAnswer, source: str, now: datetime
) -> None:
    held = session.exec(
        select(Assignment).where(
            Assignment.rater_id == rater_id, Assignment.target_id == target, Assignment.repeat == 0
        )
    ).first()
    if held is None:
        last = session.exec(
            select(func.coalesce(func.max(Assignment.position), 0)).where(Assignment.rater_id == rater_id)
        ).one()
        key = f"import-{rater_id}-{target}"
        held = Assignment(key=key, rater_id=rater_id, target_id=target, position=last + 1)
        session.add(held)
        session.flush()
    append_sheet(
        session,
        assignment_id=held.id or 0,
        version=1,
        submission=f"import-{held.id}",
        benchmark_hash=study.benchmark_hash,
        source=source,
        entries=answer.entries,
        now=now,
    )
