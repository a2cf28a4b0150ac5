"""From ties between two systems to groups of systems that are all tied with one another, and to places.

Ties need not pass on: A may be tied with B and B with C while A and C are not. Then B stands in two groups, as in the
letters of a multiple comparison (Piepho 2004, "An algorithm for a letter-based representation of all-pairwise
comparisons").
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from analysis.estimates import Estimate
from analysis.ties import Tie


class Place(NamedTuple):
    """From which to which place a system may stand; both the same only where every other is told apart from it."""

    first: int
    last: int


def tie_groups(names: Sequence[str], found: Collection[Tie]) -> list[tuple[str, ...]]:
    """Group systems so that all of a group are tied with one another and no group lies within another.

    Parameters
    ----------
    names : sequence of str
        In the order in which groups and their members come out.
    found : collection of Tie
        As `analysis.ties.ties` gives them; a pair that could not be decided is not tied.

    Returns
    -------
    list of tuples
        Groups of two or more.
    """
    tied: dict[str, set[str]] = {name: set() for name in names}
    for one in found:
        if one.tied:
            tied[one.first].add(one.second)
            tied[one.second].add(one.first)
    order = {name: place for place, name in enumerate(names)}
    groups = [tuple(sorted(group, key=order.__getitem__)) for group in _cliques(set(), set(names), set(), tied)]
    return sorted((one for one in groups if len(one) > 1), key=lambda one: [order[name] for name in one])


def _cliques(chosen: set[str], more: set[str], done: set[str], tied: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Give every largest set of names that are all tied (Bron and Kerbosch 1973, with a pivot)."""
    if not more and not done:
        yield chosen
        return
    pivot = max(more | done, key=lambda name: (len(tied[name] & more), name))
    for name in sorted(more - tied[pivot]):
        yield from _cliques(chosen | {name}, more & tied[name], done & tied[name], tied)
        more, done = more - {name}, done | {name}


def places(systems: Sequence[tuple[str, float | None, Estimate]], found: Collection[Tie]) -> dict[str, Place]:
    """Say between which places each system may stand.

    A system is above another only where the benchmark's rule does not tie them and their intervals do not overlap;
    where one has no interval it cannot be told.

    Parameters
    ----------
    systems : sequence of (name, figure as published, Estimate)
        As in `analysis.ties.ties`; those without a figure get no place and keep nobody from one.
    found : collection of Tie
    """
    tied = {frozenset((one.first, one.second)) for one in found if one.tied}
    ranked = [(name, figure, estimate) for name, figure, estimate in systems if figure is not None]

    def above(one: tuple[str, float, Estimate], other: tuple[str, float, Estimate]) -> bool:
        low, high = one[2].low, other[2].high
        apart = low is not None and high is not None and low > high
        return apart and one[1] > other[1] and frozenset((one[0], other[0])) not in tied

    return {
        one[0]: Place(
            1 + sum(above(other, one) for other in ranked if other is not one),
            len(ranked) - sum(above(one, other) for other in ranked if other is not one),
        )
        for one in ranked
    }
