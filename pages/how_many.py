"""How many more responses, or people, until an interval is narrow enough? Planned from what this study found.

While results are hidden a plan can be made from a value that is expected: that shows nothing of the study.
"""

import streamlit as st

from analysis.estimates import Estimate
from analysis.planned_widths import r_half_width
from analysis.planning import pearson_n, power_n
from pages import access, address, how_many_chart, how_many_figures, look, results, study_choice
from pages.how_many_figures import Pilot
from pages.results import SHOWN, Results
from store.engine import Store

ROLES = ("owner", "researcher")
HEADS = (
    "Axis",
    "r now",
    "Responses for this width",
    "If r is at the low end of its interval",
    "Responses to notice r at all (chance 80 %)",
)
PEOPLE_HEADS = ("People for each response", "r to expect", "Its half width", "One person’s reliability")


def render(store: Store) -> None:
    """Show what further responses and people would bring."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("How many more?", card)
    address.follow()
    if card.state not in SHOWN:
        _expected()
        return
    found = results.of_study(store, card)
    if found is not None:
        _planned(found)


def _expected() -> None:
    look.notice("Results are hidden until scoring is closed. Until then a plan can be made from a value you expect.")
    r = st.number_input("The r you expect of judges with people", -0.99, 0.99, 0.7, 0.05, key="expected_r", width=320)
    half = _half_width()
    needed = pearson_n(r, half)
    noticed = f"{round(power_n(r) + 0.499999):,}" if abs(r) > how_many_figures.NOTICED else "more than 10,000"
    look.prose(
        f"For an interval of {r:.2f} ± {half:.2f} the responses needed are {needed:,}; to notice such an r at all, "
        f"with a chance of 80 %, {noticed}.",
    )
    _curve(Pilot("expected", Estimate(r, needed), Estimate(None, 0, why_undefined="not known yet"), 1), half)


def _half_width() -> float:
    label = "Wanted half width of the interval of r"
    return float(st.number_input(label, 0.02, 0.5, 0.1, 0.01, key="half_width", format="%.2f", width=320))


def _planned(found: Results) -> None:
    pilots = {one.report.axis: how_many_figures.pilot_of(one) for one in found.report.axes}
    half = _half_width()
    st.header("More responses", anchor=False)
    look.prose(
        "These take the r found here as true. It is not known that well: its interval says how far it may be off, so "
        "the fourth column tells the responses needed if it is as low as that."
    )
    lines = [how_many_figures.responses_line(pilot, half) for pilot in pilots.values()]
    st.html(look.table(HEADS, lines, title=f"Responses for an interval of r ± {half:.2f}"))
    st.header("More people for each response", anchor=False)
    names = {axis: pilot.name for axis, pilot in pilots.items()}
    pilot = pilots[address.choose("Axis", names, key="axis")]
    if (why := how_many_figures.why_no_plan(pilot)) is not None:
        look.prose(f"There is nothing to plan from on this axis: {why}.")
        return
    _curve(pilot, half)
    if pilot.single.value is None:
        look.prose(f"What more people would bring cannot be said: {pilot.single.why_undefined}.")
        return
    counts = {str(n): f"{n:,}" for n in how_many_figures.responses_options(pilot)}
    n = int(address.choose("Responses that people score", counts, key="planned_n", name="responses"))
    lines = how_many_figures.people_lines(pilot, n)
    st.html(look.table(PEOPLE_HEADS, lines, title=f"With {n:,} responses on {pilot.name}", kind="narrow"))
    look.prose(
        "A mean of more people has less chance in it, so r grows with their number (Spearman 1904), up to the best "
        "possible. More responses make the interval narrower; more people make the measure better. Both assume people "
        "like these."
    )


def _curve(pilot: Pilot, half: float) -> None:
    table = how_many_figures.widths(pilot)
    if table.empty:
        return
    now = pilot.r.n
    width = r_half_width(pilot.r.value or 0.0, max(now, 4))
    words = f"Half width of the interval against responses; now {now:,} responses give ± {width:.2f}."
    with st.container(width=680, key="plot_widths"):
        st.altair_chart(how_many_chart.chart(table, now, half), width="stretch", alt=words, key="widths")
    with st.expander("The plot as a table"):
        heads, lines = how_many_chart.table(table)
        st.html(look.table(heads, lines, title="Half width of the interval of r", kind="narrow"))
