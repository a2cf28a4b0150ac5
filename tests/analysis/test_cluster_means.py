"""Means over clusters, drawn whole and on the same draws."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analysis.cluster_means import cluster_means, paired_differences
from analysis.resampling import Plan, few_clusters, percentile
from tests.analysis.benchmark_reference import expected

PLAN = Plan("a seed", draws=2000)


def test_percentiles_of_all_draws_there_are_as_r_gives_them() -> None:
    means = np.array(expected("worldview_24", "scenario x model means")[::2])
    every_draw = np.array([np.mean(means[list(draw)]) for draw in product(range(6), repeat=6)])
    low, high, undefined, _ = percentile(every_draw, Plan("any"))
    assert [low, high] == pytest.approx(expected("worldview_24", "exhaustive scenario bootstrap"), rel=1e-9)
    assert (len(every_draw), undefined) == (46656, 0)


def test_a_mean_of_clusters_by_hand() -> None:
    # Clusters a: 1 3, b: 2, c: 6 with sizes 2 1 1; mean 3. Sums of deviations a -2, b -1, c 3: sqrt(14) / 4 = .9354.
    # t(2) = 4.302653 times .9354 times sqrt(3 / 2).
    table = pd.DataFrame({"x": [1.0, 3, 2, 6]})
    (found,) = cluster_means(table, PLAN, clusters=pd.Series(list("aabc")))
    assert (found.mean.value, found.mean.n, found.units) == (3, 3, 4)
    assert found.standard_error == pytest.approx(14**0.5 / 4, rel=1e-12)
    assert found.t_high == pytest.approx(3 + 4.3026527 * 14**0.5 / 4 * 1.5**0.5, rel=1e-7)


def test_with_single_units_the_t_interval_is_the_usual_one() -> None:
    scores = np.array([1.0, 2, 2, 3, 5, 8])
    (found,) = cluster_means(pd.DataFrame({"x": scores}), PLAN)
    wanted = stats.t.interval(0.95, 5, scores.mean(), stats.sem(scores))
    assert [found.t_low, found.t_high] == pytest.approx(wanted, rel=1e-12)


def test_limits_are_stretched_from_the_mean() -> None:
    (found,) = cluster_means(pd.DataFrame({"x": [1.0, 2, 2, 3, 5, 8]}), PLAN)
    assert found.as_drawn is not None
    stretch = few_clusters(6, 0.95)
    stretched = [3.5 + stretch * (limit - 3.5) for limit in found.as_drawn]
    assert [found.mean.low, found.mean.high] == pytest.approx(stretched, rel=1e-12)


def test_a_difference_uses_the_clusters_that_both_have() -> None:
    # On the shared clusters a, b, c: 1 2 4 against 0 2 1, difference (1 + 0 + 3) / 3; d belongs to one side only.
    table = pd.DataFrame({"x": [1.0, 2, 4, 100], "y": [0.0, 2, 1, None]})
    (found,) = paired_differences(table, [(0, 1)], PLAN)
    assert found.mean.n == 3
    assert found.mean.value == pytest.approx(4 / 3, rel=1e-12)


def test_a_constant_difference_has_no_interval_however_far_the_means_vary() -> None:
    table = pd.DataFrame({"x": [1.0, 2, 4, 9], "y": [0.0, 1, 3, 8]})
    (found,) = paired_differences(table, [(0, 1)], PLAN)
    assert (found.mean.value, found.mean.low, found.standard_error) == (1, None, 0)
    assert found.mean.why_no_interval == "it is the same in every prompt or group"


def test_scaling_scores_scales_everything() -> None:
    table = pd.DataFrame({"x": [1.0, 2, 2, 3, 5, 8]})
    (plain,), (scaled,) = cluster_means(table, PLAN), cluster_means(10 - 2 * table, PLAN)
    assert scaled.mean.value == pytest.approx(10 - 2 * 3.5, rel=1e-12)
    assert [scaled.mean.low, scaled.mean.high] == pytest.approx(
        [10 - 2 * (plain.mean.high or 0), 10 - 2 * (plain.mean.low or 0)]
    )


@pytest.mark.parametrize(
    ("scores", "value", "reason"),
    [
        ([], None, "there is no score"),
        ([None, None], None, "there is no score"),
        ([2.0, None], 2.0, "everything belongs to one prompt or group; an interval needs two"),
        ([2.0, 2.0, 2.0], 2.0, "it is the same in every prompt or group"),
    ],
)
def test_too_little_for_an_interval(scores: list[float | None], value: float | None, reason: str) -> None:
    (found,) = cluster_means(pd.DataFrame({"x": pd.Series(scores, dtype=float)}), PLAN)
    assert (found.mean.value, found.mean.low, found.mean.why_no_interval) == (value, None, reason)


def test_neither_order_nor_names_of_clusters_matter() -> None:
    table = pd.DataFrame({"x": [1.0, 3, 2, 6, 4, 4]})
    straight = cluster_means(table, PLAN, clusters=pd.Series(list("aabbcc")))
    turned = cluster_means(table[::-1], PLAN, clusters=pd.Series(list("aabbcc"))[::-1])
    assert straight[0] == turned[0]
