"""Which calls fit under the cap; what is reserved for the wire, or may have been paid, counts like what is spent."""

from collections.abc import Sequence
from typing import NamedTuple

from store.calls import Todo
from store.run_money import Money

CENT_DUST = 1e-9
"""US dollars by which sums of floats may be off."""


class Affordable(NamedTuple):
    """The calls that fit, what they reserve, and the first that does not."""

    calls: list[Todo]
    reserved: float
    first_too_dear: Todo | None


def affordable(calls: Sequence[Todo], *, cap: float | None, bound: float) -> Affordable:
    """Take calls in order while they fit under the cap beside what is bound already; all are in US dollars.

    A call without a price reserves nothing: whoever set the cap has agreed to that.
    """
    taken: list[Todo] = []
    reserved = 0.0
    for call in calls:
        price = call.reserve_usd or 0.0
        if cap is not None and price > 0 and bound + reserved + price > cap + CENT_DUST:
            return Affordable(taken, reserved, call)
        taken.append(call)
        reserved += price
    return Affordable(taken, reserved, None)


def is_reached(money: Money) -> bool:
    """Whether waiting frees nothing any more: with a call too dear and nothing on the wire, the cap is reached."""
    return money.reserved <= CENT_DUST


def words(*, cap: float, calls: int, rest: float | None) -> str:
    """Say that the cap is reached, and what going on would cost."""
    cost = "at a price that is not known" if rest is None else f"for at most {rest:.4f} USD"
    return f"the cap of {cap:.4f} USD is reached; {calls} calls are left, {cost}. Set a higher cap to go on."
