"""What the commands on runs do, for judging and for collecting: find the run, call one function, say what came."""

import os
from collections.abc import Callable

import typer

from cli.access import now, opened, reading, writing
from cli.run_progress import watch
from cli.run_text import LISTS, list_lines, status_json, status_text
from cli.sentences import refuse, say, show, show_json, show_table
from judging.in_words import STATES, counted, estimate_lines
from judging.panel import Panel
from judging.run import control
from judging.run.plan import Estimate, RunOptions, estimate, plan_run, start_problems
from store import studies
from store.engine import Session, StoreError

GROUPS = {"judging": "judge", "collecting": "collect"}


def plan(study: str, panel: Panel, options: RunOptions, *, as_json: bool = False) -> None:
    """Say what a run would take and everything that keeps it from starting; exit code 1 when something does."""
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        problems = start_problems(session, study_id=study_id, panel=panel, options=options, environ=os.environ)
        found = _estimated(session, study_id, panel, options, problems)
    if as_json:
        show_json({"problems": problems, "estimate": found})
    else:
        _say_estimate(found, options)
    if problems:
        say("It cannot start yet:")
        refuse(*problems)


def start(study: str, panel: Panel, options: RunOptions, *, detach: bool) -> None:
    """Plan a run or find the one that is there, say what it takes, set it going, and show its progress."""
    with writing() as session:
        study_id = studies.find_study(session, slug=study)
        run_id = plan_run(
            session, study_id=study_id, panel=panel, options=options, environ=os.environ, by=None, now=now()
        )
        found = estimate(session, study_id=study_id, panel=panel, options=options)
    _say_estimate(found, options)
    go(study, run_id, GROUPS[options.kind], detach=detach)


def _estimated(
    session: Session, study_id: int, panel: Panel, options: RunOptions, problems: list[str]
) -> Estimate | None:
    """The estimate; None where a problem keeps even that from being made."""
    try:
        return estimate(session, study_id=study_id, panel=panel, options=options)
    except StoreError as error:
        problems.extend(one for one in error.problems if one not in problems)
        return None


def _say_estimate(found: Estimate | None, options: RunOptions) -> None:
    if found is not None:
        for line in estimate_lines(found, kind=options.kind, cap_usd=options.cap_usd):
            say(line)


def go(study: str, run_id: int, group: str, *, detach: bool) -> None:
    """Set a run going and show its progress."""
    with opened() as store:
        control.start(store, run_id=run_id, now=now())
    if detach:
        say(f"Started. Look at it: secondreader {group} status {study}")
        return
    say("Started. Ctrl+C closes this bar and does not stop the run.")
    watch(run_id, group, study)


def found_run(study: str, kind: str, name: str | None) -> int:
    """Return the run of a study that is meant: by its name, or the only one there is."""
    group = GROUPS[kind]
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        there = [one for one in control.runs(session, study_id=study_id) if one.kind == kind]
    named = [one for one in there if name in (None, one.protocol)]
    if not there:
        refuse(f"{study} has no run of this kind yet. Begin one: secondreader {group} start {study} --panel PANEL")
    if len(named) != 1:
        names = ", ".join(one.protocol for one in there)
        found = f"found --name {name}" if name else "several runs are there"
        refuse(f"{found}; give --name with one of: {names}")
    return named[0].run_id


def status(study: str, kind: str, name: str | None, *, as_json: bool) -> None:
    """Say where a run stands."""
    run_id = found_run(study, kind, name)
    with reading() as session:
        found = control.status(session, run_id=run_id, now=now())
    if as_json:
        show_json(status_json(found))
    else:
        show(status_text(found))


def list_runs(study: str, kind: str, *, as_json: bool) -> None:
    """List the runs of a study."""
    with reading() as session:
        study_id = studies.find_study(session, slug=study)
        there = [one for one in control.runs(session, study_id=study_id) if one.kind == kind]
    if as_json:
        show_json([vars(one) for one in there])
    elif not there:
        say(f"There is none yet. Begin one: secondreader {GROUPS[kind]} start {study} --panel PANEL")
    else:
        show_table(("name", "state", "begun"), [(o.protocol, STATES[o.state], o.created_at) for o in there])


def list_calls(study: str, kind: str, name: str | None, which: str) -> None:
    """List the calls of a run that need a look."""
    run_id = found_run(study, kind, name)
    with reading() as session:
        found = control.status(session, run_id=run_id, now=now())
    lines = [line for one in LISTS if which in (one, "all") for line in list_lines(one, getattr(found, one))]
    for line in lines or ["There are none."]:
        show(line)


def halt(study: str, kind: str, name: str | None, ask: Callable[..., None], said: str) -> None:
    """Ask a run for a halt or for its end."""
    run_id = found_run(study, kind, name)
    with opened() as store:
        ask(store, run_id=run_id, by=None, now=now())
    say(said)


def retry(study: str, kind: str, name: str | None, *, detach: bool) -> None:
    """Ask the failed calls again, and nothing else."""
    run_id = found_run(study, kind, name)
    with opened() as store:
        number = control.retry_failed(store, run_id=run_id, by=None, now=now())
    if not number:
        say("No call failed; nothing is asked again.")
        return
    say(f"{counted(number, 'call')} that got no answer {'is' if number == 1 else 'are'} asked again, and nothing else.")
    go(study, run_id, GROUPS[kind], detach=detach)


def again(study: str, kind: str, name: str | None, calls: list[int], *, detach: bool) -> None:
    """Ask afresh for replies that could not be read or were refused."""
    run_id = found_run(study, kind, name)
    if not calls:
        with reading() as session:
            calls = [one.call_id for one in control.status(session, run_id=run_id, now=now()).unreadable]
    if not calls:
        say("Every reply could be read; nothing is asked again.")
        raise typer.Exit
    with opened() as store:
        number = control.ask_again(store, run_id=run_id, call_ids=calls, by=None, now=now())
    say(f"{counted(number, 'fresh call')} for what could not be read.")
    go(study, run_id, GROUPS[kind], detach=detach)
