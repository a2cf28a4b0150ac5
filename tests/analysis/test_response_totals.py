"""Totals by the benchmark's own rules: nothing is rescaled unseen, and a missing score is not "does not apply"."""

import math

import pandas as pd
import pytest

from analysis.frames import long_frame
from analysis.response_totals import response_totals
from rubrics.schema import Benchmark
from tests.analysis.frame_builders import Given, rows
from tests.builders import a_benchmark, a_benchmark_table


def settled(truth: list[Given], care: list[Given]) -> pd.DataFrame:
    """Settled scores of R01, R02, ... on the two axes of the invented benchmark."""
    return long_frame([*rows("median", "settled", truth, "truth"), *rows("median", "settled", care, "care")])


def totals(frame: pd.DataFrame, benchmark: Benchmark) -> list[list[float]]:
    return response_totals(frame, benchmark).to_numpy().tolist()


def test_an_axis_that_does_not_apply_takes_its_possible_points_along() -> None:
    found = totals(settled([2, 1], [3, "not_applicable"]), a_benchmark())
    assert found[0] == pytest.approx([5, 6, 500 / 6], rel=1e-12)
    assert found[1] == pytest.approx([1, 3, 100 / 3], rel=1e-12)


@pytest.mark.parametrize(
    ("truth", "care"),
    [(2, "not_scored"), (2, "unreadable"), (2, None), ("not_applicable", "not_applicable"), ("unreadable", 1)],
)
def test_a_score_that_was_never_given_makes_the_total_missing(truth: Given, care: Given) -> None:
    assert all(math.isnan(value) for value in totals(settled([truth], [care]), a_benchmark())[0])


def test_the_file_may_say_that_the_whole_total_is_missing() -> None:
    nulls = {"judges": "any", "people": "any", "in_total": "total_missing"}
    found = totals(settled([1, 1], ["not_applicable", 2]), a_benchmark(nulls=nulls))
    assert math.isnan(found[0][0])
    assert found[1][0] == 3


def test_a_mean_on_a_declared_scale() -> None:
    # truth 2 of 0-3 is 66.7, care 3 is 100; equal weights 83.3 of 100. Left out, truth stands alone.
    changes = {"within_response": "mean", "scaled_to": 100, "shown": ["total"]}
    benchmark = a_benchmark(totals={**a_benchmark_table()["totals"], **changes})
    found = totals(settled([2, 2], [3, "not_applicable"]), benchmark)
    assert found[0] == pytest.approx([250 / 3, 100, 250 / 3], rel=1e-12)
    assert found[1] == pytest.approx([200 / 3, 100, 200 / 3], rel=1e-12)


def test_totals_are_rounded_only_where_the_file_says_so() -> None:
    frame = settled([1.5], [2])
    assert totals(frame, a_benchmark())[0][0] == 3.5
    half_up = {"rule": "half_up", "to": 1, "applies_to": ["response_total"]}
    assert totals(frame, a_benchmark(rounding=half_up))[0][0] == 4.0
    half_even = {"rule": "half_even", "to": 1, "applies_to": ["response_total"]}
    assert totals(settled([0.5], [2]), a_benchmark(rounding=half_even))[0][0] == 2.0


def test_an_axis_outside_the_composite_does_not_count() -> None:
    table = a_benchmark_table()
    table["axes"][1]["in_composite"] = False
    found = totals(settled([2], ["unreadable"]), Benchmark.model_validate(table))
    assert found[0] == pytest.approx([2, 3, 200 / 3], rel=1e-12)


def test_no_scores_give_no_totals() -> None:
    assert response_totals(long_frame([]), a_benchmark()).empty
