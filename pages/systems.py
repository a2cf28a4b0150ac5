"""What a benchmark says about its systems: means with intervals, differences, ties, and never a bare rank."""

from collections.abc import Mapping
from html import escape

import streamlit as st

from analysis.system_means import SystemReport
from pages import (
    access,
    acting,
    address,
    interval_plot,
    look,
    paged,
    results,
    study_choice,
    systems_figures,
    systems_names,
    systems_tables,
    unblinding,
)
from pages.interval_plot import Interval
from pages.results import Results
from rubrics.schema import Benchmark
from store.engine import Store
from store.unblinding import seed_of

ROLES = ("owner", "researcher")
PLACES = (
    "A system’s place is given as far as it can be told: it counts as above another only where the benchmark’s rule "
    "does not tie the two and their 95 % intervals do not overlap."
)

INTERVALS = (
    "The intervals come from drawing whole {per}s again and again, and are wider where there are few of them. They are "
    "not cut off at the ends of the scale: with few {per}s one may reach beyond what any score can be. That says how "
    "little is known, not that such a mean is possible."
)

Names = Mapping[str, str]


def render(store: Store) -> None:
    """Show every system, by name once the systems are unblinded."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Systems", card)
    acting.show_outcome()
    found = results.of_study(store, card)
    if found is None:
        return
    one_module = found.report.systems
    if one_module is None or not one_module.systems:
        look.notice("There are no responses in this study, so there is nothing to show here.")
        return
    named = results.systems_are_named(store, card)
    with store.reading() as session:
        names = systems_names.shown_names(found.facts["system"], seed=seed_of(session, study_id=card.id), named=named)
    if not named:
        unblinding.offered(store, card, person)
    benchmark = found.benchmark
    several = len(benchmark.modules) > 1
    whole = systems_figures.over_all_modules(store, card.id, benchmark) if several else one_module
    _totals(benchmark, whole, names)
    _ties(benchmark, whole, names)
    _differences(whole, names)
    if several:
        st.header("By standpoint", anchor=False)
        _parts(benchmark, whole, "modules", names)
    if systems_tables.part_names(whole, "tiers"):
        st.header(f"By kind of {benchmark.tasks.called.lower()}", anchor=False)
        _parts(benchmark, whole, "tiers", names)
    where = f", {_module(found)}" if several else ""
    st.header(f"By axis{where}", anchor=False)
    _parts(benchmark, one_module, "axes", names)
    _corrected(found, one_module, names, where)


def _module(found: Results) -> str:
    return next(one.name for one in found.benchmark.modules if one.id == found.module)


def _totals(benchmark: Benchmark, report: SystemReport, names: Names) -> None:
    st.header("Totals", anchor=False)
    per = benchmark.tasks.called.lower()
    shown = benchmark.totals.shown
    look.prose(
        f"The judges’ scores that count, one mean over all {per}s for each system; n counts {per}s. "
        f"{_possible(benchmark)}",
    )
    heads = systems_tables.total_heads(shown)
    rows = systems_tables.totals(report, shown, benchmark.rounding, names)
    st.html(look.table(heads, rows, title="Mean total of each system", kind="wide"))
    look.prose(PLACES, INTERVALS.format(per=per))
    lines = [Interval(names[one.system], one.total.mean) for one in systems_tables.in_order(report)]
    interval_plot.show(lines, "Mean totals with 95 % intervals", key="totals", zero=False)


def _possible(benchmark: Benchmark) -> str:
    """Say what an axis that does not apply does to a total."""
    if benchmark.nulls is None or not any(axis.may_not_apply for axis in benchmark.composite_axes):
        return "Every axis applies to every response."
    if benchmark.nulls.in_total == "left_out":
        return (
            "Where an axis does not apply it is left out of the total and of the highest possible total, so that these "
            "differ between responses; nothing is rescaled."
        )
    return "Where an axis does not apply, the response has no total; it is counted beside."


def _ties(benchmark: Benchmark, report: SystemReport, names: Names) -> None:
    st.header("Ties", anchor=False)
    look.prose(systems_tables.rule_in_words(benchmark.ties))
    told = systems_tables.ties_in_words(report, names)
    if told:
        lines = "".join(f'<li dir="auto">{escape(one)}</li>' for one in told)
        st.html(f'<ul class="sr-list">{lines}</ul>')


def _differences(report: SystemReport, names: Names) -> None:
    st.header("Differences", anchor=False)
    rows = systems_tables.differences(report, names)
    if not rows:
        look.prose("There is only one system.")
        return
    look.prose("Every two systems on what both answered; the differences have 95 % intervals of their own.")
    paged.table(
        systems_tables.DIFFERENCES, rows, title="Mean total of one system minus the other’s", key="pairs", kind=""
    )


def _parts(benchmark: Benchmark, report: SystemReport, which: systems_tables.Part, names: Names) -> None:
    titles = {one.id: one.name for one in benchmark.axes} | {one.id: one.name for one in benchmark.modules}
    heads = ["System", *(titles.get(one, one) for one in systems_tables.part_names(report, which))]
    rows = systems_tables.parts(report, which, benchmark.rounding, names)
    what = "Mean on each axis, on its own scale" if which == "axes" else "Mean total"
    st.html(look.table(heads, rows, title=f"{what}, with 95 % interval", kind="wide"))


def _corrected(found: Results, report: SystemReport, names: Names, where: str) -> None:
    st.header(f"As people would score them{where}", anchor=False)
    look.prose(
        "People scored a random part of the responses. The judges’ mean over all of them, corrected by how far judges "
        "are off where people scored too, says what people would give on average (prediction-powered inference; "
        "Angelopoulos and others 2023). The weight, from 0 to 1, says how much the judges’ scores could help.",
    )
    axes = {one.id: one.name for one in found.benchmark.axes}
    axis = address.choose("Axis", axes, key="axis")
    rows = systems_tables.corrected(report, found.report.corrected, axis, names)
    title = f"People’s, judges’ and corrected means: {axes[axis]}"
    st.html(look.table(systems_tables.CORRECTED, rows, title=title, kind="wide"))
