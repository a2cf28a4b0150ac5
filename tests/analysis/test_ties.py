"""Ties by each benchmark's own rule."""

import pytest

from analysis.estimates import Estimate, without_interval
from analysis.ties import ties
from rubrics.counting import Ties

NO_RULE = Ties(rule="none")
GAP = Ties(rule="gap", below=10)
OVERLAP = Ties(rule="overlapping_intervals")


def a_figure(name: str, value: float, low: float, high: float) -> tuple[str, float, Estimate]:
    return name, value, Estimate(value, 24, low, high)


def test_a_gap_below_the_declared_one_is_a_tie() -> None:
    systems = [a_figure("A", 82, 70, 90), a_figure("B", 73, 60, 80), a_figure("C", 72, 60, 80)]
    found = {(tie.first, tie.second): (tie.gap, tie.tied) for tie in ties(systems, GAP)}
    assert found == {("A", "B"): (9, True), ("A", "C"): (10, False), ("B", "C"): (1, True)}


def test_a_gap_of_ten_up_to_rounding_is_no_tie() -> None:
    assert ties([a_figure("A", 0.3 * 100, 0, 1), a_figure("B", 20 + 1e-12, 0, 1)], GAP)[0].tied is False


@pytest.mark.parametrize(("low", "tied"), [(74.9, True), (75.0, True), (75.1, False)])
def test_overlapping_intervals_are_a_tie(low: float, tied: bool) -> None:
    assert ties([a_figure("A", 80, low, 85), a_figure("B", 70, 65, 75)], OVERLAP)[0].tied is tied


def test_without_an_interval_nothing_is_decided() -> None:
    systems = [a_figure("A", 80, 75, 85), ("B", 70.0, without_interval(70.0, 1, "one prompt"))]
    (found,) = ties(systems, OVERLAP)
    assert (found.tied, found.gap, found.why_undecided) == (None, 10, "B has no interval: one prompt")


def test_without_a_rule_or_a_figure_nothing_is_decided() -> None:
    assert ties([a_figure("A", 80, 75, 85), a_figure("B", 80, 65, 90)], NO_RULE)[0].tied is None
    nothing = Estimate(None, 0, why_undefined="there is no score", why_no_interval="there is no score")
    assert ties([a_figure("A", 80, 75, 85), ("B", None, nothing)], GAP)[0].why_undecided == "B has no figure"


def test_a_single_system_has_nobody_to_be_tied_with() -> None:
    assert ties([a_figure("A", 80, 75, 85)], GAP) == ()
