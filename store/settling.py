"""What settling a study reads and keeps: targets with their authors, what files say of them, and what counts."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, insert
from sqlmodel import Session, col, func, select

from store.asking import ask
from store.columns import columns
from store.settling_people import PEOPLE
from store.tables import Rater, Response, SettledScore, Study, System, Target, Verdict, VerdictScore
from store.verdicts import newest_settled

PROTOCOL = "median"
"""The name under which judges' scores that came with files are settled; each settled score says by which rule."""

AT_ONCE = 500
"""Targets asked for in one query."""


class AuthoredTarget(NamedTuple):
    """A target, and who wrote the response; `empty` when what raters see of it is nothing but blanks."""

    id: int
    label: str
    module: str
    system: str
    family: str
    own: bool
    empty: bool


class GivenVerdict(NamedTuple):
    """One judge's answer on a target; `scores` are by axis, None for not applicable, empty unless it is valid."""

    id: int
    target_id: int
    judge: str
    model: str
    family: str
    stage: str
    attempt: int
    state: str
    confidence: float | None
    scores: dict[str, float | None]


def seed(session: Session, *, study_id: int) -> str:
    """Return the study's seed, from which its audit set is drawn."""
    return session.exec(select(Study.seed).where(Study.id == study_id)).one()


def targets(session: Session, *, study_id: int) -> list[AuthoredTarget]:
    """Return the targets of a study, by id."""
    shown = func.coalesce(Response.shown_text, Response.text)
    rows = session.execute(
        columns(
            Target.id,
            Response.label,
            Target.module,
            System.name,
            System.family,
            System.own,
            func.length(func.trim(shown, " \t\r\n")) == 0,
        )
        .select_from(Target)
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(System, col(Response.system_id) == col(System.id))
        .where(Target.study_id == study_id)
        .order_by(col(Target.id))
    ).all()
    return [AuthoredTarget(*row) for row in rows]


def given_verdicts(session: Session, *, study_id: int) -> list[GivenVerdict]:
    """Return the verdicts that came with files, by id; repeats by which a judge is measured are left out."""
    theirs = (Target.study_id == study_id, col(Verdict.run_id).is_(None), Verdict.replicate == 1)
    rows = session.execute(
        columns(
            Verdict.id,
            Verdict.target_id,
            Rater.key,
            Rater.model,
            Rater.family,
            Verdict.stage,
            Verdict.attempt,
            Verdict.state,
            Verdict.confidence,
        )
        .select_from(Verdict)
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .where(*theirs)
        .order_by(col(Verdict.id))
    ).all()
    found = {row[0]: GivenVerdict._make((*row, {})) for row in rows}
    scores = session.execute(
        columns(VerdictScore.verdict_id, VerdictScore.axis, VerdictScore.value)
        .select_from(VerdictScore)
        .join(Verdict, col(VerdictScore.verdict_id) == col(Verdict.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .where(*theirs, Verdict.state == "valid")
    ).all()
    for verdict_id, axis, value in scores:
        found[verdict_id].scores[axis] = None if value is None else float(value)
    return list(found.values())


class Kept(NamedTuple):
    """What counts for a target and axis, as a row of the store; `rule` is in words, and says what is missing."""

    target_id: int
    axis: str
    protocol: str
    version: int
    kind: str
    value: float | None
    n: int
    nulls: int
    rule: str
    verdict_ids: list[int]


_IN_FORCE = columns(*(getattr(SettledScore, name) for name in Kept._fields)).where(
    col(SettledScore.protocol) == bindparam("protocol"),
    col(SettledScore.target_id).in_(bindparam("targets", expanding=True)),
    col(SettledScore.version) == newest_settled(),
)
_APPEND = insert(SettledScore)


def in_force(session: Session, *, protocol: str, target_ids: Sequence[int]) -> dict[tuple[int, str], Kept]:
    """Return the settled scores in force of some targets under a protocol, by target and axis."""
    found: dict[tuple[int, str], Kept] = {}
    for start in range(0, len(target_ids), AT_ONCE):
        gaps = {"protocol": protocol, "targets": list(target_ids[start : start + AT_ONCE])}
        rows = [Kept._make(row) for row in ask(session, _IN_FORCE, gaps)]
        found |= {(row.target_id, row.axis): row for row in rows}
    return found


def append(session: Session, *, rows: Sequence[Kept], now: datetime) -> None:
    """Append settled scores; their versions say which counts."""
    if rows:
        ask(session, _APPEND, [{**row._asdict(), "settled_at": now} for row in rows])


def protocols(session: Session, *, study_id: int) -> list[str]:
    """Return the protocols and runs under which a study has settled scores of judges, sorted."""
    query = select(SettledScore.protocol).join(Target, col(SettledScore.target_id) == col(Target.id))
    of_judges = (Target.study_id == study_id, SettledScore.protocol != PEOPLE)
    return sorted(session.exec(query.where(*of_judges).distinct()).all())
