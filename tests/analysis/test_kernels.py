"""Rows shared by equal units, clusters and chunks change the cost of a statistic and nothing else."""

import numpy as np
import pytest

from analysis import kernels
from analysis.kernels import Kernel, by_cluster, distinct_rows, drawn, leave_one_out, value
from analysis.pair_sums import moments
from analysis.resampling import Plan
from analysis.scales import Floats

PLAN = Plan("a seed", draws=40)


def many(units: int = 3000) -> Floats:
    chance = np.random.default_rng(1)
    first = chance.integers(0, 4, units).astype(float)
    table = np.column_stack([first, np.clip(first + chance.integers(-1, 2, units), 0, 3)])
    table[chance.random(table.shape) < 0.05] = np.nan
    return table


def test_equal_units_share_a_row_when_there_are_many() -> None:
    table = many()
    rows = distinct_rows(table)
    assert rows.row_of_unit is not None
    assert np.array_equal(table[rows.first][rows.row_of_unit], table, equal_nan=True)
    assert rows.units_of_row.tolist() == np.bincount(rows.row_of_unit).tolist()


@pytest.mark.parametrize("table", [many(50), np.arange(6000.0).reshape(3000, 2)])
def test_few_units_and_units_that_all_differ_keep_their_own_rows(table: Floats) -> None:
    rows = distinct_rows(table)
    assert rows.row_of_unit is None
    assert rows.units_of_row.sum() == len(table)


def test_sharing_rows_changes_no_value_no_draw_and_no_jackknife(monkeypatch: pytest.MonkeyPatch) -> None:
    table = many()
    rows = distinct_rows(table)
    monkeypatch.setattr(kernels, "ENOUGH", 10**9)
    apart = distinct_rows(table)
    shared, own = moments(*table[rows.first].T), moments(*table.T)
    assert value(shared, rows) == value(own, apart)
    one, other = (drawn([({"it": k}, r)], PLAN)[0]["it"] for k, r in ((shared, rows), (own, apart)))
    for name, values in one.items():
        assert np.array_equal(values, other[name])
    few, all_units = leave_one_out(shared, rows)["pearson"], leave_one_out(own, apart)["pearson"]
    assert sorted(np.repeat(few.values, few.times.astype(int))) == pytest.approx(sorted(all_units.values))


def test_chunks_of_another_size_give_the_same_jackknife(monkeypatch: pytest.MonkeyPatch) -> None:
    table = many(100)
    kernel, rows = moments(*table.T), distinct_rows(table)
    whole = leave_one_out(kernel, rows)["bias"].values
    monkeypatch.setattr(kernels, "AT_A_TIME", 7)
    assert np.array_equal(leave_one_out(kernel, rows)["bias"].values, whole)


@pytest.mark.parametrize("units", [60, 3000])
def test_a_cluster_is_the_sum_of_its_units_in_any_order(units: int) -> None:
    table = many(units)
    rows = distinct_rows(table)
    clusters = np.array([f"c{unit % 7}" for unit in range(units)])
    found = by_cluster(moments(*table[rows.first].T), rows, clusters)
    alone = moments(*table.T).columns
    assert found.columns == pytest.approx(np.array([alone[:, clusters == f"c{c}"].sum(axis=1) for c in range(7)]).T)


def test_kernels_that_are_drawn_together_share_the_draws() -> None:
    table = many(30)
    rows = distinct_rows(table)
    kernel = moments(*table.T)
    double = Kernel(2 * kernel.columns, lambda sums: {"twice": sums[0] / sums[0]})
    together = drawn([({"a": kernel, "b": double}, rows), ({"c": kernel}, rows)], PLAN)
    alone = drawn([({"only": kernel}, rows)], PLAN)[0]["only"]
    for name, values in alone.items():
        assert np.array_equal(together[0]["a"][name], values)
        assert np.array_equal(together[1]["c"][name], values)
    assert (together[0]["b"]["twice"] == 1).all()


def test_units_that_a_statistic_does_not_use_are_not_left_out() -> None:
    table = np.array([[1, 2], [2, np.nan], [3, 3], [0, 1], [np.nan, 1]])
    found = leave_one_out(moments(*table.T), distinct_rows(table))["bias"]
    assert found.values.tolist() == pytest.approx([0.5, 1.0, 0.5])
    assert found.times.tolist() == [1, 1, 1]
