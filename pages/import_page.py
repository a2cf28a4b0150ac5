"""Files that people have already come in: looked at, laid out, checked as a whole, and only then taken in."""

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

import streamlit as st

from files.decoding import SETS
from files.layouts import Layout
from files.problems import FileError
from files.responses import Declared
from files.shapes import Holding
from files.sources import Source
from files.suggestions import columns_of, glimpse, likely
from files.workbooks import sheet_names
from pages import access, acting, import_layout, import_problems, import_work, look, study_choice
from pages.import_words import FORMS, HOLDS
from pages.import_work import ROLES, Job, What
from rubrics.schema import Benchmark
from store import benchmarks
from store.engine import Store, StoreError
from store.studies import StudyCard

TYPES = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "xlsx", "parquet", "eval"]
SHOWN_ROWS, SHOWN_LETTERS = 5, 60
COMES_IN = {"draft": True, "open": True}
CHECKED = "import_checked"


class Sent(NamedTuple):
    """A file as it was sent, and the key under which the session keeps what is said of it."""

    content: bytes
    name: str
    key: str


class Found(NamedTuple):
    """What a file is and its first rows, with the character set and the sheet that were chosen for it."""

    source: Source
    rows: list[dict[str, str]]
    encoding: str
    sheet: str


def render(store: Store) -> None:
    """Take a file in, step by step."""
    person = access.require(store, ROLES)
    card = study_choice.chosen(store, person)
    look.head("Import", card)
    acting.show_outcome()
    if not COMES_IN.get(card.state):
        look.notice("Scoring has ended. Nothing comes in any more.")
        return
    file = st.file_uploader("The file to take in", type=TYPES, key="import_file", help="At most 50 MB.")
    if file is None:
        _what_can_come_in(card)
        return
    sent = Sent(file.getvalue(), file.name, str(file.file_id))
    found = _looked_at(sent)
    if found is None:
        return
    with store.reading() as session:
        benchmark = benchmarks.of_study(session, study_id=card.id)
    what = _what(found, card, sent.key)
    _preview(found, what)
    _buttons(store, _job(card, benchmark, sent, found, what), sent.key)


def _what_can_come_in(card: StudyCard) -> None:
    if card.state == "open":
        look.prose("The study is open, so only scores can come in now; its responses are fixed.")
    look.prose(
        "Nothing is taken in before you have seen it and said so. If anything in a file is wrong, you are told all of "
        "it at once, and the study stays as it is. The same file a second time adds nothing.",
    )
    rows = [(escape(name), escape(words)) for name, words in FORMS]
    st.html(look.table(("Kind", "What it may be"), rows, title="What can come in", kind="narrow"))


def _looked_at(sent: Sent) -> Found | None:
    """Open the file; where it cannot be read as it is, ask for the character set or the sheet, or say what is wrong."""
    (content, name, key), encoding, sheet = sent, "", ""
    names = sheet_names(content)
    if len(names) > 1:
        sheet = st.selectbox("Which sheet of the workbook?", names, key=f"{key}:sheet") or ""
    try:
        source, rows = glimpse(content, name, holding=None, layout=Layout(sheet=sheet))
    except FileError as error:
        if "not UTF-8" not in str(error):
            _refused(error)
            return None
        look.prose("The letters of this file are not stored in the usual way (UTF-8). Somebody has to say how.")
        options = ["", *SETS]
        asked = "How are its letters stored?"
        encoding = st.selectbox(asked, options, format_func=lambda one: SETS.get(one, "–"), key=f"{key}:letters") or ""
        if not encoding:
            _refused(error)
            return None
        source, rows = glimpse(content, name, holding=None, layout=Layout(encoding=encoding, sheet=sheet))
    return Found(source, rows, encoding, sheet)


def _refused(error: FileError) -> None:
    look.notice("This file cannot be taken in as it is. Nothing has changed.", kind="bad")
    st.html(import_problems.table(error))
    if more := import_problems.more(error):
        look.prose(f"There are {more:,} more problems.")


def _what(found: Found, card: StudyCard, key: str) -> What:
    """Ask what the file holds; the likeliest stands first."""
    shape = found.source.shape
    if shape is None:
        usual = likely(columns_of(found.rows))
        options: list[Any] = ["responses", "scores", "prompts", "systems"]
    else:
        look.prose(f"This is {shape.name}.")
        options = list(shape.rows)
        if {"responses", "scores"} <= set(options):
            options = ["results", *options]
        usual = options[0]
    if card.state == "open" and "scores" in options:
        look.prose("The study is open, so only scores can come in now; its responses are fixed.")
        return "scores"
    picked = st.radio(
        "What is in it?",
        options,
        index=options.index(usual),
        format_func=HOLDS.__getitem__,
        horizontal=True,
        key=f"{key}:what",
    )
    chosen: What = picked if picked in options else options[0]
    return chosen


def _preview(found: Found, what: What) -> None:
    rows = found.rows[:SHOWN_ROWS]
    if not rows:
        return
    columns = columns_of(rows)
    cells = [[escape(look.shortened(row.get(column, ""), SHOWN_LETTERS)) for column in columns] for row in rows]
    st.html(
        look.table(
            [look.shortened(one, SHOWN_LETTERS) for one in columns],
            cells,
            title=f"The first rows, as {HOLDS[what].lower()}",
        )
    )


def _job(card: StudyCard, benchmark: Benchmark, file: Sent, found: Found, what: What) -> Job:
    """Ask how the file is laid out and what is meant by what looks like a mistake."""
    shape = found.source.shape
    st.header("Which column is what?", anchor=False)
    holding: Holding = "responses" if what == "results" else what
    rows = found.rows if shape is None else glimpse(file.content, file.name, holding=holding, layout=Layout())[1]
    if shape is not None and not shape.needs_layout:
        look.prose("Its form is known; nothing need be said.")
        layout = Layout(others=True)
    else:
        asked = import_layout.Asked(
            file.content,
            file.name,
            rows,
            holding,
            f"{file.key}:{what}",
            found.encoding,
            found.sheet,
            shape is not None,
        )
        layout = import_layout.ask(asked, benchmark)
    declared, blind = Declared(), None
    if what in ("responses", "results"):
        declared, blind = _declared(benchmark, what, file.key)
    return Job(card.id, file.name, file.content, what, layout, declared, blind)


DECLARATIONS: Mapping[str, str] = {
    "empty_texts": "Some responses have no text, and that is right",
    "new_systems": "Systems that nothing describes are new, their makers unknown",
    "new_prompts": "Questions that nothing describes are new, and their id is all there is of them",
    "counted": "Several answers of one system to one question are numbered in the order of the file",
}


def _declared(benchmark: Benchmark, what: What, key: str) -> tuple[Declared, tuple[str, bytes] | None]:
    st.header("What is right, though it looks like a mistake", anchor=False)
    usual = {"empty_texts": benchmark.scores_empty_answers and what == "results", "new_systems": what == "results"}
    said = {
        name: st.checkbox(words, value=usual.get(name, False), key=f"{key}:{name}")
        for name, words in DECLARATIONS.items()
    }
    blind = st.file_uploader("The key of a blind file, if it is one (JSON)", type=["json"], key=f"{key}:key")
    return Declared(**said), (blind.name, blind.getvalue()) if blind is not None else None


def _buttons(store: Store, job: Job, key: str) -> None:
    st.header("Check, then take in", anchor=False)
    look.prose("Checking reads the whole file and tries everything, and keeps nothing.")
    checked = st.session_state.get(CHECKED)
    is_good = checked is not None and checked[0] == job
    with st.container(horizontal=True, key="import_buttons"):
        check = st.button("Check", key=f"{key}:check", type="secondary" if is_good else "primary")
        take = is_good and st.button("Take in", key=f"{key}:take", type="primary")
    if take:
        _run(store, job, keep=True)
    elif check:
        _run(store, job, keep=False)
    elif checked is not None and checked[0] == job:
        look.notice("Nothing is wrong with it. If you take it in:", *checked[1], kind="good")


def _run(store: Store, job: Job, *, keep: bool) -> None:
    """Do it, with a bar that moves; then show what came of it."""
    lines = max(job.content.count(b"\n"), 1)
    place = st.empty()

    def progress(doing: str, count: int) -> None:
        share = min(count / lines, 1.0) if doing == "reading" else 1.0
        words = f"Reading: {count:,} rows" if doing == "reading" else "Storing" if keep else "Trying"
        place.progress(share, text=words)

    st.session_state.pop(CHECKED, None)
    try:
        sentences = import_work.run(store, access.login(), job, keep=keep, progress=progress)
    except FileError as error:
        place.empty()
        _refused(error)
        return
    except StoreError as error:
        place.empty()
        look.notice("This cannot be taken in. Nothing has changed.", *error.problems[:20], kind="bad")
        return
    if keep:
        st.session_state[acting.KEPT] = acting.Outcome(True, ("Taken in.", *sentences))
    else:
        st.session_state[CHECKED] = (job, sentences)
    st.rerun()
