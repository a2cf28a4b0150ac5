"""What settling a study reads: its targets with their authors, and what judges' files say of them."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session, col, func, select

from store.columns import columns
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


def in_force(session: Session, *, protocol: str, target_ids: Sequence[int]) -> dict[tuple[int, str], SettledScore]:
    """Return the settled scores in force of some targets under a protocol, by target and axis."""
    found: dict[tuple[int, str], SettledScore] = {}
    for start in range(0, len(target_ids), AT_ONCE):
        query = select(SettledScore).where(
            SettledScore.protocol == protocol,
            SettledScore.version == newest_settled(),
            col(SettledScore.target_id).in_(target_ids[start : start + AT_ONCE]),
        )
        found |= {(row.target_id, row.axis): row for row in session.exec(query).all()}
    return found


def protocols(session: Session, *, study_id: int) -> list[str]:
    """Return the protocols and runs under which a study has settled scores, sorted."""
    query = select(SettledScore.protocol).join(Target, col(SettledScore.target_id) == col(Target.id))
    return sorted(session.exec(query.where(Target.study_id == study_id).distinct()).all())
