"""What a call does after a request failed: again, later, never, or aside.

A refusal for rate is no attempt of the call: the gate waits for all. An error of the provider's is asked again after
a growing pause, with a jitter drawn by hash so that many calls do not come back at one moment. What may have been
paid without an answer is asked at most once more. A request that is refused for what it is stops its judge.
"""

import hashlib

from judging.llm import CallFailed
from judging.run.gate import STRIKES
from store.calls import Todo
from store.tries import Failure

MOST_LOST = 2
LONGEST_WAIT = 60.0
STOPPING = {"no_key", "no_credit"}
REFUSALS = 3
"""Requests in a row, refused for what is in them, after which a judge that did answer before is stopped."""

WORDS = {
    "limited": "the provider refuses for rate",
    "server": "the provider had errors",
    "timeout": "no answer came in time",
    "dropped": "the connection broke while the answer came",
    "nonsense": "what came back is no answer",
    "refused_request": "the provider refuses the request",
    "no_key": "the provider does not accept the key",
    "no_credit": "the account has no credit",
}


def jitter(call_id: int, number: int) -> float:
    """A number from 0 to below 1, the same for the same try on every machine."""
    digest = hashlib.sha256(f"jitter|{call_id}|{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def wait_after(setbacks: int, *, first: float, drawn: float) -> float:
    """Seconds until a call is asked again: the first pause, doubled with each setback, shortened by up to a half."""
    longest = min(LONGEST_WAIT, first * 2.0 ** max(0, setbacks - 1))
    return float(longest * (0.5 + 0.5 * drawn))


def stops_judge(failed: CallFailed, *, refusals: int, answered: int, strikes: int = 0) -> bool:
    """Whether a judge is asked no more: its key or credit is at fault, or it takes none of our requests.

    `refusals` are those in a row, this one counted; `answered` the replies it gave in this run; `strikes` the refusals
    for rate in a row, each of them waited out. One target that a working judge will not take (too long, say) is that
    target's failure alone.
    """
    if failed.kind in STOPPING or (failed.kind == "limited" and strikes >= STRIKES):
        return True
    return failed.kind == "refused_request" and (answered == 0 or refusals >= REFUSALS)


def failure(call: Todo, failed: CallFailed, *, retries: int, first_pause: float, stops: bool, now: float) -> Failure:
    """Say what becomes of a call.

    Parameters
    ----------
    call : Todo
        As it was before this try.
    failed : CallFailed
    retries : int
        How often a request is sent again after an error of the provider's; with 0 every failure is final, a refusal
        for rate too.
    first_pause : float
        Seconds of the first pause.
    stops : bool
        Whether the judge is stopped for it.
    now : float
        Seconds since 1970.
    """
    words = WORDS.get(failed.kind, failed.kind)
    number = call.tries + 1

    def of(becomes: str, counts: str = "", due_at: float | None = None, why: str | None = None) -> Failure:
        return Failure(
            call_id=call.id,
            number=number,
            judge=call.judge,
            reserved_usd=call.reserve_usd,
            paid=failed.billed == "maybe",
            kind=failed.kind,
            message=failed.message,
            http_status=failed.status,
            becomes=becomes,  # type: ignore[arg-type]  # the three words below are the ones allowed
            counts=counts,  # type: ignore[arg-type]
            due_at=due_at,
            why=why,
        )

    if stops:
        return of("parked", why=f"{words}: {failed.message}")
    if failed.kind == "refused_request":
        return of("failed", why=f"{words}: {failed.message}")
    if failed.kind == "limited":
        return of("todo", "limits") if retries else of("failed", "limits", why=words)
    counts = "lost" if failed.billed == "maybe" else "setbacks"
    before = call.lost if counts == "lost" else call.setbacks
    most = min(MOST_LOST, retries + 1) if counts == "lost" else retries + 1
    if before + 1 >= most:
        return of("failed", counts, why=f"{words} ({before + 1} times)")
    pause = wait_after(before + 1, first=first_pause, drawn=jitter(call.id, number))
    return of("todo", counts, due_at=now + pause)
