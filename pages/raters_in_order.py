"""Raters in the order a reader expects: Rater 2 before Rater 10."""

import re
from collections.abc import Iterable

NUMBERS = re.compile(r"(\d+)")


def in_order(names: Iterable[object]) -> list[str]:
    """Sort names, with numbers in them by size."""
    return sorted(map(str, names), key=_parts)


def _parts(name: str) -> list[tuple[int, str]]:
    """The name cut up before and after its numbers; what is not a number counts 0."""
    return [(int(part) if part.isdecimal() else 0, part) for part in NUMBERS.split(name)]
