"""What one axis has to be drawn for: its kernels by use, and their statistics in every bootstrap draw."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from analysis.axis_scores import AxisScores
from analysis.ceiling import ceiling_kernel
from analysis.kernels import Kernel, Names, Rows, by_cluster, distinct_rows, drawn
from analysis.pairs import pair_kernels
from analysis.raters import rater_kernels
from analysis.resampling import Plan
from analysis.scales import Floats


class Use(NamedTuple):
    """The kernels of one use (a pair, a group), their rows, and their statistics in every draw, (draws,)."""

    kernels: Mapping[str, Kernel]
    rows: Rows
    drawn: Mapping[str, Mapping[str, Floats]]


class Uses(NamedTuple):
    """Kernels by use and name, all with the same rows."""

    kernels: Mapping[str, Mapping[str, Kernel]]
    rows: Rows


def people_uses(scores: AxisScores, clusters: Names | None) -> Uses:
    """Lay out everything about people: judges against them, they and everybody among themselves."""
    rows = distinct_rows(np.column_stack([scores.people, scores.judges, scores.settled]))
    kernels = {"mean": pair_kernels(scores.with_mean(), rows)}
    kernels |= {f"person {person}": pair_kernels(scores.with_person(person), rows) for person in scores.scorers()}
    kernels |= {who: rater_kernels(scores.group(who), rows) for who in ("people", "everybody")}
    judges = rater_kernels(scores.group("judges"), rows)
    high = ceiling_kernel(kernels["mean"]["moments"], kernels["people"].get("icc"), judges.get("icc"))
    kernels["ceiling"] = {} if high is None else {"ceiling": high}
    return _clustered(kernels, rows, clusters)


def judges_uses(scores: AxisScores, clusters: Names | None) -> Uses:
    """Lay out the judges among themselves, on all responses."""
    rows = distinct_rows(scores.every_judge.to_numpy())
    return _clustered({"judges": rater_kernels(scores.all_judges(), rows)}, rows, clusters)


def _clustered(kernels: Mapping[str, Mapping[str, Kernel]], rows: Rows, clusters: Names | None) -> Uses:
    if clusters is None:
        return Uses(kernels, rows)
    number = len(np.unique(clusters))
    return Uses(
        {use: {name: by_cluster(k, rows, clusters) for name, k in own.items()} for use, own in kernels.items()},
        Rows(np.arange(number), None, np.ones(number)),
    )


def draw(axes: Sequence[Uses], plan: Plan) -> list[dict[str, Use]]:
    """Compute all kernels of all axes on the same draws; without any response, uses have no kernels."""
    if not axes or not len(axes[0].rows.units_of_row):
        return [{use: Use({}, uses.rows, {}) for use in uses.kernels} for uses in axes]
    groups = [
        ({f"{use}/{name}": kernel for use, own in uses.kernels.items() for name, kernel in own.items()}, uses.rows)
        for uses in axes
    ]
    filled = [group for group in groups if group[0]]
    found = iter(drawn(filled, plan) if filled else ())
    results = [next(found) if group[0] else {} for group in groups]
    return [
        {use: Use(own, uses.rows, {name: result[f"{use}/{name}"] for name in own}) for use, own in uses.kernels.items()}
        for uses, result in zip(axes, results, strict=True)
    ]
