"""Kendall's W by hand, with ties, and where it cannot be computed."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.ranking import kendall_w


def test_by_hand() -> None:
    # Ranks 1 2 3 4, 1 3 2 4, 2 1 3 4: sums 4 6 8 12, mean 7.5, squares 12.25 + 2.25 + .25 + 20.25 = 35;
    # at most 3^2 * (64 - 4) / 12 = 45.
    found = kendall_w(np.array([[1, 1, 2], [2, 3, 1], [3, 2, 3], [4, 4, 4]], dtype=float))
    assert found.w == pytest.approx(35 / 45)
    assert found.chi_squared == pytest.approx(3 * 3 * 35 / 45)
    assert found.df == 3


def test_the_test_is_friedmans_with_ties() -> None:
    scores = np.array([[0, 1, 1], [2, 2, 3], [1, 1, 0], [3, 2, 3], [0, 0, 1], [2, 3, 3]], dtype=float)
    # SciPy wants one sequence for each thing ranked; here the responses are ranked, by each rater.
    by_scipy = stats.friedmanchisquare(*scores)
    found = kendall_w(scores)
    assert found.chi_squared == pytest.approx(by_scipy.statistic)
    assert found.p == pytest.approx(by_scipy.pvalue)


def test_two_raters_without_ties_are_spearmans_rho() -> None:
    first, second = [1.0, 4, 2, 5, 3], [2.0, 3, 1, 5, 4]
    rho = stats.spearmanr(first, second).statistic
    assert kendall_w(np.column_stack([first, second])).w == pytest.approx((rho + 1) / 2)


def test_responses_that_somebody_did_not_score_are_left_out() -> None:
    scores = np.array([[1, 1], [2, 3], [math.nan, 2], [3, 2], [4, 4]])
    assert kendall_w(scores) == kendall_w(scores[[0, 1, 3, 4]])


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        (np.zeros((5, 1)), "fewer than two raters"),
        (np.array([[1.0, 2], [2, 1]]), "2 responses were scored by every rater; 3 are needed"),
        (np.ones((5, 3)), "no rater tells any responses apart"),
    ],
)
def test_without_order_there_is_a_reason(
    scores: np.ndarray[tuple[int, int], np.dtype[np.float64]], reason: str
) -> None:
    assert kendall_w(scores)[0] is None
    assert kendall_w(scores).why_undefined == reason
