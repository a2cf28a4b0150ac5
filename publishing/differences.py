"""Two sets of numbers beside each other: every one that differs, called by where it stands."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

ROUNDING = 1e-9
"""Numbers nearer to each other than this share of their size may differ by another processor's arithmetic."""

NAMES = ("axis", "judge", "rater", "person", "other", "system", "name", "part", "first", "second", "response")
ABSENT = "not there"


class Difference(NamedTuple):
    """One number, or one sentence about numbers: where it stands, what the bundle says, what its data give."""

    where: str
    stated: Any
    found: Any

    @property
    def is_rounding(self) -> bool:
        """Whether the two differ in their last digits only."""
        both = (self.stated, self.found)
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in both)
        return numbers and math.isclose(self.stated, self.found, rel_tol=ROUNDING, abs_tol=1e-12)


def leaves(found: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every single value with where it stands; parts of a list are called by their own names."""
    if isinstance(found, Mapping):
        for name, value in found.items():
            yield from leaves(value, f"{where}.{name}" if where else str(name))
    elif isinstance(found, list):
        for number, value in enumerate(found):
            yield from leaves(value, f"{where}[{_name(value) or number}]")
        yield f"{where}.count", len(found)
    else:
        yield where, found


def _name(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], str):
        return str(value[0])
    if not isinstance(value, Mapping):
        return ""
    if isinstance(value.get("report"), Mapping):
        return str(value["report"].get("axis", ""))
    return " / ".join(str(value[one]) for one in NAMES if isinstance(value.get(one), str))


def count_numbers(found: Any) -> int:
    """Count the numbers in a set."""
    return sum(isinstance(value, int | float) and not isinstance(value, bool) for _, value in leaves(found))


def differences(stated: Any, found: Any) -> list[Difference]:
    """Return every value that differs, in the order of what was found, then what is no longer there."""
    before, after = dict(leaves(stated)), dict(leaves(found))
    moved = [
        Difference(where, before.get(where, ABSENT), value)
        for where, value in after.items()
        if where not in before or not _same(before[where], value)
    ]
    return moved + [Difference(where, value, ABSENT) for where, value in before.items() if where not in after]


def _same(first: Any, second: Any) -> bool:
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)
