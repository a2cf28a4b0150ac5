"""Which systems may not be told apart, by the rule of the benchmark file."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from analysis.estimates import Estimate
from analysis.scales import SAME
from rubrics.schema import Ties


class Tie(NamedTuple):
    """Two systems and whether they count as tied.

    `gap` is the first minus the second. `tied` is None, with the reason, when the rule cannot be applied, or when the
    benchmark has none.
    """

    first: str
    second: str
    gap: float | None
    tied: bool | None
    why_undecided: str | None = None


def ties(systems: Sequence[tuple[str, float | None, Estimate]], rule: Ties) -> tuple[Tie, ...]:
    """Compare every two systems.

    Ties need not pass on: A may be tied with B and B with C while A and C are not. So pairs are told, not groups.

    Parameters
    ----------
    systems : sequence of (name, figure as published, Estimate)
        The published figure is rounded where the benchmark rounds; a gap is read off it, as a reader would. The
        Estimate has the interval.
    rule : Ties
        ``none``, ``gap`` (below a stated difference) or ``overlapping_intervals``. That intervals overlap does not
        mean that the systems are equal; the interval of their paired difference says more.
    """
    return tuple(_tie(first, second, rule) for first, second in combinations(systems, 2))


def _tie(first: tuple[str, float | None, Estimate], second: tuple[str, float | None, Estimate], rule: Ties) -> Tie:
    (name, figure, estimate), (other, other_figure, other_estimate) = first, second
    if figure is None or other_figure is None:
        return Tie(name, other, None, None, f"{name if figure is None else other} has no figure")
    gap = figure - other_figure
    if rule.rule == "none":
        return Tie(name, other, gap, None, "the benchmark has no rule for ties")
    if rule.rule == "gap" and rule.below is not None:
        return Tie(name, other, gap, abs(gap) < rule.below - SAME)
    return _by_intervals(name, other, gap, estimate, other_estimate)


def _by_intervals(name: str, other: str, gap: float, estimate: Estimate, other_estimate: Estimate) -> Tie:
    for who, one in ((name, estimate), (other, other_estimate)):
        if one.why_no_interval is not None:
            return Tie(name, other, gap, None, f"{who} has no interval: {one.why_no_interval}")
    low, high = (estimate.low or 0.0), (estimate.high or 0.0)
    other_low, other_high = (other_estimate.low or 0.0), (other_estimate.high or 0.0)
    return Tie(name, other, gap, low <= other_high and other_low <= high)
