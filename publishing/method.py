"""How the numbers of a release were made: a paragraph for a methods section, from the benchmark file and the plan."""

from importlib.metadata import PackageNotFoundError, version

from publishing.bundle_numbers import BundleData
from rubrics.schema import Benchmark


def software_version() -> str:
    """Return the version of this software, "unknown" where it was never installed."""
    try:
        return version("secondreader")
    except PackageNotFoundError:
        return "unknown"


def method_text(data: BundleData) -> str:
    """Write the methods paragraph of a study."""
    benchmark = data.benchmark
    raters = data.tables["raters"]
    responses = data.tables["responses"]
    sampled = int(responses["sampled"].sum())
    people, judges = (int((raters["rater_kind"] == kind).sum()) for kind in ("human", "llm"))
    parts = [
        f"{_count(people, 'person', 'people')} and {_count(judges, 'LLM judge', 'LLM judges')} scored answers of "
        f"{_count(responses['system'].nunique(), 'system', 'systems')} by {benchmark.title} {benchmark.version} on "
        f"{_count(len(benchmark.axes), 'axis', 'axes')}; people scored {sampled} of {len(responses)} responses.",
        _blinding(data),
        _settling(data),
        "Judges are compared with the mean of the people who scored a response, on the responses that both scored, and "
        "with each person alone; only the latter may be read beside how people agree with each other. "
        "Pearson's r has Fisher's interval; other intervals, and a second one of r in numbers.json, leave out whole "
        "prompts where several answers to one prompt are compared. Shares stand beside what chance alone would give. "
        "Alpha is Krippendorff's for ordinal scores. The human ceiling is the root of the people's ICC(C,k). Means "
        "over all responses are corrected by the people's scores (PPI++).",
        f"Bootstrap intervals rest on {data.draws:,} draws from the seed '{data.seed}'. All intervals are at 95 %. "
        "Those of systems' means draw whole prompts, are stretched where these are few, and are not cut to the scale. "
        "A figure that is undefined is given as a reason, never as a number; an axis that does not apply is never a 0.",
        _totals(benchmark),
        f"Computed with Second Reader {software_version()}; formulas and sources are in its docs/statistics.md.",
    ]
    return " ".join(part for part in parts if part)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _blinding(data: BundleData) -> str:
    """Only what was scored in this software's own form is known to have been blinded."""
    scores = data.tables["scores"]
    sources = set(scores.loc[(scores["rater_kind"] == "human") & scores["source"].notna(), "source"])
    here = "They saw neither who wrote a response nor any other score, and each had an order of their own."
    files = "How people's scores that came from files were collected is not known here."
    return " ".join([here] * ("ballot" in sources) + [files] * ("file" in sources))


def _settling(data: BundleData) -> str:
    settled = data.tables["settled"]
    rules = sorted(settled.loc[settled["protocol"] == data.protocol, "rule"].dropna().unique())
    if not rules:
        return "No judge's score was settled."
    return f"What counts of the judges: {'; or: '.join(str(rule) for rule in rules)}."


def _totals(benchmark: Benchmark) -> str:
    totals = benchmark.totals
    how = {"sum": "the sum of its axes", "mean": "the mean of its axes", "only_axis": "its one axis"}
    left_out = benchmark.nulls is not None and benchmark.nulls.in_total == "left_out"
    nulls = " An axis that does not apply is left out of the total and of its possible maximum." if left_out else ""
    ties = f" {benchmark.ties.text}" if benchmark.ties.text else ""
    return f"A response's total is {how[totals.within_response]}, averaged over prompts.{nulls}{ties}"
