"""A scorer's first visit, and "About this study" ever after: the study, what is recorded, what was declared."""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

import streamlit as st

from pages import access, acting, look, sign_out, when
from rubrics.schema import Benchmark
from store import benchmarks, declarations, duties, people, studies
from store.engine import Session, Store, StoreError
from store.people import Person
from store.studies import StudyCard
from store.tables import Declaration
from web import safe_text
from web.identity import now

ROLES = ("scorer",)
LONGEST = 1000
YES, NO = "Yes, I can", "No, I cannot"
BACK = '<p class="sr-prose"><a href="/" target="_self">Back to scoring</a></p>'
CHANGING = "declaring_again"
FIELDS = ("consent", "lane", "conflict", "tradition", "qualification")

SETTLING = (
    "You are an adjudicator: responses come to you on which two people lie too far apart. You score each yourself "
    "first; only then do you see what the two gave and why, not who they are, and say what is to count."
)
KEPT_WORDS = (
    "Your scores, your sentences, and when you gave them. They are the study: they are published with it, without your "
    "name. Others see you as “Rater 1” or “Rater 2”.",
    "Your name, so that the people who run this study can tell who has finished. It is in no file that leaves this "
    "site.",
    "If you choose to give them, your tradition and qualification. They are kept apart from your scores and are in no "
    "file that leaves this site.",
    "One cookie, which keeps you signed in on this device. Nothing is sent to anyone else.",
)
KEYS = (
    ("0 … 9", "choose the score with that number"),
    ("n, a, u", "does not apply, cannot assess, rubric unclear"),
    ("↑ ↓", "move between the choices"),
    ("j, k", "next axis, previous axis"),
    ("w", "write the reason; Esc leaves the box"),
    ("Ctrl + Enter", "submit and go on"),
    ("c", "show or hide the charter, where there is one"),
    ("b, f", "back to the response before, forward"),
    ("?", "this list, while you score"),
)


def render(store: Store) -> None:
    """Show what the study is, how scoring works and what this person declared, with a way to change it."""
    person = access.require(store, ROLES)
    if not declared(store, person):
        return
    study = _study(store, person)
    look.head("About this study", study.card)
    acting.show_outcome()
    st.html(BACK)
    _about(study)
    _how_to(study.benchmark)
    _declared_so_far(store, person, study)


def declared(store: Store, person: Person) -> bool:
    """Say whether a scorer may score; show the questions, or the thanks to one who may not, when not."""
    with store.reading() as session:
        may = people.may_score(session, rater_id=person.rater_id)
    if may and not st.session_state.get(CHANGING):
        return True
    study = _study(store, person)
    card = study.card
    if may is False and not st.session_state.get(CHANGING):
        _thanks(card)
        return False
    look.head("Your answers again" if st.session_state.get(CHANGING) else "Welcome, and thank you", card)
    acting.show_outcome()
    if not st.session_state.get(CHANGING):
        _about(study)
    _form(store, study)
    return False


class _Study(NamedTuple):
    """The study of a scorer, and what they do from which standpoint."""

    card: StudyCard
    benchmark: Benchmark
    mine: Mapping[str, str]


def _study(store: Store, person: Person) -> _Study:
    if person.study_id is None:
        raise LookupError("a scorer without a study cannot be shown one")
    with store.reading() as session:
        card = studies.list_studies(session, study_id=person.study_id)[0]
        benchmark = benchmarks.of_study(session, study_id=person.study_id)
        return _Study(card, benchmark, duties.duties_of(session, rater_id=person.rater_id))


def _about(study: _Study) -> None:
    card, benchmark = study.card, study.benchmark
    settling = (SETTLING,) if duties.ADJUDICATE in study.mine.values() else ()
    st.header("What you are asked to do", anchor=False)
    look.prose(
        "You read answers of AI systems, one at a time, and score each on the "
        f"{_count(len(benchmark.axes))} of one benchmark, with one sentence why. You are not told which system wrote "
        "an answer, and you do not see what anyone else gave it.",
        *settling,
        "There is no hurry and nothing to lose: your work is kept as you write, on this and every other device.",
    )
    if card.note:
        look.notice(card.note)


def _count(axes: int) -> str:
    return "one question" if axes == 1 else f"{axes} questions"


def _form(store: Store, study: _Study) -> None:
    with st.form("declaration", enter_to_submit=False, border=False):
        st.header("What is recorded, and why", anchor=False)
        st.html(f'<ul class="sr-list">{"".join(f"<li>{escape(one)}</li>" for one in KEPT_WORDS)}</ul>')
        st.checkbox("I have read this, and I agree that it is recorded.", key="consent")
        st.header("Where you stand", anchor=False)
        st.html(_standpoints(study.benchmark, study.mine))
        st.radio(
            "Can you score from the standpoint this benchmark declares? It need not be your own.",
            [YES, NO],
            index=None,
            key="lane",
        )
        st.text_area(
            "Is there anything that could sway you? For example, work for a maker of AI systems, or a part in making "
            "this benchmark. Leave it empty if there is nothing.",
            max_chars=LONGEST,
            key="conflict",
        )
        st.header("About you, if you like", anchor=False)
        look.prose("Both are optional, kept apart from your scores, and in no file that leaves this site.")
        st.text_input("Your tradition or church", max_chars=LONGEST, key="tradition")
        st.text_input("Your training or office", max_chars=LONGEST, key="qualification")
        st.form_submit_button("Continue", type="primary", on_click=_declare, args=(store, study.card.id))


def _standpoints(benchmark: Benchmark, mine: Mapping[str, str]) -> str:
    """Return the declared standpoints as HTML, in the benchmark's own words; `mine` is what the person does in each."""
    if len(benchmark.modules) == 1:
        words = f'<blockquote dir="auto">{escape(benchmark.modules[0].standpoint)}</blockquote>'
        says = "This benchmark asks how answers look from one declared standpoint:"
        return f'<div class="sr-prose"><p>{says}</p>{words}</div>'
    named = "".join(
        f'<li dir="auto"><strong>{escape(one.name)}</strong>: {escape(one.standpoint)}</li>'
        for one in benchmark.modules
        if one.id in mine
    )
    if not mine:
        says = "You have not been named for any of this study's standpoints yet, so there is nothing for you to score."
        return f'<div class="sr-prose"><p>{says}</p></div>'
    says = "This benchmark asks how answers look from several declared standpoints. You are asked for these:"
    others = "; ".join(one.name for one in benchmark.modules if one.id not in mine)
    rest = f'<p dir="auto">Nothing is shown to you of the others: {escape(others)}.</p>' if others else ""
    return f'<div class="sr-prose"><p>{says}</p><ul>{named}</ul>{rest}</div>'


def _declare(store: Store, study_id: int) -> None:
    given = {name: st.session_state.get(name) for name in FIELDS}

    def work(session: Session, person: Person) -> str:
        people.declare(session, declaration=declaration(given, person.rater_id))
        return "Thank you. Your answers are kept."

    if acting.act(store, ROLES, study_id, work):
        st.session_state.pop(CHANGING, None)


def declaration(given: Mapping[str, object], rater_id: int) -> Declaration:
    """Make a declaration of what was given in the form.

    Someone who cannot score need not agree to anything, and then nothing else that was written is kept.

    Raises
    ------
    StoreError
        In words, when the standpoint was not answered, or when someone who can score did not agree.
    """
    consented, lane = given.get("consent") is True, given.get("lane")
    problems = []
    if lane not in (YES, NO):
        problems.append("Please say whether you can score from the declared standpoint.")
    if not consented and lane != NO:
        problems.append("Please tick the box to agree to what is recorded; without it you cannot score.")
    if problems:
        raise StoreError(*problems)
    conflict, tradition, qualification = (
        str(given.get(name) or "").strip()[:LONGEST] if consented else "" for name in FIELDS[2:]
    )
    return Declaration(
        rater_id=rater_id,
        consented=consented,
        can_score=lane == YES,
        conflict=conflict,
        tradition=tradition,
        qualification=qualification,
        declared_at=now(),
    )


def _thanks(card: StudyCard) -> None:
    look.head("Thank you for saying so", card)
    acting.show_outcome()
    look.prose(
        "Scores only help when they are given from the standpoint that the benchmark declares, so there is nothing "
        "for you to score here. Your answer is kept, and nobody will ask you again. You can close this page.",
    )
    st.button("I answered by mistake", on_click=_change, key="change")


def _change() -> None:
    st.session_state[CHANGING] = True


def _how_to(benchmark: Benchmark) -> None:
    if benchmark.instructions:
        st.header("The benchmark's instructions", anchor=False)
        lines = "".join(f"<li>{safe_text.render(one)}</li>" for one in benchmark.instructions)
        st.html(f'<ul class="sr-list">{lines}</ul>')
    st.header("Keys", anchor=False)
    rows = "".join(f"<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(does)}</dd>" for key, does in KEYS)
    st.html(f'<dl class="sr-keys">{rows}</dl>')
    look.prose("No key acts while you are writing a sentence.")
    st.header("Whom to ask", anchor=False)
    look.prose("Write to the person who sent you your link, about anything: a question, an error, or to stop.")


def _declared_so_far(store: Store, person: Person, study: _Study) -> None:
    st.header("What you declared", anchor=False)
    st.html(_standpoints(study.benchmark, study.mine))
    with store.reading() as session:
        last = declarations.declared(session, rater_id=person.rater_id)
    if last is not None:
        look.prose(f"On {when.day(last.declared_at)} you said that you can score from there, and agreed to the record.")
        given = (
            ("What could sway you", last.conflict or "nothing"),
            ("Your tradition or church", last.tradition or "not given"),
            ("Your training or office", last.qualification or "not given"),
        )
        rows = "".join(f'<dt>{escape(what)}</dt><dd dir="auto">{escape(says)}</dd>' for what, says in given)
        st.html(f'<dl class="sr-words">{rows}</dl>')
    look.prose("If something has changed, answer again; your new answers count from then on.")
    with st.expander("What is recorded, and why"):
        st.html(f'<ul class="sr-list">{"".join(f"<li>{escape(one)}</li>" for one in KEPT_WORDS)}</ul>')
    st.button("Answer again", on_click=_change, key="change")
    sign_out.button(store)
