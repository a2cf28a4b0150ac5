"""Every random draw of the project: the same seed and purpose give the same draw on any machine, in any year.

NumPy promises a stable stream only for its bit generators, not for `Generator` methods such as `shuffle`. So
a draw takes raw 64-bit words of Philox4x64-10 (Salmon and others 2011, "Parallel random numbers: as easy as
1, 2, 3"), keyed with the first 16 bytes of SHA-256 of ``seed|purpose`` (UTF-8; read little-endian), the first
block at counter 1, and maps them to integers here. Different purposes give unrelated draws of one seed.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from blinding.strata import Cell, even_counts

T = TypeVar("T")

WORDS = 2**64

Words = npt.NDArray[np.uint64]


class Unit(NamedTuple):
    """Something that can be drawn, with what the draw is to be balanced over."""

    id: str
    system: str
    category: str


def words(seed: str, purpose: str) -> Iterator[int]:
    """Yield the endless stream of 64-bit words of one seed and purpose.

    Raises
    ------
    ValueError
        If the seed is empty or holds ``|``, or the purpose is empty: two different draws might share a
        stream.
    """
    return _one_by_one(_philox(seed, purpose))


def word_arrays(seed: str, purpose: str) -> Callable[[int], Words]:
    """Open the stream of `words` for reading many at once: each call returns the next words as an array.

    Raises
    ------
    ValueError
        As `words`.
    """
    generator = _philox(seed, purpose)
    return lambda size: np.asarray(generator.random_raw(size), dtype=np.uint64)


def _philox(seed: str, purpose: str) -> np.random.Philox:
    if not seed or "|" in seed or not purpose:
        raise ValueError(f"seed '{seed}', purpose '{purpose}': neither may be empty, and a seed holds no '|'")
    key = int.from_bytes(hashlib.sha256(f"{seed}|{purpose}".encode()).digest()[:16], "little")
    return np.random.Philox(key=key)


def _one_by_one(generator: np.random.Philox) -> Iterator[int]:
    while True:
        yield int(generator.random_raw())


def below(stream: Iterator[int], bound: int) -> int:
    """Draw an integer from 0 to bound - 1, each equally likely.

    Words at or above the largest multiple of `bound` are thrown away; without that, small results would be a
    little more likely.

    Raises
    ------
    ValueError
        If bound is not within 1 to 2**64.
    """
    if not 1 <= bound <= WORDS:
        raise ValueError(f"bound is {bound}; it must lie between 1 and 2**64")
    limit = WORDS - WORDS % bound
    return next(word for word in stream if word < limit) % bound


def shuffled(items: Iterable[T], *, seed: str, purpose: str) -> list[T]:
    """Return the items in a random order, each order equally likely.

    Parameters
    ----------
    items : iterable
        In an order that is itself fixed, such as sorted by id: the result depends on it.
    seed, purpose : str
        See the module's description; for example purpose ``order of scorer 3``.
    """
    stream = words(seed, purpose)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def within_share(seed: str, key: str, share: float) -> bool:
    """Say whether a key belongs to the share that a seed picks, whatever other keys there are.

    Each key is decided by itself, so a key added later changes nothing for those before, and the number picked is
    near the share, not exactly it.

    Parameters
    ----------
    seed : str
        Not empty, without ``|``.
    key : str
        With the purpose in it, such as ``audit|R-J5QXZS2GV4|lane``; two purposes then pick independently.
    share : float from 0 to 1
        A key is picked when the first 8 bytes of SHA-256 of ``seed|key`` (UTF-8), read big-endian, lie below
        share x 2**64. 0 picks none, 1 all.

    Raises
    ------
    ValueError
        If seed or key is empty, the seed holds ``|``, or the share does not lie within 0 to 1.
    """
    if not seed or "|" in seed or not key:
        raise ValueError(f"seed '{seed}', key '{key}': neither may be empty, and a seed holds no '|'")
    if not 0 <= share <= 1:
        raise ValueError(f"share is {share}; it must lie between 0 and 1")
    return int.from_bytes(hashlib.sha256(f"{seed}|{key}".encode()).digest()[:8], "big") < share * WORDS


def stratified_subset(units: Sequence[tuple[str, str, str]], n: int, *, seed: str, purpose: str) -> list[str]:
    """Draw n units, as evenly over systems, and then over categories, as their numbers allow.

    Every system gets the same number, or all it has; what cannot be divided falls to systems by chance. Given
    that, categories are as even over the whole subset as they can be (see `blinding.strata`). Within one
    system and category every unit is equally likely.

    Parameters
    ----------
    units : sequence of (id, system, category)
        Their order does not matter.
    n : int
        How many to draw.
    seed, purpose : str
        See the module's description.

    Returns
    -------
    list of str
        The ids drawn, sorted.

    Raises
    ------
    ValueError
        If an id occurs twice, or n is not within 0 to the number of units.
    """
    twice = sorted(id for id, times in Counter(unit[0] for unit in units).items() if times > 1)
    if twice:
        raise ValueError(f"units {', '.join(twice)} occur more than once; once is allowed")
    if not 0 <= n <= len(units):
        raise ValueError(f"{n} units were asked for; there are {len(units)}")
    order = shuffled(sorted(Unit(*unit) for unit in units), seed=seed, purpose=purpose)
    by_cell: dict[Cell, list[str]] = {}
    for unit in order:
        by_cell.setdefault((unit.system, unit.category), []).append(unit.id)
    counts = even_counts({cell: len(ids) for cell, ids in by_cell.items()}, n)
    return sorted(id for cell, ids in by_cell.items() for id in ids[: counts[cell]])
