"""Groups of responses: each with its own n and interval, and groups by length that hold every response once."""

import numpy as np
import pandas as pd
import pytest

from analysis.by_group import by_group, quarters

NAMES = ("the people's scores", "the judges' scores")


def test_each_group_has_its_own_figures() -> None:
    """Group a: gaps 1, 1, 1, -1, bias 1/2; people 0..3, judges 1, 2, 3, 2: r = 2.5 / sqrt(5 * 2) ... by hand 0.632."""
    people = pd.Series([0, 1, 2, 3, 1], dtype=float)
    judges = pd.Series([1, 2, 3, 2, np.nan], dtype=float)
    a, b = by_group(people, judges, pd.Series(list("aaaab")), names=NAMES)
    assert (a.group, a.n) == ("a", 4)
    assert a.bias.value == pytest.approx(0.5)
    assert a.r.r == pytest.approx(2.0 / np.sqrt(5 * 2))
    assert a.within_one.value == 1.0
    assert (b.group, b.n) == ("b", 0)
    assert b.bias.value is None
    assert b.bias.why_undefined == "no response has both the people's scores and the judges' scores"


def test_a_single_response_has_a_bias_without_an_interval() -> None:
    (only,) = by_group(pd.Series([1.0]), pd.Series([2.0]), pd.Series(["a"]), names=NAMES)
    assert (only.bias.value, only.bias.low) == (1.0, None)
    assert only.r.r is None


def test_responses_without_a_group_are_left_out() -> None:
    found = by_group(pd.Series([1.0, 2.0]), pd.Series([1.0, 2.0]), pd.Series(["a", None]), names=NAMES)
    assert [(one.group, one.n) for one in found] == [("a", 1)]


def test_quarters_by_length_go_from_short_to_long() -> None:
    groups = quarters(pd.Series([10, 20, 30, 40, 50, 60, 70, 80], index=list("abcdefgh")))
    assert list(groups.cat.categories) == ["10 to 20 words", "30 to 40 words", "50 to 60 words", "70 to 80 words"]
    assert groups["a"] == "10 to 20 words"
    found = by_group(pd.Series(1.0, groups.index), pd.Series(1.0, groups.index), groups, names=NAMES)
    assert [one.n for one in found] == [2, 2, 2, 2]


def test_responses_of_one_length_are_one_group() -> None:
    assert list(quarters(pd.Series([7, 7, 7])).cat.categories) == ["7 words"]


def test_no_response_makes_no_group() -> None:
    assert quarters(pd.Series(dtype=float)).empty
