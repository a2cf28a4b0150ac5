"""How far the judges can be believed, axis by axis: one table whose every figure opens its working.

Shown once scoring is closed, never before.
"""

from functools import partial
from html import escape

import streamlit as st

from analysis.comparison import comparison_sentence
from analysis.sentences import spread_notes
from pages import access, acting, address, agreement_table, forest, look, paged, results, study_choice, unblinding
from pages.agreement_files import csv_of, working_csv
from pages.agreement_working import Working, working, written
from pages.results import Results
from rubrics.schema import Benchmark
from store.engine import Store
from store.people import Person
from store.studies import StudyCard

ROLES = ("owner", "researcher")
OWNER = ("owner",)


def render(store: Store) -> None:
    """Show the agreement of judges and people, or how far the study is while results are hidden."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Agreement", card)
    acting.show_outcome()
    address.follow()
    found = results.of_study(store, card)
    if found is None:
        return
    _findings(found)
    _table(found)
    _forest(found)
    _download(store, card, person)
    _limits(found.benchmark)
    _asked_for(store, card, found)


def _findings(found: Results) -> None:
    st.header("In words", anchor=False)
    for one in found.report.axes:
        report = one.report
        people, settled = found.tables.scores(report.axis, "human"), found.tables.settled(report.axis)
        said = [comparison_sentence(report, found.same[report.axis]), *spread_notes(people, settled)]
        st.html(f'<div class="sr-finding"><h3>{escape(report.name)}</h3>{look.paragraphs(said)}</div>')


def _table(found: Results) -> None:
    st.header("In figures", anchor=False)
    look.prose("Every figure opens what stands behind it: the responses, the counts, how it is computed, what to mind.")
    title = "Judges and people, axis by axis"
    st.html(look.table(agreement_table.heads(), agreement_table.lines(found), title=title, kind="opens"))
    with st.expander("What these figures mean"):
        rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(means)}</dd>" for word, means in agreement_table.MEANINGS)
        st.html(f'<dl class="sr-words">{rows}</dl>')


def _forest(found: Results) -> None:
    st.header("All axes at a glance", anchor=False)
    lines = forest.lines_of(found)
    look.prose(forest.legend())
    with st.container(key="plot_forest"):
        st.altair_chart(forest.chart(lines), width="stretch", alt=forest.in_words(lines), key="forest")
    with st.expander("The plot as a table"):
        st.html(
            look.table(["Axis", *forest.KINDS], forest.table(lines), title="Correlations of all axes", kind="narrow")
        )


def _asked_for(store: Store, card: StudyCard, found: Results) -> None:
    axis = address.asked("axis", found.benchmark.axis_ids)
    name = address.asked("figure", agreement_table.COLUMNS)
    if axis is not None and name is not None:
        behind = working(found, found.benchmark.axis(axis), name)
        address.opened(behind.title, "figure")(_working)(store, card, behind)


def _working(store: Store, card: StudyCard, behind: Working) -> None:
    st.html(f'<div class="sr-working">{behind.shown}</div>')
    look.prose(behind.method, *behind.cautions)
    st.html(look.table(behind.matrix.heads, behind.matrix.lines, title=behind.matrix.title, kind="narrow"))
    used, heads = behind.used, ["Response", *map(str, behind.used.columns)]
    shown = used.iloc[paged.part(len(used), key="used")]
    lines = [[_to_axis(str(label)), *(escape(written(one)) for one in said)] for label, *said in shown.itertuples()]
    st.html(look.table(heads, lines, title=f"The responses used ({len(used):,})", kind="narrow"))
    making = partial(working_csv, store, access.login(), ROLES, card.id, title=behind.title, used=behind.used)
    name = f"{card.slug}-{'-'.join(st.query_params.get(part, '') for part in ('axis', 'figure'))}.csv"
    st.download_button("Download these responses (CSV)", making, file_name=name, mime="text/csv", on_click="ignore")


def _to_axis(label: str) -> str:
    axis = st.query_params.get("axis", "")
    return f'<a href="axis?{escape(address.query(axis=axis, response=label), quote=True)}">{escape(label)}</a>'


def _download(store: Store, card: StudyCard, person: Person) -> None:
    st.header("The scores behind these figures", anchor=False)
    look.prose("Every score of people and judges and the judges' medians, one a line, without people's names.")
    _file(store, card, "Download the scores (CSV)", with_authors=False)
    if not results.systems_are_named(store, card):
        unblinding.offered(store, card, person)
    elif person.role in OWNER:
        _file(store, card, "Download with the systems named (CSV)", with_authors=True)


def _file(store: Store, card: StudyCard, label: str, *, with_authors: bool) -> None:
    name = f"{card.slug}-scores{'-with-systems' if with_authors else ''}.csv"
    roles = OWNER if with_authors else ROLES
    making = partial(csv_of, store, access.login(), roles, card.id, with_authors=with_authors)
    st.download_button(label, making, file_name=name, mime="text/csv", on_click="ignore", key=f"csv_{with_authors}")


def _limits(benchmark: Benchmark) -> None:
    st.header("What may not be claimed", anchor=False)
    limits = "".join(f'<li dir="auto">{escape(one.text)}</li>' for one in benchmark.claim_limits)
    st.html(f'<ul class="sr-list">{limits}</ul>')
