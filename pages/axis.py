"""One axis from every side: people against judges, where they differ, what each rater is like, for which responses."""

from collections.abc import Mapping

import streamlit as st

from analysis.by_group import by_group, quarters
from analysis.cross_tables import cross_table, in_cell
from analysis.sentences import figure
from pages import (
    access,
    acting,
    address,
    axis_charts,
    axis_response,
    axis_sides,
    axis_tables,
    look,
    paged,
    results,
    scatter,
    study_choice,
    unblinding,
)
from pages.axis_sides import Sides
from pages.results import Results
from rubrics.axes import Axis
from store.engine import Store

ROLES = ("owner", "researcher")
VIEWS = {
    "scores": "Scores side by side",
    "differences": "Differences",
    "raters": "Each rater",
    "systems": "By system",
    "groups": "By kind of prompt",
    "length": "By length",
}
NAMES = ("the people's scores", "the judges' scores")
CLICK = "cell clicked"


def render(store: Store) -> None:
    """Show one axis, or how far the study is while results are hidden."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Axis", card)
    acting.show_outcome()
    address.follow()
    found = results.of_study(store, card)
    if found is None:
        return
    axis, shown = _choices(found)
    named = results.systems_are_named(store, card)
    compared = axis_sides.compared(found, axis.id, shown)
    st.html(
        look.table(
            ["", *axis_tables.SHORT_HEADS], [[axis.name, *axis_tables.short(compared)]], title=" – ".join(shown.names)
        )
    )
    view = address.choose("Show", VIEWS, key="view", row=True)
    if view == "scores":
        _scores(axis, shown)
    elif view == "differences":
        _differences(found, axis, shown)
    elif view == "raters":
        _raters(found, axis)
    elif view == "systems" and not named:
        unblinding.offered(store, card, person)
    else:
        _groups(found, axis, shown, view)
    axis_response.asked_for(store, card, found, axis.id, named=named)


def _choices(found: Results) -> tuple[Axis, Sides]:
    names = {one.id: one.name for one in found.benchmark.axes}
    axis_column, people_column, judge_column = st.columns(3)
    with axis_column:
        axis = found.benchmark.axis(address.choose("Axis", names, key="axis"))
    with people_column:
        people = address.choose("People", axis_sides.people_options(found, axis.id), key="people_side", name="people")
    with judge_column:
        judge = address.choose("Judges", axis_sides.judge_options(found, axis.id), key="judge_side", name="judge")
    return axis, axis_sides.sides(found, axis.id, people, judge)


def _scores(axis: Axis, shown: Sides) -> None:
    st.header("Response by response", anchor=False)
    spots = scatter.spots(shown.people, shown.judges, axis.lowest, axis.highest)
    if spots.counts.empty:
        look.prose("There is nothing to draw: no response has scores on both sides.")
        return
    with st.container(width=560, key="plot"):
        drawn = scatter.chart(spots, axis.lowest, axis.highest, sides=shown.names)
        st.altair_chart(
            drawn, width="stretch", alt=scatter.in_words(axis.name, spots, sides=shown.names), key="scatter"
        )
    near = f" Scores are rounded to steps of {spots.cell:g}, because there are so many." if spots.cell else ""
    look.prose(f"A circle is one or more responses and grows with their number. On the dashed line both agree.{near}")
    _crossed(axis, shown)


def _crossed(axis: Axis, shown: Sides) -> None:
    st.header("Which scores met", anchor=False)
    rows, columns = axis_sides.lines_of(shown, axis)
    counts = cross_table(shown.people, shown.judges, rows, columns)
    look.prose("Click a cell, here or in the table below it, to see its responses.")
    with st.container(width=640, key="plot_cells"):
        picked = st.altair_chart(
            axis_charts.confusion(counts, rows, columns, shown.names),
            width="stretch",
            alt="The counts of the table below, darker where there are more.",
            key="cells",
            on_select="rerun",
            selection_mode=axis_charts.PICKED,
        )
    _clicked(picked)
    asks = {"axis": axis.id, "people": st.query_params.get("people", ""), "judge": st.query_params.get("judge", "")}
    heads = ["People ↓ judges →", *(column.label for column in columns)]
    lines = axis_tables.crossed(counts, rows, columns, **asks)
    st.html(look.table(heads, lines, title="Responses with these scores", kind="narrow"))
    cells = {f"{r},{c}": (row, column) for r, row in enumerate(rows) for c, column in enumerate(columns)}
    cell = address.asked("cell", cells)
    if cell is not None:
        row, column = cells[cell]
        title = f"{shown.names[0]}: {row.label}; {shown.names[1]}: {column.label}"
        labels = in_cell(shown.people, shown.judges, row, column)
        lines = axis_tables.responses(shown, labels, **asks, cell=cell)
        paged.table(axis_tables.response_heads(shown.names), lines, title=title, key="of_cell")


def _clicked(picked: Mapping[str, object]) -> None:
    """Take over a click on the plot into the address, once; a click beside the cells takes it out again."""
    selection = picked.get("selection")
    points = selection.get(axis_charts.PICKED) if isinstance(selection, Mapping) else None
    found = f"{points[0]['row']},{points[0]['column']}" if points else ""
    if found == st.session_state.get(CLICK, ""):
        return
    st.session_state[CLICK] = found
    if found:
        st.query_params["cell"] = found
    else:
        address.forget("cell")


def _differences(found: Results, axis: Axis, shown: Sides) -> None:
    st.header("Where they differ", anchor=False)
    both, compared = shown.both, axis_sides.compared(found, axis.id, shown)
    if both.empty or compared.bias.value is None:
        look.prose("There is nothing to draw: no response has scores on both sides.")
        return
    limits = compared.limits
    side = "above" if compared.bias.value >= 0 else "below"
    words = f"On average judges are {figure(abs(compared.bias.value))} points {side} people."
    if limits is not None:
        words += (
            f" Differences of 95 % of such responses are expected between {figure(limits.low)} and "
            f"{figure(limits.high)} (limits of agreement, each uncertain by {figure(1.96 * limits.error)}), "
            "if they scatter evenly."
        )
    with st.container(width=640, key="plot_differences"):
        drawn = axis_charts.differences(both, compared.bias.value, limits, axis.highest - axis.lowest)
        st.altair_chart(drawn, width="stretch", alt=f"Differences against means. {words}", key="differences")
    look.prose(words)
    asks = {"axis": axis.id, "view": "differences"}
    order = both["gap"].abs().sort_values(ascending=False, kind="stable").index
    lines = axis_tables.responses(shown, [str(label) for label in order[paged.part(len(order), key="gaps")]], **asks)
    title = f"Responses, the most different first ({len(order):,})"
    st.html(look.table(axis_tables.response_heads(shown.names), lines, title=title, kind="narrow"))


def _raters(found: Results, axis: Axis) -> None:
    st.header("How each rater scores", anchor=False)
    table, _ = axis_tables.given(found, axis)
    if table.empty:
        look.prose("There is nothing to draw: nobody has scored.")
        return
    shares = table.div(table.sum(axis=1), axis=0)
    with st.container(key="plot_raters"):
        words = "Which share of each rater's scores has which value; the table below has the counts."
        st.altair_chart(axis_charts.distribution(shares), width="stretch", alt=words, key="raters")
    heads, lines = axis_tables.raters(found, axis, table)
    st.html(look.table(heads, lines, title="How often each score was given", kind="narrow"))


def _groups(found: Results, axis: Axis, shown: Sides, view: str) -> None:
    if view == "systems":
        kinds = {"system": found.facts["system"]}
    elif view == "groups":
        kinds = dict(axis_sides.groups_of(found))
    else:
        kinds = {"length": quarters(found.facts["words"].reindex(shown.both.index))}
    if not kinds:
        look.prose("All prompts are of one kind.")
    for kind, groups in kinds.items():
        st.header(f"By {kind}", anchor=False)
        figures = by_group(shown.people, shown.judges, groups, names=NAMES)
        look.prose(
            "Small groups differ by chance alone; believe a difference only where its interval leaves out 0. These "
            "intervals take every response for itself."
        )
        if 0 < len(figures) <= axis_charts.MOST_GROUPS:
            with st.container(width=640, key="plot_groups"):
                words = f"How much higher or lower judges score, by {kind}; the table below has the figures."
                st.altair_chart(axis_charts.group_bias(figures), width="stretch", alt=words, key=f"by_{kind}")
        heads = [kind.title(), *axis_tables.GROUP_HEADS]
        paged.table(heads, axis_tables.groups(figures), title=f"Judges and people by {kind}", key="groups", kind="")
    if view == "length":
        _slope(found, axis)


def _slope(found: Results, axis: Axis) -> None:
    length = next(one.length for one in found.report.axes if one.report.axis == axis.id)
    if length is None or length.slope.value is None:
        why = "the lengths are not known" if length is None else length.slope.why_undefined
        look.prose(f"Whether judges reward length beyond what people see cannot be said: {why}.")
        return
    slope, value = length.slope, length.slope.value
    interval = "" if slope.low is None or slope.high is None else f" ({figure(slope.low)} to {figure(slope.high)})"
    look.prose(
        f"With the people's score held, the judges' settled score changes by {figure(value)} points{interval} "
        f"when a response is twice as long (n = {slope.n})."
    )
