"""The median of judges on one axis, worked out by hand."""

from typing import Any

import pytest

from judging.settling import MedianRule, Settled, may_count, median_rule, settle_by_median
from rubrics.counting import NullRule, Rounding
from rubrics.loader import load, released
from rubrics.protocols import Exclude
from tests.builders import a_benchmark, a_benchmark_table

HALF = MedianRule("more_than_half")


@pytest.mark.parametrize(
    ("answers", "settled"),
    [
        ([2.0], Settled("value", 2.0, 1, 0)),
        ([3.0, 1.0, 2.0], Settled("value", 2.0, 3, 0)),
        ([1.0, 2.0], Settled("value", 1.5, 2, 0)),
        ([0.0, 0.0, 3.0, 3.0], Settled("value", 1.5, 4, 0)),
        ([0.1, 0.2], Settled("value", 0.15, 2, 0)),
        ([0.0, 0.0, 0.0], Settled("value", 0.0, 3, 0)),
    ],
)
def test_the_middle_score_counts_and_half_points_stay(answers: list[float | None], settled: Settled) -> None:
    assert settle_by_median(answers, HALF) == settled


@pytest.mark.parametrize(
    ("answers", "settled"),
    [
        ([None, None, None, 2.0], Settled("not_applicable", None, 4, 3)),
        ([None, None, 3.0, 2.0], Settled("value", 2.5, 4, 2)),
        ([None, 3.0], Settled("value", 3.0, 2, 1)),
        ([None], Settled("not_applicable", None, 1, 1)),
        ([None, None, 1.0], Settled("not_applicable", None, 3, 2)),
    ],
)
def test_exactly_half_is_not_more_than_half(answers: list[float | None], settled: Settled) -> None:
    assert settle_by_median(answers, HALF) == settled


@pytest.mark.parametrize(
    ("rule", "answers", "kind"),
    [
        ("any", [None, 3.0, 3.0], "not_applicable"),
        ("any", [3.0, 3.0, 3.0], "value"),
        ("all", [None, None, 0.0], "value"),
        ("all", [None, None, None], "not_applicable"),
    ],
)
def test_the_file_says_how_many_nulls_it_takes(rule: NullRule, answers: list[float | None], kind: str) -> None:
    assert settle_by_median(answers, MedianRule(rule)).kind == kind


def test_nobody_answered_is_none_and_never_zero() -> None:
    assert settle_by_median([], HALF) == Settled("none", None, 0, 0)


def test_too_few_judges_settle_nothing_but_are_counted() -> None:
    rule = MedianRule("more_than_half", fewest_judges=3)
    assert settle_by_median([2.0, None], rule) == Settled("none", None, 2, 1)
    assert settle_by_median([2.0, None, 3.0], rule) == Settled("value", 2.5, 3, 1)


def test_a_declared_rounding_applies_to_the_median() -> None:
    rounding = Rounding(rule="half_up", to=1.0, applies_to=("settled",))
    assert settle_by_median([1.0, 2.0], MedianRule(None, rounding=rounding)).value == 2.0


def test_the_rule_is_read_off_the_file_and_said_in_words() -> None:
    rule = median_rule(a_benchmark())
    assert rule == MedianRule("more_than_half", fewest_judges=1, rounding=None, exclude="model")
    words = (
        "median of the judges; nobody counts on a response of their own; "
        "not applicable when more than half of the judges say so; half points kept"
    )
    assert rule.words == words


def test_a_file_without_nulls_or_with_rounding_says_so_too() -> None:
    table: dict[str, Any] = a_benchmark_table(rounding={"rule": "half_up", "to": 1, "applies_to": ["settled"]})
    table["axes"][1]["may_not_apply"] = False
    del table["nulls"]
    table["protocol"]["fewest_judges"] = 2
    rule = median_rule(type(a_benchmark()).model_validate(table))
    assert rule.nulls is None
    assert rule.words == (
        "median of the judges; nobody counts on a response of their own; "
        "no score with fewer than 2 judges; rounded (half_up)"
    )


def test_a_benchmark_that_settles_in_another_way_is_told_so() -> None:
    path = next(path for path in released() if path.parent.name == "credo")
    rule = median_rule(load(path))
    assert rule.words.startswith("median of the judges, in place of the benchmark's own way of settling")


@pytest.mark.parametrize(
    ("exclude", "model", "family", "counts"),
    [
        ("model", "Alder", "Oxbow", False),
        ("model", "alder", "Oxbow", False),
        ("model", "Hollin 3", "Alder Lab", True),
        ("model", "", "Alder Lab", True),
        ("family", "Hollin 3", "Alder Lab", False),
        ("family", "Hollin 3", "Oxbow", True),
        ("family", "Alder", "", True),
        (None, "Alder", "Alder Lab", True),
    ],
)
def test_nobody_counts_on_their_own_response(exclude: Exclude | None, model: str, family: str, counts: bool) -> None:
    rule = MedianRule("all", exclude=exclude)
    assert may_count(rule, model=model, family=family, system="Alder", system_family="Alder Lab") is counts
