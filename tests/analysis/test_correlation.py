"""Pearson's r is right, and where there is none the reason is."""

import json
import math
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from scipy import stats

from analysis.correlation import Correlation, between_people, pearson
from tests.analysis.frame_builders import a_table

REFERENCE: Any = json.loads((Path(__file__).parent / "reference.json").read_text("utf-8"))


def a_series(*scores: float | None) -> pd.Series:
    return pd.Series(list(scores), dtype=float)


def test_r_and_its_interval_from_the_definition() -> None:
    # x = 1 2 3 4 5, y = 1 3 2 5 4: deviations give sum xy = 8, sum xx = sum yy = 10, so r = .8.
    # atanh .8 = ln(9) / 2 = 1.098612; 1.959964 / sqrt 2 = 1.385904; tanh(-.287292) and tanh(2.484516).
    result = pearson(a_series(1, 2, 3, 4, 5), a_series(1, 3, 2, 5, 4))
    assert result.r == pytest.approx(0.8, rel=1e-12)
    assert result.n == 5
    assert result.low == pytest.approx(-0.279639, abs=1e-5)
    assert result.high == pytest.approx(0.986194, abs=1e-5)
    assert (result.why_undefined, result.why_no_interval) == (None, None)


@pytest.mark.parametrize("name", ["bland_altman_1986_pefr", "credo_23x2", "tiny5", "tiny7"])
def test_published_and_reference_values_of_r(name: str) -> None:
    table = pd.DataFrame(REFERENCE["inputs"][name]["matrix"], dtype=float)
    result = pearson(table[0], table[1])
    cases = {c["statistic"]: c["expected"] for c in REFERENCE["cases"] if c["input"] == name}
    assert result.r == pytest.approx(cases["pearson_r"], rel=1e-9)
    if "pearson_ci95_fisher" in cases:
        assert [result.low, result.high] == pytest.approx(cases["pearson_ci95_fisher"], rel=1e-9)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_r_and_interval_equal_scipys(confidence: float) -> None:
    first, second = a_series(0, 1, 1, 2, 3, 3, 0.5), a_series(0, 0, 2, 2, 2.5, 3, 1)
    by_scipy = stats.pearsonr(first, second)
    low, high = by_scipy.confidence_interval(confidence)
    result = pearson(first, second, confidence=confidence)
    assert result[:4] == pytest.approx((by_scipy.statistic, 7, low, high), rel=1e-12)


def test_only_responses_with_both_scores_count() -> None:
    first = pd.Series({"a": 1.0, "b": 2.0, "c": 3.0, "d": None, "e": 4.0, "only first": 9.0})
    second = pd.Series({"e": 5.0, "d": 1.0, "c": 2.0, "b": 3.0, "a": 1.0, "only second": 9.0})
    result = pearson(first, second)
    assert result.n == 4
    # Pairs (1, 1) (2, 3) (3, 2) (4, 5): means 2.5 and 2.75; sums xy 5.5, xx 5, yy 8.75.
    assert result.r == pytest.approx(5.5 / math.sqrt(5 * 8.75), rel=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "n", "reason"),
    [
        ([], [], 0, "no response has both the people's scores and the judges' scores"),
        ([1, None], [None, 2], 0, "no response has both the people's scores and the judges' scores"),
        ([1], [1], 1, "only 1 response has scores on both sides; 3 are needed"),
        ([1, 2], [1, 3], 2, "only 2 responses have scores on both sides; 3 are needed"),
        ([2, 2, 2, 2], [0, 1, 2, 3], 4, "the people's scores are all 2 on these 4 responses"),
        ([0, 1, 2, 3], [1.5] * 4, 4, "the judges' scores are all 1.5 on these 4 responses"),
        ([2, 2, 2, 9], [0, 1, 2, None], 3, "the people's scores are all 2 on these 3 responses"),
        ([2, 2, 2], [1, 1, 1], 3, "the people's scores are all 2 on these 3 responses"),
    ],
)
def test_where_there_is_no_r_there_is_a_reason(
    first: list[float | None], second: list[float | None], n: int, reason: str
) -> None:
    result = pearson(a_series(*first), a_series(*second), names=("the people's scores", "the judges' scores"))
    assert result == Correlation(None, n, None, None, reason, reason)


def test_scores_that_differ_only_by_rounding_never_vary() -> None:
    thirds = a_series(4 / 3, (1 + 1 + 2) / 3, 1 / 3 + 1 / 3 + 2 / 3, 4 / 3 + 2e-16)
    assert thirds.nunique() > 1
    assert pearson(thirds, a_series(0, 1, 2, 3)).r is None


def test_three_responses_give_r_without_an_interval() -> None:
    # (0, 0) (1, 1) (2, 1): sums xy 1, xx 2, yy 2/3.
    result = pearson(a_series(0, 1, 2), a_series(0, 1, 1))
    assert result.r == pytest.approx(1 / math.sqrt(4 / 3), rel=1e-12)
    assert (result.low, result.high) == (None, None)
    assert result.why_no_interval == "3 responses are too few for an interval; 4 are needed"


@pytest.mark.parametrize(("second", "r"), [([0, 0.5, 1, 1.5], 1.0), ([3, 2, 1, 0], -1.0)])
def test_a_perfect_line_has_no_interval_of_no_width(second: list[float], r: float) -> None:
    result = pearson(a_series(0, 1, 2, 3), a_series(*second))
    assert result.r == pytest.approx(r, rel=1e-12)
    assert abs(result.r or 0) <= 1
    assert (result.low, result.high) == (None, None)
    assert result.why_no_interval == "the scores lie on one line, where the interval has no width"


def test_a_response_scored_twice_on_one_side_is_refused() -> None:
    twice = pd.Series([1.0, 2.0, 3.0], index=["a", "b", "a"])
    with pytest.raises(ValueError, match="the second scores: response a occurs more than once"):
        pearson(a_series(1, 2), twice)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0, math.nan])
def test_an_impossible_confidence_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="it must lie between 0 and 1"):
        pearson(a_series(1, 2), a_series(1, 2), confidence=confidence)


def test_two_people_have_their_own_r_and_interval() -> None:
    people = a_table([1, 2, 3, 4, 5], [1, 3, 2, 5, 4])
    result = between_people(people)
    alone = pearson(people["P1"], people["P2"])
    assert result[:2] == (alone.r, 5)
    assert (result.low, result.high) == (alone.low, alone.high)
    assert [(pair.first, pair.second) for pair in result.pairs] == [("P1", "P2")]


def test_more_people_have_the_mean_over_pairs_weighted_by_responses() -> None:
    # P1-P2 share five responses, r = .8; P1-P3 and P2-P3 share three: (1,1)(2,3)(3,2) r = .5, (1,1)(3,3)(2,2) r = 1.
    result = between_people(a_table([1, 2, 3, 4, 5], [1, 3, 2, 5, 4], [1, 3, 2, None, None]))
    assert result.r == pytest.approx((0.8 * 5 + 0.5 * 3 + 1 * 3) / 11, rel=1e-12)
    assert result.n == 11
    assert (result.low, result.high) == (None, None)
    assert result.why_no_interval == "a mean over 3 of 3 pairs of people has no interval of this kind"


def test_a_pair_without_r_takes_no_part_in_the_mean_but_is_shown() -> None:
    result = between_people(a_table([1, 2, 3, 4, 5], [1, 3, 2, 5, 4], [2, 2, 2, 2, 2]))
    assert result.r == pytest.approx(0.8, rel=1e-12)
    assert result.n == 5
    assert result.why_no_interval == "a mean over 1 of 3 pairs of people has no interval of this kind"
    assert [pair.correlation.r is None for pair in result.pairs] == [False, True, True]


@pytest.mark.parametrize(
    ("people", "reason"),
    [
        (a_table(), "nobody has scored yet"),
        (a_table([None, None]), "nobody has scored yet"),
        (a_table([1, 2, 3], [None, None, None]), "only one person has scored"),
        (a_table([1, 2, 3], [1, 2, None]), "only 2 responses have scores on both sides; 3 are needed"),
        (a_table([1, None], [None, 2]), "no response has both one person's scores and the other person's scores"),
        (a_table([1, 1, 1], [1, 2, 3]), "one person's scores are all 1 on these 3 responses"),
        (a_table([1, 1, 1], [1, 2, 3], [2, 2, 2]), "none of the 3 pairs of people has a correlation of its own"),
    ],
)
def test_people_without_r_have_a_reason(people: pd.DataFrame, reason: str) -> None:
    result = between_people(people)
    assert (result.r, result.low, result.high) == (None, None, None)
    assert result.why_undefined == result.why_no_interval == reason
