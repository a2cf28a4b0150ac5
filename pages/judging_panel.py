"""Choosing the judges of a run: a panel that is shipped, or one's own, as a file or pasted.

A panel from a browser is read more strictly than one on the computer itself. It says to which address a key is sent,
and whoever holds a link could otherwise have a key of this computer sent to an address of their own, or read what
answers inside its network.
"""

from collections.abc import Iterator, Mapping
from html import escape

import streamlit as st

from files.decoding import decoded
from files.problems import FileError
from judging.in_words import dollars
from judging.panel import Panel, PanelError, PanelJudge, load_panel
from judging.prices import price_of
from judging.shipped_panels import shipped
from pages import look
from store.people import Person

OWN = "A panel of my own"
LARGEST = 100_000
COLUMNS = ("Judge", "Maker", "Model", "Dollars for a million tokens, in and out", "May be asked as")


def choose(person: Person) -> Panel | None:
    """Show the choice and return the panel; None, with the reasons on the page, while there is none."""
    panels = shipped()
    names = [*panels, OWN]
    picked = st.selectbox(
        "Judges", names, format_func=lambda one: panels[one].title if one in panels else one, key="panel"
    )
    panel = panels.get(picked or OWN) or _own(person)
    if panel is not None:
        if panel.note:
            look.prose(panel.note)
        st.html(look.table(COLUMNS, map(_row, panel.judges), title=panel.title))
    return panel


def _own(person: Person) -> Panel | None:
    file = st.file_uploader("A panel file (TOML)", type=["toml"], key="panel_file", help="At most 100 kB.")
    try:
        text = _pasted() if file is None else _text_of(file.getvalue(), file.name)
        if text is None:
            return None
        panel = load_panel(text, "the panel" if file is None else file.name)
        if problems := list(from_a_browser(panel, operator=person.study_id is None)):
            raise PanelError(problems)
    except (PanelError, FileError) as error:
        problems = list(error.problems) if isinstance(error, PanelError) else str(error).splitlines()
        look.notice("This panel cannot be used.", *problems, kind="bad")
        return None
    return panel


def _text_of(content: bytes, name: str) -> str:
    """The text of a panel file.

    Raises
    ------
    PanelError, FileError
        When it is too large for a panel, or no text.
    """
    if len(content) > LARGEST:
        raise PanelError([f"{name}: found {len(content):,} bytes; a panel has at most {LARGEST:,}"])
    return decoded(content, name)


def _pasted() -> str | None:
    """What was pasted; None, with where to begin, while that is nothing."""
    text = st.text_area("Or the text of a panel file (TOML)", height=260, max_chars=LARGEST, key="panel_text")
    if (text or "").strip():
        return text
    look.prose(
        "Choose a panel file, or paste one. docs/judging.md describes every key of it; the files in judging/panels are "
        "good beginnings. A file on the computer that runs Second Reader can also be used there:",
    )
    st.code("secondreader judge start STUDY --panel FILE", language=None, wrap_lines=True)
    return None


def from_a_browser(panel: Panel, *, operator: bool) -> Iterator[str]:
    """Say what a panel from a browser may not hold.

    Parameters
    ----------
    panel : Panel
    operator : bool
        Whether it comes from the owner of all studies, whose link was printed on the computer itself.
    """
    for judge in panel.judges:
        if judge.key_env and not judge.key_env.endswith("_API_KEY"):
            yield f"judge {judge.id}: key_env is {judge.key_env}; from a browser only names in ..._API_KEY are taken"
        if judge.base_url and not operator:
            yield (
                f"judge {judge.id}: base_url is taken only from the owner of all studies, or on the computer itself "
                "with: secondreader judge start"
            )


def _row(judge: PanelJudge) -> list[str]:
    price = price_of(judge)
    cost = f"{dollars(price.input_per_million)}, {dollars(price.output_per_million)}" if price else "not known"
    where = f" on {judge.place}" if judge.base_url else ""
    return [
        escape(judge.id),
        escape(judge.family),
        escape(judge.model + where),
        escape(cost),
        escape(", ".join(ROLES.get(one, one) for one in judge.roles) or "any"),
    ]


ROLES: Mapping[str, str] = {
    "cross": "one of the panel",
    "first": "first judge",
    "second": "second judge",
    "primary": "primary judge",
    "audit": "auditor",
    "adjudication": "adjudicator",
    "third": "third",
}
