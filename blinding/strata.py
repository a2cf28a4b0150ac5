"""How many to take of each system and category, so that a subset is as even as it can be. No chance in here.

Systems come first: their numbers differ by at most one, except where a system has no more. Categories come
second: with the systems' numbers fixed, no category could get more without another getting less than it.
Where two choices are equally even, the one named first in the input wins; whoever draws shuffles the input.
"""

from collections import Counter
from collections.abc import Mapping

Cell = tuple[str, str]
"""One system and one category."""

Exchange = tuple[str, str, str]
"""Within a system (first), take one less of a category (second) and one more of another (third)."""


def even_counts(available: Mapping[Cell, int], n: int) -> dict[Cell, int]:
    """Spread n over the cells.

    Parameters
    ----------
    available : (system, category) -> int
        How many units each cell has.
    n : int
        How many to take, at most all.

    Returns
    -------
    (system, category) -> int
        How many to take of each cell, for every cell of `available`.

    Raises
    ------
    ValueError
        If n is not within 0 to the number of units.
    """
    if not 0 <= n <= sum(available.values()):
        raise ValueError(f"{n} were asked for; there are {sum(available.values())}")
    taken = dict.fromkeys(available, 0)
    for _ in range(n):
        taken[_next_cell(available, taken)] += 1
    while exchanges := _path_to_more_even(available, taken):
        for system, less, more in exchanges:
            taken[system, less] -= 1
            taken[system, more] += 1
    return taken


def _next_cell(available: Mapping[Cell, int], taken: Mapping[Cell, int]) -> Cell:
    systems, categories = _totals(taken, 0), _totals(taken, 1)
    spare = [cell for cell in available if taken[cell] < available[cell]]
    return min(spare, key=lambda cell: (systems[cell[0]], categories[cell[1]], taken[cell]))


def _totals(taken: Mapping[Cell, int], side: int) -> Counter[str]:
    totals: Counter[str] = Counter()
    for cell, number in taken.items():
        totals[cell[side]] += number
    return totals


def _path_to_more_even(available: Mapping[Cell, int], taken: Mapping[Cell, int]) -> list[Exchange]:
    """Find exchanges that, together, take one from a category and give it to one that has at least two
    less."""
    totals = _totals(taken, 1)
    for start in sorted(totals, key=lambda category: -totals[category]):
        reached: dict[str, list[Exchange]] = {start: []}
        queue = [start]
        for category in queue:
            for exchange in _exchanges(available, taken, category):
                if exchange[2] not in reached:
                    reached[exchange[2]] = [*reached[category], exchange]
                    queue.append(exchange[2])
        goal = min(reached, key=lambda category: totals[category])
        if totals[start] - totals[goal] >= 2:
            return reached[goal]
    return []


def _exchanges(available: Mapping[Cell, int], taken: Mapping[Cell, int], category: str) -> list[Exchange]:
    return [
        (system, category, other)
        for system, other in available
        if other != category and taken[system, other] < available[system, other]
        if taken.get((system, category), 0) > 0
    ]
