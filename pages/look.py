"""How every page looks: the head of a page, notices, figures in a row, tables, bars.

All of it is HTML whose texts are escaped here, so a title, a name or a reason that somebody typed can be shown as it
is; Streamlit's own captions, labels and notices would read it as Markdown and fetch pictures that it names.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st

from store.studies import StudyCard

STYLES = Path(__file__).parent / "look.css"
STATES = {
    "draft": "Being prepared",
    "open": "Open for scoring",
    "sealed": "Scoring has ended",
    "released": "Released",
}
INVENTED = "Invented for demonstration"


def dress() -> None:
    """Bring in the style sheet; once per run, before anything else is shown."""
    st.html(STYLES)


def head(title: str, card: StudyCard | None = None) -> None:
    """Show a page's one heading and, below it, which study it is about and how that study stands."""
    st.title(title, anchor=False)
    study = ""
    if card is not None:
        marks = pill(STATES[card.state]) + (pill(INVENTED, "invented") if card.invented else "")
        study = f'<span dir="auto">{escape(card.title)}</span>{marks}'
    st.html(f'<div class="sr-page">{study}</div>')


def limit(words: str, missing: Sequence[str]) -> None:
    """Show what must be said of a study on every screen, and what it would take to leave it out."""
    more = "".join(f'<li dir="auto">{escape(one)}</li>' for one in missing)
    details = f"<details><summary>What is missing</summary><ul>{more}</ul></details>" if missing else ""
    sentence = f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"
    st.html(f'<div class="sr-limit" role="note"><p dir="auto">{escape(sentence)}</p>{details}</div>')


def label(name: str) -> str:
    """Keep a name from being read as Markdown in a label."""
    return "".join(letter if letter.isalnum() or letter in " .-’'" else " " for letter in name).strip()


def pill(words: str, kind: str = "") -> str:
    """Return a short mark as HTML."""
    return f'<span class="sr-pill {kind}">{escape(words)}</span>'


def notice(*sentences: str, kind: Literal["good", "bad", "plain"] = "plain") -> None:
    """Show sentences in a frame; a screen reader speaks what is good or bad at once."""
    role = {"good": ' role="status"', "bad": ' role="alert"', "plain": ""}[kind]
    st.html(f'<div class="sr-notice {kind}"{role}>{paragraphs(sentences)}</div>')


def paragraphs(sentences: Iterable[str]) -> str:
    """Return each sentence as a paragraph of HTML."""
    return "".join(f'<p dir="auto">{escape(one)}</p>' for one in sentences)


def shortened(text: str, letters: int) -> str:
    """Return a text on one line, cut after so many letters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= letters else f"{flat[:letters]}…"


def prose(*sentences: str) -> None:
    """Show paragraphs of plain text."""
    st.html(f'<div class="sr-prose">{paragraphs(sentences)}</div>')


def bar(done: int, total: int, whose: str) -> str:
    """Return a progress bar as HTML; its number is read out with it."""
    share = 100 * done / total if total else 0
    says = escape(f"{whose}: {done} of {total}", quote=True)
    return f'<div class="sr-bar" role="img" aria-label="{says}"><div style="width:{share:.1f}%"></div></div>'


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str, kind: str = "") -> str:
    """Return a table with its title as HTML; its first column names the rows. Cells are HTML already.

    `kind` is a class of the style sheet: "narrow" fits a phone, any other table scrolls sideways there.
    """
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in columns)
    lines = "".join(
        f'<tr><th scope="row" dir="auto">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return (
        f'<h3>{escape(title)}</h3><div class="sr-scroll" role="region" tabindex="0" '
        f'aria-label="{escape(title, quote=True)}"><table class="sr-table {kind}">'
        f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>"
    )
