"""How far the judges' median agrees with the people, axis by axis; shown once scoring is closed, never before."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from analysis.report import AxisReport, report
from files.export import export_scores
from pages import access, acting, figures, look, rater_names, scatter, study_choice
from pages.long_frame import long_frame
from pages.study_course import coverage_of, next_step, work_of
from publishing import study_gate
from rubrics.schema import Benchmark
from store import benchmarks, frames, progress, settling, studies
from store.engine import Session, Store, StoreError
from store.settling import PROTOCOL
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner", "researcher")
SHOWN = ("sealed", "released")
OWNER = ("owner",)
MEANINGS = (
    ("n", "how many responses a figure rests on; where single people are compared, how many pairs of scores."),
    (
        "r",
        "how far two sides rise and fall together: 1 exactly, 0 not at all, below 0 against each other. The range "
        "beside it is the 95 % interval (Fisher): with few responses it is wide, and must be read as wide.",
    ),
    (
        "ordinal alpha",
        "how far the people agree with one another beyond chance (Krippendorff): 1 exactly, 0 as by chance.",
    ),
    (
        "equal, within one point",
        "the share on which both are the same, or at most one point apart, from 0 to 1. Compare judges and each person "
        "with person and person: a mean of several people is nearer to anything than one person is.",
    ),
    ("judges minus people", "above 0 the judges score higher than the people’s mean, below 0 lower; in points."),
)


def render(store: Store) -> None:
    """Show the agreement of judges and people, or how far the study is while results are hidden."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Agreement", card)
    acting.show_outcome()
    with store.reading() as session:
        if card.state not in SHOWN:
            _not_yet(session, card)
            return
        benchmark = benchmarks.of_study(session, study_id=card.id)
        module = _module(benchmark)
        counts = _what_counts(settling.protocols(session, study_id=card.id))
        frame = long_frame(
            frames.scores(session, study_id=card.id),
            frames.settled(session, study_id=card.id, protocol=counts),
            module=module,
            names=rater_names.numbered(session, study_id=card.id),
        )
    reports = report(frame, benchmark.axes)
    _findings(reports)
    _table(reports)
    _one_axis(reports, benchmark)
    _download(store, card, with_authors=person.role in OWNER)
    _limits(benchmark)


def _not_yet(session: Session, card: StudyCard) -> None:
    work = work_of(progress.scorers(session, study_id=card.id))
    judges = coverage_of(progress.judges(session, study_id=card.id))
    look.notice("Results are hidden until scoring is closed, so that nobody's scores are swayed by them.")
    submitted, assigned = sum(one.submitted for one in work), sum(one.assigned for one in work)
    if assigned:
        look.prose(f"So far {submitted} of {assigned} responses are scored by {_people(len(work))}.")
    look.prose(
        next_step(card, work, judges, 0) if card.state == "open" else "The study is being prepared.",
        "The study's owner closes scoring at the end of the page Progress. The results then show here.",
    )


def _people(count: int) -> str:
    return "one person" if count == 1 else f"{count} people"


def _module(benchmark: Benchmark) -> str:
    if len(benchmark.modules) == 1:
        return benchmark.modules[0].id
    names = {one.id: one.name for one in benchmark.modules}
    picked = st.selectbox("Standpoint", list(names), format_func=names.__getitem__, key="module", persist_state="page")
    return picked if picked in names else benchmark.modules[0].id


def _what_counts(there: Sequence[str]) -> str:
    """Return whose settled scores are shown: of a run of judges, or of what came with files."""
    if len(there) < 2:
        return there[0] if there else PROTOCOL
    runs = [one for one in there if one != PROTOCOL]
    picked = st.selectbox(
        "Which of the judges’ scores",
        there,
        index=there.index(runs[-1]),
        format_func=lambda one: "those that came with files" if one == PROTOCOL else f"the run {one}",
        key="what_counts",
        persist_state="page",
    )
    return picked if picked in there else runs[-1]


def _findings(reports: Sequence[AxisReport]) -> None:
    st.header("In words", anchor=False)
    for one in reports:
        sentences = look.paragraphs([one.sentence, one.people_sentence, *one.notes])
        st.html(f'<div class="sr-finding"><h3>{escape(one.name)}</h3>{sentences}</div>')


def _table(reports: Sequence[AxisReport]) -> None:
    st.header("In figures", anchor=False)
    st.html(look.table(figures.TOGETHER, figures.together(reports), title="Do they rise and fall together?"))
    st.html(look.table(figures.IN_POINTS, figures.in_points(reports), title="How near are they, in points?"))
    with st.expander("What these figures mean"):
        rows = "".join(f"<dt>{escape(word)}</dt><dd>{escape(means)}</dd>" for word, means in MEANINGS)
        st.html(f'<dl class="sr-words">{rows}</dl>')


def _one_axis(reports: Sequence[AxisReport], benchmark: Benchmark) -> None:
    st.header("One axis, response by response", anchor=False)
    by_id = {one.axis: one for one in reports}
    names = {one.axis: one.name for one in reports}
    picked = st.selectbox("Axis", list(names), format_func=names.__getitem__, key="axis", persist_state="session")
    one = by_id.get(picked, reports[0])
    axis = benchmark.axis(one.axis)
    if one.points:
        drawn = scatter.chart(one, axis.lowest, axis.highest)
        with st.container(width=560, key="plot"):
            st.altair_chart(drawn, width="stretch", alt=scatter.in_words(one), key="scatter")
        look.prose("A circle is one or more responses; the number says how many. On the dashed line both sides agree.")
    else:
        look.prose("There is nothing to draw: no response has both judges' and people's scores on this axis.")
    st.html(look.table(figures.missing_columns(), figures.missing_rows(one), title=f"Without a score: {one.name}"))
    if one.points:
        with st.expander("The points as a table"):
            cells = [[escape(p.response), f"{p.people:.2f}", f"{p.judges:.2f}", str(p.n_people)] for p in one.points]
            heads = ("Response", "Mean of the people", "Judges' median", "People")
            st.html(look.table(heads, cells, title=f"Points of the plot: {one.name}", kind="narrow"))


def _download(store: Store, card: StudyCard, *, with_authors: bool) -> None:
    st.header("The scores behind these figures", anchor=False)
    look.prose("Every score of people and judges and the judges' medians, one a line, without people's names.")
    _file(store, card, "Download the scores (CSV)", ROLES, with_authors=False)
    if with_authors:
        _file(store, card, "Download with the systems named (CSV)", OWNER, with_authors=True)


def _file(store: Store, card: StudyCard, label: str, roles: Sequence[str], *, with_authors: bool) -> None:
    name = f"{card.slug}-scores{'-with-systems' if with_authors else ''}.csv"
    making = partial(csv_of, store, access.login(), roles, card.id, with_authors=with_authors)
    st.download_button(label, making, file_name=name, mime="text/csv", on_click="ignore", key=f"csv_{with_authors}")


def csv_of(
    store: Store, login: str | None, roles: Sequence[str], study_id: int, *, with_authors: bool = False
) -> bytes:
    """Write the scores of a study whose scoring has ended, for the person behind a browser; the log keeps that it was.

    Raises
    ------
    StoreError
        When the person may not have it (any more), or the results do not show yet.
    """
    with store.writing() as session:
        person = acting.allowed(session, login, roles, study_id)
        if studies.list_studies(session, study_id=study_id)[0].state not in SHOWN:
            raise StoreError("Results are hidden until scoring is closed.")
        limits = study_gate.limits(session, study_id=study_id)
        return export_scores(
            session, study_id=study_id, by=person.rater_id, now=now(), with_authors=with_authors, limits=limits
        ).content


def _limits(benchmark: Benchmark) -> None:
    st.header("What may not be claimed", anchor=False)
    limits = "".join(f'<li dir="auto">{escape(one.text)}</li>' for one in benchmark.claim_limits)
    st.html(f'<ul class="sr-list">{limits}</ul>')
