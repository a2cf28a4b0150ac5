"""Adjusted p-values, with tests that were not made left out of the count."""

import pytest
from hypothesis import given, settings, strategies

from analysis.multiplicity import benjamini_hochberg, benjamini_yekutieli, holm

CHANCES = strategies.lists(strategies.one_of(strategies.none(), strategies.floats(0, 1)), max_size=12)


def test_holm_leaves_out_a_test_that_was_not_made() -> None:
    # Three tests: .01 * 3 = .03; .02 * 2 = .04; .04 * 1 = .04. The missing one counted as a fourth would give .04, .06,
    # .08.
    (first, second, missing, last), m = holm([0.01, 0.02, None, 0.04])
    assert (missing, m) == (None, 3)
    assert (first, second, last) == pytest.approx((0.03, 0.04, 0.04), rel=1e-12)


def test_holm_never_falls_below_a_smaller_p() -> None:
    # Ordered .01 .03 .04 .05 times 4 3 2 1: .04 .09 .08 .05, and no value below the one before it.
    assert holm([0.05, 0.01, 0.04, 0.03]).p == pytest.approx((0.09, 0.04, 0.09, 0.09), rel=1e-12)


def test_benjamini_hochberg_by_hand() -> None:
    # Ordered .01 .03 .04 .05 times 4/1 4/2 4/3 4/4: .04 .06 .0533 .05, and no value above the one after it.
    assert benjamini_hochberg([0.05, 0.01, 0.04, 0.03]).p == pytest.approx((0.05, 0.04, 0.05, 0.05), rel=1e-12)


def test_benjamini_yekutieli_by_hand() -> None:
    # As above with every value times 1 + 1/2 + 1/3 + 1/4 = 25/12.
    wanted = tuple(value * 25 / 12 for value in (0.05, 0.04, 0.05, 0.05))
    assert benjamini_yekutieli([0.05, 0.01, 0.04, 0.03]).p == pytest.approx(wanted, rel=1e-12)


def test_nothing_tested_gives_nothing() -> None:
    assert holm([]) == ((), 0)
    assert benjamini_hochberg([None, None]) == ((None, None), 0)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_chance_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="outside 0 to 1"):
        holm([0.5, wrong])


@settings(deadline=None, derandomize=True)
@given(CHANCES)
def test_adjusting_only_raises_and_keeps_the_order(p: list[float | None]) -> None:
    for adjust in (holm, benjamini_hochberg, benjamini_yekutieli):
        pairs = sorted(
            (before, after)
            for before, after in zip(p, adjust(p).p, strict=True)
            if before is not None and after is not None
        )
        assert len(pairs) == adjust(p).m
        assert all(before <= after <= 1 for before, after in pairs)
        assert [after for _, after in pairs] == sorted(after for _, after in pairs)
