"""The report of a study as parts: what may not be claimed, the findings in words, tables, figures, method, origin."""

from collections.abc import Iterator, Mapping, Sequence

from publishing import report_grids
from publishing.bundle_numbers import BundleData
from publishing.charter_report import charter_parts, limits_of
from publishing.figures import Drawing, drawings
from publishing.method import method_text
from publishing.report_parts import Grid, Heading, Part, Points, Words
from publishing.study_report import StudyReport
from rubrics.schema import Benchmark

INVENTED = (
    "Invented for demonstration: no number in here may be quoted as a finding.",
    "The systems, makers, judges and people of this study may not exist.",
)


def claim_limits(benchmark: Benchmark, unreleased: Sequence[str]) -> tuple[str, ...]:
    """Return what may not be claimed; printed on everything that goes out.

    `unreleased` comes first: what must be said while charters are not released (`publishing.study_gate.limits`).
    """
    return (*unreleased, *(limit.text for limit in benchmark.claim_limits))


def report_parts(
    data: BundleData,
    reports: Mapping[str, StudyReport],
    *,
    title: str,
    invented: bool,
    origin: Mapping[str, str],
) -> list[Part]:
    """Lay out a report.

    Parameters
    ----------
    data : BundleData
    reports : mapping of module id to StudyReport
    title : str
        The study's.
    invented : bool
        Whether the study is invented; the report then says so first.
    origin : mapping
        What a reader needs to find the same numbers: seed, hashes, versions.
    """
    benchmark = data.benchmark
    parts: list[Part] = [Heading(title, 1)]
    parts += [Words(" ".join(INVENTED))] if invented else []
    parts += [Words(f"{benchmark.title} {benchmark.version}. {benchmark.description}")]
    parts += [Heading("What may not be claimed"), Points(claim_limits(benchmark, limits_of(benchmark, data.tables)))]
    parts += charter_parts(benchmark, data.tables)
    for module in benchmark.modules:
        parts += _module(reports[module.id], benchmark, prefix(benchmark, module.id), module.name)
    parts += [Heading("Method"), Words(method_text(data))]
    parts += [Heading("Where this comes from"), Points(tuple(f"{word}: {said}" for word, said in origin.items()))]
    return parts


def prefix(benchmark: Benchmark, module: str) -> str:
    """Return what the names of a module's tables and figures begin with: nothing where there is only one."""
    return f"{module}_" if len(benchmark.modules) > 1 else ""


def _module(report: StudyReport, benchmark: Benchmark, name: str, title: str) -> Iterator[Part]:
    if name:
        yield Heading(title)
    yield Heading("In words", 3 if name else 2)
    yield Points(tuple(_sentences(report)))
    yield Heading("In figures", 3 if name else 2)
    yield from grids(report, benchmark, name)
    yield from (drawing.picture for drawing in drawings(report, benchmark, name))


def _sentences(report: StudyReport) -> Iterator[str]:
    for one in report.axes:
        found = one.report
        yield " ".join([f"{found.name}:", found.sentence, found.people_sentence, *found.notes])


def grids(report: StudyReport, benchmark: Benchmark, name: str) -> list[Grid]:
    """Return the tables of one module; `name` is what their files' names begin with."""
    found = [
        report_grids.agreement_grid(report, name),
        report_grids.closeness_grid(report, name),
        report_grids.judges_grid(report, name),
        report_grids.missing_grid(report, name),
        report_grids.systems_grid(report, name, benchmark),
        report_grids.ties_grid(report, name),
        report_grids.corrected_grid(report, name, benchmark),
    ]
    return [one for one in found if one is not None and one.rows]


def all_drawings(reports: Mapping[str, StudyReport], benchmark: Benchmark) -> list[Drawing]:
    """Return the figures of every module."""
    return [
        one
        for module in benchmark.modules
        for one in drawings(reports[module.id], benchmark, prefix(benchmark, module.id))
    ]
