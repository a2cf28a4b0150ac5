"""Before a run: whether it may start, what it will ask, and what that costs at most.

One study has one run for each protocol name. Planning a run that is there already resumes it, if nothing that may
change an answer is different; nothing is sent before every problem is out of the way.
"""

from collections.abc import Mapping
from datetime import datetime

from judging.panel import Panel
from judging.run import collecting_plan, start_check
from judging.run.estimates import Estimate, JudgeEstimate, estimate_judging
from judging.run.intent import Intent, intend, lasting_options
from judging.run.manifest import manifest_hash
from judging.run.options import RunKind, RunOptions
from store import run_calls, runs, verdicts
from store.engine import Session, StoreError
from store.runs import NewRun, RunRow

__all__ = ["Estimate", "JudgeEstimate", "RunKind", "RunOptions", "estimate", "plan_run", "start_problems"]


def start_problems(
    session: Session, *, study_id: int, panel: Panel, options: RunOptions, environ: Mapping[str, str]
) -> list[str]:
    """Say in plain sentences everything that keeps a run from starting; empty when it may."""
    return _problems(session, intend(session, study_id=study_id, panel=panel, options=options), environ)


def _problems(session: Session, intent: Intent, environ: Mapping[str, str]) -> list[str]:
    check = start_check.problems_of if intent.options.kind == "judging" else collecting_plan.problems_of
    return check(session, intent, environ)


def estimate(session: Session, *, study_id: int, panel: Panel, options: RunOptions) -> Estimate:
    """Say how many calls a run will make and what they cost, before any is made."""
    intent = intend(session, study_id=study_id, panel=panel, options=options)
    of_kind = estimate_judging if options.kind == "judging" else collecting_plan.estimate_collecting
    return of_kind(session, intent)


def plan_run(
    session: Session,
    *,
    study_id: int,
    panel: Panel,
    options: RunOptions,
    environ: Mapping[str, str],
    by: int | None,
    now: datetime,
) -> int:
    """Record a run and return its id; the same again resumes the one that is there. Nothing is sent yet.

    Raises
    ------
    StoreError
        With every problem of `start_problems`; nothing is recorded then.
    """
    intent = intend(session, study_id=study_id, panel=panel, options=options)
    problems = _problems(session, intent, environ)
    if problems:
        raise StoreError(*problems)
    there = runs.find_run(session, study_id=study_id, kind=options.kind, protocol=intent.protocol_id)
    if there is not None:
        _take_up(session, there, intent, by, now)
        return there.id
    run_id = runs.add_run(session, new=_new_run(session, intent, now), by=by, now=now)
    if options.kind == "collecting":
        collecting_plan.add_questions(session, run_id=run_id, intent=intent)
    return run_id


def _new_run(session: Session, intent: Intent, now: datetime) -> NewRun:
    options = intent.options
    raters: dict[str, int | None] = {
        judge.id: verdicts.judge(
            session, study_id=intent.study_id, name=judge.id, family=judge.family, model=judge.name, now=now
        )
        if options.kind == "judging"
        else None
        for judge in intent.panel.judges
    }
    return NewRun(
        study_id=intent.study_id,
        kind=options.kind,
        protocol=intent.protocol_id,
        benchmark_hash=intent.benchmark_hash,
        manifest=intent.manifest,
        manifest_hash=manifest_hash(intent.manifest),
        panel=intent.panel.model_dump(mode="json"),
        options=lasting_options(options),
        cap_usd=options.cap_usd,
        cap_consent=options.cap_consent,
        judges=raters,
        targets=intent.targets,
    )


def _take_up(session: Session, there: RunRow, intent: Intent, by: int | None, now: datetime) -> None:
    """Reach the judges of a run as the panel says now, under the cap as it is now; what was cancelled comes back."""
    runs.reach_again(
        session,
        run_id=there.id,
        panel=intent.panel.model_dump(mode="json"),
        options=lasting_options(intent.options),
        cap_usd=intent.options.cap_usd,
        cap_consent=intent.options.cap_consent,
        manifest=dict(intent.manifest),
        manifest_hash=manifest_hash(intent.manifest),
    )
    if there.state == "cancelled":
        run_calls.revive(session, run_id=there.id)
    if there.manifest_hash != manifest_hash(intent.manifest):
        runs.log_run(session, run_id=there.id, act="resumed a run with new code", by=by, now=now)
