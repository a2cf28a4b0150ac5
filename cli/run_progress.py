"""A progress bar over a run that goes on without it: closing it changes nothing.

On a terminal one line is written over and over; elsewhere a line whenever a tenth more is done.
"""

import sys
from time import sleep

import typer

from cli.access import now, reading
from cli.sentences import say
from judging.in_words import (
    counted,
    coverage,
    dollars,
    headline,
    is_over,
    is_stranded,
    next_steps,
    time_left,
)
from judging.run import control
from judging.run.control import RunStatus

SECONDS_BETWEEN = 1.0
SECONDS_FOR_A_WORKER = 60.0
WIDTH = 24


def watch(run_id: int, group: str, study: str) -> None:
    """Show a run's progress until it ends or halts; Ctrl+C closes the bar and leaves the run alone.

    Ends with exit code 1 when the run has halted before its end.
    """
    try:
        status = _followed(run_id)
    except KeyboardInterrupt:
        say(f"\nThe run goes on without this bar. Look again: secondreader {group} status {study}")
        say(f"Halt it: secondreader {group} pause {study}")
        return
    say(headline(status))
    say(coverage(status))
    for line in next_steps(status):
        say(line)
    if status.state != "done":
        say(f"Go on with: secondreader {group} resume {study}")
        raise typer.Exit(1)


def _followed(run_id: int) -> RunStatus:
    on_terminal = sys.stderr.isatty()
    written, lonely, status = -1, 0.0, _look(run_id)
    while not (is_over(status) or status.state == "paused" or lonely >= SECONDS_FOR_A_WORKER):
        tenth = 10 * status.targets_done // max(1, status.targets)
        if on_terminal:
            typer.echo(f"\r\x1b[K{line_of(status)}", err=True, nl=False)
        elif tenth != written:
            say(line_of(status))
        written = tenth
        sleep(SECONDS_BETWEEN)
        lonely = lonely + SECONDS_BETWEEN if is_stranded(status) or status.state == "planned" else 0.0
        status = _look(run_id)
    if on_terminal:
        typer.echo("\r\x1b[K", err=True, nl=False)
    return status


def _look(run_id: int) -> RunStatus:
    with reading() as session:
        return control.status(session, run_id=run_id, now=now())


def line_of(status: RunStatus, width: int = WIDTH) -> str:
    """Write how far a run is on one line: a bar, targets, calls, money, errors, time left."""
    done = width * status.targets_done // max(1, status.targets)
    heard = sum(status.calls.get(state, 0) for state in ("answered", "valid", "unreadable", "refused"))
    errors = sum(one.times for one in status.errors)
    parts = [
        f"[{'#' * done}{'.' * (width - done)}] {status.targets_done:,} of {status.targets:,}",
        counted(heard, "reply", "replies"),
        dollars(status.usd_spent),
        counted(errors, "error") if errors else "",
        time_left(status),
    ]
    return " · ".join(part for part in parts if part)
