"""Several answers on one axis become what counts; every number is worked out beside it."""

import pytest

from judging.protocols.pieces import Counting, combine, counting, far_apart, protocol_of
from judging.protocols.terms import AxisScore
from rubrics.counting import NullRule, Rounding
from rubrics.schema import Audited
from tests.judging.protocol_builders import cross_settings, heard, second_settings

HALF = Counting("median", "more_than_half")


def combined(answers: list[float | None], rule: Counting) -> tuple[str, float | None, int, int]:
    found = combine(dict(enumerate(answers)), rule)
    return found.kind, found.value, found.n, found.nulls


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ([2.0], 2.0),
        ([3.0, 1.0, 2.0], 2.0),  # odd: the middle one
        ([1.0, 2.0], 1.5),  # even: half way, and the half point stays
        ([0.0, 0.0, 3.0, 3.0], 1.5),
        ([0.0, 1.0, 1.0, 3.0, 3.0], 1.0),
        ([0.1, 0.2], 0.15),  # (0.1 + 0.2) / 2 is 0.15000000000000002 in binary
        ([0.0, 0.0, 0.0], 0.0),
    ],
)
def test_the_median(answers: list[float | None], value: float) -> None:
    assert combined(answers, HALF) == ("value", value, len(answers), 0)


@pytest.mark.parametrize(
    ("answers", "kind", "value"),
    [
        ([None, None, None, 2.0], "not_applicable", None),  # 3 of 4
        ([None, None, 3.0, 2.0], "value", 2.5),  # exactly half is not more than half
        ([None, 3.0], "value", 3.0),
        ([None], "not_applicable", None),
        ([None, None, 1.0], "not_applicable", None),  # 2 of 3
        ([None, 0.0, 1.0], "value", 0.5),
    ],
)
def test_more_than_half_say_not_applicable(answers: list[float | None], kind: str, value: float | None) -> None:
    assert combined(answers, HALF) == (kind, value, len(answers), answers.count(None))


@pytest.mark.parametrize(
    ("rule", "answers", "kind"),
    [
        ("any", [None, 3.0, 3.0], "not_applicable"),
        ("any", [3.0, 3.0, 3.0], "value"),
        ("all", [None, None, 0.0], "value"),
        ("all", [None, None, None], "not_applicable"),
        (None, [None, 1.0], "value"),
        (None, [None, None], "not_applicable"),
    ],
)
def test_any_or_all_say_not_applicable(rule: NullRule | None, answers: list[float | None], kind: str) -> None:
    assert combined(answers, Counting("median", rule))[0] == kind


def test_nobody_answered_is_none_and_never_zero() -> None:
    assert combine({}, HALF) == AxisScore("none", None, 0, 0)


def test_too_few_answers_are_counted_and_are_no_score() -> None:
    rule = Counting("median", "more_than_half", fewest=3)
    assert combined([2.0, None], rule) == ("none", None, 2, 1)
    assert combined([2.0, None, 3.0], rule) == ("value", 2.5, 3, 1)


def test_mean_and_lowest_of_the_scores_alone() -> None:
    assert combined([1.0, 2.0, 3.0, 3.0], Counting("mean")) == ("value", 2.25, 4, 0)
    assert combined([1.0, None], Counting("mean", "more_than_half")) == ("value", 1.0, 2, 1)
    assert combined([70.0, 64.0], Counting("lowest")) == ("value", 64.0, 2, 0)


def test_whom_it_came_from_stands_beside_it_sorted() -> None:
    assert combine({7: 1.0, 3: None}, HALF).verdicts == (3, 7)


def test_a_declared_rounding_applies_and_one_for_other_figures_does_not() -> None:
    up = {"rule": "half_up", "to": 1, "applies_to": ["settled"]}
    settled = counting(cross_settings(top={"rounding": up}).benchmark, "median")
    assert (combined([1.0, 2.0], settled)[1], settled.words[-1]) == (2.0, "rounded (half_up)")
    total = counting(cross_settings(top={"rounding": {**up, "applies_to": ["overall"]}}).benchmark, "median")
    assert (combined([1.0, 2.0], total)[1], total.words[-1]) == (1.5, "half points kept")


def test_the_rule_in_words() -> None:
    assert Counting("mean", "any", fewest=2, rater="scorer").words == (
        "not applicable when any scorer says so",
        "no score with fewer than 2 scorers",
        "not rounded",
    )
    assert Counting("lowest", "all", rounding=Rounding(rule="half_even")).words == (
        "not applicable when all judges say so",
        "rounded (half_even)",
    )


@pytest.mark.parametrize(("low", "high", "apart"), [(0, 2, True), (1, 2, False), (3, 1, True), (2, 2, False)])
def test_a_gap_is_reached_exactly_at_the_limit(low: float, high: float, apart: bool) -> None:
    pair = [heard("a", "x", 1, low), heard("b", "x", 2, high)]
    assert (far_apart(pair, ["truth", "care"], 2) == ("truth", "care")) is apart


def test_a_gap_of_tenths_is_not_lost_in_binary() -> None:
    """0.3 - 0.1 is 0.19999999999999998 in binary."""
    assert far_apart([heard("a", "x", 1, 0.1), heard("b", "x", 2, 0.3)], ["truth"], 0.2) == ("truth",)


def test_not_applicable_has_no_distance_and_a_missing_axis_neither() -> None:
    pair = [heard("a", "x", 1, None, scores={"truth": None}), heard("b", "x", 2, 3)]
    assert far_apart(pair, ["truth", "care"], 1) == ()
    assert far_apart([], ["truth"], 1) == ()


def test_a_step_refuses_a_file_of_another_protocol() -> None:
    with pytest.raises(TypeError, match="invented: the protocol is 'second_reading'; Audited is needed here"):
        protocol_of(second_settings(), Audited)
