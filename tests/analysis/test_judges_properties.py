"""What must hold of the judges' and systems' statistics whatever the scores: names, order and absent raters change
nothing; missing is never a number; a reason stands wherever a value does not."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies

from analysis.alternative_annotator import alternative_annotator_test
from analysis.cluster_means import cluster_means
from analysis.components import variance_components
from analysis.estimates import Estimate
from analysis.halo import halo
from analysis.leave_one_out import without_each_judge, without_each_person
from analysis.length import length_slope
from analysis.ppi import corrected_mean
from analysis.preference import preference
from analysis.rating_scale import rating_scale
from analysis.resampling import Plan
from analysis.severity import severity

PLAN = Plan("a seed", draws=64)
HALVES = tuple(np.arange(0, 3.5, 0.5).tolist())
SCORES = strategies.one_of(strategies.none(), strategies.sampled_from(HALVES))

Statistic = Callable[[pd.DataFrame], Any]


@strategies.composite
def tables(draw: strategies.DrawFn, *, fewest: int = 0) -> pd.DataFrame:
    """Scores of up to eight responses by three raters, half points and missing ones among them."""
    size = draw(strategies.integers(fewest, 8))
    columns = {name: draw(strategies.lists(SCORES, min_size=size, max_size=size)) for name in "ABC"}
    index = [f"R{number}" for number in range(size)]
    return pd.DataFrame({name: pd.Series(given, index=index, dtype=float) for name, given in columns.items()})


def own(table: pd.DataFrame) -> pd.DataFrame:
    """Who judges its own: A on every second response, B on every third."""
    number = np.array([int(str(name)[1:]) for name in table.index], dtype=int)
    same = {"A": number % 2 == 0, "B": number % 3 == 0}
    return pd.DataFrame({name: same.get(str(name), number < 0) for name in table.columns}, index=table.index)


def words(table: pd.DataFrame) -> pd.Series:
    return pd.Series([100.0 + 50 * int(str(name)[1:]) for name in table.index], index=table.index, dtype=float)


def every_third(table: pd.DataFrame) -> pd.Series:
    return pd.Series([f"P{int(str(name)[1:]) % 3}" for name in table.index], index=table.index, dtype=object)


STATISTICS: dict[str, Statistic] = {
    "alternative annotator": lambda t: alternative_annotator_test(t.mean(axis=1), t, PLAN, epsilon=0.2),
    "person left out": lambda t: without_each_person(t.max(axis=1), t, PLAN),
    "judge left out": lambda t: without_each_judge(t, t.min(axis=1), PLAN),
    "severity": severity,
    "severity in logits": lambda t: rating_scale(t, HALVES),
    "components": variance_components,
    "halo": lambda t: halo(t, t.iloc[::-1].set_axis(t.index), PLAN),
    "length": lambda t: length_slope(t.max(axis=1), t.mean(axis=1), words(t)),
    "preference": lambda t: preference(t, own(t), PLAN),
    "corrected mean": lambda t: corrected_mean(t["A"], t["B"]),
    "cluster means": lambda t: dict(zip(t.columns, cluster_means(t, PLAN, clusters=every_third(t)), strict=True)),
}


def numbers(found: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """Every number of a result with its place, by name where there are names."""
    if isinstance(found, bool | str) or found is None:
        return
    if isinstance(found, int | float):
        yield place, float(found)
    elif isinstance(found, Mapping) or hasattr(found, "_asdict"):
        content = found if isinstance(found, Mapping) else found._asdict()
        for name, value in content.items():
            yield from numbers(value, f"{place}.{name}")
    else:
        for number, value in enumerate(found):
            named = (
                next((part for part in value if isinstance(part, str)), number) if isinstance(value, tuple) else number
            )
            yield from numbers(value, f"{place}.{named}")


def estimates(found: Any) -> Iterator[Estimate]:
    if isinstance(found, Estimate):
        yield found
    elif isinstance(found, tuple | dict):
        for part in found.values() if isinstance(found, dict) else found:
            yield from estimates(part)


@pytest.mark.parametrize("name", STATISTICS)
@given(tables())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_number_is_a_number_and_what_is_missing_has_a_reason(name: str, table: pd.DataFrame) -> None:
    found = STATISTICS[name](table)
    assert all(math.isfinite(number) for _, number in numbers(found))
    for one in estimates(found):
        assert (one.value is None) == (one.why_undefined is not None)
        assert (one.low is None) == (one.high is None) == (one.why_no_interval is not None)
        assert one.low is None or one.high is None or one.low < one.high
        assert one.value is not None or one.low is None


@pytest.mark.parametrize("name", sorted(STATISTICS.keys() - {"halo"}))
@given(tables(fewest=3), strategies.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_the_order_of_responses_and_raters_changes_nothing(name: str, table: pd.DataFrame, chance: Any) -> None:
    responses, raters = list(table.index), list(table.columns)
    chance.shuffle(responses)
    chance.shuffle(raters)
    straight = without_limits(STATISTICS[name](table))
    turned = without_limits(STATISTICS[name](table.loc[responses, raters]))
    assert turned.keys() == straight.keys()
    for place, number in straight.items():
        assert turned[place] == pytest.approx(number, rel=1e-6, abs=1e-6), place


def without_limits(found: Any) -> dict[str, float]:
    """The numbers of a result that do not come from draws, which follow the order of the responses."""
    drawn = (".low", ".high", ".undefined_draws", ".as_drawn", ".helped")
    return {place: number for place, number in numbers(found) if not any(part in place for part in drawn)}


@pytest.mark.parametrize(
    "name", ["alternative annotator", "person left out", "judge left out", "severity", "components"]
)
@given(tables())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_rater_who_never_scored_changes_nothing(name: str, table: pd.DataFrame) -> None:
    assert STATISTICS[name](table.assign(nobody=np.nan)) == STATISTICS[name](table)


@given(tables(fewest=4), strategies.sampled_from([0.25, 1.0, 20.0]), strategies.integers(-50, 50))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_another_scale_moves_points_and_leaves_shares_and_correlations(
    table: pd.DataFrame, scale: float, shift: int
) -> None:
    other = table * scale + shift
    plain, moved = dict(severity(table).raters), dict(severity(other).raters)
    for rater, one in plain.items():
        assert (one.value is None) == (moved[rater].value is None)
        if one.value is not None:
            assert moved[rater].value == pytest.approx(scale * one.value, rel=1e-9, abs=1e-9)
    first, second = STATISTICS["alternative annotator"](table), STATISTICS["alternative annotator"](other)
    assert [one[:6] for one in first.people] == [one[:6] for one in second.people]
    first, second = variance_components(table), variance_components(other)
    assert (first.relative is None) == (second.relative is None)
    assert first.relative is None or second.relative == pytest.approx(first.relative, rel=1e-6)
