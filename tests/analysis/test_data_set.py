"""The whole report on a data set, and every judge of its own."""

import pandas as pd
import pytest

from analysis.data_set import data_set_report, with_median
from analysis.frames import Row, long_frame
from analysis.judge_figures import judge_figures
from analysis.resampling import Plan
from tests.analysis.frame_builders import AScale, Given, rows

PLAN = Plan("a seed", draws=200)


def scores(**raters: list[Given]) -> pd.DataFrame:
    """Scores on truth; raters whose name begins with J are judges."""
    made: list[Row] = []
    for rater, given in raters.items():
        made += rows(rater, "llm" if rater.startswith("J") else "human", given)
    return long_frame(made)


def test_the_median_is_of_the_judges_who_scored_and_keeps_half_points() -> None:
    frame = with_median(
        scores(P=[0, 1, 2], J1=[0, 1, "not_scored"], J2=[1, 2, "unreadable"], J3=[3, "not_scored", None])
    )
    added = frame[frame["kind"] == "settled"].set_index("response")
    assert added["value"].tolist()[:2] == [1, 1.5]
    assert added.loc["R03", "missing"] == "not_scored"
    assert added.loc["R01", "missing"] is None


def test_medians_of_thirds_are_equal_when_they_should_be() -> None:
    frame = with_median(scores(J1=[0.1 + 0.2, 0.3], J2=[0.3, 0.1 + 0.2]))
    assert frame.loc[frame["kind"] == "settled", "value"].nunique() == 1


def test_a_judge_is_compared_on_its_own_responses() -> None:
    judges = pd.DataFrame({"J1": [0.0, 1, 2, 3], "J2": [1.0, 2, None, -1]})
    people = pd.Series([0.0, 1, 2, 2])
    first, second = judge_figures(judges, people, {"J2": 1}, AScale(), PLAN)
    assert (first.figures.n, first.scores, first.missing, first.off_scale, first.on_scale) == (4, 4, 0, 0, None)
    assert (second.figures.n, second.scores, second.missing, second.off_scale) == (3, 3, 1, 1)
    # J2 minus people 1 1 -3; without the score off the scale 1 1.
    assert second.figures.bias.estimate.value == pytest.approx(-1 / 3)
    assert second.on_scale is not None
    assert second.on_scale.bias.estimate.value == pytest.approx(1)


def test_without_judges_or_responses_there_is_nothing_to_compare() -> None:
    assert judge_figures(pd.DataFrame(index=range(3)), pd.Series([1.0, 2, 3]), {}, AScale(), PLAN) == ()
    empty = pd.DataFrame({"J1": pd.Series(dtype=float)})
    (found,) = judge_figures(empty, pd.Series(dtype=float), {}, AScale(), PLAN)
    assert (found.figures.n, found.figures.pearson.estimate.value) == (0, None)


def test_an_axis_nobody_scored_is_reported_with_reasons_and_left_out_of_the_tests() -> None:
    frame = scores(P1=[0, 1, 2, 3, 1], P2=[0, 2, 1, 3, 1], J1=[0, 1, 2, 3, 2], J2=[1, 1, 2, 2, 2])
    found = data_set_report(frame, [AScale(), AScale("care", "Care")], PLAN, epsilon=0.2)
    care = found.axes["care"]
    assert care.statistics.judges_people.pearson.estimate.why_undefined
    assert care.severity.why_undefined == "no rater has scores; 2 are needed"
    assert care.components.why_undefined == "no rater has scores; 2 are needed"
    assert found.p["care"] is None
    assert found.holm.m == found.benjamini_hochberg.m == 1
    assert found.holm.p == (found.p["truth"], None)
    assert found.halo.difference.why_undefined


def test_people_and_judges_are_not_mixed_in_what_is_the_peoples_own() -> None:
    frame = scores(P1=[0, 1, 2, 3, 1, 2], P2=[1, 2, 1, 2, 0, 3], J1=[0, 1, 2, 3, 2.5, 2])
    truth = data_set_report(frame, [AScale()], PLAN, epsilon=0.2).axes["truth"]
    assert [name for name, _ in truth.severity.raters] == ["P1", "P2", "J1"]
    assert [name for name, _ in truth.severity_in_logits.severity] == ["P1", "P2"]
    assert truth.components.n_raters == 2
    assert truth.statistics.people.raters == 2
