"""The lower of two judges stands beside both and their mean."""

import pandas as pd
import pytest

from analysis.lower_of_two import lower_of_two
from rubrics.counting import Rounding
from tests.analysis.benchmark_reference import a_reference_table, expected

NEAREST = Rounding(rule="half_up", to=1, applies_to=("tier", "overall"))


def test_the_published_mean_is_that_of_the_lower_scores() -> None:
    table = a_reference_table("credo_23x2")
    found = lower_of_two(table[0], table[1], NEAREST)
    assert [found.lower, found.shown] == pytest.approx(expected("credo_23x2", "lower-of-two mean"), rel=1e-9)
    assert found.n == 23
    assert found.lower is not None
    assert found.both is not None
    assert found.lower < found.both


def test_all_four_means_by_hand() -> None:
    # Lower 70 80 90 (mean 80), first 70 90 90 (83.3), second 80 80 95 (85), both 84.17; the fourth has one judge.
    found = lower_of_two(pd.Series([70.0, 90, 90, 100]), pd.Series([80.0, 80, 95, None]), Rounding(rule="none"))
    assert found[:6] == pytest.approx((3, 80, 250 / 3, 85, 505 / 6, 80), rel=1e-12)


def test_a_half_goes_up_only_by_the_declared_rule() -> None:
    first, second = pd.Series([94.0, 95.0]), pd.Series([99.0, 99.0])
    assert lower_of_two(first, second, NEAREST).shown == 95.0
    even = Rounding(rule="half_even", to=1, applies_to=("overall",))
    assert lower_of_two(first, second, even).shown == 94.0
    assert lower_of_two(first, second, Rounding(rule="half_up", to=1, applies_to=("tier",))).shown == 94.5


def test_without_an_answer_of_both_there_is_no_figure() -> None:
    found = lower_of_two(pd.Series([70.0, None]), pd.Series([None, 80.0]), NEAREST)
    assert found == (0, None, None, None, None, None, "no answer was scored by both judges")
