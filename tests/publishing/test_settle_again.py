"""Settled scores from their verdicts, by hand."""

import pandas as pd
import pytest

from publishing.settle_again import by_median, settle_again
from rubrics.schema import Benchmark
from tests.builders import a_benchmark

RULE = "median of the judges; half points kept"


def with_nulls(judges: str) -> Benchmark:
    return a_benchmark(nulls={"judges": judges, "people": "more_than_half", "in_total": "left_out"})


def test_half_points_are_kept() -> None:
    assert by_median([1.0, 2.0], a_benchmark()) == (None, 1.5)
    assert by_median([3.0, 0.0, 1.0], a_benchmark()) == (None, 1.0)


@pytest.mark.parametrize(
    ("rule", "heard", "outcome"),
    [
        ("more_than_half", [None, 2.0], (None, 2.0)),
        ("more_than_half", [None, None, 2.0], ("not_applicable", None)),
        ("any", [None, 2.0], ("not_applicable", None)),
        ("any", [2.0], (None, 2.0)),
        ("all", [None, 2.0], (None, 2.0)),
        ("all", [None, None], ("not_applicable", None)),
    ],
)
def test_nulls_by_the_benchmarks_rule(
    rule: str, heard: list[float | None], outcome: tuple[str | None, float | None]
) -> None:
    assert by_median(heard, with_nulls(rule)) == outcome


def test_too_few_judges_are_none() -> None:
    protocol = {"kind": "cross_judge", "exclude": "model", "settle": "median", "fewest_judges": 2}
    assert by_median([2.0], a_benchmark(protocol=protocol)) == ("not_scored", None)
    assert by_median([], a_benchmark()) == ("not_scored", None)


def test_settled_scores_are_rounded_where_the_file_says_so() -> None:
    rounding = {"rule": "half_up", "to": 1, "applies_to": ["settled"]}
    assert by_median([1.0, 2.0], a_benchmark(rounding=rounding)) == (None, 2.0)


def test_a_rule_that_is_not_repeated_is_taken_as_it_stands() -> None:
    settled = pd.DataFrame(
        {
            "axis": ["care", "care"],
            "rule": [RULE, "the lower of two judges"],
            "verdicts": ["1 2", "1 2"],
            "missing": [None, None],
            "score": [1.5, 1.0],
        }
    )
    scores = pd.DataFrame({"verdict": [1.0, 2.0], "axis": ["care", "care"], "score": [1.0, 3.0]})
    found = settle_again(settled, scores, a_benchmark())
    assert found.as_given == 1
    assert [(one.place, one.was, one.now) for one in found.moved] == [(0, "1.5", "2")]
    assert found.table["score"].tolist() == [2.0, 1.0]
