"""When requests may pass a gate, and where it stands after: pure arithmetic on its row.

The generic cell rate algorithm (ITU-T I.371): a gate remembers when the next request is due, and each that passes
moves that on by the spacing. Paced at 95 % of the stated limit, no request is refused for rate. Where no limit is
stated, or a wrong one, a spacing is learned from refusals. A refusal pauses the gate for all, as long as the provider
says.

Places are given out a moment ahead, each with its time, and whoever got one sends at that time (`judging.run.turns`).
So a store that is busy meanwhile costs no place.
"""

from store.gate import GateRow

SHARE = 0.95
AHEAD = 0.25
"""Seconds for which places are given out ahead. What a worker that dies has on the wire includes these."""
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


def least_gap(gate: GateRow, per_minute: float | None) -> float:
    """Seconds that must lie between two requests even when they are late: what the limit itself says."""
    return spacing(gate, per_minute) * SHARE


def places(gate: GateRow, *, per_minute: float | None, now: float, most: int) -> list[float]:
    """When requests may go out, of those that may within the next moment: at most so many, in seconds since 1970."""
    first, gap = _first(gate, now), spacing(gate, per_minute)
    room = now + AHEAD - first
    if room < 0:
        return []
    number = most if gap <= 0 else min(most, int(room / gap + 1e-9) + 1)
    return [first + place * gap for place in range(number)]


def look_again_at(gate: GateRow) -> float:
    """When to ask for the next places, in seconds since 1970: in time for the first, and for a few at once."""
    return max(gate.next_at, gate.paused_until) - AHEAD / 2


def passed(gate: GateRow, *, per_minute: float | None, now: float, number: int) -> GateRow:
    """Where the gate stands after so many places were taken; what was learned fades while nothing is refused."""
    moved = gate._replace(next_at=_first(gate, now) + number * spacing(gate, per_minute))
    if gate.spacing and now > gate.paused_until + CALM:
        return moved._replace(spacing=gate.spacing * FASTER, paused_until=now)
    return moved


def _first(gate: GateRow, now: float) -> float:
    return max(gate.next_at, gate.paused_until, now)


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
