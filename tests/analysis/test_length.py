"""Length, with what people see in a response held."""

import numpy as np
import pandas as pd
import pytest

from analysis.length import length_slope


def a_series(*values: float | None) -> pd.Series:
    return pd.Series(list(values), dtype=float)


def test_a_point_for_every_doubling_is_found_beside_quality() -> None:
    # The gap is 1 + log2(words) * .5 - people * .25, with nothing left over: the slope is known, its spread is not.
    people, words = a_series(0, 1, 2, 3, 1, 2), a_series(2, 4, 2, 8, 16, 4)
    judges = people + 1 + 0.5 * np.log2(words) - 0.25 * people
    found = length_slope(judges, people, words).slope
    assert (found.n, found.low) == (6, None)
    assert found.value == pytest.approx(0.5, rel=1e-12)
    assert found.why_no_interval == "length and people's scores explain everything"


def test_slope_and_interval_by_hand() -> None:
    # Length 0 0 1 1 0 1, people 0 1 0 1 2 2: balanced, so length is unrelated to people. Gaps 0 1 1 2 0 3: means .333
    # and 2, slope 5/3. Gap by people 0: .5, 1: 1.5, 2: 1.5 -> slope .5. Rest: fitted -.1667 .3333 1.5 2 .8333 2.5;
    # squares sum to .0278 .4444 .25 0 .6944 .25 = 1.6667 over 3 df. Error sqrt(.5556 / 1.5) = .6086; t(3) = 3.182446.
    people, words = a_series(0, 1, 0, 1, 2, 2), a_series(1, 1, 2, 2, 1, 2)
    found = length_slope(people + a_series(0, 1, 1, 2, 0, 3), people, words).slope
    assert found.value == pytest.approx(5 / 3, rel=1e-12)
    half = 3.1824463 * np.sqrt(1.6666667 / 3 / 1.5)
    assert [found.low, found.high] == pytest.approx([5 / 3 - half, 5 / 3 + half], abs=1e-6)


def test_raw_correlations_stand_beside() -> None:
    people, words = a_series(0, 1, 2, 3, 3), a_series(1, 2, 4, 8, 8)
    found = length_slope(people, people, words)
    assert [found.judges_r, found.people_r] == pytest.approx([1, 1])
    assert found.slope.why_undefined == "length and people's scores lie on one line"


@pytest.mark.parametrize(
    ("people", "words", "reason"),
    [
        ([0, 1, 2, 3, None], [1, 2, 3, 4, 5], "4 responses have all three; 5 are needed"),
        ([0, 1, 2, 3, 1], [100] * 5, "every response has 100 words"),
        ([2, 2, 2, 2, 2], [1, 2, 3, 4, 5], "every score of the people is 2"),
    ],
)
def test_without_a_slope_there_is_a_reason(people: list[float | None], words: list[float], reason: str) -> None:
    found = length_slope(a_series(0, 1, 2, 3, 3), a_series(*people), a_series(*words))
    assert found.slope.why_undefined == reason


def test_an_empty_response_is_refused() -> None:
    with pytest.raises(ValueError, match="fewer than 1 word"):
        length_slope(a_series(1), a_series(1), a_series(0))
