"""Starting, watching and stopping a run from outside: what the command line and the page call.

Nothing here calls a model. `start` makes a worker process with a session of its own, which outlives whoever started
it; the others write what is wanted into the run's row, which the worker reads before each claim.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from store.engine import Session, Store

RunState = Literal["planned", "running", "paused", "cancelled", "done"]


@dataclass(frozen=True)
class CallLine:
    """One call in a list: whom it concerns, and why it stands there."""

    call_id: int
    subject: str
    judge: str
    stage: str
    replicate: int
    attempt: int
    why: str
    usd: float | None = None


@dataclass(frozen=True)
class ErrorLine:
    """One kind of error: how often, and the newest one's words (no key, no prompt in them)."""

    kind: str
    times: int
    example: str


@dataclass(frozen=True)
class JudgePace:
    """How one judge gets on. `per_minute` are replies in the last minutes; `stopped` says why it is asked no more."""

    judge: str
    waiting: int
    on_the_wire: int
    answered: int
    per_minute: float | None
    usd_spent: float
    paused_seconds: float = 0.0
    stopped: str | None = None


@dataclass(frozen=True)
class RunStatus:
    """Where a run stands.

    Parameters
    ----------
    state : str
        What has come of it; `why` says in a sentence why it is paused.
    wanted : "run", "pause" or "cancel"
        What was last asked for; a worker finishes what is on the wire first.
    targets_done, targets : int
        Settled targets (or stored responses, when collecting), of all.
    calls : mapping of state to number
        todo, sent, answered, valid, unreadable, refused, failed, parked, cancelled.
    usd_spent, usd_reserved, usd_doubtful : float
        Known costs; what is on the wire at most; what may have been paid without an answer.
    usd_unknown_calls : int
        Calls whose cost is not known; they are in none of the sums.
    usd_rest_most : float or None
        What the calls that are planned and not yet made cost at most; None when a price is not known.
    seconds_left : float or None
        At the present pace; None when there is none yet.
    doubtful, unreadable, failed, parked : lists of calls
        The first fifty of each.
    """

    run_id: int
    study_id: int
    kind: str
    protocol: str
    state: RunState
    wanted: str
    why: str
    targets_done: int
    targets: int
    calls: Mapping[str, int]
    usd_spent: float
    usd_reserved: float
    usd_doubtful: float
    usd_unknown_calls: int
    usd_rest_most: float | None
    cap_usd: float | None
    errors: tuple[ErrorLine, ...]
    per_judge: tuple[JudgePace, ...]
    seconds_left: float | None
    doubtful: tuple[CallLine, ...]
    unreadable: tuple[CallLine, ...]
    failed: tuple[CallLine, ...]
    parked: tuple[CallLine, ...]
    worker_alive: bool
    started_at: datetime | None
    ended_at: datetime | None
    log: str


@dataclass(frozen=True)
class RunLine:
    """One run in the list of a study."""

    run_id: int
    kind: str
    protocol: str
    state: RunState
    created_at: datetime


def runs(session: Session, *, study_id: int) -> list[RunLine]:
    """Return the runs of a study, newest last."""
    raise NotImplementedError


def start(store: Store, *, run_id: int, now: datetime) -> bool:
    """Set a planned or paused run going and return whether a new worker process was made for it.

    Calls that were parked are asked again. A worker that is still at it simply goes on.
    """
    raise NotImplementedError


def pause(store: Store, *, run_id: int, by: int | None, now: datetime) -> None:
    """Ask for a halt: what is on the wire is waited for and stored, nothing more is sent."""
    raise NotImplementedError


def cancel(store: Store, *, run_id: int, by: int | None, now: datetime) -> None:
    """Ask for the end: as `pause`, and what was never sent is cancelled. What was answered stays."""
    raise NotImplementedError


def retry_failed(store: Store, *, run_id: int, by: int | None, now: datetime) -> int:
    """Put the failed calls back, and only those, and return how many; `start` sets them going."""
    raise NotImplementedError


def ask_again(store: Store, *, run_id: int, call_ids: Sequence[int], by: int | None, now: datetime) -> int:
    """Ask once more, with a fresh call, for replies that were unreadable or refused; return how many.

    Raises
    ------
    StoreError
        With the calls that are not of this run, or that need no fresh call.
    """
    raise NotImplementedError


def status(session: Session, *, run_id: int, now: datetime) -> RunStatus:
    """Say where a run stands.

    Raises
    ------
    StoreError
        When there is no such run.
    """
    raise NotImplementedError
