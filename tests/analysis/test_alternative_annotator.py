"""The alternative annotator test: the authors' figures, and no verdict where there is too little to judge from."""

import numpy as np
import pandas as pd
import pytest

from analysis.alternative_annotator import alternative_annotator_test
from analysis.resampling import Plan
from tests.analysis.benchmark_reference import REFERENCE, given
from tests.analysis.frame_builders import a_table

PLAN = Plan("a seed", draws=500)


def a_judge(*scores: float | None) -> pd.Series:
    return pd.Series(list(scores), dtype=float)


ALT_CASES = [case for case in REFERENCE["cases"] if case["input"] == "alt2x40"]


@pytest.mark.parametrize("case", ALT_CASES, ids=lambda case: f"{case['params']['scoring']} {case['params']['epsilon']}")
def test_omega_and_rho_are_the_authors(case) -> None:  # type: ignore[no-untyped-def]
    scores, params = given("alt2x40"), case["params"]
    found = alternative_annotator_test(
        a_judge(*scores["llm"]),
        pd.DataFrame(scores["matrix"], dtype=float),
        PLAN,
        epsilon=params["epsilon"],
        scoring="accuracy" if params["scoring"] == "accuracy" else "distance",
        q=params["q_fdr"],
    )
    assert [found.omega, found.rho.value] == pytest.approx(case["expected"], rel=1e-9)
    # Both people share 32 of the 40 responses; two people are too few for a verdict.
    assert [person.n for person in found.people] == [32, 32]
    assert found.passes is None
    assert "needs 3 people" in str(found.why_no_verdict)


def test_twelve_cases_are_compared() -> None:
    assert len(ALT_CASES) == 12


def three_people(responses: int) -> pd.DataFrame:
    """Three people; the third is off by one on every second response."""
    same = [number % 4 for number in range(responses)]
    other = [value + number % 2 for number, value in enumerate(same)]
    return a_table(same, same, other)


def test_a_judge_who_says_what_most_people_say_replaces_everybody() -> None:
    # Left out 1: judge and person 1 give the same, always equally near; d = 0 throughout, below .2 without spread, p 0.
    # Left out 3: the judge is nearer on every second response, d = -1 or 0.
    people = three_people(40)
    found = alternative_annotator_test(people["P1"].rename(None), people, PLAN, epsilon=0.2)
    assert (found.rho.value, found.omega, found.passes) == (1.0, 1.0, True)
    assert [person.p for person in found.people[:2]] == [0.0, 0.0]
    assert (found.people[2].judge_nearer, found.people[2].person_nearer, found.people[2].equally_near) == (20, 0, 20)
    assert found.why_no_verdict is None


def test_a_judge_far_from_everybody_replaces_nobody() -> None:
    people = three_people(40)
    found = alternative_annotator_test(people["P1"] + 5, people, PLAN, epsilon=0.2)
    assert (found.rho.value, found.omega, found.passes) == (0.0, 0.0, False)
    assert [person.p for person in found.people] == [1.0, 1.0, 1.0]


def test_equal_everywhere_with_no_head_start_proves_nothing() -> None:
    # d is 0 on every response and epsilon 0: no evidence that the person is not ahead, p 1 instead of not a number.
    same = a_table(*[[number % 3 for number in range(30)]] * 3)
    found = alternative_annotator_test(same["P1"], same, PLAN, epsilon=0.0)
    assert [person.p for person in found.people] == [1.0, 1.0, 1.0]
    assert (found.omega, found.rho.value, found.passes) == (0.0, 1.0, False)


def test_below_thirty_responses_there_is_rho_with_exact_tests_and_no_verdict() -> None:
    # Judge equals person 1; person 2 is 1 off, person 3 is 2 off. Left out 1: judge and person equally near on all.
    # Left out 2 (others 0 and 2 off): the judge at 0, distances sqrt 2; the person at 1, distance 1: the person nearer.
    # Left out 3 (others 0 and 1 off): the judge nearer on all 6. rho = (1 + 0 + 1) / 3; sign test 2 / 2^6.
    base = [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]
    people = a_table(base, [v + 1 for v in base], [v + 2 for v in base])
    found = alternative_annotator_test(people["P1"], people, PLAN, epsilon=0.2)
    assert found.rho.value == pytest.approx(2 / 3, rel=1e-12)
    assert (found.omega, found.passes) == (None, None)
    assert "the most are 6" in str(found.why_no_omega)
    assert [person.sign.p for person in found.people[1:]] == pytest.approx([2 / 64, 2 / 64], rel=1e-12)
    assert [person.signed_rank.p for person in found.people[1:]] == pytest.approx([2 / 64, 2 / 64], rel=1e-12)
    assert found.people[0].sign.why_undefined == "no pair differs"


def test_nobody_ever_agreeing_is_no_pass() -> None:
    # Four people and a judge on five different scores: neither ever equals anybody, both get the point everywhere.
    people = pd.DataFrame({f"P{n}": [float(n)] * 30 for n in range(4)})
    found = alternative_annotator_test(a_judge(*[9.0] * 30), people, PLAN, epsilon=0.2, scoring="accuracy")
    assert (found.omega, found.rho.value) == (1.0, 1.0)
    assert found.passes is None
    assert "ties count for both" in str(found.why_no_verdict)
    assert "120 of 120" in found.notes[0]


def test_a_person_with_few_responses_is_named_and_left_out_of_omega() -> None:
    people = three_people(40).assign(P4=[1.0] * 5 + [np.nan] * 35)
    found = alternative_annotator_test(people["P1"], people, PLAN, epsilon=0.2)
    assert found.people[3].n == 5
    assert (found.people[3].p, found.people[3].replaced) == (None, None)
    assert found.omega == 1.0
    assert "P4" in found.notes[0]


def test_thirds_are_equally_near_however_they_were_added_up() -> None:
    people = a_table([0.1 + 0.2] * 3, [0.3] * 3)
    found = alternative_annotator_test(a_judge(0.3, 0.3, 0.3), people, PLAN, epsilon=0.2, scoring="accuracy")
    assert [person.equally_near for person in found.people] == [3, 3]


@pytest.mark.parametrize("people", [a_table(), a_table([1, 2]), a_table([1, None], [None, 2])])
def test_without_two_people_on_a_response_nothing_is_said(people: pd.DataFrame) -> None:
    found = alternative_annotator_test(a_judge(1, 2), people, PLAN, epsilon=0.2)
    assert (found.rho.value, found.omega, found.passes) == (None, None, None)
    assert found.rho.why_undefined == "no response was scored by the judge and two people"


@pytest.mark.parametrize(("epsilon", "q"), [(-0.1, 0.05), (1.0, 0.05), (0.2, 0.0), (0.2, 1.0)])
def test_a_head_start_or_a_rate_that_cannot_be_is_refused(epsilon: float, q: float) -> None:
    with pytest.raises(ValueError, match="epsilon lies from 0"):
        alternative_annotator_test(a_judge(1), a_table([1], [1]), PLAN, epsilon=epsilon, q=q)


def test_rho_has_an_interval_from_draws_of_responses() -> None:
    people = three_people(40)
    judge = people["P3"].where(people.index % 3 > 0, 9.0)
    rho = alternative_annotator_test(judge, people, PLAN, epsilon=0.2).rho
    assert rho.low is not None
    assert rho.value is not None
    assert rho.high is not None
    assert rho.low < rho.value < rho.high
    assert rho.n == 40
