"""The tables of the Systems page as lines of HTML cells, one line for each system or each two of them."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Literal

from analysis.cluster_means import ClusterMean
from analysis.estimates import Estimate
from analysis.ppi import CorrectedMean
from analysis.sentences import figure
from analysis.system_means import Difference, PartMean, SystemFigures, SystemReport
from analysis.tie_groups import Place, places, tie_groups
from pages import figures, systems_names
from publishing.study_figures import SystemAxis
from rubrics.schema import Rounding, Ties

Lines = list[list[str]]
Names = Mapping[str, str]
Part = Literal["axes", "tiers", "modules"]
Rounded = Literal["tier", "overall"]
ROUNDED: dict[Part, Rounded | None] = {"axes": None, "tiers": "tier", "modules": "overall"}
"""As which figure the benchmark rounds a part, if at all."""

SHOWN = {"total": "Mean total", "possible": "Highest possible", "percent": "Percent of it"}
CORRECTED = ("System", "People’s mean", "Judges’ mean", "Corrected mean", "Weight of the judges")
DIFFERENCES = ("Systems", "Difference of the mean totals", "What that says")
RULES = {
    "none": "The benchmark has no rule for ties. What can be told apart is in the differences below.",
    "overlapping_intervals": "Systems whose intervals overlap count as tied.",
}


def in_order(report: SystemReport) -> list[SystemFigures]:
    """Return the systems by their figure as published, the highest first; those without one last."""
    return sorted(report.systems, key=lambda one: (one.shown is None, -(one.shown or 0.0), one.system))


def total_heads(shown: Sequence[str]) -> list[str]:
    """Return the heads of `totals`: the figures that the benchmark wants beside each other."""
    wanted = list(dict.fromkeys(("total", *shown)))
    return ["System", *(SHOWN[one] for one in wanted), "Place, as far as it can be told", "Responses"]


def totals(report: SystemReport, shown: Sequence[str], rounding: Rounding, names: Names) -> Lines:
    """Return each system's mean total with what the benchmark wants beside it, and between which places it stands."""
    found = places([(one.system, one.shown, one.total.mean) for one in report.systems], report.ties)
    wanted = list(dict.fromkeys(("total", *shown)))
    return [
        [
            escape(names[one.system]),
            *(_figure_of(one, what, rounding) for what in wanted),
            _place(found.get(one.system)),
            _responses(one),
        ]
        for one in in_order(report)
    ]


def _figure_of(one: SystemFigures, what: str, rounding: Rounding) -> str:
    if what == "total":
        return published(one.total, one.shown, rounding, "overall")
    value = one.possible if what == "possible" else one.percent
    n = one.total.mean.n
    if value is None:
        return figures.cell(None, n, one.total.mean.why_undefined)
    text = figure(value) if what == "possible" else f"{value:.1f} %"
    return f'<span class="sr-figure">{text}</span>'


def published(mean: ClusterMean, shown: float | None, rounding: Rounding, figure_of: Rounded | None) -> str:
    """Return a mean with its interval and n; where the benchmark rounds such figures, rounded, with what it was below.

    Parameters
    ----------
    mean, shown
        The mean, and the same as published.
    rounding
        The benchmark's.
    figure_of
        Which of the figures it rounds this is; None for one that it never rounds.
    """
    if shown is None or rounding.rule == "none" or figure_of not in rounding.applies_to:
        return figures.estimate(mean.mean)
    exact = figures.estimate(mean.mean).replace('<span class="sr-figure">', '<span class="sr-beside">unrounded ', 1)
    return f'<span class="sr-figure">{shown:,.{_decimals(rounding)}f}</span>{exact}'


def _decimals(rounding: Rounding) -> int:
    """How many decimals the unit of rounding has: none for 1, two for 0.25."""
    return len(f"{rounding.to:.6f}".rstrip("0").partition(".")[2])


def _place(found: Place | None) -> str:
    if found is None:
        return '<span class="sr-beside">no figure, so no place</span>'
    text = f"{found.first}" if found.first == found.last else f"{found.first} to {found.last}"
    return f'<span class="sr-figure">{text}</span>'


def _responses(one: SystemFigures) -> str:
    without = f"{one.without_total:,} without a total" if one.without_total else ""
    return figures.count(one.responses, without)


def rule_in_words(rule: Ties) -> str:
    """Say when the benchmark counts two systems as tied."""
    if rule.rule == "gap" and rule.below is not None:
        return rule.text or f"Systems whose figures differ by less than {rule.below:g} points count as tied."
    return rule.text or RULES[rule.rule]


def ties_in_words(report: SystemReport, names: Names) -> list[str]:
    """Say which systems are tied by the benchmark's rule, group by group, then those that are not, and what is open."""
    ordered = [one.system for one in in_order(report)]
    groups = tie_groups(ordered, report.ties)
    told = [f"Tied: {_listed([names[one] for one in group])}." for group in groups]
    decided = [one for one in report.ties if one.tied is not None]
    alone = [one for one in ordered if not any(one in group for group in groups)]
    if decided and alone:
        told.append(f"Tied with no other: {_listed([names[one] for one in alone])}.")
    if any(set(first) & set(second) for first, second in pairwise(groups)):
        told.append(
            "A system may stand in two groups: its neighbours on both sides are tied with it, not with each other."
        )
    open_pairs = [one for one in report.ties if one.tied is None and one.why_undecided != NO_RULE]
    told += [
        f"{names[one.first]} and {names[one.second]} cannot be compared: {systems_names.undecided(one, names)}."
        for one in open_pairs
    ]
    return told


NO_RULE = "the benchmark has no rule for ties"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def differences(report: SystemReport, names: Names) -> Lines:
    """Return the paired difference of every two systems, the higher one first, and what it says."""
    place = {one.system: number for number, one in enumerate(in_order(report))}
    pairs = [_turned(one) if place[one.first] > place[one.second] else one for one in report.differences]
    pairs.sort(key=lambda one: (place[one.first], place[one.second]))
    return [
        [
            f"{escape(names[one.first])} minus {escape(names[one.second])}",
            figures.estimate(one.difference.mean, signed=True),
            escape(_says(one, names)),
        ]
        for one in pairs
    ]


def _turned(one: Difference) -> Difference:
    """Return the difference the other way round."""
    mean = one.difference.mean

    def minus(value: float | None) -> float | None:
        return None if value is None else -value

    turned = mean._replace(value=minus(mean.value), low=minus(mean.high), high=minus(mean.low))
    return Difference(one.second, one.first, one.difference._replace(mean=turned))


def _says(one: Difference, names: Names) -> str:
    found = one.difference.mean
    if found.value is None or found.low is None or found.high is None:
        return "It cannot be said how sure this is."
    if found.low <= 0 <= found.high:
        return "These answers do not tell the two apart."
    higher, lower = (one.first, one.second) if found.value > 0 else (one.second, one.first)
    return f"{names[higher]} is above {names[lower]}."


def parts(report: SystemReport, which: Part, rounding: Rounding, names: Names) -> Lines:
    """Return each system's means by axis, tier or module: a column for each."""
    wanted = part_names(report, which)
    lines = []
    for one in in_order(report):
        found = {part.part: part for part in getattr(one, which)}
        lines.append(
            [escape(names[one.system]), *(_part(found.get(part), rounding, ROUNDED[which]) for part in wanted)]
        )
    return lines


def part_names(report: SystemReport, which: Part) -> list[str]:
    """Return the axes, tiers or modules that any system has a mean of."""
    return list(dict.fromkeys(part.part for one in report.systems for part in getattr(one, which)))


def _part(found: PartMean | None, rounding: Rounding, figure_of: Rounded | None) -> str:
    if found is None:
        return figures.cell(None, 0, "there is no score")
    return published(found.mean, found.shown, rounding, figure_of)


def corrected(report: SystemReport, means: Sequence[SystemAxis], axis: str, names: Names) -> Lines:
    """Return what people would give each system on one axis over all its responses, beside the judges' own mean."""
    found = {one.system: one.mean for one in means if one.axis == axis}
    lines = []
    for one in in_order(report):
        raw = next((part.mean.mean for part in one.axes if part.part == axis), None)
        mean = found.get(one.system)
        if mean is None:
            continue
        lines.append([escape(names[one.system]), *_corrected(mean, raw)])
    return lines


def _corrected(mean: CorrectedMean, raw: Estimate | None) -> tuple[str, ...]:
    sharpened = Estimate(
        mean.value,
        mean.n,
        mean.low,
        mean.high,
        why_undefined=mean.why_undefined,
        why_no_interval=mean.why_no_interval,
    )
    helped = "" if mean.helped is None else _helped(mean.helped)
    note = "; ".join((*mean.notes, *((helped,) if helped else ())))
    return (
        figures.cell(mean.people_mean, mean.n, mean.why_undefined),
        figures.cell(None, 0, "there is no score") if raw is None else figures.estimate(raw),
        figures.estimate(sharpened, beside=note),
        figures.cell(mean.lam, mean.n, mean.why_undefined),
    )


def _helped(share: float) -> str:
    if share <= 0:
        return "no narrower than the people’s mean alone"
    return f"{share * 100:.0f} % narrower than the people’s mean alone"
