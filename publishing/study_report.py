"""Every number of a study in one value, from frames alone: the same on the page, in a bundle and when it is verified.

Same scores, same benchmark file, same seed: same numbers to the last digit, on any machine. Nothing is rounded.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from analysis.alternative_annotator import AlternativeAnnotator, alternative_annotator_test
from analysis.components import Components, variance_components
from analysis.each_judge import JudgeAlone, each_judge
from analysis.halo import Halo, halo
from analysis.judge_figures import JudgeFigures, judge_figures
from analysis.leave_one_out import Beside, WithoutPeople, without_each_judge, without_each_person
from analysis.length import LengthSlope, length_slope
from analysis.multiplicity import Adjusted, benjamini_hochberg, holm
from analysis.plain_values import plain
from analysis.planning import Needed, needed
from analysis.ppi import CorrectedMean, corrected_mean
from analysis.preference import Preference, preference, same_maker
from analysis.report import AxisReport, report
from analysis.resampling import Plan
from analysis.score_tables import ScoreTables, score_tables
from analysis.severity import Severity, severity
from analysis.system_means import SystemReport, system_report
from rubrics.schema import Axis, Benchmark

DRAWS = 5000
EPSILON = 0.2
"""The judges' head start in the alternative annotator test, as its authors set it for experts."""


class AxisFigures(NamedTuple):
    """One axis: judges and people together, then each judge, and what the judges are like.

    Attributes
    ----------
    report : AxisReport
        With the full statistics; figures of "the judges" are of the settled score.
    judges : tuple of JudgeFigures
    replaceable : AlternativeAnnotator
        Whether the settled score could stand in for a person.
    without_people, without_judges
        Each left out in turn.
    severity : Severity
        Of people and judges together, in points.
    components : Components
        Of the people's scores.
    needed : Needed
        Responses that a further study would need if r is as found.
    corrected : CorrectedMean
        The mean that people would give over all responses.
    length : LengthSlope or None
        None where the lengths are not known.
    own_family : Preference or None
        Points that judges give answers of their own makers' systems above others; None where makers are not known.
    each_judge : tuple of JudgeAlone
        Whether each judge could stand in for a person, and favours answers of its own maker.
    """

    report: AxisReport
    judges: tuple[JudgeFigures, ...]
    replaceable: AlternativeAnnotator
    without_people: WithoutPeople
    without_judges: tuple[Beside, ...]
    severity: Severity
    components: Components
    needed: Needed
    corrected: CorrectedMean
    length: LengthSlope | None = None
    own_family: Preference | None = None
    each_judge: tuple[JudgeAlone, ...] = ()


class SystemAxis(NamedTuple):
    """One system on one axis: the mean that people would give over all its responses, beside the judges' own."""

    system: str
    axis: str
    mean: CorrectedMean


class StudyReport(NamedTuple):
    """All numbers of one module of a study.

    Attributes
    ----------
    axes : tuple of AxisFigures
        In the benchmark's order.
    halo : Halo
    p, holm, benjamini_hochberg
        Of no correlation, axis by axis; adjusted over axes.
    systems : SystemReport or None
        None where it is not known who answered.
    corrected : tuple of SystemAxis
        Empty where it is not known who answered.
    """

    axes: tuple[AxisFigures, ...]
    halo: Halo
    p: dict[str, float | None]
    holm: Adjusted
    benjamini_hochberg: Adjusted
    systems: SystemReport | None = None
    corrected: tuple[SystemAxis, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as what JSON has."""
        found: dict[str, Any] = plain(self)
        return found


def study_report(
    frame: pd.DataFrame,
    benchmark: Benchmark,
    *,
    seed: str,
    draws: int | None = None,
    clusters: pd.Series | None = None,
    facts: pd.DataFrame | None = None,
    judges: pd.DataFrame | None = None,
) -> StudyReport:
    """Compute every number of one module of a study.

    Parameters
    ----------
    frame : DataFrame
        As `study_frame` returns it.
    benchmark : Benchmark
    seed : str
        Of the bootstrap draws.
    draws : int or None
        None for the benchmark's number, or 5,000 where it has none.
    clusters : Series of str indexed by response, or None
        Which responses hang together (`prompts_of`); None when each stands for itself.
    facts : DataFrame or None
        As `response_facts` returns it, of this module alone. Without the columns system and family the figures of
        systems and makers are left out.
    judges : DataFrame or None
        judge, family.

    Raises
    ------
    ValueError
        If the frame breaks its contract, or a response has no cluster.
    """
    plan = the_plan(benchmark, seed, draws)
    axes = axis_figures(frame, benchmark, plan, clusters=clusters, facts=facts, judges=judges)
    p = {one.report.axis: _p(one.report) for one in axes}
    names = benchmark.axis_ids
    tables = score_tables(frame)
    people = pd.DataFrame({name: tables.scores(name, "human").mean(axis=1) for name in names})
    counts = pd.DataFrame({name: tables.settled(name) for name in names})
    known = facts is not None and "system" in facts
    return StudyReport(
        axes,
        halo(counts, people, plan),
        p,
        holm(list(p.values())),
        benjamini_hochberg(list(p.values())),
        system_figures(frame, facts, benchmark, plan) if known and facts is not None else None,
        tuple(_corrected(counts, people, facts)) if known and facts is not None else (),
    )


def the_plan(benchmark: Benchmark, seed: str, draws: int | None = None) -> Plan:
    """Return which draws a study's figures use."""
    declared = benchmark.bootstrap.draws if benchmark.bootstrap is not None else DRAWS
    return Plan(seed, draws=declared if draws is None else draws)


def prompts_of(facts: pd.DataFrame, benchmark: Benchmark) -> pd.Series | None:
    """Return the prompt of each response where the benchmark draws whole prompts and a prompt has several answers."""
    prompts = facts.drop_duplicates("response").set_index("response")["prompt"]
    return prompts if benchmark.bootstrap is not None and prompts.duplicated().any() else None


def axis_figures(
    frame: pd.DataFrame,
    benchmark: Benchmark,
    plan: Plan,
    *,
    clusters: pd.Series | None = None,
    facts: pd.DataFrame | None = None,
    judges: pd.DataFrame | None = None,
) -> tuple[AxisFigures, ...]:
    """Compute the figures of every axis; parameters as in `study_report`."""
    reports = report(
        frame,
        benchmark.axes,
        plan=plan,
        clusters=clusters,
        each_a_person=True,
        any_number=benchmark.judging.any_number,
    )
    responses = None if facts is None else facts.drop_duplicates("response").set_index("response")
    known = _Known(score_tables(frame), _missing(frame), responses, judges)
    return tuple(_axis(known, axis, one, plan) for axis, one in zip(benchmark.axes, reports, strict=True))


class _Known(NamedTuple):
    """All scores, each judge's rows without one by axis, and what is known of responses, by label, and judges."""

    tables: ScoreTables
    missing: Mapping[str, Mapping[str, int]]
    responses: pd.DataFrame | None
    judges: pd.DataFrame | None


def _axis(known: _Known, axis: Axis, one: AxisReport, plan: Plan) -> AxisFigures:
    tables = known.tables
    people, judges, counts = tables.scores(axis.id, "human"), tables.scores(axis.id, "llm"), tables.settled(axis.id)
    mean, same = people.mean(axis=1), _same_family(judges, known)
    return AxisFigures(
        report=one,
        judges=judge_figures(judges, mean, known.missing.get(axis.id, {}), axis, plan),
        replaceable=alternative_annotator_test(counts, people, plan, epsilon=EPSILON),
        without_people=without_each_person(counts, people, plan),
        without_judges=without_each_judge(judges, mean, plan),
        severity=severity(pd.concat([people, judges], axis=1), level=plan.level),
        components=variance_components(people),
        needed=needed(one.judges_people.r),
        corrected=corrected_mean(mean, counts, level=plan.level),
        length=_length(counts, mean, known, plan),
        own_family=None if same is None else preference(judges, same, plan),
        each_judge=each_judge(judges, people, plan, epsilon=EPSILON, same=same),
    )


def _missing(frame: pd.DataFrame) -> dict[str, dict[str, int]]:
    """Count each judge's rows without a value, by axis."""
    rows = frame[frame["value"].isna()]
    rows = rows[rows["kind"] == "llm"]
    found: dict[str, dict[str, int]] = {}
    for axis, of_axis in rows.groupby("axis"):
        found[str(axis)] = {str(judge): int(number) for judge, number in of_axis["rater"].value_counts().items()}
    return found


def _length(counts: pd.Series, people: pd.Series, known: _Known, plan: Plan) -> LengthSlope | None:
    """Length of the answers; an empty one has none."""
    if known.responses is None:
        return None
    words = known.responses["words"].astype("float64")
    return length_slope(counts, people, words.where(words >= 1), level=plan.level)


def _same_family(scores: pd.DataFrame, known: _Known) -> pd.DataFrame | None:
    """Mark which judge is of the family of which answer's author."""
    if known.responses is None or known.judges is None or "family" not in known.responses:
        return None
    families = known.judges.set_index("judge")["family"].reindex(scores.columns)
    authors = known.responses["family"].reindex(scores.index)
    return same_maker(authors.where(authors != "", "an unknown author"), families)


def _p(one: AxisReport) -> float | None:
    tests = None if one.statistics is None else one.statistics.judges_people.tests
    return None if tests is None or tests.permutation is None else tests.permutation.p


def system_figures(frame: pd.DataFrame, facts: pd.DataFrame, benchmark: Benchmark, plan: Plan) -> SystemReport:
    """Report the systems of one module by what is settled; parameters as in `study_report`."""
    return system_report(frame[frame["kind"] == "settled"], targets_of(facts), benchmark, plan)


def targets_of(facts: pd.DataFrame) -> pd.DataFrame:
    """Return the facts as `analysis.system_means` reads them: without tiers where there are none."""
    names: Sequence[str] = ("response", "system", "prompt", "tier", "module")
    kept = facts[[name for name in names if name in facts]]
    return kept.drop(columns="tier") if "tier" in kept and kept["tier"].isna().all() else kept


def _corrected(counts: pd.DataFrame, people: pd.DataFrame, facts: pd.DataFrame) -> Iterator[SystemAxis]:
    author = facts.drop_duplicates("response").set_index("response")["system"].reindex(counts.index)
    for system in sorted(author.dropna().unique()):
        mine = author == system
        for axis in counts.columns:
            yield SystemAxis(str(system), str(axis), corrected_mean(people.loc[mine, axis], counts.loc[mine, axis]))
