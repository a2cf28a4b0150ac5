"""A run's standing as text and as JSON, for the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from cli.sentences import table_lines
from judging.in_words import (
    calls_in_words,
    cost_lines,
    coverage,
    dollars,
    duration,
    headline,
    next_steps,
    time_left,
)
from judging.run.control import CallLine, JudgePace, RunStatus

LISTS = ("doubtful", "unreadable", "failed", "parked")
TITLES = {
    "doubtful": "Possibly paid without an answer",
    "unreadable": "Could not be read, or refused",
    "failed": "Without an answer",
    "parked": "Put aside",
}


def status_text(status: RunStatus) -> str:
    """Lay out where a run stands."""
    parts = [
        [headline(status), coverage(status), *filter(None, [time_left(status)])],
        table_lines(("calls", ""), calls_in_words(status.calls)) if status.calls else [],
        table_lines(("cost", ""), cost_lines(status)),
        table_lines(("judge", "waiting", "on the wire", "answered", "a minute", "spent", ""), _judges(status)),
        table_lines(("error", "times", "the last one"), [(e.kind, e.times, e.example) for e in status.errors])
        if status.errors
        else [],
        *(list_lines(name, getattr(status, name)) for name in LISTS),
        list(next_steps(status)),
        [f"Log: {status.log}"] if status.log else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _judges(status: RunStatus) -> Iterator[Sequence[object]]:
    for one in status.per_judge:
        pace = None if one.per_minute is None else f"{one.per_minute:.1f}"
        yield one.judge, one.waiting, one.on_the_wire, one.answered, pace, dollars(one.usd_spent), _held(one)


def _held(one: JudgePace) -> str:
    if one.stopped:
        return f"asked no more: {one.stopped}"
    return f"the provider wants a pause of {duration(one.paused_seconds)}" if one.paused_seconds else ""


def list_lines(name: str, calls: Sequence[CallLine]) -> list[str]:
    """Lay out one list of calls under its title; nothing when it is empty."""
    if not calls:
        return []
    rows = [(c.call_id, c.subject, c.judge, c.stage, c.attempt, c.why) for c in calls]
    return [TITLES[name], *table_lines(("call", "on", "judge", "as", "attempt", "why"), rows)]


def status_json(status: RunStatus) -> dict[str, Any]:
    """Give out everything that is known of a run."""
    return asdict(status)
