"""What goes out of a study, in which form, and what may not be claimed of it: for the owner, once scoring is closed."""

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape
from typing import NamedTuple

import pandas as pd
import streamlit as st

from pages import access, acting, look, study_choice
from publishing import published, study_gate
from publishing import release as releasing
from publishing.bundle import bundle_files, packed
from publishing.report import claim_limits
from rubrics.schema import Benchmark
from store import benchmarks, events
from store.engine import Store
from store.studies import StudyCard
from web.identity import now

ROLES = ("owner",)
GOES_OUT = (
    "every score of people and judges with its reason, and the kind of missing where there is none",
    "every answer as raters saw it, every prompt, and every judge’s reply as it came",
    "what counts of the judges, with the rule and the verdicts that it comes from",
    "every number of this study with its interval or the reason there is none; report, tables and figures",
    "the benchmark’s file, the seed, the method in words, and a hash of every row and file",
)
STAYS = (
    "names of people: they are numbered, everywhere the same",
    "what people declared of themselves (tradition, qualification, conflicts), their links, drafts, flags and notes",
    "names of files that scores came from, because files are named after people",
)
CHARTERS_GO_OUT = (
    "the charters in force, who approves of them and who does not, with their reasons, the clauses that they disagree "
    "with, and your answers; names of reviewers, their training and tradition only where they have allowed it",
)
REVIEWS_STAY = ("reviewers’ private notes, what could sway them, and what they have not signed",)


class Kept(NamedTuple):
    """One file of a release as a button: its path in the bundle, what the button says, its kind for browsers."""

    path: str
    says: str
    mime: str


REPORT = (
    Kept("report.html", "Report for a browser", "text/html"),
    Kept("report.pdf", "Report as PDF", "application/pdf"),
    Kept("report.md", "Report as Markdown", "text/markdown"),
)
SCORES = (
    Kept("data/scores.csv", "Scores, one a line (CSV)", "text/csv"),
    Kept("data/scores_wide.csv", "Scores, one column a rater (CSV)", "text/csv"),
    Kept("data/tables.xlsx", "All tables (Excel)", "application/octet-stream"),
    Kept("data/scores.parquet", "Scores (Parquet)", "application/octet-stream"),
    Kept("data/scores.jsonl", "Scores (JSON lines)", "application/octet-stream"),
    Kept("numbers.json", "Every number (JSON)", "application/json"),
    Kept("DICTIONARY.md", "What the columns mean", "text/markdown"),
    Kept("datapackage.json", "Description for programs (Frictionless)", "application/json"),
)
NUMBERED, NAMED = "Number the systems", "Name the systems"


def render(store: Store) -> None:
    """Show what a release holds, and let the owner take it as one bundle or file by file."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Release", card)
    acting.show_outcome()
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=card.id)
        log = events.log(session, study_id=card.id, most=1000)
        unreleased = study_gate.limits(session, study_id=card.id)
    closed = card.state in releasing.SHOWN
    if not closed:
        look.notice("Results leave only when scoring is closed. You close it at the end of the page Progress.")
    _contents(benchmark)
    _limits(benchmark, unreleased)
    if not closed:
        return
    named = _naming()
    _bundle(store, card, named=named)
    _one_by_one(store, card, benchmark, named=named)
    _earlier(log)


def _contents(benchmark: Benchmark) -> None:
    charters = benchmark.charters is not None
    st.header("What goes out", anchor=False)
    st.html(_list([*GOES_OUT, *CHARTERS_GO_OUT] if charters else GOES_OUT))
    st.header("What stays here", anchor=False)
    st.html(_list([*STAYS, *REVIEWS_STAY] if charters else STAYS))


def _list(texts: Iterable[str]) -> str:
    return f'<ul class="sr-list">{"".join(f"<li>{escape(one)}</li>" for one in texts)}</ul>'


def _limits(benchmark: Benchmark, unreleased: Sequence[str]) -> None:
    st.header("What may not be claimed", anchor=False)
    look.prose("This stands at the head of the report and in every bundle.")
    limits = "".join(f"<li dir=auto>{escape(one)}</li>" for one in claim_limits(benchmark, unreleased))
    st.html(f'<ul class="sr-list">{limits}</ul>')


def _naming() -> bool:
    st.header("Systems", anchor=False)
    look.prose(
        "Numbered systems are in an order that says nothing, and their makers are left out. Whoever has a release in "
        "which they are named knows who wrote what."
    )
    picked = st.radio("In this release", (NUMBERED, NAMED), key="naming", persist_state="page", horizontal=True)
    return picked == NAMED


def _bundle(store: Store, card: StudyCard, *, named: bool) -> None:
    st.header("Everything in one file", anchor=False)
    look.prose(
        "Whoever has this file can compute every number in it again, on a computer of their own and without this "
        "study. It takes a moment to make."
    )
    name = f"{card.slug}-release{'-systems-named' if named else ''}.zip"
    making = partial(bundle_for, store, access.login(), card.id, named=named)
    st.download_button(
        "Download the bundle (ZIP)", making, file_name=name, mime="application/zip", on_click="ignore", type="primary"
    )
    look.prose("Anyone checks it with this command; it says which number differs, and which score was changed:")
    st.code(f"secondreader verify {name}", language=None, wrap_lines=True)


def _one_by_one(store: Store, card: StudyCard, benchmark: Benchmark, *, named: bool) -> None:
    st.header("One by one", anchor=False)
    look.prose("The bundle has more: every table and every figure, of all axes.")
    for title, kept in (("Report", REPORT), ("Scores and tables", SCORES), ("For a paper", _for_a_paper(benchmark))):
        st.subheader(title, anchor=False)
        with st.container(horizontal=True, key=f"group_{title}"):
            for one in kept:
                _button(store, card, one, named=named)


def _for_a_paper(benchmark: Benchmark) -> Sequence[Kept]:
    first = f"{benchmark.modules[0].id}_" if len(benchmark.modules) > 1 else ""
    return (
        Kept(f"tables/{first}agreement.tex", "Table of agreement (LaTeX)", "text/plain"),
        Kept(f"tables/{first}agreement.md", "Table of agreement (Markdown)", "text/markdown"),
        Kept(f"figures/{first}agreement.svg", "Figure of agreement (SVG)", "image/svg+xml"),
        Kept(f"figures/{first}agreement.png", "Figure of agreement (PNG)", "image/png"),
    )


def _button(store: Store, card: StudyCard, kept: Kept, *, named: bool) -> None:
    name = f"{card.slug}-{kept.path.rsplit('/', 1)[-1]}"
    making = partial(file_for, store, access.login(), card.id, kept.path, named=named)
    st.download_button(kept.says, making, file_name=name, mime=kept.mime, on_click="ignore", key=f"get_{kept.path}")


def bundle_for(store: Store, login: str | None, study_id: int, *, named: bool) -> bytes:
    """Make the bundle for the person behind a browser; the study's log keeps its receipt.

    Raises
    ------
    StoreError
        When the person may not have it (any more), or scoring is not closed.
    """
    made = packed(_files(store, login, study_id, named=named))
    with store.writing() as session:
        person = acting.allowed(session, login, ROLES, study_id)
        releasing.record_bundle(session, study_id=study_id, by=person.rater_id, named=named, bundle=made, now=now())
    return made.content


def file_for(store: Store, login: str | None, study_id: int, path: str, *, named: bool) -> bytes:
    """Make one file of a release for the person behind a browser; the study's log keeps that it left.

    Raises
    ------
    StoreError
        As `bundle_for`; and when this study has no such file, such as a figure without a figure to draw.
    """
    files = _files(store, login, study_id, named=named)
    if path not in files:
        raise releasing.missing_file(path)
    with store.writing() as session:
        person = acting.allowed(session, login, ROLES, study_id)
        releasing.record_file(session, study_id=study_id, by=person.rater_id, named=named, path=path, now=now())
    return files[path]


def _files(store: Store, login: str | None, study_id: int, *, named: bool) -> dict[str, bytes]:
    """Return every file of a release; who asks is looked at before anything is made."""
    with store.reading() as session:
        acting.allowed(session, login, ROLES, study_id)
        releasing.check_may_be_released(session, study_id=study_id)
        version = releasing.version_of(session, study_id=study_id)
    return _made(store, store.address.render_as_string(), study_id, named, version)


@st.cache_data(max_entries=2, show_spinner=False)
def _made(_store: Store, address: str, study_id: int, named: bool, version: str) -> dict[str, bytes]:
    """Kept while no score and no sign-off changes: asking for a second file of a release takes no time."""
    with _store.reading() as session:
        found = releasing.fetch(session, study_id=study_id, named=named)
    return bundle_files(found, made_at=now())


def _earlier(log: pd.DataFrame) -> None:
    made = log[log["act"] == published.ACT]
    if made.empty:
        return
    st.header("Bundles so far", anchor=False)
    look.prose("Publish the receipt beside the bundle: nobody can then change a bundle without its being seen.")
    rows = [
        [
            f"{row['happened_at']:%Y-%m-%d %H:%M} UTC",
            "named" if row["details"]["systems_named"] else "numbered",
            _breakable(str(row["details"]["receipt"])),
        ]
        for row in made.to_dict("records")
    ]
    st.html(look.table(("Made", "Systems", "Receipt"), rows, title="Every bundle that was made"))


def _breakable(receipt: str) -> str:
    """Return a receipt that a narrow screen may break, and that is copied whole all the same."""
    pieces = (escape(receipt[start : start + 16]) for start in range(0, len(receipt), 16))
    return f"<code>{'<wbr>'.join(pieces)}</code>"
