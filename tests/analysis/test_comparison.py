"""The one sentence of an axis: true to the figures beside it, and silent about what cannot be told."""

import pytest

from analysis.comparison import comparison_sentence
from analysis.report import AxisReport, report
from analysis.resampling import Plan
from tests.analysis.frame_builders import AScale, Given, a_frame

PLAN = Plan(seed="seed", draws=200)
NOISY = [0, 1, 1, 2, 3, 2, 0, 3, 1, 2, 0, 3, 2, 1, 3, 0, 2, 1]
OTHER = [0, 1, 2, 2, 3, 1, 0, 3, 1, 3, 0, 2, 2, 1, 3, 1, 2, 0]


def said(people: dict[str, list[Given]], settled: list[Given], plan: Plan | None = PLAN) -> str:
    one = a_report(people, settled, plan)
    return comparison_sentence(one, one.people_people)


def a_report(people: dict[str, list[Given]], settled: list[Given], plan: Plan | None = PLAN) -> AxisReport:
    (one,) = report(a_frame(people, settled), [AScale()], plan=plan)
    return one


def test_people_who_follow_each_other_as_judges_follow_them() -> None:
    settled: list[Given] = [min(3.0, score + 0.5) for score in NOISY]
    found = said({"A": list(OTHER), "B": list(NOISY)}, settled)
    assert found.startswith("Judges follow people here about as well as people follow each other (n = 18; ")
    assert ", but score 0.4 higher." in found


def test_a_difference_that_williams_test_shows_is_told_as_it_is() -> None:
    one = a_report({"A": list(NOISY), "B": list(NOISY)}, list(OTHER))
    assert max(p_values(one)) < 0.05
    found = comparison_sentence(one, one.people_people)
    assert found.startswith("Judges follow people here less well than people follow each other (n = 18; ")


def test_a_difference_that_no_test_shows_may_be_chance() -> None:
    people: dict[str, list[Given]] = {"A": [0, 1, 2, 3, 0, 1, 2, 3], "B": [0, 1, 2, 3, 0, 1, 3, 3]}
    one = a_report(people, [0, 2, 2, 3, 1, 1, 2, 2])
    assert min(p_values(one)) > 0.025
    found = comparison_sentence(one, one.people_people)
    assert "less well than people follow each other, though that may be chance (n = 8; " in found


def p_values(one: AxisReport) -> list[float]:
    """The p values of Williams' test."""
    assert one.statistics is not None
    return [each.test.p for each in one.statistics.person_or_judges if each.test.p is not None]


def test_an_interval_that_holds_nothing_tells_nothing() -> None:
    found = said({"A": [0, 1, 2, 3, 0, 1], "B": [0, 1, 2, 3, 1, 1]}, [1, 2, 1, 2, 1, 1])
    assert found.startswith("It cannot be told from 6 responses whether judges follow people here")


def test_judges_that_run_against_people() -> None:
    found = said({"A": list(NOISY)}, [3 - score for score in OTHER])
    assert found.startswith("Judges run against people here (n = 18, r = -")


def test_one_person_leaves_nothing_to_compare_with() -> None:
    found = said({"A": list(NOISY)}, list(OTHER))
    assert found.startswith("Judges follow people here (n = 18, r = 0.")
    assert found.endswith("How people follow each other cannot be said: only one person has scored.")


@pytest.mark.parametrize(
    ("people", "settled", "words"),
    [
        ([0, 1], [0, 1], "It cannot be said how far judges follow people here: only 2 responses have scores"),
        ([0, 1, 2], [0, 1, 1], "Three responses are too few to tell whether judges follow people here (n = 3)"),
        ([0, 1, 2, 3], [0, 1, 2, 3], "Judges move exactly with people here (n = 4)"),
        ([0, 1, 2, 3], [3, 2, 1, 0], "Judges move exactly against people here (n = 4)"),
        ([2, 2, 2, 2], [0, 1, 2, 3], "the people's mean scores are all 2 on these 4 responses (n = 4)"),
        ([None], [None], "no response has both the people's mean scores and the judges' scores (n = 0)"),
    ],
)
def test_what_cannot_be_told_says_why(people: list[Given], settled: list[Given], words: str) -> None:
    assert words in said({"A": people}, settled)


def test_without_the_full_statistics_the_bias_is_told_as_it_is() -> None:
    assert ", but score 1.0 higher." in said({"A": [0, 1, 2, 1]}, [1, 2, 3, 2], plan=None)


def test_a_sentence_that_is_not_about_the_judges_names_them_before_it_goes_on() -> None:
    told = "It cannot be told from 4 responses whether judges follow people here (r = 0.80)"
    assert said({"A": [0, 1, 2, 3]}, [0, 2, 1, 3], plan=None).startswith(f"{told}; judges score as high.")
    none = "the people's mean scores are all 1 on these 4 responses (n = 4)"
    assert f"{none}; judges score 1.0 higher." in said({"A": [1, 1, 1, 1]}, [1, 2, 2, 3], plan=None)
