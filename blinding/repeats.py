"""Hidden repeats: a few responses that a scorer gets a second time, far from the first, without being told."""

from collections.abc import Sequence
from typing import TypeVar

from blinding.draws import shuffled

T = TypeVar("T")


def most_repeats(places: int) -> int:
    """Return how many of so many places can be repeated: those of the first third."""
    return places // 3


def with_repeats(order: Sequence[T], repeats: int, *, seed: str, purpose: str) -> list[tuple[T, int]]:
    """Put repeats into an order: some of its first third come again, mixed into its last third.

    Parameters
    ----------
    order : sequence
        What is scored, in the scorer's order.
    repeats : int
        How many come again, at most `most_repeats(len(order))`.
    seed, purpose : str
        See `blinding.draws`.

    Returns
    -------
    list of (item, int)
        The int is 0 the first time and 1 the second. Between the two lies at least the middle third.

    Raises
    ------
    ValueError
        If repeats is below 0 or above what is allowed.
    """
    third = most_repeats(len(order))
    if not 0 <= repeats <= third:
        raise ValueError(f"{repeats} repeats were asked for; of {len(order)} places 0 to {third} can be repeated")
    if not repeats:
        return [(one, 0) for one in order]
    again = shuffled(order[:third], seed=seed, purpose=f"repeats, {purpose}")[:repeats]
    start, end = order[: len(order) - third], order[len(order) - third :]
    mixed = [(one, 0) for one in end] + [(one, 1) for one in again]
    return [(one, 0) for one in start] + shuffled(mixed, seed=seed, purpose=f"end with repeats, {purpose}")
