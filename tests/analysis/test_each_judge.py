"""Each judge alone: only its own marks count for its preference, and the test is its own."""

import pandas as pd
import pytest

from analysis.each_judge import each_judge
from analysis.resampling import Plan

PLAN = Plan("each judge", draws=200)
RESPONSES = ["R-1", "R-2", "R-3", "R-4"]
JUDGES = pd.DataFrame({"Hollin": [3.0, 2.0, 2.0, 1.0], "Marlpit": [1.0, 1.0, 1.0, 0.0]}, index=RESPONSES)
PEOPLE = pd.DataFrame({"Rater 1": [2.0, 1.0, 2.0, 0.0], "Rater 2": [2.0, 2.0, 1.0, 1.0]}, index=RESPONSES)
SAME = pd.DataFrame({"Hollin": [True, False, False, False], "Marlpit": [False, False, False, True]}, index=RESPONSES)


def test_the_preference_of_a_judge_rests_on_its_own_marks() -> None:
    """Hollin minus Marlpit is 2, 1, 1, 1. Hollin's own answer: 2 - 1 = 1 above the others. Marlpit's own (the last):
    its gap of 1 against a mean of 4 / 3 elsewhere, so 1 / 3 in its own favour."""
    hollin, marlpit = each_judge(JUDGES, PEOPLE, PLAN, epsilon=0.2, same=SAME)
    assert hollin.own_family is not None
    assert marlpit.own_family is not None
    assert hollin.own_family.points.value == pytest.approx(1)
    assert marlpit.own_family.points.value == pytest.approx(1 / 3)
    assert (hollin.own_family.same, hollin.own_family.other) == (1, 7)


def test_who_never_scored_its_own_maker_has_a_reason_and_no_number() -> None:
    hollin, marlpit = each_judge(JUDGES, PEOPLE, PLAN, epsilon=0.2, same=SAME.assign(Marlpit=False))
    assert hollin.own_family is not None
    assert hollin.own_family.points.value is not None
    assert marlpit.own_family is not None
    assert marlpit.own_family.points.value is None
    assert marlpit.own_family.points.why_undefined == "not identifiable: no judge scored an answer of its own family"


def test_without_makers_there_is_no_preference_at_all() -> None:
    assert [one.own_family for one in each_judge(JUDGES, PEOPLE, PLAN, epsilon=0.2)] == [None, None]


def test_each_judge_is_put_beside_each_person() -> None:
    """Beside Rater 1, against Rater 2 (2, 2, 1, 1): Hollin is off by 1, 0, 1, 0, the person by 0, 1, 1, 1: Hollin is
    behind on the first alone, 3 of 4. Beside Rater 2, against Rater 1 (2, 1, 2, 0): Hollin is off by 1, 1, 0, 1, the
    person by 0, 1, 1, 1: again 3 of 4. Four responses are too few for a verdict."""
    hollin = each_judge(JUDGES, PEOPLE, PLAN, epsilon=0.2)[0].replaceable
    assert [one.judge_share for one in hollin.people] == [0.75, 0.75]
    assert hollin.rho.value == pytest.approx(0.75)
    assert hollin.passes is None
    assert hollin.why_no_verdict is not None


def test_no_judge_no_line() -> None:
    assert each_judge(JUDGES.iloc[:, :0], PEOPLE, PLAN, epsilon=0.2, same=SAME.iloc[:, :0]) == ()
