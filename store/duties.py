"""Who is qualified for which standpoint, and as what: a scorer scores there, an adjudicator settles between two.

Nobody does both from one standpoint: who has scored a response cannot settle it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from store import benchmarks, events
from store.columns import columns
from store.engine import StoreError
from store.tables import Assignment, Duty, Rater, Target
from store.tables.adjudication import ADJUDICATE, SCORE
from store.tables.scoring import FINAL, FIRST, OWN

__all__ = ["ADJUDICATE", "SCORE", "duties_of", "modules_to_score", "of_study", "record"]

SAID = {SCORE: "scores", ADJUDICATE: "settles"}


def duties_of(session: Session, *, rater_id: int) -> dict[str, str]:
    """Return what a person does in each module: `score` or `adjudicate`; no module that nothing is recorded for."""
    rows = session.exec(select(Duty.module, Duty.duty).where(Duty.rater_id == rater_id)).all()
    return dict(rows)


def modules_to_score(session: Session, *, rater_id: int, modules: Sequence[str]) -> list[str]:
    """Return those of a study's modules from which a person scores.

    Where nothing is recorded of somebody, the one module of a study counts as theirs; of several none does.
    """
    duties = duties_of(session, rater_id=rater_id)
    if not duties and len(modules) == 1:
        return list(modules)
    return [one for one in modules if duties.get(one) == SCORE]


def of_study(session: Session, *, study_id: int) -> dict[int, dict[str, str]]:
    """Return what is recorded of everybody in a study, by rater and module."""
    rows = session.execute(
        columns(Duty.rater_id, Duty.module, Duty.duty)
        .join(Rater, col(Duty.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id)
        .order_by(col(Duty.rater_id), Duty.module)
    ).all()
    found: dict[int, dict[str, str]] = {}
    for rater_id, module, duty in rows:
        found.setdefault(rater_id, {})[module] = duty
    return found


def record(
    session: Session,
    *,
    study_id: int,
    rater_id: int,
    modules: Collection[str],
    duty: str,
    by: int | None,
    now: datetime,
) -> None:
    """Record what a person does in some modules of a study, beside what they do in others.

    With no module named, the one module of a study is meant, or what is recorded already.

    Raises
    ------
    StoreError
        With every problem: no such module, none named where there are several, or the other duty in one of them.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    only = [benchmark.modules[0].id] if len(benchmark.modules) == 1 else []
    before = duties_of(session, rater_id=rater_id)
    wanted = list(dict.fromkeys(modules)) or only or [one for one, was in before.items() if was == duty]
    if problems := [*_unsound(session, rater_id, {one.id: one.name for one in benchmark.modules}, wanted, duty)]:
        raise StoreError(*problems)
    for module in wanted:
        if module not in before:
            session.add(Duty(rater_id=rater_id, module=module, duty=duty, recorded_at=now))
            details: events.Details = {"rater": rater_id, "module": module, "duty": duty}
            events.record(session, study_id=study_id, rater_id=by, act="recorded duty", details=details, now=now)
    session.flush()


def _unsound(
    session: Session, rater_id: int, names: Mapping[str, str], wanted: Sequence[str], duty: str
) -> Iterator[str]:
    """Say why something cannot be recorded; `names` are those of the study's modules."""
    before = duties_of(session, rater_id=rater_id)
    allowed = ", ".join(names)
    if not wanted:
        yield f"say from which standpoint (the study has several); allowed: {allowed}"
    for module in wanted:
        if module not in names:
            yield f"there is no standpoint {module!r}; allowed: {allowed}"
        elif before.get(module, duty) != duty:
            yield f"this person {SAID[before[module]]} {names[module]}; nobody scores and settles from one standpoint"
        elif duty == ADJUDICATE and _has_places(session, rater_id, module, (FIRST,)):
            yield f"this person scores {names[module]}; who settles must not be one of those who scored"
        elif duty == SCORE and _has_places(session, rater_id, module, (OWN, FINAL)):
            yield f"this person settles {names[module]}; who scores must not have seen what others gave"


def _has_places(session: Session, rater_id: int, module: str, stages: Collection[str]) -> bool:
    query = select(Assignment.id).join(Target, col(Assignment.target_id) == col(Target.id))
    mine = (Assignment.rater_id == rater_id, col(Assignment.stage).in_(stages), Target.module == module)
    return session.exec(query.where(*mine)).first() is not None
