"""How often each unit occurs in each bootstrap draw: exactly multinomial, from whole words only, and fast.

A draw takes n of n units with replacement. Looking up n random units one by one costs more than everything
that is done with the draw afterwards, so the counts are made in two steps (both exact):

1. Every unit gets an independent Poisson count with a mean a little below 1. Given their total N, such counts
   are what N balls thrown at n units give. Eight counts come from one word, two from each quarter, by a table
   of 65,536 cells. The few cells that would have to be shared between pairs of counts are settled by a further
   whole word.
2. The n - N balls that are missing are thrown one by one. Where N is above n already (about one draw in
   forty), the draw is left out and the next one takes its place; N says nothing about which units the
   balls lie on, so leaving it out favours none.

Everything is integer arithmetic on words of `blinding.draws`, so a seed gives the same counts on any machine.
Draws come in groups of 64, each made from its own stretch of the streams, so that the result does not depend
on how many are made at a time.
"""

import hashlib
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from blinding.draws import WORDS, Words, word_arrays

GROUP = 64
"""Draws in a group; a multiple of 8, because one word gives eight counts."""

BLOCK_BYTES = 2**25
"""The counts of one block, as float64, take about this much memory (32 MiB)."""

CELLS = 2**16
UNSETTLED = 2**16 - 1
MOST = 30
"""No two Poisson counts that add up to more are made; with means below 1 their chance is under 1e-25."""

AT_A_TIME = 2**15
"""Numbers looked up at a time, so that they stay in the processor's cache."""

Counts = npt.NDArray[np.uint8]
Pairs = npt.NDArray[np.uint16]
Mask = npt.NDArray[np.bool_]


class Block(NamedTuple):
    """Some draws: counts of shape (groups, units, 64), and which of the groups x 64 draws are to be used."""

    counts: Counts
    used: Mask


class _Table(NamedTuple):
    """Pairs of Poisson counts, written as first + 256 * second.

    Attributes
    ----------
    cells : array of uint16, (65536,)
        The pair of each 16-bit number; `UNSETTLED` in the last ones.
    pairs : array of uint16
        Every pair there is.
    ends : array of uint64, (pairs - 1,)
        Where each pair ends among the words that settle unsettled cells.
    """

    cells: Pairs
    pairs: Pairs
    ends: Words


def resamples(units: int, draws: int, *, seed: str, purpose: str, beside: int = 0) -> Iterator[Block]:
    """Yield bootstrap draws of all units with replacement, in blocks of bounded memory.

    Parameters
    ----------
    units : int
        How many units there are; every draw's counts add up to this number.
    draws : int
        How many draws; the blocks' `used` mark exactly this many.
    seed, purpose : str
        See `blinding.draws`.
    beside : int
        How many numbers the caller keeps per draw of a block, where that is more than there are units; it
        makes blocks smaller and changes no draw.

    Raises
    ------
    ValueError
        If units is not within 1 to 2**32, or draws is below 1.
    """
    if not 1 <= units <= 2**32 or draws < 1:
        raise ValueError(f"{draws} draws of {units} units; there must be at least 1 draw, and 1 to 2**32 units")
    first, unsettled, rest = (word_arrays(seed, f"{purpose}: {step}") for step in ("counts", "unsettled", "rest"))
    table = _table(units)
    missing = draws
    at_a_time = max(1, BLOCK_BYTES // (8 * max(units, beside) * GROUP))
    while missing:
        groups = min(at_a_time, -(-missing // GROUP))
        counts = np.zeros((groups, units, GROUP), dtype=np.uint8)
        if table is not None:
            counts.reshape(-1)[:] = _poisson(first(counts.size // 8), table, unsettled)
        used = _throw_the_rest(counts, rest).reshape(-1)
        used &= np.cumsum(used) <= missing
        missing -= int(used.sum())
        yield Block(counts, used)


def fingerprint(units: int, *, seed: str, purpose: str) -> str:
    """Return 16 hexadecimal digits that tell whether two people drew the same: of SHA-256 of the first 64 draws."""
    first = next(resamples(units, GROUP, seed=seed, purpose=purpose))
    return hashlib.sha256(first.counts[0].tobytes()).hexdigest()[:16]


@lru_cache(maxsize=8)
def _table(units: int) -> _Table | None:
    """Lay out pairs of counts whose total stays below `units` by two standard deviations; None below 5."""
    with localcontext() as exact:
        exact.prec = 100
        mean = 1 - 2 / Decimal(units).sqrt()
        if mean <= 0:
            return None
        chances = [(-mean).exp()]
        for count in range(1, MOST + 1):
            chances.append(chances[-1] * mean / count)
        pairs = [(first, total - first) for total in range(MOST + 1) for first in range(total + 1)]
        shares = [chances[first] * chances[second] * CELLS for first, second in pairs]
        whole = [int(share) for share in shares]
        parts = [share - full for share, full in zip(shares, whole, strict=True)]
        ends = [min(WORDS - 1, int(end * WORDS / (CELLS - sum(whole)))) for end in accumulate(parts[:-1])]
    written = np.array([first + 256 * second for first, second in pairs], dtype=np.uint16)
    unsettled = np.full(CELLS - sum(whole), UNSETTLED, dtype=np.uint16)
    cells = np.concatenate([np.repeat(written, whole), unsettled])
    return _Table(cells, written, np.array(ends, dtype=np.uint64))


def _poisson(words: Words, table: _Table, unsettled: Callable[[int], Words]) -> Counts:
    numbers: Pairs = words.astype("<u8", copy=False).view("<u2")
    pairs = np.empty(len(numbers), dtype="<u2")
    for start in range(0, len(numbers), AT_A_TIME):
        here = slice(start, start + AT_A_TIME)
        np.take(table.cells, numbers[here], out=pairs[here], mode="clip")
    open_cells = np.flatnonzero(pairs == UNSETTLED)
    pairs[open_cells] = table.pairs[np.searchsorted(table.ends, unsettled(len(open_cells)), side="right")]
    return pairs.view(np.uint8)


def _throw_the_rest(counts: Counts, rest: Callable[[int], Words]) -> Mask:
    """Add the missing balls in place; say which draws had no ball too many."""
    units = counts.shape[1]
    short = units - _totals(counts)
    fits: Mask = short >= 0
    balls = np.where(fits, short, 0).reshape(-1)
    draw = np.repeat(np.arange(balls.size), balls)
    group, lane = np.divmod(draw, GROUP)
    place = (group * units + _below(units, len(draw), rest)) * GROUP + lane
    np.add.at(counts.reshape(-1), place, np.uint8(1))
    return fits


def _totals(counts: Counts) -> npt.NDArray[np.int64]:
    """Add up each draw's counts; eight of at most 30 fit a byte, and adding bytes is fastest."""
    total = np.zeros((counts.shape[0], GROUP), dtype=np.int64)
    for _ in range(3):
        half = counts.shape[1] // 2
        total += counts[:, 2 * half :].sum(axis=1, dtype=np.int64)
        counts = counts[:, :half] + counts[:, half : 2 * half]
    total += counts.sum(axis=1, dtype=np.int64)
    return total


def _below(bound: int, size: int, rest: Callable[[int], Words]) -> npt.NDArray[np.int64]:
    """Draw integers below `bound`, each equally likely: Lemire's multiplication (2019) on the upper 32 bits."""
    found: list[npt.NDArray[np.int64]] = []
    while size:
        product = (rest(size) >> np.uint64(32)) * np.uint64(bound)
        fair = (product & np.uint64(2**32 - 1)) >= np.uint64(2**32 % bound)
        found.append((product[fair] >> np.uint64(32)).astype(np.int64))
        size -= len(found[-1])
    return np.concatenate(found) if found else np.empty(0, dtype=np.int64)
