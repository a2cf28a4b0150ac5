"""The text of a charter: its versions, reading it, and putting another text in force after seeing what that changes."""

import base64
import binascii
from html import escape
from typing import Any

import streamlit as st

from pages import acting, look, when
from pages.charters_board import ModuleBoard
from pages.charters_comments import TAGS
from publishing.gate import APPROVING
from rubrics.charters import Charter, CharterError, charter_from_bytes, parse_charter
from rubrics.clause_diff import ClauseChange
from rubrics.kept_charters import changes
from store import charters
from store.engine import Session, Store
from store.people import Person
from store.studies import StudyCard
from web import safe_text
from web.identity import now

ROLES = ("owner",)
PICKED = (
    '<div class="charter-file"><label for="charter-file">From a file (Markdown, UTF-8)</label><input type="file" '
    'id="charter-file" accept=".md,.markdown,.txt,text/markdown,text/plain" disabled><p role="status"></p></div>'
)
KINDS = {"added": "New", "removed": "Taken out", "changed": "Changed", "same": ""}


def text(store: Store, card: StudyCard, one: ModuleBoard) -> None:
    """Show a charter's text and versions, and the place to change it."""
    st.subheader("The text", anchor=False)
    if one.in_force is None or one.text is None:
        look.prose("There is none yet. Choose a file, or write it below: a title, then numbered clauses.")
    else:
        for version in reversed(one.versions):
            _version(version, newest=version is one.in_force)
        with st.expander("Read the text in force"):
            st.html(_read(one.text))
    _change(store, card, one)


def _version(version: charters.CharterVersion, *, newest: bool) -> None:
    said = f"Version {version.version}, {when.day(version.added_at)}, fingerprint {version.hash[:12]}"
    note = f'<blockquote dir="auto">{escape(version.note)}</blockquote>' if version.note else ""
    mark = look.pill("in force", "good") if newest else ""
    st.html(f'<div class="sr-version"><span>{escape(said)}</span> {mark}{note}</div>')


def _read(charter: Charter) -> str:
    parts = [f'<h3 dir="auto">{escape(charter.title)}</h3>', safe_text.render(charter.preamble)]
    for clause in charter.clauses:
        sources = "; ".join(clause.sources)
        shown = f'<p class="sr-says" dir="auto">Sources: {escape(sources)}</p>' if sources else ""
        parts.append(
            f"{safe_text.render(clause.intro)}<p><strong>{escape(clause.number)}</strong></p>"
            f"{safe_text.render(clause.text)}{shown}"
        )
    return f'<div class="sr-response">{"".join(parts)}{safe_text.render(charter.closing)}</div>'


def _change(store: Store, card: StudyCard, one: ModuleBoard) -> None:
    typed, note = f"charter_text_{card.id}_{one.module.id}", f"charter_note_{card.id}_{one.module.id}"
    with st.expander("Change the text" if one.in_force else "Bring in the text", expanded=not one.in_force):
        problems = _from_file(typed, one)
        if typed not in st.session_state:
            st.session_state[typed] = one.in_force.text if one.in_force else ""
        st.text_area("The whole text", height=420, key=typed, persist_state="page")
        look.prose("What you type here is stored when you put it in force; keep a copy of your own until then.")
        if problems:
            look.notice(*problems, kind="bad")
            return
        if not st.session_state[typed].strip():
            return
        try:
            charter = parse_charter(st.session_state[typed], "The text", module=one.module.id)
        except CharterError as wrong:
            look.notice(*wrong.problems, kind="bad")
            return
        _put(store, card, one, charter, note)


def _from_file(typed: str, one: ModuleBoard) -> tuple[str, ...]:
    """Take a chosen file into the field for the text; say what is wrong with it where that cannot be."""
    component = st.components.v2.component(
        "secondreader.charter_file", html=PICKED, css="charter_file.css", js="charter_file.js"
    )
    picked: Any = component(key=f"file_{typed}", on_file_change=_noted).file
    if not isinstance(picked, dict):
        return ()
    name = str(picked.get("name") or "The file")
    try:
        content = base64.b64decode(str(picked.get("content") or ""), validate=True)
        st.session_state[typed] = charter_from_bytes(content, name, module=one.module.id).text
    except CharterError as wrong:
        return tuple(wrong.problems)
    except binascii.Error:
        return (f"{name}: it did not arrive whole. Please choose it again.",)
    return ()


def _noted() -> None:
    """A file was chosen; the page body reads it."""


def _put(store: Store, card: StudyCard, one: ModuleBoard, charter: Charter, note: str) -> None:
    """Show what a text would change, and the button that puts it in force."""
    there = one.in_force
    if there is not None and there.hash == charter.hash:
        look.prose("This is the text in force. Change it above, and you see here what that changes.")
        return
    found = changes(there.text, charter.text) if there else ()
    if there is not None:
        st.html(
            f'<div class="sr-changes">{"".join(_shown(change) for change in found) or "<p>No words change.</p>"}</div>'
        )
        look.prose(_costs(one))
    else:
        first, last = charter.clauses[0].number, charter.clauses[-1].number
        look.prose(f"“{charter.title}”, {len(charter.clauses)} clauses, {first} to {last}.")
    st.text_input("What is new, for those who signed the text before", key=note, max_chars=charters.LONGEST_NOTE)
    args = (store, card.id, one, charter, note)
    st.button("Put this text in force", key=f"put_{note}", type="primary", on_click=_take_in, args=args)


def _shown(change: ClauseChange) -> str:
    name = f"Clause {change.number}" if change.number else "Outside the clauses"
    words = "".join(f"<{TAGS[run.kind]}>{escape(run.text)}</{TAGS[run.kind]}>" for run in change.words)
    return (
        f'<div class="sr-change"><p class="sr-says">{escape(f"{KINDS[change.kind]}: {name}")}</p>'
        f'<div class="sr-runs" dir="auto">{words}</div></div>'
    )


def _costs(one: ModuleBoard) -> str:
    """Say what an edit does to the approvals that are there."""
    number = sum(one.signed_now(last) and last.decision in APPROVING for last in one.last_signed.values())
    if not number:
        return "No approval of the text in force is lost by this."
    lost = "One approval" if number == 1 else f"{number} approvals"
    return f"{lost} of the text in force will not count until renewed. Each reviewer will see exactly these changes."


def _take_in(store: Store, study_id: int, one: ModuleBoard, charter: Charter, note: str) -> None:
    said = str(st.session_state.get(note) or "")
    seen = {one.module.id: one.in_force.hash if one.in_force else None}

    def work(session: Session, person: Person) -> str:
        charters.take_in_charters(
            session,
            study_id=study_id,
            charters={one.module.id: charter},
            by=person.rater_id,
            now=now(),
            note=said,
            replacing=seen,
        )
        return f"The text of {one.module.name} is in force."

    if acting.act(store, ROLES, study_id, work):
        st.session_state.pop(note, None)
