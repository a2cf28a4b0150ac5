"""What a benchmark says about its systems: means of axes and totals, by tier and module, differences and ties.

Everything a source leaves open comes from the benchmark file: how totals are made, whether runs of one prompt are
averaged first, rounding, ties. Intervals come from draws of whole prompts, shared by every figure; nothing is rounded
but the figures that the file says are published rounded, which stand beside the unrounded ones.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import pandas as pd

from analysis.cluster_means import ClusterMean, cluster_means, paired_differences
from analysis.resampling import Plan
from analysis.response_totals import response_totals
from analysis.system_layout import Key, Layout
from analysis.ties import Tie, ties
from rubrics.schema import Benchmark


class PartMean(NamedTuple):
    """The mean of one axis, tier or module; `shown` is it as published, rounded where the benchmark says so."""

    part: str
    mean: ClusterMean
    shown: float | None


class SystemFigures(NamedTuple):
    """One system.

    Attributes
    ----------
    system : str
    total : ClusterMean
        Mean total over prompts, every prompt counting the same; n counts prompts.
    shown : float or None
        The total as published, rounded where the benchmark says so.
    possible : float or None
        Mean of the highest totals its responses could have reached.
    percent : float or None
        100 total / possible: every point counts the same, whatever its response.
    responses, without_total : int
        Its responses (targets, where a benchmark has several modules), and those whose total is missing.
    axes, tiers, modules : tuple of PartMean
        Axes on their own scale, also those outside the composite; totals by tier where the benchmark reports tiers,
        and by module where there are several.
    """

    system: str
    total: ClusterMean
    shown: float | None
    possible: float | None
    percent: float | None
    responses: int
    without_total: int
    axes: tuple[PartMean, ...]
    tiers: tuple[PartMean, ...]
    modules: tuple[PartMean, ...]


class Difference(NamedTuple):
    """Mean total of the first system minus the second's, over the prompts that both answered, on the same draws."""

    first: str
    second: str
    difference: ClusterMean


class SystemReport(NamedTuple):
    """All systems by name, every two compared, and which are tied by the benchmark's rule."""

    systems: tuple[SystemFigures, ...]
    differences: tuple[Difference, ...]
    ties: tuple[Tie, ...]


def system_report(settled: pd.DataFrame, targets: pd.DataFrame, benchmark: Benchmark, plan: Plan) -> SystemReport:
    """Report every system.

    Parameters
    ----------
    settled : DataFrame
        Long: response, axis, value, missing, as in `response_totals`.
    targets : DataFrame
        One row per response of `settled`: response, system, prompt, and tier and module where there are any.
        Responses of one system, prompt and module are replications.
    benchmark : Benchmark
    plan : Plan
        Which draws of prompts; the benchmark's number of draws is the caller's to put in.

    Raises
    ------
    ValueError
        If a response is missing from `targets` or stands there twice.
    """
    _check(settled, targets)
    values = settled.pivot(index="response", columns="axis", values="value").astype("float64")
    totals = response_totals(settled, benchmark)
    figures = targets.set_index("response").join([values, totals])
    layout = Layout(figures, averaged=benchmark.totals.replications == "averaged_within_prompt")
    names = sorted(figures["system"].unique())
    wanted = [key for name in names for key in _keys(name, layout, benchmark)]
    found = dict(zip(wanted, cluster_means(layout.table(wanted), plan, clusters=layout.prompts), strict=True))
    systems = tuple(_figures(name, figures[figures["system"] == name], found, benchmark) for name in names)
    return SystemReport(
        systems,
        _differences(names, layout, plan),
        ties([(one.system, one.shown, one.total.mean) for one in systems], benchmark.ties),
    )


def _check(settled: pd.DataFrame, targets: pd.DataFrame) -> None:
    if twice := sorted(targets.loc[targets["response"].duplicated(), "response"].unique()):
        raise ValueError(f"responses {', '.join(map(str, twice))} occur more than once among the targets")
    if unknown := sorted(set(settled["response"]) - set(targets["response"])):
        raise ValueError(f"responses {', '.join(map(str, unknown))} have scores and no target")


def _keys(name: str, layout: Layout, benchmark: Benchmark) -> list[Key]:
    """Everything to be averaged for one system."""
    modules, tiers = layout.parts("module"), layout.parts("tier") if benchmark.totals.by_tier else []
    return [
        *(Key(name, column) for column in ("total", "possible", *benchmark.axis_ids)),
        *(Key(name, "total", "tier", tier) for tier in tiers),
        *(Key(name, "total", "module", module) for module in modules if len(modules) > 1),
    ]


def _figures(name: str, rows: pd.DataFrame, found: Mapping[Key, ClusterMean], benchmark: Benchmark) -> SystemFigures:
    total, possible = found[Key(name, "total")], found[Key(name, "possible")].mean.value
    value = total.mean.value
    own = [(key, mean) for key, mean in found.items() if key.system == name]

    def parts(kind: str, rounded: str) -> tuple[PartMean, ...]:
        return tuple(_part(key.part, mean, benchmark, rounded) for key, mean in own if key.kind == kind)

    return SystemFigures(
        system=name,
        total=total,
        shown=_shown(value, benchmark, "overall"),
        possible=possible,
        percent=None if value is None or not possible else 100 * value / possible,
        responses=len(rows),
        without_total=int(rows["total"].isna().sum()),
        axes=tuple(_part(axis, found[Key(name, axis)], benchmark, "") for axis in benchmark.axis_ids),
        tiers=parts("tier", "tier"),
        modules=parts("module", "overall"),
    )


def _part(part: str, mean: ClusterMean, benchmark: Benchmark, rounded: str) -> PartMean:
    return PartMean(part, mean, _shown(mean.mean.value, benchmark, rounded))


def _shown(value: float | None, benchmark: Benchmark, rounded: str) -> float | None:
    return benchmark.rounding.apply(value) if value is not None and rounded in benchmark.rounding.applies_to else value


def _differences(names: list[str], layout: Layout, plan: Plan) -> tuple[Difference, ...]:
    pairs = list(combinations(range(len(names)), 2))
    table = layout.table([Key(name, "total") for name in names])
    found = paired_differences(table, pairs, plan, clusters=layout.prompts)
    return tuple(Difference(names[a], names[b], one) for (a, b), one in zip(pairs, found, strict=True))
