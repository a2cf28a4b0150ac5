"""Two sides counted against each other: every response in exactly one cell, and the responses of a cell by name."""

import numpy as np
import pandas as pd
import pytest

from analysis.coincidences import alpha
from analysis.cross_tables import Level, coincidences, cross_table, in_cell, levels, places

FOUR = (0.0, 1.0, 2.0, 3.0)


def test_declared_scores_have_a_line_also_where_nobody_gave_them() -> None:
    assert [one.label for one in levels(pd.Series([0.0, 3.0]), FOUR)] == ["0", "1", "2", "3"]


def test_half_points_have_lines_of_their_own() -> None:
    assert [one.label for one in levels(pd.Series([0.5, np.nan]), FOUR)] == ["0", "0.5", "1", "2", "3"]


def test_thirds_that_differ_in_their_last_bit_are_one_line() -> None:
    found = levels(pd.Series([1 / 3, 1 - 2 / 3]), FOUR)
    assert [one.label for one in found] == ["0", "0.33", "1", "2", "3"]
    assert places(pd.Series([1 / 3, 1 - 2 / 3]), found).tolist() == [1, 1]


def test_many_means_become_ranges_around_the_declared_scores() -> None:
    """Tenths from 0 to 3 are 31 values; cut at 0.5, 1.5 and 2.5, where a cut belongs to the range above it."""
    tenths = pd.Series(np.arange(31) / 10)
    assert [one.label for one in levels(tenths, FOUR)] == ["0 to 0.4", "0.5 to 1.4", "1.5 to 2.4", "2.5 to 3"]


def test_a_benchmarks_own_bands_are_the_ranges_of_a_long_scale() -> None:
    hundred = tuple(map(float, range(101)))
    found = levels(pd.Series([12.0]), hundred, [(40, 100), (0, 39)])
    assert [one.label for one in found] == ["0 to 39", "40 to 100"]


def test_a_long_scale_without_bands_is_cut_in_ten() -> None:
    hundred = tuple(map(float, range(101)))
    found = levels(pd.Series([12.0]), hundred)
    assert [one.label for one in found][:2] == ["0 to 9", "10 to 19"]
    assert found[-1].label == "90 to 100"


def test_each_response_that_both_scored_is_in_one_cell() -> None:
    people = pd.Series([0, 1, 1, np.nan, 3], index=list("abcde"), dtype=float)
    judges = pd.Series([0, 2, 2, 1, np.nan], index=list("abcde"), dtype=float)
    lines = levels(people, FOUR)
    counts = cross_table(people, judges, lines, lines)
    assert counts.tolist() == [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert in_cell(people, judges, lines[1], lines[2]) == ["b", "c"]
    assert in_cell(people, judges, lines[3], lines[3]) == []


def test_cells_of_ranges_hold_what_they_count() -> None:
    people = pd.Series(np.arange(31) / 10, index=[f"r{n}" for n in range(31)])
    judges = pd.Series(2.0, index=people.index)
    rows, columns = levels(people, FOUR), levels(judges, FOUR)
    counts = cross_table(people, judges, rows, columns)
    assert counts[:, 2].tolist() == [5, 10, 10, 6]
    assert [len(in_cell(people, judges, row, columns[2])) for row in rows] == [5, 10, 10, 6]


def test_a_range_is_told_by_its_ends() -> None:
    assert Level(1.0, 1.0).label == "1"
    assert Level(2 / 3, 2.5).label == "0.67 to 2.5"


def test_coincidences_by_hand() -> None:
    """Response 1: 0, 0 gives two pairs 0-0; response 2: 0, 1, 1 weighs each of six pairs 1/2; a lone score nothing."""
    scores = pd.DataFrame([[0, 0, np.nan], [0, 1, 1], [1, np.nan, np.nan]], dtype=float)
    table = coincidences(scores)
    assert table.to_numpy().tolist() == [[2.0, 1.0], [1.0, 1.0]]
    assert table.to_numpy().sum() == 5.0


def test_alpha_follows_from_the_coincidences() -> None:
    """Nominal alpha: 1 - (n - 1) * disagreements / sum of n_c n_k over c != k (Krippendorff 2011)."""
    scores = pd.DataFrame([[0, 1], [1, 1], [2, 2], [2, 0]], dtype=float)
    table = coincidences(scores).to_numpy()
    n_c, n = table.sum(axis=1), table.sum()
    expected = 1 - (n - 1) * (n - np.trace(table)) / (n**2 - (n_c**2).sum())
    assert expected == pytest.approx(alpha(scores.to_numpy())["nominal"])


def test_one_rater_has_no_coincidences() -> None:
    assert coincidences(pd.DataFrame({"Rater 1": [1.0, 2.0]})).empty
