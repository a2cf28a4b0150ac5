"""Runs: recorded before anything is sent, found again, and moved from state to state."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, literal, select, update
from sqlmodel import Session

from store import events
from store.asking import ask
from store.engine import StoreError
from store.run_money import JUDGE, RUN, Money
from store.tables import Row, Run, RunJudge
from store.tables.row import UtcTime

TARGET = Row.metadata.tables["target"]
RUN_TARGET = Row.metadata.tables["run_target"]
WORKER = Row.metadata.tables["run_worker"]


class RunRow(NamedTuple):
    """A run as it is recorded: see the table."""

    id: int
    study_id: int
    kind: str
    protocol: str
    benchmark_hash: str
    manifest: Mapping[str, Any]
    manifest_hash: str
    panel: Mapping[str, Any]
    options: Mapping[str, Any]
    state: str
    wanted: str
    why: str
    cap_usd: float | None
    cap_consent: bool
    spent_usd: float
    reserved_usd: float
    doubtful_usd: float
    unknown_calls: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None

    @property
    def money(self) -> Money:
        """The sums of the run."""
        return Money(self.spent_usd, self.reserved_usd, self.doubtful_usd, self.unknown_calls)


class Held(NamedTuple):
    """A run whose row is locked: what is wanted, what it may cost, and whether the asking worker counts as dead."""

    state: str
    wanted: str
    cap_usd: float | None
    money: Money
    worker_ended: bool


class NewRun(NamedTuple):
    """A run as it is planned; `judges` are the panel's ids with the rater each is, `targets` what is judged."""

    study_id: int
    kind: str
    protocol: str
    benchmark_hash: str
    manifest: Mapping[str, Any]
    manifest_hash: str
    panel: Mapping[str, Any]
    options: Mapping[str, Any]
    cap_usd: float | None
    cap_consent: bool
    judges: Mapping[str, int | None]
    targets: Sequence[int]


_COLUMNS = [RUN.c[name] for name in RunRow._fields]
_MONEY = (RUN.c.spent_usd, RUN.c.reserved_usd, RUN.c.doubtful_usd, RUN.c.unknown_calls)
_ENDED = select(WORKER.c.ended_at).where(WORKER.c.id == bindparam("worker")).scalar_subquery()
_HOLD = (
    select(RUN.c.state, RUN.c.wanted, _ENDED, RUN.c.cap_usd, *_MONEY)
    .where(RUN.c.id == bindparam("run"))
    .with_for_update(key_share=True, of=RUN)
)


def read_run(session: Session, *, run_id: int) -> RunRow:
    """Return a run.

    Raises
    ------
    StoreError
        When there is none with this id.
    """
    row = ask(session, select(*_COLUMNS).where(RUN.c.id == run_id), {}).first()
    if row is None:
        raise StoreError(f"there is no run {run_id}")
    return RunRow(*row)


def find_run(session: Session, *, study_id: int, kind: str, protocol: str) -> RunRow | None:
    """Return the run of a study under this name, None where there is none."""
    mine = (RUN.c.study_id == study_id, RUN.c.kind == kind, RUN.c.protocol == protocol)
    row = ask(session, select(*_COLUMNS).where(*mine), {}).first()
    return None if row is None else RunRow(*row)


def runs_of(session: Session, *, study_id: int) -> list[RunRow]:
    """Return the runs of a study, newest last."""
    query = select(*_COLUMNS).where(RUN.c.study_id == study_id).order_by(RUN.c.id)
    return [RunRow(*row) for row in ask(session, query, {})]


def add_run(session: Session, *, new: NewRun, by: int | None, now: datetime) -> int:
    """Record a run with its judges and targets, write it to the study's log, and return its id."""
    fields = {name: getattr(new, name) for name in NewRun._fields if name not in ("judges", "targets")}
    row = Run(**fields, created_by=by, created_at=now)
    session.add(row)
    session.flush()
    run_id = row.id or 0
    session.add_all([RunJudge(run_id=run_id, judge=judge, rater_id=rater) for judge, rater in new.judges.items()])
    session.flush()
    if new.targets:
        rows = [{"run_id": run_id, "target_id": target, "state": "waiting"} for target in new.targets]
        ask(session, RUN_TARGET.insert(), rows)
    log_run(session, run_id=run_id, act="planned a run", by=by, now=now, manifest=new.manifest_hash)
    return run_id


def reach_again(session: Session, *, run_id: int, **changes: Any) -> None:
    """Change what does not change an answer: how judges are reached, the cap, the options; or a manifest accepted."""
    ask(session, update(RUN).where(RUN.c.id == run_id).values(**changes), {})


def log_run(session: Session, *, run_id: int, act: str, by: int | None, now: datetime, **details: str | int) -> None:
    """Write what was done with a run to its study's log."""
    run = read_run(session, run_id=run_id)
    told: events.Details = {"run": run_id, "kind": run.kind, "protocol": run.protocol, **details}
    events.record(session, study_id=run.study_id, rater_id=by, act=act, details=told, now=now)


def hold(session: Session, *, run_id: int, worker_id: int | None = None) -> Held:
    """Lock a run's row until this transaction ends, and say what is wanted of it."""
    state, wanted, ended, cap, *money = ask(session, _HOLD, {"run": run_id, "worker": worker_id}).one()
    return Held(state, wanted, cap, Money(*money), ended is not None)


def is_going(session: Session, *, run_id: int) -> bool:
    """Whether a run is under way and nobody wants it to halt."""
    query = select(RUN.c.id).where(RUN.c.id == run_id, RUN.c.state == "running", RUN.c.wanted == "run")
    return ask(session, query, {}).first() is not None


def set_wanted(session: Session, *, run_id: int, wanted: str) -> None:
    """Write down what people want of a run; its worker reads it before each claim."""
    ask(session, update(RUN).where(RUN.c.id == run_id).values(wanted=wanted), {})


def set_state(session: Session, *, run_id: int, state: str, now: datetime, why: str = "") -> None:
    """Write down what has become of a run."""
    changes: dict[str, Any] = {"state": state, "why": why}
    if state == "running":
        changes |= {"started_at": func.coalesce(RUN.c.started_at, literal(now, UtcTime)), "ended_at": None}
    elif state != "planned":
        changes["ended_at"] = now
    ask(session, update(RUN).where(RUN.c.id == run_id).values(**changes), {})


def stop_judge(session: Session, *, run_id: int, judge: str, why: str | None) -> None:
    """Write down why a judge is asked no more, or (None) that it may be asked again."""
    mine = (JUDGE.c.run_id == run_id, JUDGE.c.judge == judge)
    ask(session, update(JUDGE).where(*mine).values(stopped=why, refusals=0), {})


def count_refusal(session: Session, *, run_id: int, judge: str) -> tuple[int, int]:
    """Count a request the provider refused for what was in it; return how many in a row, and all replies so far."""
    mine = (JUDGE.c.run_id == run_id, JUDGE.c.judge == judge)
    ask(session, update(JUDGE).where(*mine).values(refusals=JUDGE.c.refusals + literal(1)), {})
    row = ask(session, select(JUDGE.c.refusals, JUDGE.c.answered).where(*mine), {}).one()
    return row[0], row[1]


class JudgeRow(NamedTuple):
    """One judge in a run."""

    judge: str
    rater_id: int | None
    answered: int
    spent_usd: float
    stopped: str | None


def judges_of(session: Session, *, run_id: int) -> list[JudgeRow]:
    """Return the judges of a run."""
    query = select(*[JUDGE.c[name] for name in JudgeRow._fields]).where(JUDGE.c.run_id == run_id)
    return [JudgeRow(*row) for row in ask(session, query.order_by(JUDGE.c.judge), {})]
