"""A run in sentences: what the command line and the page say alike of an estimate and of how a run stands.

Pure. Amounts are US dollars; what is not known is called so and never 0.
"""

from collections.abc import Iterator, Mapping, Sequence

from judging.run.control import RunStatus
from judging.run.plan import Estimate

NOT_KNOWN = "not known"
LEAST = 0.00005
"""Below this an amount is what adding and taking away has left over."""
CALLS: Mapping[str, str] = {
    "todo": "waiting",
    "sent": "on the wire",
    "answered": "answered, not yet read",
    "valid": "read",
    "unreadable": "could not be read",
    "refused": "refused by the judge",
    "failed": "without an answer",
    "parked": "put aside",
    "cancelled": "cancelled",
}
"""The state of a call, in the order in which they are listed."""

STAGES: Mapping[str, str] = {
    "cross": "each judge once",
    "first": "first judge",
    "second": "second, stricter judge",
    "primary": "primary judge",
    "audit": "audits",
    "adjudication": "adjudications of what is disputed",
    "collect": "answers",
}
STATES: Mapping[str, str] = {
    "planned": "planned, not started",
    "running": "running",
    "paused": "halted",
    "cancelled": "stopped for good",
    "done": "done",
}
WORKER_GONE = (
    "No process works on this run at the moment. After a start it takes some seconds until one does; after a restart "
    "of the computer, resume the run: what was answered is kept."
)


def dollars(usd: float | None) -> str:
    """Write an amount with as many places as it needs: "$12.30", "$0.0042", "not known"."""
    if usd is None:
        return NOT_KNOWN
    return f"${usd:,.2f}" if usd == 0 or usd >= 0.995 else f"${usd:.4f}"


def dollars_between(least: float | None, most: float | None) -> str:
    """Write a range of amounts; one amount when both ends are the same on paper."""
    if least is None or most is None:
        return NOT_KNOWN
    low, high = dollars(least), dollars(most)
    return low if low == high else f"{low} to {high}"


def numbers_between(least: int, most: int) -> str:
    """Write a range of counts."""
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def duration(seconds: float) -> str:
    """Write a length of time as one says it: "40 seconds", "3 minutes", "2 hours and 10 minutes"."""
    if seconds < 90:
        return counted(max(1, round(seconds)), "second")
    minutes = round(seconds / 60)
    if minutes < 90:
        return counted(minutes, "minute")
    hours, minutes = divmod(minutes, 60)
    said = counted(hours, "hour")
    return f"{said} and {counted(minutes, 'minute')}" if minutes and hours < 10 else said


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: "1 call", "2,000 calls"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def estimate_lines(estimate: Estimate, *, kind: str = "judging", cap_usd: float | None = None) -> list[str]:
    """Say how many calls a run takes and what they cost at most."""
    what = "response" if kind == "judging" else "answer"
    calls = numbers_between(estimate.calls_least, estimate.calls_most)
    lines = [f"{counted(estimate.targets, what)}, {calls} call{'' if calls == '1' else 's'}."]
    for stage, (least, most) in (estimate.by_stage or {}).items():
        lines.append(f"  {STAGES.get(stage, stage)}: {numbers_between(least, most)}")
    lines.append(f"Cost: {dollars_between(estimate.usd_least, estimate.usd_most)}{_why_a_range(estimate)}.")
    if estimate.unknown_prices:
        names = ", ".join(estimate.unknown_prices)
        lines.append(f"The price of {names} is not known, so neither the cost nor a cap can count it.")
    if cap_usd is not None:
        lines.append(f"Nothing more is sent once {dollars(cap_usd)} are spent, reserved or possibly paid.")
    return lines


def _why_a_range(estimate: Estimate) -> str:
    if estimate.usd_least is None or not estimate.usd_most:
        return ""
    disputed = estimate.calls_least != estimate.calls_most
    also = ", and every dispute that could arise" if disputed else ""
    return f" at most, with the longest replies{also}; replies that must be asked for again come on top"


def headline(status: RunStatus) -> str:
    """Say in a sentence how a run stands."""
    state = STATES[status.state]
    if status.state == "running" and status.wanted == "pause":
        state = "halting: what is on the wire is waited for"
    elif status.state == "running" and status.wanted == "cancel":
        state = "stopping: what is on the wire is waited for"
    why = f" ({status.why})" if status.why else ""
    return f"{what_of(status)}: {state}{why}."


def what_of(status: RunStatus) -> str:
    """Say what a run does, with its name."""
    return f"{'Judging' if status.kind == 'judging' else 'Collecting'} {status.protocol}"


def coverage(status: RunStatus) -> str:
    """Say how much of the study a run has got through, and what it could not read."""
    what = "responses are settled" if status.kind == "judging" else "answers are in"
    said = f"{status.targets_done:,} of {status.targets:,} {what}."
    spoilt = status.calls.get("unreadable", 0) + status.calls.get("refused", 0)
    if spoilt:
        verb = "could not be read or was refused" if spoilt == 1 else "could not be read or were refused"
        said += f" {counted(spoilt, 'reply', 'replies')} {verb}; none of them counts as a score."
    if failed := status.calls.get("failed", 0):
        said += f" {counted(failed, 'call')} got no answer."
    if status.in_batches:
        is_or_are = "is" if status.in_batches == 1 else "are"
        said += f" {counted(status.in_batches, 'call')} {is_or_are} in a batch at the provider, for up to a day."
    return said


def calls_in_words(calls: Mapping[str, int]) -> list[tuple[str, int]]:
    """List how many calls are in each state that occurs."""
    return [(words, calls[state]) for state, words in CALLS.items() if calls.get(state)]


def cost_lines(status: RunStatus) -> list[tuple[str, str]]:
    """List what a run has cost, by how sure that is."""
    lines = [("spent", dollars(status.usd_spent))]
    if status.usd_reserved >= LEAST:
        lines.append(("reserved for what is on the wire", f"at most {dollars(status.usd_reserved)}"))
    if status.usd_doubtful >= LEAST:
        lines.append(("possibly paid without an answer", f"at most {dollars(status.usd_doubtful)}"))
    if status.usd_unknown_calls:
        calls = counted(status.usd_unknown_calls, "call")
        lines.append(("cost not known, in none of these sums", calls))
    if (status.usd_rest_most is None or status.usd_rest_most >= LEAST) and not is_over(status):
        rest = NOT_KNOWN if status.usd_rest_most is None else f"at most {dollars(status.usd_rest_most)}"
        lines.append(("calls still waiting", rest))
    if status.cap_usd is not None:
        lines.append(("cap", dollars(status.cap_usd)))
    return lines


def time_left(status: RunStatus) -> str:
    """Say how long a running run still takes at the present pace; empty when nobody can say."""
    if status.state != "running" or status.seconds_left is None:
        return ""
    return f"about {duration(status.seconds_left)} left"


def is_over(status: RunStatus) -> bool:
    """Whether nothing more will happen by itself or on resuming."""
    return status.state in ("done", "cancelled")


def is_stranded(status: RunStatus) -> bool:
    """Whether a run counts as running and no process works on it."""
    return status.state == "running" and not status.worker_alive


def next_steps(status: RunStatus) -> Iterator[str]:
    """Say what can be done now, in the order in which it matters."""
    if is_stranded(status):
        yield WORKER_GONE
    for one in status.per_judge:
        if one.stopped:
            yield f"{one.judge} is asked no more: {one.stopped}"
    if status.doubtful:
        yield (
            f"{counted(len(status.doubtful), 'call')} may have been paid without an answer; "
            "their cost at most counts as spent."
        )
    if status.parked and status.state == "paused":
        yield f"{counted(len(status.parked), 'call')} put aside; resuming asks again."
    if status.failed and status.state != "running":
        yield f"{counted(len(status.failed), 'call')} got no answer and can be asked again alone."


def problems_together(problems: Sequence[str]) -> list[str]:
    """Write problems as sentences."""
    return [f"{one[:1].upper()}{one[1:]}{'' if one.endswith(('.', '?', '!')) else '.'}" for one in problems]
