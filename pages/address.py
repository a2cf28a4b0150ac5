"""What a page's address asks for: links that open something on the page, and choices that a shared link brings along.

Everything in an address was typed by anybody, so it is only ever looked up among what there is.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from html import escape
from typing import TypeVar
from urllib.parse import urlencode

import streamlit as st

Choice = TypeVar("Choice", bound=str)


CLOSED = "closed"
"""Where the session keeps which name of the address a closed window was for, until the page's next run."""


def follow() -> None:
    """Make links of class `sr-open` act in place, and take over what the last one asked for; before anything shows."""
    forget(*st.session_state.pop(CLOSED, ()))
    component = st.components.v2.component("secondreader.links", html="<span hidden></span>", js="links.js")
    went = component(key="links", on_went_change=_nothing).get("went")
    if isinstance(went, Mapping):
        st.query_params.from_dict({str(name): str(value) for name, value in went.items()})


def _nothing() -> None:
    """Where the link leads is taken from the component's answer; a callback has to be there."""


def asked(name: str, allowed: Collection[Choice]) -> Choice | None:
    """Return what the address asks for under a name, None when it is not one of what is allowed."""
    found = st.query_params.get(name)
    return next((one for one in allowed if one == found), None)


def link(words: str, **asks: str) -> str:
    """Return a link as HTML that opens something on this page; `words` are HTML already."""
    return f'<a class="sr-open" href="?{escape(query(**asks), quote=True)}">{words}</a>'


def query(**asks: str) -> str:
    """Write what a link asks for as an address has it."""
    return urlencode(asks)


def forget(*names: str) -> None:
    """Take names out of the address."""
    for name in names:
        st.query_params.pop(name, None)


def opened(title: str, *names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the decorator of a window that the address asked for under these names; closing it takes them out."""
    window: Callable[[Callable[..., None]], Callable[..., None]] = st.dialog(
        title, width="large", on_dismiss=partial(_close, names)
    )
    return window


def _close(names: Sequence[str]) -> None:
    """Only noted: changing the address here, in a callback, could break off the run."""
    st.session_state[CLOSED] = tuple(names)


def choose(label: str, options: Mapping[str, str], *, key: str, name: str | None = None, row: bool = False) -> str:
    """Let a person choose one of the options, by id with their words; the address and a shared link keep the choice.

    Parameters
    ----------
    label
        What is chosen.
    options
        At least one, in order: the first is chosen at first.
    key
        Of the widget; the same choice on several pages has the same key.
    name
        In the address; the key if none is given.
    row
        Whether all options stand side by side.
    """
    name = name or key
    wanted = asked(name, options)
    last = f"{key} in the address"
    if wanted is not None and wanted != st.session_state.get(last):
        st.session_state[key] = wanted
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)
    chooser = partial(st.radio, horizontal=True) if row else st.selectbox
    picked = chooser(label, list(options), format_func=options.__getitem__, key=key, persist_state="session")
    found = picked if isinstance(picked, str) and picked in options else next(iter(options))
    st.session_state[last] = found
    if st.query_params.get(name) != found:
        st.query_params[name] = found
    return found
