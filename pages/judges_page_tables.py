"""The tables of the Judges page as lines of HTML cells, one line for each judge."""

from collections.abc import Mapping
from html import escape

import pandas as pd

from analysis.alternative_annotator import AlternativeAnnotator
from analysis.estimates import Estimate
from analysis.frames import Missing
from analysis.intervals import share
from analysis.rater_counts import RaterCounts, rater_counts
from analysis.resampling import Plan
from pages import figures
from pages.results import Results
from publishing.study_figures import AxisFigures, StudyReport

Lines = list[list[str]]

BESIDE = (
    "Judge",
    "r with the people",
    "Judge minus people, points",
    "Severity beside all raters, points",
    "Equal",
    "Within one point",
)
MISSING: dict[Missing, str] = {
    "not_applicable": "Does not apply",
    "unreadable": "Reply could not be read",
    "not_scored": "Axis left out of the reply",
}
MISSING_HEADS = ("Judge", "Asked about", "With a score", *MISSING.values(), "Not asked about")
OWN_MAKER = ("Judge", "Its maker", "Points above others", "Scores of its own maker", "Other scores compared")
LEFT_OUT = (
    "Without",
    "r of all judges’ median",
    "r without this judge",
    "What it adds to r",
    "Mean distance from people, all judges",
    "Mean distance without this judge",
    "What it adds to the distance",
)
STAND_IN = ("Whose scores", "Share at least as near as a person", "People it can replace", "Verdict")
PERSON_BY_PERSON = ("Whose scores", "Beside", "Responses", "Judge nearer", "Person nearer", "Equally near", "p")
COST = ("Judge", "Replies", "Could not be read", "Refused", "Cost, US dollars", "Tokens in and out", "Seconds a reply")
COUNTS = "What counts of the judges"
ALL = "All judges together"
WITHOUT_DRAWS = Plan("shares have no draws")


def beside(axis: AxisFigures) -> Lines:
    """Return each judge beside the people's mean, as `BESIDE`."""
    severity = dict(axis.severity.raters)
    lines = []
    for one in axis.judges:
        pair = one.figures
        beside_off = (
            "" if not one.off_scale else f"{one.off_scale:,} scores are outside the scale and count as they are"
        )
        own = severity.get(one.judge)
        lines.append(
            [
                escape(one.judge),
                figures.estimate(pair.pearson.estimate, beside=beside_off),
                figures.estimate(pair.bias.estimate, signed=True),
                figures.cell(None, 0, "no score") if own is None else figures.estimate(own, signed=True),
                figures.estimate(pair.exact.estimate, percent=True),
                figures.estimate(pair.within_one.estimate, percent=True),
            ]
        )
    return lines


def every_axis(report: StudyReport) -> Lines:
    """Return r of each judge with the people's mean on every axis: a column for each axis."""
    judges = [one.judge for one in report.axes[0].judges]
    by_axis = [{one.judge: one.figures.pearson.estimate for one in axis.judges} for axis in report.axes]
    return [[escape(judge), *(figures.estimate(found[judge]) for found in by_axis)] for judge in judges]


def missing(found: Results, axis: str) -> Lines:
    """Return how often each judge gave a score, and why not where there is none, as `MISSING_HEADS`."""
    responses = len(found.facts)
    return [_missing(one, responses) for one in rater_counts(found.tables, axis, "llm")]


def _missing(one: RaterCounts, responses: int) -> list[str]:
    return [
        escape(one.rater),
        figures.count(one.asked),
        _share(one.scored, one.asked),
        *(_share(one.missing[reason], one.asked) for reason in MISSING),
        figures.count(responses - one.asked),
    ]


def _share(part: int, whole: int) -> str:
    """Return a share with Wilson's interval, and the numbers it is made of."""
    found = share(part / whole, whole, WITHOUT_DRAWS)
    low, value, high = (figures.number(one or 0.0, percent=True) for one in (found.low, found.value, found.high))
    return (
        f'<span class="sr-figure">{value}</span><span class="sr-beside">{low.removesuffix(" %")} to {high}</span>'
        f'<span class="sr-n">{part:,} of {whole:,}</span>'
    )


def own_maker(axis: AxisFigures, judges: pd.DataFrame) -> Lines:
    """Return what each judge gives answers of its own maker above others, as `OWN_MAKER`; all together last."""
    makers = dict(zip(judges["judge"], judges["family"], strict=True))
    lines = []
    for one in axis.each_judge:
        maker = makers.get(one.judge) or "not known"
        if one.own_family is None:
            lines.append([escape(one.judge), escape(maker), figures.cell(None, 0, "makers are not known"), "–", "–"])
            continue
        own = one.own_family
        points = _points(own.points, one_judge=True)
        lines.append([escape(one.judge), escape(maker), points, f"{own.same:,}", f"{own.other:,}"])
    if axis.own_family is not None:
        own = axis.own_family
        points = _points(own.points, one_judge=False)
        lines.append([ALL, "", points, f"{own.same:,}", f"{own.other:,}"])
    return lines


def _points(found: Estimate, *, one_judge: bool) -> str:
    """Return a preference, with the reason why there may be none in the words of the page."""
    why = found.why_undefined
    if why is not None:
        why = why.replace("not identifiable", "cannot be known").replace("family", "maker")
        if one_judge:
            why = why.replace("no judge scored an answer", "it scored no answer")
    return figures.estimate(found._replace(why_undefined=why), signed=True)


def left_out(axis: AxisFigures) -> Lines:
    """Return the median of the judges with and without each of them, as `LEFT_OUT`."""
    return [
        [
            escape(one.name),
            figures.cell(one.first_r, one.n, one.r_difference.why_undefined),
            figures.cell(one.second_r, one.n, one.r_difference.why_undefined),
            figures.estimate(one.r_difference, signed=True),
            figures.cell(one.first_error, one.n, one.error_difference.why_undefined),
            figures.cell(one.second_error, one.n, one.error_difference.why_undefined),
            figures.estimate(one.error_difference, signed=True),
        ]
        for one in axis.without_judges
    ]


def stand_in(axis: AxisFigures) -> Lines:
    """Return the alternative annotator test of what counts and of each judge, as `STAND_IN`."""
    tests = {COUNTS: axis.replaceable, **{one.judge: one.replaceable for one in axis.each_judge}}
    return [[escape(name), *_stand_in(test)] for name, test in tests.items()]


def _stand_in(test: AlternativeAnnotator) -> tuple[str, str, str]:
    tested = [one for one in test.people if one.replaced is not None]
    replaced = sum(bool(one.replaced) for one in tested)
    omega = figures.cell(None, 0, test.why_no_omega)
    if test.omega is not None:
        omega = f'<span class="sr-figure">{replaced} of {len(tested)}</span>'
    notes = "".join(f'<span class="sr-beside">{escape(note)}</span>' for note in test.notes)
    if test.passes is None:
        verdict = f'<span class="sr-beside">No verdict: {escape(test.why_no_verdict or "")}</span>'
    else:
        verdict = f'<span class="sr-figure">{"Passes" if test.passes else "Does not pass"}</span>'
    return figures.estimate(test.rho, percent=True), omega, verdict + notes


def person_by_person(axis: AxisFigures) -> Lines:
    """Return who was nearer to the other people, person by person, as `PERSON_BY_PERSON`."""
    tests: Mapping[str, AlternativeAnnotator] = {
        COUNTS: axis.replaceable,
        **{one.judge: one.replaceable for one in axis.each_judge},
    }
    return [
        [
            escape(name),
            escape(one.person),
            f"{one.n:,}",
            f"{one.judge_nearer:,}",
            f"{one.person_nearer:,}",
            f"{one.equally_near:,}",
            "fewer than 30 responses" if one.p is None else _p(one.p),
        ]
        for name, test in tests.items()
        for one in test.people
    ]


def _p(value: float) -> str:
    return "below 0.001" if value < 0.001 else f"{value:.3f}"


def cost(records: pd.DataFrame, latencies: pd.DataFrame) -> Lines:
    """Return what the replies of each judge cost and how long they took, as `COST`."""
    seconds = {str(judge): times["seconds"] for judge, times in latencies.groupby("judge")}
    return [
        [
            escape(row["judge"]),
            f"{row['replies']:,}",
            _share(row["unreadable"], row["replies"]),
            _share(row["refused"], row["replies"]),
            _dollars(row["cost_usd"], row["priced"], row["replies"]),
            _tokens(row["tokens_in"], row["tokens_out"]),
            _seconds(seconds.get(row["judge"])),
        ]
        for row in records.to_dict("records")
    ]


def _dollars(cost_usd: float, priced: int, replies: int) -> str:
    if not priced:
        return figures.cell(None, 0, "no price is known")
    unknown = "" if priced == replies else f"price not known of {replies - priced:,}"
    text = f"{cost_usd:,.2f}" if cost_usd >= 1 else f"{cost_usd:.4f}"
    small = f'<span class="sr-beside">{unknown}</span>' if unknown else ""
    each = f'<span class="sr-beside">{cost_usd / priced:.5f} a reply</span>'
    return f'<span class="sr-figure">{text}</span>{each}{small}<span class="sr-n">n = {priced:,}</span>'


def _tokens(tokens_in: float, tokens_out: float) -> str:
    if pd.isna(tokens_in) and pd.isna(tokens_out):
        return figures.cell(None, 0, "not known")
    told = ("not known" if pd.isna(one) else f"{one:,.0f}" for one in (tokens_in, tokens_out))
    return " and ".join(told)


def _seconds(times: pd.Series | None) -> str:
    if times is None or times.empty:
        return figures.cell(None, 0, "not known")
    middle, slow = times.quantile(0.5), times.quantile(0.95)
    return (
        f'<span class="sr-figure">{middle:.1f}</span><span class="sr-beside">half are faster; 19 of 20 within '
        f'{slow:.1f}</span><span class="sr-n">n = {len(times):,}</span>'
    )
