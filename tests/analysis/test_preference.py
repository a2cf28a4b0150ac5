"""Preference for one's own family, where it can be known."""

import numpy as np
import pandas as pd
import pytest

from analysis.preference import Preference, preference, preference_beside_people, same_maker
from analysis.resampling import Plan

PLAN = Plan("a seed", draws=1000)
FAMILY = pd.Series({"A1": "a", "A2": "a", "B": "b", "C": "c"})
"""Four models; each judges every answer but its own."""


def cross_judged(prompts: int, own: float, *, noise: float = 0.0) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores of every model on every other's answers: quality + severity, and `own` more within a family."""
    systems = [model for _ in range(prompts) for model in FAMILY.index]
    quality = np.array([number * 7 % 5 for number in range(len(systems))], dtype=float)
    severity = np.array([0.5, -0.5, 1.0, 0.0])
    same = same_maker(pd.Series([FAMILY[model] for model in systems]), FAMILY)
    wobble = np.array([(number * 13 % 7 - 3) for number in range(len(systems) * 4)]).reshape(-1, 4) * noise
    scores = quality[:, None] + severity + own * same.to_numpy() + wobble
    for row, model in enumerate(systems):
        scores[row, list(FAMILY.index).index(model)] = np.nan
    return pd.DataFrame(scores, columns=FAMILY.index), same


def test_preference_is_told_from_severity_and_quality() -> None:
    scores, same = cross_judged(5, own=0.75)
    found = preference(scores, same, PLAN)
    assert found.points.value == pytest.approx(0.75, rel=1e-9)
    # Of 20 answers 10 are by A1 or A2, and each has one judge of its family; 3 judges an answer.
    assert (found.points.n, found.same, found.other) == (20, 10, 50)


def test_no_preference_is_found_where_there_is_none() -> None:
    scores, same = cross_judged(5, own=0.0, noise=0.2)
    found = preference(scores, same, PLAN).points
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high


def test_it_equals_least_squares_with_columns_for_everything() -> None:
    scores, same = cross_judged(3, own=0.5, noise=0.3)
    n, judges = scores.shape
    rows = [(r, j) for r in range(n) for j in range(judges) if not np.isnan(scores.to_numpy()[r, j])]
    design = np.array(
        [[*(r == k for k in range(n)), *(j == k for k in range(1, judges)), same.iloc[r, j]] for r, j in rows],
        dtype=float,
    )
    wanted = np.linalg.lstsq(design, np.array([scores.to_numpy()[r, j] for r, j in rows]), rcond=None)[0][-1]
    assert preference(scores, same, PLAN).points.value == pytest.approx(wanted, rel=1e-9)


def test_subtracting_what_people_think_changes_nothing() -> None:
    scores, same = cross_judged(3, own=0.5, noise=0.3)
    people = pd.Series(np.arange(len(scores)) % 4, dtype=float)
    found = preference(scores.sub(people, axis=0), same, PLAN).points
    assert found.value == pytest.approx(preference(scores, same, PLAN).points.value or 0, rel=1e-9)


def test_for_oneself_it_cannot_be_known_under_cross_judging() -> None:
    scores, _ = cross_judged(3, own=0.5)
    models = pd.Series(FAMILY.index, index=FAMILY.index)
    own = same_maker(pd.Series([model for _ in range(3) for model in FAMILY.index]), models)
    found = preference(scores, own, PLAN, whose="system")
    assert found.points.value is None
    assert found.points.why_undefined == "not identifiable: no judge scored an answer of its own system"


def reason_of(found: Preference) -> str:
    assert (found.points.value, found.points.low) == (None, None)
    return str(found.points.why_undefined)


def test_two_judges_who_each_only_ever_favour_their_own_are_entangled() -> None:
    # Judge A is of the author's family on every answer, B on none: severity and preference are the same column.
    scores = pd.DataFrame({"A": [2.0, 1, 3, 2], "B": [1.0, 1, 2, 0]})
    same = pd.DataFrame({"A": [True] * 4, "B": [False] * 4})
    assert "entangled" in reason_of(preference(scores, same, PLAN))


@pytest.mark.parametrize(
    ("scores", "same", "reason"),
    [
        ([[1.0, None], [None, 2.0]], [[True, False], [False, False]], "0 responses have the scores needed"),
        ([[1.0, 2.0], [2.0, 3.0]], [[True, True], [True, True]], "judges scored only answers of their own family"),
        ([[1.0, 2.0], [2.0, 1.0]], [[True, False], [False, True]], "too few scores"),
    ],
)
def test_where_it_cannot_be_known_the_reason_is_told(
    scores: list[list[float]], same: list[list[bool]], reason: str
) -> None:
    assert reason in reason_of(preference(pd.DataFrame(scores, dtype=float), pd.DataFrame(same), PLAN))


def test_with_one_judge_an_answer_the_people_say_what_it_is_worth() -> None:
    # Judge A is .5 lenient and 1 more with its own; people give 1 2 1 2 and so on.
    people = pd.Series([1.0, 2] * 4)
    same = pd.DataFrame({"A": [True, False, False, True] * 2})
    scores = pd.DataFrame({"A": people + 0.5 + 1.0 * same["A"]})
    assert preference_beside_people(scores, same, people, PLAN).points.value == pytest.approx(1.0, rel=1e-9)
    assert "0 responses" in reason_of(preference(scores, same, PLAN))
