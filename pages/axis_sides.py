"""Whose scores an axis shows: one side for people, one for judges; and how they compare."""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from analysis.correlation import pearson
from analysis.cross_tables import Level, levels
from analysis.estimates import Estimate, undefined
from analysis.intervals import mean, share
from analysis.pairs import Limits, PairFigures, limits_of_agreement
from analysis.resampling import Plan
from analysis.scales import SAME
from pages.figures import of_correlation
from pages.raters_in_order import in_order
from pages.results import Results
from rubrics.axes import Axis

MEAN, SETTLED = "mean", "settled"
NO_PLAN = Plan(seed="")
"""For its level alone: nothing is drawn on this page."""


class Sides(NamedTuple):
    """Both sides' scores on one axis, on the same index of responses, NaN where there is none; and their names."""

    people: pd.Series
    judges: pd.Series
    names: tuple[str, str]
    chosen: tuple[str, str]

    @property
    def both(self) -> pd.DataFrame:
        """The responses that both sides scored: people, judges, and gap, which is judges minus people."""
        table = pd.DataFrame({"people": self.people, "judges": self.judges}).dropna()
        return table.assign(gap=table["judges"] - table["people"])


class Compared(NamedTuple):
    """How both sides go together; differences are judges minus people, in points."""

    r: Estimate
    bias: Estimate
    exact: Estimate
    within_one: Estimate
    limits: Limits | None


def people_options(results: Results, axis: str) -> dict[str, str]:
    """Return the choices of people's side, by what stands in the address."""
    return {MEAN: "Mean of the people", **{one: one for one in _with_scores(results.tables.scores(axis, "human"))}}


def judge_options(results: Results, axis: str) -> dict[str, str]:
    """Return the choices of the judges' side, by what stands in the address."""
    return {
        SETTLED: "Judges’ settled score",
        **{one: one for one in _with_scores(results.tables.scores(axis, "llm"))},
    }


def _with_scores(table: pd.DataFrame) -> list[str]:
    return in_order(table.columns[table.notna().any()])


def sides(results: Results, axis: str, people: str, judge: str) -> Sides:
    """Return both sides as they were chosen from the options."""
    of_people, of_judges = results.tables.scores(axis, "human"), results.tables.scores(axis, "llm")
    return Sides(
        of_people.mean(axis=1) if people == MEAN else of_people[people],
        results.tables.settled(axis) if judge == SETTLED else of_judges[judge],
        (people_options(results, axis)[people], judge_options(results, axis)[judge]),
        (people, judge),
    )


def compared(results: Results, axis: str, shown: Sides) -> Compared:
    """Return how both sides go together: the study's own figures where it has them, so that every page says the same.

    Only one person beside one judge is computed here.
    """
    found = _known(results, axis, shown)
    if found is None:
        return _computed(shown)
    figures = (found.pearson, found.bias, found.exact, found.within_one)
    r, bias, exact, within_one = (one.estimate for one in figures)
    return Compared(r, bias, exact, within_one, found.limits)


def _computed(shown: Sides) -> Compared:
    gaps = shown.both["gap"].to_numpy(dtype=float)
    r = of_correlation(pearson(shown.people, shown.judges, names=("the person's scores", "the judge's scores")))
    if len(gaps) == 0:
        nothing = undefined("no response has scores on both sides", 0)
        return Compared(r, nothing, nothing, nothing, None)
    shares = (float((abs(gaps) <= within + SAME).mean()) for within in (0, 1))
    exact, within_one = (share(one, len(gaps), NO_PLAN) for one in shares)
    limits = limits_of_agreement(gaps, NO_PLAN) if len(gaps) >= 2 else None
    return Compared(r, mean(gaps, NO_PLAN), exact, within_one, limits)


def _known(results: Results, axis: str, shown: Sides) -> PairFigures | None:
    of_axis = next(one for one in results.report.axes if one.report.axis == axis)
    full, (person, judge) = of_axis.report.statistics, shown.chosen
    if judge == SETTLED and full is not None:
        each = {one.person: one.figures for one in full.judges_each_person}
        return full.judges_people if person == MEAN else each.get(person)
    return next((one.figures for one in of_axis.judges if one.judge == judge), None) if person == MEAN else None


def lines_of(shown: Sides, axis: Axis) -> tuple[list[Level], list[Level]]:
    """Return into which lines people's and judges' scores are sorted."""
    bands = [(band.low, band.high) for band in axis.bands]
    return levels(shown.people, axis.values(), bands), levels(shown.judges, axis.values(), bands)


def groups_of(results: Results) -> Mapping[str, pd.Series]:
    """Return the groups that responses fall into beside their systems: tier or category, where there are any."""
    facts = results.facts
    found = {"tier": facts["tier"], "category": facts["category"].where(facts["category"] != "")}
    name = "tier" if found["tier"].notna().any() else "category"
    return {name: found[name]} if found[name].nunique() > 1 else {}
