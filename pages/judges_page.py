"""Each judge beside the people: how far it can be believed, what it leaves out, what it costs. After the end only."""

from html import escape

import pandas as pd
import streamlit as st

from analysis.agreement import Agreement
from analysis.correlation import Correlation
from analysis.judge_figures import JudgeFigures
from analysis.sentences import judges_sentence
from pages import access, acting, address, interval_plot, judges_page_tables, look, results, study_choice
from pages.interval_plot import Interval
from pages.results import Results
from publishing.study_figures import AxisFigures
from store import judge_records
from store.engine import Store

ROLES = ("owner", "researcher")
MEANINGS = (
    (
        "r with the people",
        "how far a judge rises and falls with the people’s mean: 1 exactly, 0 not at all. The range below it is the "
        "95 % interval: with few responses it is wide, and must be read as wide.",
    ),
    ("Judge minus people", "above 0 the judge scores higher than the people’s mean, below 0 lower; in points."),
    (
        "Severity",
        "how far a rater lies above (lenient) or below (severe) all raters, people and judges, on the same responses; "
        "it also compares judges that did not score the same responses.",
    ),
    ("Equal, within one point", "the share of responses on which judge and people’s mean are that near."),
)

PLOTS = (
    ("r", "r with the people, with 95 % interval", "pearson"),
    ("bias", "Points above or below the people, with 95 % interval", "bias"),
)


def render(store: Store) -> None:
    """Show what each judge is like, one axis at a time."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Judges", card)
    acting.show_outcome()
    found = results.of_study(store, card)
    if found is None:
        return
    if not found.report.axes[0].judges:
        look.notice("No judge's scores are in this study, so there is nothing to show here.")
        return
    names = {one.report.axis: one.report.name for one in found.report.axes}
    picked = address.choose("Axis", names, key="axis")
    (axis,) = (one for one in found.report.axes if one.report.axis == picked)
    _in_words(axis)
    _beside_people(axis)
    _every_axis(found)
    _missing(found, picked)
    _own_maker(found, axis)
    _left_out(axis)
    _stand_in(axis)
    with store.reading() as session:
        records = judge_records.records(session, study_id=card.id)
        latencies = judge_records.latencies(session, study_id=card.id)
    _cost(records, latencies)


def _in_words(axis: AxisFigures) -> None:
    st.header("In words", anchor=False)
    sentences = "".join(f'<li dir="auto">{escape(_says(one))}</li>' for one in axis.judges)
    st.html(f'<ul class="sr-list">{sentences}</ul>')


def _says(one: JudgeFigures) -> str:
    r, bias = one.figures.pearson.estimate, one.figures.bias.estimate
    return judges_sentence(
        Correlation(r.value, r.n, r.low, r.high, r.why_undefined, r.why_no_interval),
        Agreement(None, None, bias.value, bias.n, bias.why_undefined),
        judges=one.judge,
        confidence=r.level,
    )


def _beside_people(axis: AxisFigures) -> None:
    st.header("Beside the people", anchor=False)
    title = f"Each judge and the people’s mean: {axis.report.name}"
    st.html(look.table(judges_page_tables.BESIDE, judges_page_tables.beside(axis), title=title, kind="wide"))
    with st.expander("What these figures mean"):
        rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(means)}</dd>" for word, means in MEANINGS)
        st.html(f'<dl class="sr-words">{rows}</dl>')
    for key, title, figure in PLOTS:
        lines = [Interval(one.judge, getattr(one.figures, figure).estimate) for one in axis.judges]
        interval_plot.show(lines, f"{title}: {axis.report.name}", key=key)


def _every_axis(found: Results) -> None:
    st.header("On every axis", anchor=False)
    heads = ["Judge", *(one.report.name for one in found.report.axes)]
    rows = judges_page_tables.every_axis(found.report)
    st.html(look.table(heads, rows, title="r with the people’s mean, with 95 % interval", kind="wide"))


def _missing(found: Results, axis: str) -> None:
    st.header("Without a score", anchor=False)
    look.prose(
        "Shares are of the responses that a judge was asked about. That an axis does not apply is an answer too."
    )
    rows = judges_page_tables.missing(found, axis)
    title = f"Of the responses that were asked: {found.benchmark.axis(axis).name}"
    st.html(look.table(judges_page_tables.MISSING_HEADS, rows, title=title, kind="wide"))


def _own_maker(found: Results, axis: AxisFigures) -> None:
    st.header("Answers of its own maker", anchor=False)
    look.prose(
        "How many points a judge gives answers of its own maker above what it gives others, once the quality of each "
        "answer (as all judges see it) and the judge’s severity are taken out.",
    )
    rows = judges_page_tables.own_maker(axis, found.judges)
    st.html(
        look.table(
            judges_page_tables.OWN_MAKER, rows, title=f"Points for one’s own maker: {axis.report.name}", kind="wide"
        )
    )


def _left_out(axis: AxisFigures) -> None:
    st.header("What would be lost without one judge", anchor=False)
    look.prose(
        "The median of all judges, and the median without one of them, each beside the people’s mean. Every score of a "
        "judge is in it, also one for an answer of its own, which Agreement may leave out.",
    )
    title = f"With and without each judge: {axis.report.name}"
    st.html(look.table(judges_page_tables.LEFT_OUT, judges_page_tables.left_out(axis), title=title, kind="wide"))


def _stand_in(axis: AxisFigures) -> None:
    st.header("Could a judge stand in for one person?", anchor=False)
    test = axis.replaceable
    look.prose(
        "Each person in turn is left out, and on every response whoever of judge and person is nearer to the other "
        "people gets the point, both when they are equally near. A judge passes when it can replace at least half of "
        f"the people. It has a head start of {test.epsilon:g}, because it costs less than a person (Calderon, Reichart "
        "and Dror 2025). That needs three people with 30 responses each.",
    )
    tests = [test, *(one.replaceable for one in axis.each_judge)]
    if all(one.rho.value is None for one in tests):
        look.notice(f"Here the test cannot be made: {test.rho.why_undefined}.")
        return
    title = f"Alternative annotator test: {axis.report.name}"
    st.html(look.table(judges_page_tables.STAND_IN, judges_page_tables.stand_in(axis), title=title))
    with st.expander("Person by person"):
        rows = judges_page_tables.person_by_person(axis)
        st.html(look.table(judges_page_tables.PERSON_BY_PERSON, rows, title="Who is nearer to the other people"))


def _cost(records: pd.DataFrame, latencies: pd.DataFrame) -> None:
    st.header("Cost and time", anchor=False)
    look.prose("Of all replies, also those that could not be read and were asked for again.")
    rows = judges_page_tables.cost(records, latencies)
    st.html(
        look.table(judges_page_tables.COST, rows, title="What the replies cost, and how long they took", kind="wide")
    )
