"""Williams' test by hand, and where it cannot be made."""

import math

import pytest

from analysis.dependent import williams


def test_by_hand() -> None:
    # r12 = .6, r13 = .4, r23 = .5, n = 23: |R| = 1 - .36 - .16 - .25 + .24 = .47; mean of both .5.
    # t = .2 * sqrt(22 * 1.5 / (2 * .47 * 22 / 20 + .25 * .125)) = .2 * sqrt(33 / 1.06525) = 1.113175.
    found = williams(0.6, 0.4, 0.5, 23)
    assert found.t == pytest.approx(0.2 * math.sqrt(33 / 1.06525))
    assert (found.df, found.why_undefined) == (20, None)
    assert found.difference == pytest.approx(0.2)


def test_equal_correlations_have_t_zero_and_turning_the_question_around_turns_the_sign() -> None:
    assert williams(0.5, 0.5, 0.3, 30)[1:4] == pytest.approx((0.0, 27, 1.0))
    one, other = williams(0.7, 0.2, 0.4, 30), williams(0.2, 0.7, 0.4, 30)
    assert one.t == pytest.approx(-(other.t or 0))
    assert one.p == pytest.approx(other.p)


@pytest.mark.parametrize(
    ("r", "n", "reason"), [((0.5, 0.4, 0.3), 3, "4 are needed"), ((1.0, 1.0, 1.0), 9, "nothing to test")]
)
def test_without_freedom_there_is_a_reason(r: tuple[float, float, float], n: int, reason: str) -> None:
    found = williams(*r, n)
    assert (found.t, found.p) == (None, None)
    assert reason in str(found.why_undefined)
