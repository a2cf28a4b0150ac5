"""Agreement in points and ordinal alpha, by hand, by reference, and where they cannot be computed."""

import json
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
import pytest

from analysis.agreement import (
    Agreement,
    Alpha,
    Closeness,
    people_alpha,
    people_closeness,
    with_each_person,
    with_people_mean,
)
from tests.analysis.frame_builders import a_table

REFERENCE: Any = json.loads((Path(__file__).parent / "reference.json").read_text("utf-8"))
SCALE = (0.0, 1.0, 2.0, 3.0)
NOBODY = "no response has both judges' and people's scores"


def a_series(*scores: float | None) -> pd.Series:
    return pd.Series(list(scores), dtype=float)


def expected(name: str, statistic: str) -> Any:
    return next(
        case["expected"]
        for case in REFERENCE["cases"]
        if case["input"] == name
        and case["statistic"] == statistic
        and case["params"].get("level", "ordinal") == "ordinal"
    )


def test_alpha_by_hand() -> None:
    # Responses (0,0) (1,1) (2,2) (0,1) (1,2): 10 scores, of which n0 = 3, n1 = 4, n2 = 3.
    # Ordinal distances: d01 = d12 = ((3 + 4) / 2)^2 = 12.25, d02 = (3/2 + 4 + 3/2)^2 = 49.
    # Observed (2 * 12.25 + 2 * 12.25) / 10 = 4.9.
    # Expected 2 * (12 * 12.25 + 12 * 12.25 + 9 * 49) / (10 * 9) = 16.3333; alpha = 1 - 4.9 / 16.3333 = .7.
    alpha = people_alpha(a_table([0, 1, 2, 0, 1], [0, 1, 2, 1, 2]), SCALE)
    assert alpha.value == pytest.approx(0.7, rel=1e-12)
    assert alpha[1:] == (5, 2, None)


def test_alpha_uses_places_on_the_scale_so_half_points_and_wide_steps_change_nothing() -> None:
    halves = a_table([0, 0.5, 1, 0, 0.5], [0, 0.5, 1, 0.5, 1])
    tenths = a_table([0.1, 0.3, 0.7, 0.1, 0.3], [0.1, 0.3, 0.7, 0.3, 0.7])
    assert people_alpha(halves, (0.0, 0.5, 1.0)).value == pytest.approx(0.7, rel=1e-12)
    assert people_alpha(tenths, [n * 0.1 for n in range(31)]).value == pytest.approx(0.7, rel=1e-12)


def test_values_nobody_chose_change_nothing() -> None:
    people = a_table([0, 1, 2, 0, 1], [0, 1, 2, 1, 2])
    assert people_alpha(people, tuple(range(101))).value == pytest.approx(0.7, rel=1e-12)


@pytest.mark.parametrize("name", ["kripp2011_C", "shrout_fleiss_1979", "credo_23x2"])
def test_published_and_reference_values_of_alpha(name: str) -> None:
    people = pd.DataFrame(REFERENCE["inputs"][name]["matrix"], dtype=float)
    alpha = people_alpha(people, tuple(range(101)))
    assert alpha.value == pytest.approx(expected(name, "krippendorff_alpha"), rel=1e-9)
    assert alpha.n == int((people.notna().sum(axis=1) >= 2).sum())


def test_alpha_equals_the_packages_with_missing_scores() -> None:
    people = a_table([0, 1, None, 3, 2, None], [0, 2, 1, None, 2, 3], [1, 1, 1, 3, None, None])
    direct = krippendorff.alpha(
        reliability_data=people.to_numpy().T, value_domain=[0, 1, 2, 3], level_of_measurement="ordinal"
    )
    alpha = people_alpha(people, SCALE)
    assert alpha.value == pytest.approx(direct, rel=1e-12)
    assert alpha[1:] == (5, 3, None)  # the last response has a single score


def test_alpha_below_nought_is_reported_as_it_is() -> None:
    # (0,1) (1,0): n0 = n1 = 2; observed 4 d / 4, expected 2 * 4 d / (4 * 3); alpha = 1 - 3/2.
    assert people_alpha(a_table([0, 1], [1, 0]), SCALE).value == pytest.approx(-0.5, rel=1e-12)


@pytest.mark.parametrize(
    ("people", "result"),
    [
        (a_table(), Alpha(None, 0, 0, "nobody has scored yet")),
        (a_table([None], [None]), Alpha(None, 0, 0, "nobody has scored yet")),
        (a_table([1, 2, 3], [None] * 3), Alpha(None, 0, 1, "only one person has scored")),
        (a_table([1, None], [None, 2]), Alpha(None, 0, 2, "no response was scored by two people; 2 are needed")),
        (a_table([1, 2], [3, None]), Alpha(None, 1, 2, "only one response was scored by two people; 2 are needed")),
        (
            a_table([2, 2, 2], [2, 2, 2]),
            Alpha(None, 3, 2, "every score is 2, so agreement cannot be told from habit"),
        ),
        (
            a_table([2, 2, 0], [2, 2, None]),  # the one other score stands alone
            Alpha(None, 2, 2, "every score is 2, so agreement cannot be told from habit"),
        ),
    ],
)
def test_where_there_is_no_alpha_there_is_a_reason(people: pd.DataFrame, result: Alpha) -> None:
    assert people_alpha(people, SCALE) == result


def test_medians_do_not_belong_into_alpha() -> None:
    with pytest.raises(ValueError, match=r"scores 0\.5, 2\.5 are not on the scale 0, 1, 2, 3"):
        people_alpha(a_table([0.5, 1, 2.5], [0, 1, 2]), SCALE)


def test_two_people_are_compared_response_by_response() -> None:
    # Gaps 0, 1, 2, 0, one response unshared: 2 of 4 equal, 3 of 4 within one.
    people = a_table([0, 1, 3, 2, 1], [0, 2, 1, 2, None])
    assert people_closeness(people) == Closeness(0.5, 0.75, 4)


def test_three_people_give_three_pairs() -> None:
    # R1: gaps 0-1, 0-2, 1-2 = 1, 2, 1; R2: 0, 0, 0.
    assert people_closeness(a_table([0, 1], [1, 1], [2, 1])) == Closeness(3 / 6, 5 / 6, 6)


@pytest.mark.parametrize("people", [a_table(), a_table([1, 2]), a_table([1, None], [None, 1])])
def test_people_who_share_nothing_cannot_be_compared(people: pd.DataFrame) -> None:
    assert people_closeness(people) == Closeness(None, None, 0, "no response was scored by two people")


def test_judges_against_the_mean_of_the_people_with_half_points() -> None:
    # Medians 1.5, 2, 3, 0.5; means (1+2)/2, (1+2)/2, 1, (0+3)/2: gaps 0, .5, 2, -1.
    result = with_people_mean(a_series(1.5, 2, 3, 0.5), a_table([1, 1, 1, 0], [2, 2, None, 3]))
    assert result == Agreement(0.25, 0.75, 0.375, 4)


def test_judges_against_each_person() -> None:
    # Gaps to P1: .5, 1, 2, .5; to P2: -.5, 0, (none), -2.5.
    result = with_each_person(a_series(1.5, 2, 3, 0.5), a_table([1, 1, 1, 0], [2, 2, None, 3]))
    assert result.exact == pytest.approx(1 / 7, rel=1e-12)
    assert result.within_one == pytest.approx(5 / 7, rel=1e-12)
    assert result.bias == pytest.approx(1 / 7, rel=1e-12)
    assert result.n == 7


def test_means_of_three_people_are_equal_in_spite_of_their_last_bit() -> None:
    # The mean of 0.1, 0.2 and 0.3 is not the float nearest to 0.2; one point further is within one.
    people = a_table([0.1, 0.1], [0.2, 0.2], [0.3, 0.3])
    assert people.mean(axis=1).iloc[0] != 0.2
    assert with_people_mean(a_series(0.2, 1.2), people)[:2] == (0.5, 1.0)


def test_a_response_without_settled_score_or_without_people_does_not_count_as_nought() -> None:
    result = with_people_mean(a_series(None, 3, 2), a_table([3, None, 2], [3, None, 2]))
    assert result == Agreement(1.0, 1.0, 0.0, 1)
    assert with_each_person(a_series(None, 3, 2), a_table([3, None, 2], [3, None, 2])).n == 2


@pytest.mark.parametrize(
    ("judges", "people"),
    [
        (a_series(), a_table()),
        (a_series(1, 2), a_table()),
        (a_series(1, None), a_table([None, 1])),
        (a_series(None, None), a_table([1, 2], [2, 1])),
    ],
)
def test_judges_and_people_who_share_nothing_cannot_be_compared(judges: pd.Series, people: pd.DataFrame) -> None:
    assert with_people_mean(judges, people) == Agreement(None, None, None, 0, NOBODY)
    assert with_each_person(judges, people) == Agreement(None, None, None, 0, NOBODY)


@pytest.mark.parametrize("name", ["bland_altman_1986_pefr", "credo_23x2"])
def test_reference_values_of_agreement_in_points(name: str) -> None:
    table = pd.DataFrame(REFERENCE["inputs"][name]["matrix"], dtype=float)
    result = with_people_mean(table[0], table[[1]])
    bias = expected(name, "bland_altman bias,sd(n-1),loa_low,loa_high (x-y, z=qnorm(.975))")[0]
    assert result.exact == pytest.approx(expected(name, "exact_agreement"), rel=1e-9)
    assert result.within_one == pytest.approx(expected(name, "within_1"), rel=1e-9)
    assert result.bias == pytest.approx(bias, rel=1e-9)
    assert with_each_person(table[0], table[[1]]) == result
    assert people_closeness(table)[:2] == result[:2]


def test_results_are_plain_numbers_without_numpy_types() -> None:
    people = a_table([0, 1, 2], [0, 1, 1])
    for value in (*people_closeness(people), *with_people_mean(people["P1"], people), *people_alpha(people, SCALE)):
        assert not isinstance(value, np.generic)
