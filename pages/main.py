"""The entry script: who is asking, and the pages of their role. Streamlit runs it from top to bottom for every visitor."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages import access, agreement, look, people, prepare, progress, score, stranger, welcome
from store.engine import opened

# Streamlit fetches its own icons from another host, which no page of ours may reach.
ICON = Path(__file__).parents[1] / "web" / "assets" / "icon.png"

st.set_page_config(page_title="Second Reader", page_icon=str(ICON), layout="wide")
store = opened()
person = access.visitor(store)
look.dress()


def page(title: str, path: str, render: Callable[..., None]) -> st.Page:
    """Register one screen; its render() asks for the role again."""
    return st.Page(lambda: render(store), title=title, url_path=path, default=not path)


if person is None:
    pages = [page("Second Reader", "", stranger.render)]
elif person.role == "scorer":
    pages = [page("Score", "", score.render), page("About this study", "about", welcome.render)]
elif person.role == "owner":
    pages = [
        page("Progress", "", progress.render),
        page("Prepare", "prepare", prepare.render),
        page("People", "people", people.render),
        page("Agreement", "agreement", agreement.render),
    ]
elif person.role == "researcher":
    pages = [page("Agreement", "", agreement.render), page("Progress", "progress", progress.render)]
else:
    pages = [page("Second Reader", "", stranger.render)]
st.navigation(pages, position="sidebar" if person and person.role in ("owner", "researcher") else "top").run()
