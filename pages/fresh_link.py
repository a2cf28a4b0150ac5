"""A personal link that was just made: shown once, to be copied and sent; its token is nowhere else."""

from typing import NamedTuple
from urllib.parse import urlsplit

import streamlit as st

from pages import look

FRESH = "fresh_link"


class FreshLink(NamedTuple):
    """Whose link it is, in which study, and its token."""

    study_id: int
    name: str
    token: str


def keep(fresh: FreshLink) -> None:
    """Keep a new link until it was copied."""
    st.session_state[FRESH] = fresh


def show(study_id: int) -> None:
    """Show the new link of a study, if there is one."""
    fresh: FreshLink | None = st.session_state.get(FRESH)
    if fresh is None or fresh.study_id != study_id:
        return
    with st.container(border=True, key="fresh"):
        st.header("The new link", anchor=False)
        look.prose(
            f"This is the personal link of {fresh.name}. Send it to them alone: whoever has it comes in as them. "
            "It shows only now; if it gets lost, make a new one below.",
        )
        st.code(f"{_origin()}/i/{fresh.token}", language=None, wrap_lines=True)
        st.button("I have copied it", key="copied", on_click=_forget)


def _origin() -> str:
    """The address of this site, as the owner's browser knows it."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _forget() -> None:
    st.session_state.pop(FRESH, None)
