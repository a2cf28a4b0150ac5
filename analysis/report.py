"""One axis after the other: how far can the judges be believed where people have scored the same responses?

Statistics of judges and people use the responses that have a settled score and at least one person's score.
Statistics among the people use every response that two people scored, whether or not the judges' score is
settled; each figure carries its own n.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pandas as pd

from analysis.agreement import (
    Agreement,
    Alpha,
    Closeness,
    people_alpha,
    people_closeness,
    with_each_person,
    with_people_mean,
)
from analysis.axis_statistics import AxisStatistics, statistics_of
from analysis.correlation import Correlation, PeopleCorrelation, between_people, pearson
from analysis.frame_check import check_frame
from analysis.frames import Kind, Missing
from analysis.resampling import Plan
from analysis.scales import Scale
from analysis.score_tables import ScoreTables, score_tables
from analysis.sentences import judges_sentence, people_sentence, spread_notes, statistics_notes

JUDGES = "the judges' median"


class Point(NamedTuple):
    """One response of the scatter plot: the mean of its people, how many they are, and the settled score."""

    response: str
    people: float
    judges: float
    n_people: int


class PersonCorrelation(NamedTuple):
    """One person and the correlation of the judges' settled scores with that person's scores."""

    person: str
    correlation: Correlation


@dataclass(frozen=True)
class AxisReport:
    """What one axis says about judges and people. Nothing is rounded; what has no value has a reason.

    Attributes
    ----------
    axis, name : str
        Axis id and its name for readers.
    n : int
        Responses with a settled score and at least one person's score; the scatter plot has one point for
        each.
    n_responses : int
        Responses with any row on this axis.
    n_people : int
        People with at least one score on this axis.
    missing : kind -> reason -> int
        Rows without a value, for people (``human``), single judges (``llm``) and settled scores apart.
    judges_people : Correlation
        Settled scores against the mean of the people who scored each response.
    judges_each_person : tuple of PersonCorrelation
        Settled scores against each person alone: what may be compared with `people_people`. The r with a mean
        of people is higher than with one person even for the same judges, because a mean has less chance in
        it.
    people_people : PeopleCorrelation
        The people against one another.
    alpha : Alpha
        Krippendorff's ordinal alpha of the people.
    people_closeness : Closeness
        Exact and within one between every two people.
    with_mean, with_each : Agreement
        Exact, within one and bias of the settled scores against the mean of the people, and against every
        single person's score.
    points : tuple of Point
        By response id.
    sentence, people_sentence : str
        The findings for a reader without statistics.
    notes : tuple of str
        What a reader must know before believing the figures.
    statistics : AxisStatistics or None
        The full statistics, where the report was given a plan of bootstrap draws.
    """

    axis: str
    name: str
    n: int
    n_responses: int
    n_people: int
    missing: Mapping[Kind, Mapping[Missing, int]]
    judges_people: Correlation
    judges_each_person: tuple[PersonCorrelation, ...]
    people_people: PeopleCorrelation
    alpha: Alpha
    people_closeness: Closeness
    with_mean: Agreement
    with_each: Agreement
    points: tuple[Point, ...]
    sentence: str
    people_sentence: str
    notes: tuple[str, ...]
    statistics: AxisStatistics | None = None


def report(
    frame: pd.DataFrame,
    axes: Sequence[Scale],
    *,
    judges: str = JUDGES,
    confidence: float = 0.95,
    plan: Plan | None = None,
    clusters: pd.Series | None = None,
    each_a_person: bool = False,
    any_number: bool = False,
) -> tuple[AxisReport, ...]:
    """Check the frame and report every axis, also one without a single score.

    Parameters
    ----------
    frame : DataFrame
        Long frame, see `analysis.frames`.
    axes : sequence of Scale
        The benchmark's axes, in the order wanted.
    judges : str
        What the settled scores are called in a sentence, in the singular.
    confidence : float in (0, 1)
        Coverage of the intervals.
    plan : Plan or None
        Bootstrap draws for the full statistics, whose level is then that of the plan; without a plan there
        are none.
    clusters : Series of str indexed by response, or None
        For the full statistics: which responses hang together, see `analysis.axis_statistics`.
    each_a_person : bool
        Whether it is known that every rater is one person throughout, also one who is called "Rater 1". Otherwise
        such a name gives a note that it may be a slot.
    any_number : bool
        Whether judges' scores may lie between the scores of an axis or beyond them.

    Returns
    -------
    tuple of AxisReport
        One per axis, in the order of `axes`.

    Raises
    ------
    ValueError
        If the frame breaks its contract, or a response has no cluster; names every problem.
    """
    check_frame(frame, axes, any_number=any_number)
    tables = score_tables(frame)
    short = [_short_report(tables, axis, judges, confidence) for axis in axes]
    if plan is None or not axes:
        return tuple(short)
    full = statistics_of(tables, axes, plan, clusters=clusters)
    return tuple(
        replace(
            one,
            statistics=full[one.axis],
            notes=(*one.notes, *statistics_notes(full[one.axis], each_a_person=each_a_person)),
        )
        for one in short
    )


def axis_report(frame: pd.DataFrame, axis: Scale, *, judges: str = JUDGES, confidence: float = 0.95) -> AxisReport:
    """Report one axis of a frame that passed `check_frame`; parameters as in `report`."""
    return _short_report(score_tables(frame), axis, judges, confidence)


def _short_report(tables: ScoreTables, axis: Scale, judges: str, confidence: float) -> AxisReport:
    people, counts = tables.scores(axis.id, "human"), tables.settled(axis.id)
    points = _points(people, counts)
    judges_people = pearson(
        people.mean(axis=1),
        counts,
        names=("the people's mean scores", "the judges' scores"),
        confidence=confidence,
    )
    among_people = between_people(people, confidence=confidence)
    alpha = people_alpha(people, axis.values())
    with_mean = with_people_mean(counts, people)
    return AxisReport(
        axis=axis.id,
        name=axis.name,
        n=len(points),
        n_responses=tables.count_responses(axis.id),
        n_people=int(people.notna().any().sum()),
        missing={kind: tables.count_missing(axis.id, kind) for kind in ("human", "llm", "settled")},
        judges_people=judges_people,
        judges_each_person=_each_person(people, counts, confidence),
        people_people=among_people,
        alpha=alpha,
        people_closeness=people_closeness(people),
        with_mean=with_mean,
        with_each=with_each_person(counts, people),
        points=points,
        sentence=judges_sentence(judges_people, with_mean, judges=judges, confidence=confidence),
        people_sentence=people_sentence(among_people, alpha),
        notes=spread_notes(people, counts),
    )


def _points(people: pd.DataFrame, counts: pd.Series) -> tuple[Point, ...]:
    used = people.notna().any(axis=1) & counts.notna()
    table = people[used]
    columns = (table.index, table.mean(axis=1), counts[used], table.notna().sum(axis=1))
    return tuple(Point(str(r), float(p), float(j), int(n)) for r, p, j, n in zip(*columns, strict=True))


def _each_person(people: pd.DataFrame, counts: pd.Series, confidence: float) -> tuple[PersonCorrelation, ...]:
    names = ("this person's scores", "the judges' scores")
    return tuple(
        PersonCorrelation(str(person), pearson(people[person], counts, names=names, confidence=confidence))
        for person in people.columns
    )
