"""Everything about a data set of scores by people and judges: what the command `analyse` reports.

What counts of the judges is their median on each item and axis, half points kept. Figures that need more than scores
(who wrote a response, how long it is, which prompt it answers) are not made here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analysis.alternative_annotator import AlternativeAnnotator, alternative_annotator_test
from analysis.axis_statistics import AxisStatistics, axis_statistics
from analysis.components import Components, variance_components
from analysis.frames import settled, wide
from analysis.halo import Halo, halo
from analysis.judge_figures import JudgeFigures, judge_figures
from analysis.leave_one_out import Beside, WithoutPeople, without_each_judge, without_each_person
from analysis.multiplicity import Adjusted, benjamini_hochberg, holm
from analysis.planning import Needed, needed
from analysis.rating_scale import RatingScale, rating_scale
from analysis.resampling import Plan
from analysis.scales import Scale
from analysis.severity import Severity, severity

MEDIAN = "median of the judges"


class AxisOfDataSet(NamedTuple):
    """One axis.

    Attributes
    ----------
    statistics : AxisStatistics
        The median of the judges against the people, and each group in itself.
    judges : tuple of JudgeFigures
        Each judge against the people's mean.
    replaceable : AlternativeAnnotator
        Whether the median of the judges could stand in for a person.
    without_people : WithoutPeople
    without_judges : tuple of Beside
    severity : Severity
        Of people and judges together, in points.
    severity_in_logits : RatingScale
        Of the people; judges' means of replies are no categories.
    components : Components
        Of the people's scores.
    needed : Needed
        Responses that a further study would need, if r of the median is as found.
    """

    statistics: AxisStatistics
    judges: tuple[JudgeFigures, ...]
    replaceable: AlternativeAnnotator
    without_people: WithoutPeople
    without_judges: tuple[Beside, ...]
    severity: Severity
    severity_in_logits: RatingScale
    components: Components
    needed: Needed


class DataSet(NamedTuple):
    """All axes, halo across them, and p-values of no correlation (median and people) adjusted over axes."""

    axes: Mapping[str, AxisOfDataSet]
    halo: Halo
    p: Mapping[str, float | None]
    holm: Adjusted
    benjamini_hochberg: Adjusted


def with_median(scores: pd.DataFrame) -> pd.DataFrame:
    """Add the judges' median on every item and axis that a judge was asked about, as settled rows.

    Parameters
    ----------
    scores : DataFrame
        A long frame of people and judges.
    """
    judges = scores[scores["kind"] == "llm"]
    median = judges.groupby(["response", "axis"], sort=True)["value"].median().round(9).reset_index()
    added = median.assign(rater=MEDIAN, kind="settled")
    added["missing"] = pd.Series([None if there else "not_scored" for there in added["value"].notna()], dtype=object)
    return pd.concat([scores, added[list(scores.columns)]], ignore_index=True)


def data_set_report(scores: pd.DataFrame, axes: Sequence[Scale], plan: Plan, *, epsilon: float) -> DataSet:
    """Report every axis.

    Parameters
    ----------
    scores : DataFrame
        A long frame of people and judges, as `files.plain_scores` reads it.
    axes : sequence of Scale
    plan : Plan
    epsilon : float in [0, 1)
        The judges' head start in the alternative annotator test.
    """
    frame = with_median(scores)
    statistics = axis_statistics(frame, axes, plan)
    reports = {axis.id: _axis(frame, axis, statistics[axis.id], plan, epsilon) for axis in axes}
    p = {axis: _p(one) for axis, one in statistics.items()}
    means = {axis.id: wide(frame, axis.id, "human").mean(axis=1) for axis in axes}
    medians = {axis.id: settled(frame, axis.id) for axis in axes}
    return DataSet(
        reports,
        halo(pd.DataFrame(medians), pd.DataFrame(means), plan),
        p,
        holm(list(p.values())),
        benjamini_hochberg(list(p.values())),
    )


def _p(statistics: AxisStatistics) -> float | None:
    tests = statistics.judges_people.tests
    return None if tests is None or tests.permutation is None else tests.permutation.p


def _axis(frame: pd.DataFrame, axis: Scale, statistics: AxisStatistics, plan: Plan, epsilon: float) -> AxisOfDataSet:
    people, judges, median = wide(frame, axis.id, "human"), wide(frame, axis.id, "llm"), settled(frame, axis.id)
    rows = frame[(frame["axis"] == axis.id) & (frame["kind"] == "llm") & frame["value"].isna()]
    missing = {str(judge): int(number) for judge, number in rows["rater"].value_counts().items()}
    mean = people.mean(axis=1)
    return AxisOfDataSet(
        statistics=statistics,
        judges=judge_figures(judges, mean, missing, axis, plan),
        replaceable=alternative_annotator_test(median, people, plan, epsilon=epsilon),
        without_people=without_each_person(median, people, plan),
        without_judges=without_each_judge(judges, mean, plan),
        severity=severity(pd.concat([people, judges], axis=1), level=plan.level),
        severity_in_logits=rating_scale(people, axis.values()),
        components=variance_components(people),
        needed=needed(statistics.judges_people.pearson.estimate.value),
    )
