"""Figures as cells: two decimals and n, an interval where there is one, or the reason there is none."""

import pytest

from analysis.correlation import Correlation
from analysis.estimates import Estimate, undefined
from pages.figures import cell, correlation, estimate, missing_in_words, number
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


def test_a_share_has_its_interval_and_what_chance_gives() -> None:
    shown = estimate(Estimate(0.25, 8, 0.07, 0.59), percent=True, beside="by chance 20 %")
    assert without_tags(shown) == "25 % 7 to 59 % by chance 20 % n = 8"


@pytest.mark.parametrize(
    ("share", "shown"), [(0.0, "0 %"), (1.0, "100 %"), (0.999, "above 99 %"), (0.001, "below 1 %")]
)
def test_a_share_that_is_not_quite_all_never_reads_as_all(share: float, shown: str) -> None:
    assert number(share, percent=True) == shown


def test_a_share_that_is_undefined_says_why() -> None:
    assert without_tags(estimate(undefined("nobody", 0), percent=True, beside="by chance 3 %")) == "– nobody n = 0"


@pytest.mark.parametrize(
    ("bias", "shown"), [(0.5, "+0.50"), (-0.5, "-0.50"), (0.0, "0.00"), (0.004, "0.00"), (-0.004, "0.00")]
)
def test_a_bias_has_a_sign_unless_it_is_nothing(bias: float, shown: str) -> None:
    assert without_tags(cell(bias, 4, None, signed=True)) == f"{shown} n = 4"


def test_a_reason_is_not_html() -> None:
    assert "<b>" not in cell(None, 0, "<b>")


def test_what_is_missing_keeps_its_kinds_apart() -> None:
    found = missing_in_words(
        {
            "human": {"not_applicable": 2, "cannot_assess": 1, "rubric_unclear": 0, "not_scored": 0},
            "llm": {"not_applicable": 0, "unreadable": 0, "not_scored": 0},
            "settled": {"not_applicable": 5, "unreadable": 0, "not_scored": 0},
        }
    )
    assert found == ["people: 2 × does not apply, 1 × cannot assess"]
