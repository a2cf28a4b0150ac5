"""One person or one judge left out."""

import pandas as pd
import pytest

from analysis.leave_one_out import without_each_judge, without_each_person
from analysis.resampling import Plan
from tests.analysis.benchmark_reference import a_reference_table
from tests.analysis.frame_builders import a_table

PLAN = Plan("a seed", draws=1000)


def test_judge_and_person_face_the_same_other_people() -> None:
    # With two people the rest is the other one: r(LLM, H2) beside r(H1, H2), both as computed in R.
    table = a_reference_table("tenx_theological")
    median = table[["J1", "J2", "J3", "J4"]].median(axis=1)
    found = without_each_person(median, table[["H1", "H2"]], PLAN)
    assert [one.first_r for one in found.people] == pytest.approx([0.714249723772791, 0.506972856729497], rel=1e-9)
    assert [one.second_r for one in found.people] == pytest.approx([0.598144182978475] * 2, rel=1e-9)
    wanted = (0.714249723772791 + 0.506972856729497) / 2 - 0.598144182978475
    assert found.r_difference.value == pytest.approx(wanted, rel=1e-9)


def test_errors_by_hand() -> None:
    # Left out P1, the rest is the mean of P2 and P3: 1 2 1 (third response: P3 alone). Judge 1 3 0: errors 0 1 1;
    # P1 0 2 2: errors 1 0 1.
    people = a_table([0, 2, 2], [1, 1, None], [1, 3, 1])
    found = without_each_person(pd.Series([1.0, 3, 0]), people, PLAN).people[0]
    assert (found.name, found.n) == ("P1", 3)
    assert (found.first_error, found.second_error) == pytest.approx((2 / 3, 2 / 3), rel=1e-12)
    assert found.error_difference.value == pytest.approx(0, abs=1e-12)


def test_a_judge_equal_to_the_person_differs_by_nothing_and_has_no_interval() -> None:
    people = a_table([0, 1, 2, 3], [0, 2, 1, 3])
    found = without_each_person(people["P1"], people, PLAN).people[0]
    assert (found.r_difference.value, found.error_difference.value) == (0, 0)
    assert (found.r_difference.low, found.error_difference.low) == (None, None)


def test_without_the_only_good_judge_the_median_is_worse() -> None:
    people = pd.Series([0.0, 1, 2, 3, 0, 1, 2, 3])
    judges = pd.DataFrame({"good": people, "high": people + 2, "odd": [3.0, 0, 1, 0, 3, 1, 0, 1]})
    good, high, _ = without_each_judge(judges, people, PLAN)
    assert good.error_difference.value is not None
    assert good.error_difference.value < 0
    assert (good.first_r or 0) > (good.second_r or 0)
    assert high.name == "high"


def test_medians_by_hand() -> None:
    # All: medians of (1 2 6) (0 3 3) (2 2 4) (5 3 1) = 2 3 2 3; without J3: 1.5 1.5 2 4. People 1 3 2 3.
    # Errors 1 0 0 0 and .5 1.5 0 1.
    judges = pd.DataFrame({"J1": [1.0, 0, 2, 5], "J2": [2.0, 3, 2, 3], "J3": [6.0, 3, 4, 1]})
    found = without_each_judge(judges, pd.Series([1.0, 3, 2, 3]), PLAN)[2]
    assert (found.first_error, found.second_error) == pytest.approx((0.25, 0.75), rel=1e-12)
    assert found.error_difference.value == pytest.approx(-0.5, rel=1e-12)


@pytest.mark.parametrize("people", [a_table(), a_table([1, 2, 3]), a_table([1, None], [None, 1])])
def test_without_other_people_nothing_is_compared(people: pd.DataFrame) -> None:
    found = without_each_person(pd.Series([1.0, 2, 3]), people, PLAN)
    assert found.r_difference.value is None
    assert found.r_difference.why_undefined
    assert all(one.n == 0 and one.first_error is None for one in found.people)


def test_one_judge_alone_cannot_be_left_out() -> None:
    (found,) = without_each_judge(pd.DataFrame({"J": [1.0, 2]}), pd.Series([1.0, 2]), PLAN)
    assert found.r_difference.why_undefined == "no response has all three scores"
    assert without_each_judge(pd.DataFrame(), pd.Series(dtype=float), PLAN) == ()


def test_two_responses_have_errors_and_no_correlation() -> None:
    found = without_each_person(pd.Series([1.0, 3]), a_table([0, 2], [1, 1]), PLAN).people[0]
    assert found.r_difference.why_undefined == "only 2 responses have all three scores; 3 are needed"
    assert found.error_difference.value == pytest.approx(0.0)


def test_a_side_that_never_varies_has_no_correlation() -> None:
    found = without_each_person(pd.Series([2.0] * 4), a_table([0, 1, 2, 3], [0, 2, 1, 3]), PLAN)
    assert found.people[0].first_r is None
    assert found.people[0].second_r == pytest.approx(0.8)
    assert found.people[0].r_difference.why_undefined == "one of the three never varies on these responses"
    assert found.r_difference.value is None
