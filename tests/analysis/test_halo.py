"""Whether judges tell axes apart as people do."""

import numpy as np
import pandas as pd
import pytest

from analysis.halo import halo
from analysis.resampling import Plan

PLAN = Plan("a seed", draws=1000)


def axes(**scores: list[float | None]) -> pd.DataFrame:
    return pd.DataFrame({axis: list(given) for axis, given in scores.items()}, dtype=float)


PEOPLE = axes(a=[0, 1, 2, 3, 1, 2], b=[1, 0, 3, 2, 2, 1], c=[3, 1, 2, 0, 1, 2])


def test_the_mean_goes_through_fishers_z() -> None:
    found = halo(PEOPLE, PEOPLE, PLAN)
    r = [PEOPLE["a"].corr(PEOPLE["b"]), PEOPLE["a"].corr(PEOPLE["c"]), PEOPLE["b"].corr(PEOPLE["c"])]
    assert [pair.judges for pair in found.pairs] == pytest.approx(r, rel=1e-12)
    assert found.judges.value == pytest.approx(float(np.tanh(np.mean(np.arctanh(r)))), rel=1e-12)


def test_judges_equal_to_people_have_the_same_halo() -> None:
    found = halo(PEOPLE, PEOPLE, PLAN)
    assert (found.difference.value, found.difference.low) == (0, None)
    assert found.difference.why_no_interval is not None


def test_only_responses_with_all_four_scores_count() -> None:
    judges = PEOPLE.copy()
    judges.loc[6] = [3.0, 3.0, None]
    people = PEOPLE.copy()
    people.loc[6] = [None, 0.0, 0.0]
    found = halo(judges, people, PLAN)
    assert [pair.n for pair in found.pairs] == [6, 6, 6]
    assert found.judges.n == 6


def test_a_judge_with_one_impression_stands_out() -> None:
    quality = np.tile([0.0, 1, 2, 3], 10)
    noise = np.tile([0.0, 0, 0, 0, 1, 0, 1, 0, 0, 1], 4)
    judges = pd.DataFrame({"a": quality, "b": quality + noise})
    people = pd.DataFrame({"a": quality, "b": np.roll(quality, 1) + noise})
    found = halo(judges, people, PLAN)
    assert found.difference.low is not None
    assert found.difference.low > 0.5


@pytest.mark.parametrize(
    ("judges", "people", "reason"),
    [
        (axes(a=[1, 2, 3]), axes(a=[1, 2, 3]), "no response has judges' and people's scores on two axes"),
        (axes(a=[1.0], b=[None]), axes(a=[1], b=[1]), "no response has judges' and people's scores on two axes"),
        (axes(a=[1, 2, 3], b=[3, 1, 2]), axes(a=[1, 2, 3], b=[3, 1, 2]), "no pair of axes has a correlation for both"),
    ],
)
def test_without_a_pair_of_axes_nothing_is_said(judges: pd.DataFrame, people: pd.DataFrame, reason: str) -> None:
    assert halo(judges, people, PLAN).difference.why_undefined == reason


@pytest.mark.parametrize(
    ("b", "reason"),
    [
        ([2.0] * 6, "the judges give everything the same score on one of the axes"),
        ([0.0, 1, 2, 3, 1, 2], "the judges' scores on the two axes lie on one line"),
        ([1, 0, 3, None, None, None], "3 responses have all four scores; 4 are needed"),
    ],
)
def test_a_pair_without_a_correlation_is_left_out_of_both_means(b: list[float | None], reason: str) -> None:
    judges = PEOPLE.assign(b=pd.Series(b, dtype=float))
    found = halo(judges, PEOPLE, PLAN)
    assert [pair.why_undefined for pair in found.pairs] == [reason, None, found.pairs[2].why_undefined]
    assert found.pairs[0].people is None
    assert found.pairs[1].judges == pytest.approx(PEOPLE["a"].corr(PEOPLE["c"]), rel=1e-12)
