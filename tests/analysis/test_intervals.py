"""Each interval by its formula, and the reasons where there is none."""

import math

import numpy as np
import pytest

from analysis.estimates import Estimate
from analysis.intervals import Moved, fisher, jackknife, mean, share, with_bootstrap
from analysis.kernels import LeftOut
from analysis.resampling import Plan

PLAN = Plan("a seed", draws=201)
DRAWN = np.linspace(0.1, 0.9, 201)


def moved(*values: float, times: tuple[float, ...] | None = None) -> Moved:
    return Moved(LeftOut(np.array(values), np.array(times or (1.0,) * len(values))), DRAWN)


def test_the_jackknife_of_a_mean_is_students_t() -> None:
    scores = np.array([1.0, 2, 4, 5, 3])
    without = (scores.sum() - scores) / 4
    found = jackknife(3.0, 5, moved(*without), PLAN, on="plain", within=(-math.inf, math.inf))
    expected = mean(scores, PLAN)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.method == "jackknife, t(4)"


def test_the_jackknife_on_z_by_hand() -> None:
    # z of the five: .1 .2 .3 .4 .5; squares about .3 sum to .1; error sqrt(4/5 * .1); t(4) at .975 is 2.776445.
    found = jackknife(math.tanh(0.3), 5, moved(*np.tanh([0.1, 0.2, 0.3, 0.4, 0.5])), PLAN)
    half = 2.776445 * math.sqrt(0.08)
    assert (found.low, found.high) == pytest.approx((math.tanh(0.3 - half), math.tanh(0.3 + half)), rel=1e-6)


def test_equal_units_weigh_as_often_as_they_occur() -> None:
    apart = jackknife(0.5, 5, moved(0.4, 0.4, 0.4, 0.6, 0.7), PLAN)
    together = jackknife(0.5, 5, moved(0.4, 0.6, 0.7, times=(3.0, 1.0, 1.0)), PLAN)
    assert together == apart


def test_a_ratio_is_taken_on_logarithms_unless_it_can_be_negative() -> None:
    found = jackknife(1.2, 5, moved(1.0, 1.1, 1.2, 1.3, 1.4), PLAN, on="log")
    assert found.method == "jackknife on logarithms, t(4)"
    assert found.low is not None
    assert found.low > 0
    plain = jackknife(0.1, 5, moved(-0.1, 0.1, 0.2, 0.1, 0.1), PLAN, on="log", within=(-math.inf, math.inf))
    assert plain.method == "jackknife, t(4)"


def test_limits_stop_where_the_statistic_does() -> None:
    found = jackknife(0.95, 5, moved(0.9, 0.95, 1.0, 0.95, 0.95), PLAN, on="plain", within=(0.0, 1.0))
    assert found.high == 1.0


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ((0.1, 0.2, 0.3), "3 units are too few"),
        ((0.1, math.nan, 0.3, 0.2), "without that one it is undefined"),
        ((0.2, 0.2, 0.2, 0.2), "no unit changes it"),
    ],
)
def test_without_a_jackknife_there_is_a_reason(values: tuple[float, ...], reason: str) -> None:
    found = jackknife(0.2, 4, moved(*values), PLAN)
    assert (found.low, found.high) == (None, None)
    assert reason in str(found.why_no_interval)


def test_where_z_has_no_value_the_percentiles_lead() -> None:
    found = jackknife(0.9, 5, moved(0.8, 0.85, 0.9, 0.95, 1.0), PLAN)
    assert (found.low, found.high) == pytest.approx((0.12, 0.88))
    assert found.method == "percentiles of 201 bootstrap draws"


def test_wilson_by_hand() -> None:
    # 7 of 20: (.35 + 3.841459 / 40) / (1 + 3.841459 / 20) = .374169, and half
    # 1.959964 * sqrt(.2275 / 20 + 3.841459 / 1600) / 1.192073 = .192977.
    found = share(0.35, 20, PLAN)
    assert (found.low, found.high) == pytest.approx((0.374169 - 0.192977, 0.374169 + 0.192977), abs=2e-6)
    assert found.method == "Wilson"


def test_wilson_reaches_the_ends_at_none_and_all() -> None:
    none, everything = share(0.0, 20, PLAN), share(1.0, 20, PLAN)
    assert (none.low, everything.high) == (0.0, 1.0)
    assert none.high == pytest.approx(3.841459 / 23.841459, rel=1e-6)
    assert everything.low == pytest.approx(1 - 3.841459 / 23.841459, rel=1e-6)


def test_a_share_of_yes_and_no_is_worth_its_units_by_the_jackknife_too() -> None:
    answers = np.array([1.0, 1, 0, 1, 0, 1, 1, 1])
    without = (answers.sum() - answers) / 7
    found = share(0.75, 8, moved=moved(*without), plan=PLAN)
    # The jackknife divides by n - 1, so the share is worth 7 units, with t(7) = 2.364624.
    z = 2.364624
    middle, below = (0.75 + z**2 / 14) / (1 + z**2 / 7), 1 + z**2 / 7
    half = z * math.sqrt(0.1875 / 7 + z**2 / (4 * 49)) / below
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), rel=1e-6)


def test_a_share_that_is_the_same_in_every_unit_has_no_interval_unless_it_is_all_or_none() -> None:
    assert "no unit changes it" in str(share(0.5, 5, PLAN, moved=moved(*[0.5] * 5)).why_no_interval)
    everything = share(1.0, 5, PLAN, moved=moved(*[1.0] * 5))
    assert everything.low is not None
    assert everything.high == 1.0
    assert everything.low < 0.6


def test_the_bias_that_the_jackknife_finds_is_taken_off_where_asked() -> None:
    # The plain maximum: 5 of 1 2 3 4 5; without 5 it is 4, else 5. Bias 4 * (4.8 - 5) = -.8.
    spread = moved(5.0, 5.0, 5.0, 5.0, 4.0)
    off, on = (jackknife(5.0, 5, spread, PLAN, on="plain", within=(0, 9), corrected=c) for c in (False, True))
    assert (on.low or 0) - (off.low or 0) == pytest.approx(0.8)
    assert on.method == "jackknife, less bias, t(4)"


def test_fisher_with_the_inflation_of_ranks() -> None:
    found = fisher(0.6, 20, PLAN, inflate=1.18, method="ranks")
    half = 1.959964 * math.sqrt(1.18 / 17)
    assert (found.low, found.high) == pytest.approx(
        (math.tanh(math.atanh(0.6) - half), math.tanh(math.atanh(0.6) + half)), rel=1e-6
    )
    assert fisher(0.6, 3, PLAN).why_no_interval == "3 responses are too few for an interval; 4 are needed"
    assert "one line" in str(fisher(-1.0, 9, PLAN).why_no_interval)


def test_a_mean_that_does_not_vary_has_no_interval() -> None:
    assert "same in all 4" in str(mean(np.full(4, 0.25), PLAN).why_no_interval)
    assert "single response" in str(mean(np.array([1.0]), PLAN).why_no_interval)


def test_the_second_opinion_stands_beside_a_value_only() -> None:
    figure = with_bootstrap(Estimate(0.5, 20, 0.2, 0.7, "Fisher z"), DRAWN, PLAN)
    assert figure.bootstrap is not None
    assert figure.bootstrap.value == 0.5
    assert figure.bootstrap.low == pytest.approx(0.12)
    assert with_bootstrap(Estimate(None, 2, why_undefined="n", why_no_interval="n"), DRAWN, PLAN).bootstrap is None
    assert with_bootstrap(Estimate(0.5, 20, why_no_interval="n"), None, PLAN).bootstrap is None
