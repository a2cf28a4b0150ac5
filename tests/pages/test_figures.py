"""Figures as cells: two decimals and n, an interval where there is one, or the reason there is none."""

import pytest

from analysis.agreement import Closeness
from analysis.correlation import Correlation
from pages.figures import cell, closeness, correlation
from tests.pages.showing import without_tags


def test_r_has_its_interval_and_n() -> None:
    assert without_tags(correlation(Correlation(0.6, 20, 0.21, 0.826))) == "0.60 0.21 to 0.83 n = 20"


def test_r_without_an_interval_says_why() -> None:
    shown = correlation(Correlation(0.5, 3, why_no_interval="3 responses are too few"))
    assert without_tags(shown) == "0.50 no interval: 3 responses are too few n = 3"


def test_no_r_is_no_number() -> None:
    shown = without_tags(correlation(Correlation(None, 2, why_undefined="only 2 responses", why_no_interval="same")))
    assert shown == "– only 2 responses n = 2"


def test_nearly_one_does_not_read_as_one() -> None:
    assert without_tags(correlation(Correlation(0.9999, 20, 0.999, 0.99999))).startswith("above 0.99")


def test_shares_that_are_undefined_say_why() -> None:
    assert without_tags(closeness(Closeness(None, None, 0, "nobody"))) == "– nobody n = 0"
    assert without_tags(closeness(Closeness(0.25, 0.875, 8))) == "0.25 equal 0.88 within one point n = 8"


@pytest.mark.parametrize(
    ("bias", "shown"), [(0.5, "+0.50"), (-0.5, "-0.50"), (0.0, "0.00"), (0.004, "0.00"), (-0.004, "0.00")]
)
def test_a_bias_has_a_sign_unless_it_is_nothing(bias: float, shown: str) -> None:
    assert without_tags(cell(bias, 4, None, signed=True)) == f"{shown} n = 4"


def test_a_reason_is_not_html() -> None:
    assert "<b>" not in cell(None, 0, "<b>")
