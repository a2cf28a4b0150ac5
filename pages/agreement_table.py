"""The one table of the Agreement page: a line for each axis, and every figure a link to its working."""

from collections.abc import Mapping, Sequence
from html import escape

from analysis.correlation import PeopleCorrelation
from analysis.estimates import Estimate
from analysis.report import AxisReport
from pages import address, figures
from pages.results import Results

COLUMNS = {
    "n": "Responses scored by both",
    "missing": "Without a score",
    "r": "Judges with people: r",
    "people": "People with each other, same responses: r",
    "ceiling": "Best possible r",
    "bias": "Judges minus people, points",
    "exact": "Equal",
    "within_one": "Within one point",
    "alpha": "People: ordinal alpha",
}
"""Every figure by its name in the address, with the head of its column."""

MEANINGS = (
    ("n", "how many responses a figure rests on; with more than two people who are compared, how many pairs."),
    (
        "r",
        "how far two sides rise and fall together: 1 exactly, 0 not at all, below 0 against each other. The range "
        "below it is the 95 % interval (Fisher’s): with few responses it is wide, and must be read as wide. Where "
        "several responses answer one prompt, they tell less than as many prompts would; the range by whole prompts "
        "takes account of that.",
    ),
    (
        "Best possible r",
        "people differ among themselves, so their mean has chance in it; even a judge without any error would reach no "
        "more than this r with it.",
    ),
    ("Judges minus people", "above 0 the judges score higher than the people’s mean, below 0 lower; in points."),
    (
        "Equal, within one point",
        "the share of responses on which judges and the people’s mean are the same, or at most one point apart; beside "
        "it the share that the same scores would reach if they were dealt out at random.",
    ),
    ("Ordinal alpha", "how far people agree with one another beyond chance (Krippendorff): 1 exactly, 0 as by chance."),
)


def heads() -> list[str]:
    """Return the heads of the table."""
    return ["Axis", *COLUMNS.values()]


def lines(results: Results) -> list[list[str]]:
    """Return the table: a line of HTML cells for each axis."""
    return [line(one.report, results.same[one.report.axis]) for one in results.report.axes]


def line(one: AxisReport, same: PeopleCorrelation) -> list[str]:
    """Return the line of one axis, as `heads` names it; each figure leads to its working."""
    return [escape(one.name), *(_linked(one, name, html) for name, html in cells(one, same).items())]


def _linked(one: AxisReport, name: str, html: str) -> str:
    return address.link(html, axis=one.axis, figure=name)


def cells(one: AxisReport, same: PeopleCorrelation) -> Mapping[str, str]:
    """Return every figure of one axis as HTML, by its name in `COLUMNS`."""
    full = one.statistics
    if full is None:
        raise ValueError(f"the figures of {one.axis} were computed without a plan; the table needs them whole")
    pair, chance = full.judges_people, full.judges_people.chance
    by_chance = {name: "" if chance is None else _chance(getattr(chance, name)) for name in ("exact", "within_one")}
    return {
        "n": figures.count(one.n, f"of {one.n_responses:,}"),
        "missing": _missing(one),
        "r": figures.estimate(figures.of_correlation(one.judges_people), beside=whole_prompts(one)),
        "people": figures.estimate(_among_people(same)),
        "ceiling": figures.estimate(full.ceiling.ceiling.estimate),
        "bias": figures.estimate(pair.bias.estimate, signed=True),
        "exact": figures.estimate(pair.exact.estimate, percent=True, beside=by_chance["exact"]),
        "within_one": figures.estimate(pair.within_one.estimate, percent=True, beside=by_chance["within_one"]),
        "alpha": figures.estimate(full.people.alpha_ordinal.estimate),
    }


def whole_prompts(one: AxisReport) -> str:
    """Say the interval of r that leaves out whole prompts, or nothing where each response has a prompt of its own."""
    full = one.statistics
    if full is None or full.clusters is None or (found := full.judges_people.pearson.estimate).low is None:
        return ""
    return f"by whole prompts {figures.interval(found)}"


def _among_people(same: PeopleCorrelation) -> Estimate:
    """The reason why a mean over pairs has no interval stands in its working; here is no room for it."""
    found, pairs = figures.of_correlation(same), len(same.pairs)
    return found if pairs < 2 or same.r is None else found._replace(why_no_interval=f"a mean over {pairs} pairs")


def _chance(share: float) -> str:
    return f"by chance {figures.number(share, percent=True)}"


def _missing(one: AxisReport) -> str:
    said: Sequence[str] = figures.missing_in_words(one.missing)
    total = sum(sum(one.missing[kind].values()) for kind in ("human", "llm"))
    return figures.count(total, "; ".join(said))
