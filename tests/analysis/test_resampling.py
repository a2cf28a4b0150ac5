"""One engine for every bootstrap: exact sums, shared draws, whole clusters, honest about undefined draws."""

import hashlib
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from analysis.resampling import Columns, Plan, by_cluster, estimate, few_clusters, means, percentile, sums
from analysis.scales import Floats
from blinding.resamples import resamples

PLAN = Plan(seed="a seed", draws=300)


def counts_of(units: int, plan: Plan = PLAN) -> Floats:
    """The draws themselves, (units, draws), as the engine must have used them."""
    blocks = resamples(units, plan.draws, seed=plan.seed, purpose=plan.purpose)
    return np.concatenate([b.counts.transpose(1, 0, 2).reshape(units, -1)[:, b.used] for b in blocks], axis=1).astype(
        float
    )


def whole(columns: int, units: int, largest: int = 6) -> Floats:
    """Whole numbers without any randomness: every column a different pattern."""
    unit, column = np.meshgrid(np.arange(units), np.arange(columns))
    return ((unit * (column + 3) + column) % (largest + 1)).astype(float)


@pytest.mark.parametrize("units", [1, 7, 40, 700, 20_000])
def test_sums_are_the_columns_counted_as_often_as_drawn(units: int) -> None:
    columns = whole(5, units)
    plan = Plan(seed="a seed", draws=70)
    assert np.array_equal(sums([Columns(columns)], plan)[0], columns @ counts_of(units, plan))


def test_large_whole_numbers_stay_exact() -> None:
    columns = np.vstack([whole(2, 60), whole(2, 60) * 2.0**40 + 1, -whole(1, 60) * 2.0**30])
    expected = [
        [sum(int(c) * int(w) for c, w in zip(row, draw, strict=True)) for draw in counts_of(60).T] for row in columns
    ]
    assert sums([Columns(columns)], PLAN)[0].tolist() == expected


def test_sums_that_float64_cannot_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="table 0: sums over 60 units could leave"):
        sums([Columns(np.full((1, 60), 2.0**48))], PLAN)


def test_equal_units_may_share_a_row() -> None:
    rows = np.array([2, 0, 1, 2, 2, 0, 1, 1, 3, 0])
    columns = whole(4, 4)
    together = sums([Columns(columns, rows)], PLAN)[0]
    assert np.array_equal(together, sums([Columns(columns[:, rows])], PLAN)[0])


def test_a_row_that_no_unit_has_counts_nothing() -> None:
    rows = np.array([3, 0, 0, 3, 1])
    columns = whole(2, 5)
    assert np.array_equal(sums([Columns(columns, rows)], PLAN)[0], columns[:, rows] @ counts_of(5))


def test_tables_that_go_together_share_the_draws() -> None:
    first, second = sums([Columns(whole(2, 30)), Columns(2 * whole(2, 30))], PLAN)
    assert np.array_equal(2 * first, second)
    alone = sums([Columns(whole(2, 30))], PLAN)[0]
    assert np.array_equal(first, alone)


def test_tables_of_different_units_are_refused() -> None:
    with pytest.raises(ValueError, match=r"tables have \[20, 30\] units"):
        sums([Columns(whole(2, 30)), Columns(whole(2, 20))], PLAN)
    with pytest.raises(ValueError, match="at least one"):
        sums([Columns(whole(2, 0))], PLAN)


THREADS = """
import hashlib, numpy
from analysis.resampling import Columns, Plan, sums
unit, column = numpy.meshgrid(numpy.arange(9000), numpy.arange(40))
table = ((unit * (column + 3) + column) % 7).astype(float)
table[20:] *= 100_003
print(hashlib.sha256(sums([Columns(table)], Plan("a seed", draws=150))[0].tobytes()).hexdigest())
"""


def test_any_number_of_threads_gives_the_same_bytes() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", THREADS],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    ]
    assert printed[0] == printed[1]


def test_the_sums_are_the_same_for_ever() -> None:
    assert hashlib.sha256(sums([Columns(whole(3, 50))], PLAN)[0].tobytes()).hexdigest()[:16] == PINNED


def test_means_by_hand_with_missing_scores() -> None:
    scores = np.array([[1.0, 0.5], [2.0, math.nan], [4.0, 1.5]])
    counts = counts_of(3)
    drawn = means(scores, PLAN)
    for draw in range(PLAN.draws):
        first, second, third = counts[:, draw]
        assert drawn[0, draw] == pytest.approx((first + 2 * second + 4 * third) / 3)
        if first + third:
            assert drawn[1, draw] == pytest.approx((0.5 * first + 1.5 * third) / (first + third))
        else:
            assert math.isnan(drawn[1, draw])


def test_clusters_are_drawn_whole_and_in_any_order() -> None:
    scores = np.array([[1.0], [2.0], [6.0], [3.0], [math.nan]])
    clusters = np.array(["b", "a", "b", "c", "a"])
    counts = counts_of(3)  # a, b, c: sums 2, 7, 3 over 1, 2, 1 scores
    total, number = np.array([2, 7, 3]) @ counts, np.array([1, 2, 1]) @ counts
    assert means(scores, PLAN, clusters=clusters)[0] == pytest.approx(total / number)
    order = [3, 1, 4, 0, 2]
    again = means(scores[order], PLAN, clusters=clusters[order])
    assert np.array_equal(again, means(scores, PLAN, clusters=clusters))


def test_columns_add_up_within_clusters() -> None:
    added = by_cluster(np.array([[1.0, 2, 3], [4, 5, 6]]), np.array(["y", "x", "y"]))
    assert added.tolist() == [[2, 4], [5, 10]]


def test_differences_are_on_the_same_draws() -> None:
    scores = np.column_stack([np.arange(12.0), np.arange(12.0) + 2])
    drawn = means(scores, PLAN)
    assert drawn[1] - drawn[0] == pytest.approx(np.full(PLAN.draws, 2.0))


def test_percentiles_interpolate_between_order_statistics() -> None:
    # 0, 1, ..., 200: the 2.5 % point of 201 values is the 5th after the first, type 7.
    low, high, share, why_none = percentile(np.arange(201.0)[::-1], PLAN)
    assert (low, high) == pytest.approx((5.0, 195.0), rel=1e-12)
    assert (share, why_none) == (0.0, None)


def test_limits_are_stretched_away_from_the_value() -> None:
    low, high, *_ = percentile(np.arange(201.0), PLAN, value=100.0, stretch=1.2)
    assert (low, high) == pytest.approx((-14.0, 214.0))


def test_few_clusters_by_hand() -> None:
    # t(23) at .975 is 2.068658, z is 1.959964; sqrt(24 / 23) is 1.021508.
    assert few_clusters(24, 0.95) == pytest.approx(1.021508 * 2.068658 / 1.959964, rel=1e-6)
    with pytest.raises(ValueError, match="1 clusters"):
        few_clusters(1, 0.95)


@pytest.mark.parametrize(
    ("undefined", "flagged", "refused"),
    [(0, False, False), (5, False, False), (6, True, False), (20, True, False), (21, True, True)],
)
def test_undefined_draws_are_dropped_counted_and_shown(undefined: int, flagged: bool, refused: bool) -> None:
    drawn = np.concatenate([np.full(undefined, math.nan), np.arange(100.0 - undefined)])
    found = estimate(40.0, 20, drawn, Plan("a seed", draws=100))
    assert (found.low is None) == refused
    assert (found.why_no_interval is not None) == refused
    assert found.undefined_draws == undefined / 100
    assert found.flagged == flagged
    if refused:
        assert found.why_no_interval == "it is undefined in 21 % of the bootstrap draws; at most 20 % may be"


def test_no_interval_shrinks_to_a_point() -> None:
    found = estimate(1.0, 20, np.ones(100), PLAN)
    assert (found.value, found.low, found.high) == (1.0, None, None)
    assert "no width" in str(found.why_no_interval)


def test_the_method_can_be_quoted() -> None:
    found = estimate(100.0, 24, np.arange(201.0), Plan("a seed"), stretch=1.078)
    assert found.method == "percentiles of 5,000 bootstrap draws, stretched 1.078 times for few clusters"


PINNED = "90047d555cc7a651"
