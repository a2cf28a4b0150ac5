"""Numbers per system and category are as even as they can be, checked against every possible answer."""

from collections import Counter
from itertools import product

import pytest

from blinding.strata import Cell, even_counts


def spread(counts: dict[Cell, int], side: int) -> list[int]:
    totals: Counter[str] = Counter()
    for cell, number in counts.items():
        totals[cell[side]] += number
    return sorted(totals.values())


def unevenness(totals: list[int]) -> int:
    return sum(total**2 for total in totals)


# Each case: units per (system, category), and how many to take.
CASES: list[tuple[dict[Cell, int], int]] = [
    ({("w", "a"): 3, ("w", "b"): 3, ("x", "a"): 3}, 4),
    ({("w", "a"): 1, ("w", "b"): 2, ("x", "b"): 2, ("x", "c"): 1, ("y", "c"): 3}, 6),
    ({("w", "a"): 2, ("w", "b"): 1, ("x", "a"): 2, ("x", "c"): 2, ("y", "a"): 1, ("y", "b"): 2}, 6),
    ({("w", "a"): 4, ("x", "b"): 1}, 3),
]


@pytest.mark.parametrize(("available", "n"), CASES)
def test_no_other_choice_with_the_same_numbers_per_system_has_more_even_categories(
    available: dict[Cell, int], n: int
) -> None:
    counts = even_counts(available, n)
    assert sum(counts.values()) == n
    assert all(0 <= counts[cell] <= available[cell] for cell in available)
    by_system = Counter[str]()
    for (system, _), number in counts.items():
        by_system[system] += number
    for numbers in product(*(range(most + 1) for most in available.values())):
        other = dict(zip(available, numbers, strict=True))
        systems = Counter[str]()
        for (system, _), number in other.items():
            systems[system] += number
        if sum(numbers) == n:
            assert unevenness(spread(other, 0)) >= unevenness(spread(counts, 0))
        if +systems == +by_system:
            assert unevenness(spread(other, 1)) >= unevenness(spread(counts, 1))


def test_an_exchange_may_run_through_a_third_category() -> None:
    # Filled one by one: w takes a, x takes b, y has only a, so c is empty; it fills by w: a to b, then x: b to c.
    available = {("w", "a"): 2, ("w", "b"): 2, ("x", "b"): 2, ("x", "c"): 2, ("y", "a"): 2}
    assert spread(even_counts(available, 3), 1) == [1, 1, 1]


def test_nothing_to_take() -> None:
    assert even_counts({("w", "a"): 2}, 0) == {("w", "a"): 0}
    assert even_counts({}, 0) == {}


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="3 were asked for; there are 2"):
        even_counts({("w", "a"): 2}, 3)
    with pytest.raises(ValueError, match="-1 were asked for"):
        even_counts({("w", "a"): 2}, -1)
