"""Expected widths: the same formulas as the intervals, so a plan and the study that follows agree."""

import math

import pytest

from analysis.planned_widths import icc_half_width, r_half_width, r_with_people, reliability_of_mean
from analysis.planning import icc_n, pearson_n


def test_half_a_width_by_hand() -> None:
    """r = 0 and n = 103: tanh(1.96 / 10) on either side, 0.1935."""
    assert r_half_width(0.0, 103) == pytest.approx(math.tanh(1.959964 / 10), abs=1e-6)


@pytest.mark.parametrize("r", [-0.4, 0.0, 0.6, 0.9])
def test_the_responses_planned_have_the_width_wanted(r: float) -> None:
    n = pearson_n(r, 0.1)
    assert r_half_width(r, n) <= 0.1 < r_half_width(r, n - 1)


def test_a_mean_of_people_is_more_reliable_than_one() -> None:
    """Spearman and Brown: two people of .5 each give 2/3, four give 4/5."""
    assert reliability_of_mean(0.5, 1) == 0.5
    assert reliability_of_mean(0.5, 2) == pytest.approx(2 / 3)
    assert reliability_of_mean(0.5, 4) == pytest.approx(0.8)


def test_r_grows_with_the_root_of_the_reliability() -> None:
    assert r_with_people(0.6, 0.5, 1, 4) == pytest.approx(0.6 * math.sqrt(0.8 / 0.5))
    assert r_with_people(0.6, 0.5, 3, 3) == pytest.approx(0.6)
    assert r_with_people(0.95, 0.2, 1, 50) == 1.0


def test_people_without_reliability_leave_nothing_to_grow() -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        r_with_people(0.5, 0.0, 1, 2)
    with pytest.raises(ValueError, match="from 0 to 1"):
        reliability_of_mean(1.5, 2)


def test_the_width_of_a_reliability_goes_with_the_plan_for_it() -> None:
    n = icc_n(0.6, 3, 0.1)
    assert icc_half_width(0.6, 3, n) <= 0.1 < icc_half_width(0.6, 3, n - 1)


def test_more_people_make_it_narrower() -> None:
    assert icc_half_width(0.5, 4, 50) < icc_half_width(0.5, 2, 50)
    with pytest.raises(ValueError, match="at least 2"):
        icc_half_width(0.5, 1, 50)
