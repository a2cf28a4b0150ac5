"""The tables of a report, from the numbers of one module; every cell has its n and an interval or a reason."""

from collections.abc import Iterator, Sequence

from analysis.constancy import Constancy
from analysis.frames import MISSING
from analysis.report import AxisReport
from analysis.system_means import SystemReport
from publishing import cells
from publishing.report_parts import Grid
from publishing.study_report import AxisFigures, StudyReport
from rubrics.schema import Benchmark

WHOSE = {"human": "People", "llm": "Judges, one by one", "settled": "What counts of the judges"}


def agreement_grid(report: StudyReport, name: str) -> Grid:
    """How far judges can be believed, axis by axis."""
    heads = (
        "Axis",
        "Judges with the people's mean: r",
        "People with each other: r",
        "Human ceiling of r",
        "Judges minus people",
        "People: ordinal alpha",
    )
    return Grid(f"{name}agreement", "Judges and people", heads, tuple(_agreement(one) for one in report.axes))


def _agreement(one: AxisFigures) -> tuple[str, ...]:
    found, full = one.report, one.report.statistics
    together, people = found.judges_people, found.people_people
    ceiling = cells.NONE if full is None else cells.estimate(full.ceiling.ceiling.estimate)
    bias = cells.NONE if full is None else cells.estimate(full.judges_people.bias.estimate, signed=True)
    alpha = cells.NONE if full is None else cells.estimate(full.people.alpha_ordinal.estimate)
    return (
        found.name,
        cells.coefficient(together.r, (together.low, together.high), together.n, together.why_undefined),
        cells.coefficient(people.r, (people.low, people.high), people.n, people.why_undefined),
        ceiling,
        bias,
        alpha,
    )


def closeness_grid(report: StudyReport, name: str) -> Grid:
    """How near scores are in points, beside chance."""
    heads = ("Axis", "Judges and people's mean: equal", "Within one point", "Mean distance in points")
    rows = []
    for one in report.axes:
        full = one.report.statistics
        if full is not None:
            pair, chance = full.judges_people, full.judges_people.chance
            shares = [
                cells.beside_chance(getattr(pair, part).estimate, getattr(chance, part, None))
                for part in ("exact", "within_one", "mae")
            ]
            rows.append((one.report.name, *shares))
    return Grid(f"{name}closeness", "How near they are, beside chance", heads, tuple(rows))


def missing_grid(report: StudyReport, name: str) -> Grid:
    """What is missing, by kind: never one number for all of it."""
    heads = ("Axis and whose", *(words[:1].upper() + words[1:] for words in MISSING.values()))
    rows = tuple(row for one in report.axes for row in _missing(one.report))
    return Grid(f"{name}missing", "Without a score, by kind", heads, rows)


def _missing(one: AxisReport) -> Iterator[tuple[str, ...]]:
    for kind, counts in one.missing.items():
        told = (str(counts[reason]) if reason in counts else cells.NONE for reason in MISSING)
        yield (f"{one.name}: {WHOSE[kind]}", *told)


def judges_grid(report: StudyReport, name: str) -> Grid:
    """Every judge of its own against the people's mean."""
    heads = ("Axis and judge", "r with the people's mean", "Judge minus people", "Scores", "Without a score")
    rows = tuple(
        (
            f"{one.report.name}: {judge.judge}",
            cells.estimate(judge.figures.pearson.estimate),
            cells.estimate(judge.figures.bias.estimate, signed=True),
            str(judge.scores),
            str(judge.missing),
        )
        for one in report.axes
        for judge in one.judges
    )
    return Grid(f"{name}judges", "Each judge", heads, rows)


def systems_grid(systems: SystemReport | None, name: str, benchmark: Benchmark) -> Grid | None:
    """What the judges' scores say of the systems, by name and never as a bare rank."""
    if systems is None:
        return None
    rows = tuple(
        (
            one.system,
            cells.estimate(one.total.mean, unit="prompts"),
            cells.NONE if one.shown is None else f"{round(one.shown, 2):g}",
            cells.NONE if one.possible is None else f"{one.possible:.2f}",
            cells.NONE if one.percent is None else f"{one.percent:.1f} %",
            f"{one.responses - one.without_total} of {one.responses}",
        )
        for one in systems.systems
    )
    heads = ("System", "Mean total", "As published", "Possible", "Percent", "Responses with a total")
    return Grid(f"{name}systems", f"Systems by {benchmark.title}, judges' scores", heads, rows)


def ties_grid(systems: SystemReport | None, name: str) -> Grid | None:
    """Every two systems: difference over the prompts both answered, and whether they count as tied."""
    if systems is None or len(systems.systems) < 2:
        return None
    rows = tuple(
        (
            f"{difference.first} minus {difference.second}",
            cells.estimate(difference.difference.mean, signed=True, unit="prompts"),
            f"not decided: {tie.why_undecided}" if tie.tied is None else "tied" if tie.tied else "not tied",
        )
        for difference, tie in zip(systems.differences, systems.ties, strict=True)
    )
    return Grid(f"{name}ties", "Systems in pairs", ("Pair", "Difference of totals", "By the benchmark's rule"), rows)


def corrected_grid(report: StudyReport, name: str, benchmark: Benchmark) -> Grid | None:
    """Means per system and axis as people would give them, beside the judges' own."""
    if not report.corrected:
        return None
    rows = tuple(
        (
            f"{one.system}: {benchmark.axis(one.axis).name}",
            cells.mean(one.mean),
            cells.NONE if one.mean.judges_mean is None else f"{one.mean.judges_mean:.2f}",
        )
        for one in report.corrected
    )
    heads = ("System and axis", "Mean that people would give", "Judges' mean")
    return Grid(f"{name}corrected", "Means corrected by the people's scores", heads, rows)


def constancy_grid(found: Sequence[Constancy]) -> Grid:
    """Each person beside themselves; counts without an interval, since axes of one response hang together."""
    heads = (
        "Person",
        "Responses scored twice",
        "Scores twice",
        "Equal",
        "Within one point",
        "Mean change",
        "Other kind",
    )
    rows = tuple(
        (
            one.rater,
            str(one.responses),
            str(one.n),
            f"{one.equal} of {one.n}",
            f"{one.within_one} of {one.n}",
            cells.NONE if one.mean_change is None else f"{one.mean_change:+.2f}",
            str(one.changed_kind),
        )
        for one in found
    )
    return Grid("same_response_twice", "The same response, twice", heads, rows)
