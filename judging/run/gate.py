"""How many requests may pass a gate now, and where it stands after: pure arithmetic on its row.

The generic cell rate algorithm (ITU-T I.371): a gate remembers when the next request is due, and each that passes
moves that on by the spacing. Paced at 95 % of the stated limit, no request is refused for rate. Where no limit is
stated, or a wrong one, a spacing is learned from refusals. A refusal pauses the gate for all, as long as the provider
says.
"""

from store.gate import GateRow

SHARE = 0.95
CATCH_UP = 0.04
"""Seconds of delay that may be made up for; more would let more through in one second than the limit says."""
FIRST_SPACING = 0.02
SLOWER = 1.5
FASTER = 0.9
CALM = 60.0
LONGEST_PAUSE = 60.0
STRIKES = 20
"""Refusals for rate in a row, each waited out, after which a judge is stopped."""


def spacing(gate: GateRow, per_minute: float | None) -> float:
    """Seconds between requests: by the stated limit, or as learned where refusals show that it is wider (0: none)."""
    return gate.spacing if per_minute is None else max(gate.spacing, 60.0 / (per_minute * SHARE))


def free_now(gate: GateRow, *, per_minute: float | None, now: float, wanted: int) -> int:
    """How many of the wanted requests may go out now."""
    if now < gate.paused_until:
        return 0
    gap, due = spacing(gate, per_minute), max(gate.next_at, now - CATCH_UP)
    if gap <= 0:
        return wanted
    return max(0, min(wanted, int((now - due) / gap + 1e-9) + 1)) if due <= now else 0


def opens_at(gate: GateRow) -> float:
    """When the next request may go out, in seconds since 1970."""
    return max(gate.next_at, gate.paused_until)


def passed(gate: GateRow, *, per_minute: float | None, now: float, number: int) -> GateRow:
    """Where the gate stands after some requests have passed; what was learned fades while nothing is refused."""
    gap = spacing(gate, per_minute)
    due = max(gate.next_at, now - CATCH_UP)
    moved = gate._replace(next_at=due + number * gap)
    if gate.spacing and now > gate.paused_until + CALM:
        return moved._replace(spacing=gate.spacing * FASTER, paused_until=now)
    return moved


def refused(gate: GateRow, *, now: float, retry_after: float | None, jitter: float) -> GateRow:
    """Where the gate stands after a refusal for rate.

    Those that were on the wire with the one refused first say nothing new: they make the pause longer if they say so,
    but count no further strike.
    """
    if now < gate.paused_until:
        return gate._replace(paused_until=max(gate.paused_until, now + (retry_after or 0.0)))
    doubling = min(LONGEST_PAUSE, 2.0 ** min(gate.strikes, 10)) * (0.5 + 0.5 * jitter)
    pause = doubling if retry_after is None else retry_after
    slower = max(FIRST_SPACING, gate.spacing * SLOWER)
    return GateRow(gate.next_at, now + pause, gate.strikes + 1, slower)


def accepted(gate: GateRow) -> GateRow:
    """Where the gate stands after a reply: refusals are no longer in a row."""
    return gate._replace(strikes=0)
