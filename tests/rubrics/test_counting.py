"""Declared rounding does what its name says, at the halves above all."""

import pytest

from rubrics.schema import Rounding


@pytest.mark.parametrize(
    ("value", "rounded"), [(64.5, 65), (65.5, 66), (64.4999, 64), (0.5, 1), (-0.5, 0), (-1.5, -1), (96, 96)]
)
def test_halves_up(value: float, rounded: float) -> None:
    assert Rounding(rule="half_up").apply(value) == rounded


@pytest.mark.parametrize(("value", "rounded"), [(64.5, 64), (65.5, 66), (64.51, 65), (-0.5, 0)])
def test_halves_to_even(value: float, rounded: float) -> None:
    assert Rounding(rule="half_even").apply(value) == rounded


def test_a_half_is_a_half_whatever_the_order_of_adding() -> None:
    # On paper both are 0.5; in binary 0.7 - 0.2 is a little less.
    rounding = Rounding(rule="half_up")
    assert rounding.apply(0.7 - 0.2) == rounding.apply(0.2 + 0.1 + 0.2) == 1


def test_a_smaller_unit() -> None:
    assert Rounding(rule="half_up", to=0.5).apply(1.25) == 1.5
    assert Rounding(rule="half_up", to=0.1).apply(0.25) == 0.3


def test_no_rounding_leaves_a_median_of_one_and_a_half() -> None:
    assert Rounding(rule="none").apply(1.5) == 1.5
