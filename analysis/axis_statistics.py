"""The full statistics of every axis, on shared bootstrap draws: judges against people, and each group in itself.

Everything about people uses the responses that any person scored on any axis; the judges among themselves use
all responses. Where these are the same responses, everything shares one set of draws; else the judges have
draws of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.applicability import Applicability, Crossed, applicability, crossed
from analysis.axis_draws import Use, draw, judges_uses, people_uses
from analysis.axis_scores import AxisScores, clusters_of, lay_out
from analysis.ceiling import Ceiling, ceiling_figures
from analysis.correlation import why_no_correlation
from analysis.dependent import Williams, williams
from analysis.pairs import PairFigures, pair_figures
from analysis.raters import RaterFigures, rater_figures
from analysis.resampling import Plan
from analysis.scales import Scale
from analysis.score_tables import ScoreTables, score_tables
from blinding.resamples import fingerprint


class EachPerson(NamedTuple):
    """The judges' settled scores against one person's alone."""

    person: str
    figures: PairFigures


class PersonOrJudges(NamedTuple):
    """Does a person agree better with the judges than with another person? On the responses that all three scored."""

    person: str
    other: str
    n: int
    test: Williams


class AxisStatistics(NamedTuple):
    """Everything about one axis.

    Attributes
    ----------
    judges_people : PairFigures
        People's mean score (first) against the judges' settled score (second).
    judges_each_person : tuple of EachPerson
    people, judges, everybody : RaterFigures
        Each group among itself; `judges` are single judges, and so are those in `everybody`.
    ceiling : Ceiling
    person_or_judges : tuple of PersonOrJudges
    people_apply, judges_apply : Applicability
    settled_and_people_apply : Crossed
        Settled score against each person's, one pair each: does the axis apply?
    plan : Plan
        Which draws.
    clusters : int or None
        How many clusters the people's responses form; None when each response stands for itself.
    fingerprint : str
        Of the draws of people's responses (see `blinding.resamples`); empty without any response of people.
    """

    judges_people: PairFigures
    judges_each_person: tuple[EachPerson, ...]
    people: RaterFigures
    judges: RaterFigures
    everybody: RaterFigures
    ceiling: Ceiling
    person_or_judges: tuple[PersonOrJudges, ...]
    people_apply: Applicability
    judges_apply: Applicability
    settled_and_people_apply: Crossed
    plan: Plan
    clusters: int | None
    fingerprint: str


def axis_statistics(
    frame: pd.DataFrame, axes: Sequence[Scale], plan: Plan, *, clusters: pd.Series | None = None
) -> dict[str, AxisStatistics]:
    """Compute the full statistics of every axis.

    Parameters
    ----------
    frame : DataFrame
        A long frame that passed `analysis.frame_check.check_frame`.
    axes : sequence of Scale
        At least one.
    plan : Plan
        The bootstrap draws. Same plan and same responses: same numbers, to the last digit.
    clusters : Series of str indexed by response, or None
        Which responses hang together, such as all answers to one prompt. They are drawn and left out together.

    Returns
    -------
    dict of axis id to AxisStatistics

    Raises
    ------
    ValueError
        If a response has no cluster.
    """
    return statistics_of(score_tables(frame), axes, plan, clusters=clusters)


def statistics_of(
    tables: ScoreTables, axes: Sequence[Scale], plan: Plan, *, clusters: pd.Series | None = None
) -> dict[str, AxisStatistics]:
    """Compute `axis_statistics` from a frame that is laid out already."""
    scores = lay_out(tables, axes)
    every = clusters_of(clusters, scores[0].every_judge.index)
    of_people = clusters_of(clusters, scores[0].people.index)
    people = [people_uses(one, of_people) for one in scores]
    judges = [judges_uses(one, every) for one in scores]
    if len(scores[0].people) == len(scores[0].every_judge):
        made = draw([*people, *judges], plan)
    else:
        made = [*draw(people, plan), *draw(judges, plan._replace(purpose=f"{plan.purpose} of judges"))]
    number = None if of_people is None else len(np.unique(of_people))
    units = len(scores[0].people) if number is None else number
    mark = fingerprint(units, seed=plan.seed, purpose=plan.purpose) if units else ""
    return {
        one.axis.id: _statistics(one, {**of_axis, **judged}, plan, number)._replace(fingerprint=mark)
        for one, of_axis, judged in zip(scores, made[: len(scores)], made[len(scores) :], strict=True)
    }


def _statistics(scores: AxisScores, uses: Mapping[str, Use], plan: Plan, clusters: int | None) -> AxisStatistics:
    clustered = clusters is not None
    mean = pair_figures(scores.with_mean(), *uses["mean"], plan, clustered=clustered)
    groups = {
        who: rater_figures(group, *uses[who], plan, clustered=clustered)
        for who, group in (
            ("people", scores.group("people")),
            ("judges", scores.all_judges()),
            ("everybody", scores.group("everybody")),
        )
    }
    return AxisStatistics(
        judges_people=mean,
        judges_each_person=tuple(
            EachPerson(
                person, pair_figures(scores.with_person(person), *uses[f"person {person}"], plan, clustered=clustered)
            )
            for person in scores.scorers()
        ),
        **groups,
        ceiling=_ceiling(mean, groups, uses["ceiling"], plan),
        person_or_judges=tuple(_person_or_judges(scores)),
        people_apply=applicability(scores.people_apply),
        judges_apply=applicability(scores.judges_apply),
        settled_and_people_apply=crossed(
            np.repeat(scores.settled_applies, scores.people_apply.shape[1]), scores.people_apply.reshape(-1)
        ),
        plan=plan,
        clusters=clusters,
        fingerprint="",
    )


def _ceiling(mean: PairFigures, groups: Mapping[str, RaterFigures], use: Use, plan: Plan) -> Ceiling:
    moving = (use.kernels["ceiling"], use.rows, use.drawn["ceiling"]) if use.kernels else None
    people, judges = (groups[who].icc.figures["ICC(C,k)"].estimate for who in ("people", "judges"))
    return ceiling_figures(mean.pearson.estimate, people, judges, moving, plan)


def _person_or_judges(scores: AxisScores) -> Iterator[PersonOrJudges]:
    for person, other in permutations(scores.scorers(), 2):
        table = np.column_stack([scores.people[person], scores.people[other], scores.settled])
        table = table[~np.isnan(table).any(axis=1)]
        own, others, judges = table.T
        names = ("one person's scores", "the other person's scores")
        reason = why_no_correlation(own, others, names) or why_no_correlation(
            own, judges, (names[0], "the judges' scores")
        )
        reason = reason or why_no_correlation(others, judges, (names[1], "the judges' scores"))
        if reason:
            test = Williams(None, None, len(table) - 3, None, reason)
        else:
            r = np.corrcoef(table.T)
            test = williams(float(r[0, 2]), float(r[0, 1]), float(r[1, 2]), len(table))
        yield PersonOrJudges(person, other, len(table), test)
