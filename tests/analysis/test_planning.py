"""How many responses a study needs."""

import math

import pytest

from analysis.planning import fisher_interval, icc_n, kendall_n, mean_n, needed, pearson_n, power, power_n, spearman_n
from tests.analysis.benchmark_reference import expected


def test_intervals_that_twenty_responses_give() -> None:
    found = [limit for r in (0.5, 0.7, 0.9) for limit in fisher_interval(r, 20)]
    assert found == pytest.approx(expected("planning", "Fisher CI at n=20"), rel=1e-9)


@pytest.mark.parametrize(("half_width", "case"), [(0.1, "full width <= .2"), (0.2, "full width <= .4")])
def test_smallest_n_for_an_interval_of_r(half_width: float, case: str) -> None:
    found = [pearson_n(r, half_width) for r in (0.5, 0.7, 0.8, 0.9)]
    assert found == expected("planning", f"smallest n with Fisher CI {case}")


def test_one_response_fewer_would_not_do() -> None:
    n = pearson_n(0.8, 0.1)
    low, high = fisher_interval(0.8, n)
    assert high - low <= 0.2
    low, high = fisher_interval(0.8, n - 1)
    assert high - low > 0.2


def test_rank_correlations_need_more_or_fewer_as_their_errors_say() -> None:
    # At r = 0 the width is 2 tanh(1.96 / sqrt(n - 3)): atanh(.1) = .100335, (1.96 / .100335)^2 + 3 = 384.6 -> 385.
    # Spearman has the same error at 0; Kendall's (1.96 / .100335)^2 * .437 + 4 = 170.75 -> 171.
    assert pearson_n(0.0, 0.1) == spearman_n(0.0, 0.1) == 385
    assert kendall_n(0.0, 0.1) == 171
    assert spearman_n(0.8, 0.1) > pearson_n(0.8, 0.1)


def test_smallest_n_for_an_intraclass_correlation() -> None:
    assert [icc_n(0.7, raters, 0.1) for raters in (2, 3, 6)] == expected("planning", "Bonett (2002)")


def test_smallest_n_for_a_mean() -> None:
    # t(23) = 2.0687: 2.0687 * 1 / sqrt(24) = .4223; with 23 units 2.0739 / sqrt(23) = .4324.
    assert mean_n(1.0, 0.43) == 24
    assert mean_n(1.0, 0.4224) == 24
    assert mean_n(1.0, 0.4222) == 25


def test_power_of_twenty_responses() -> None:
    found = [power(r, 20) for r in (0.3, 0.5, 0.7)]
    assert found == pytest.approx(expected("planning", "power at n=20"), rel=1e-9)
    assert power(-0.5, 20) == power(0.5, 20)


def test_n_for_a_wanted_power() -> None:
    # R's root search stops at about 1e-4 of the root; ours reaches .8 to the last digits, so the two meet at 1e-8.
    assert power_n(0.5) == pytest.approx(expected("planning", "power: n for r=.5"), rel=1e-8)
    assert power(0.5, power_n(0.5)) == pytest.approx(0.8, abs=1e-12)
    assert power(0.5, 28) < 0.8 < power(0.5, 29)


def test_a_further_study_is_planned_from_the_r_found() -> None:
    assert needed(0.5) == (219, 57, 29)
    assert needed(-0.9) == (20, 9, 7)
    assert needed(0.0)[2] is None
    assert needed(None) == needed(1.0) == (None, None, None)


def test_no_correlation_is_noticed_as_often_as_alpha_says() -> None:
    assert power(0.0, 400) == pytest.approx(0.05, abs=0.001)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pearson_n(1.0, 0.1), "r is 1.0"),
        (lambda: pearson_n(0.5, 0.0), "half width"),
        (lambda: pearson_n(0.5, 1e-6), "would be needed"),
        (lambda: fisher_interval(0.5, 3), "at least 4"),
        (lambda: fisher_interval(0.5, 20, level=95), "level is 95"),
        (lambda: power_n(0.0), "notices it"),
        (lambda: power_n(0.5, wanted=0.01), "wanted power"),
        (lambda: power(0.5, math.nan), "n is nan"),
        (lambda: icc_n(1.0, 2, 0.1), "icc is 1.0"),
        (lambda: icc_n(0.5, 1, 0.1), "raters 1"),
        (lambda: mean_n(0.0, 0.1), "sd is 0"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_words(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=words):
        call()
