"""The entry script: who is asking, and the pages of their role. Streamlit runs it from top to bottom at every visit."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import streamlit as st

from pages import (
    access,
    agreement,
    axis,
    charters,
    disagreements,
    how_many,
    import_page,
    judge_runs,
    judges_page,
    limits,
    look,
    people,
    prepare,
    progress,
    release,
    review,
    score,
    sign_out,
    stranger,
    study_choice,
    systems,
    welcome,
)
from store.engine import opened

# Streamlit fetches its own icons from another host, which no page of ours may reach.
ICON = Path(__file__).parents[1] / "web" / "assets" / "icon.png"

st.set_page_config(page_title="Second Reader", page_icon=str(ICON), layout="wide")
store = opened()
person = access.visitor(store)
look.dress()


study = study_choice.current(store, person) if person else None


def page(title: str, path: str, render: Callable[..., None]) -> st.Page:
    """Register one screen; its render() asks for the role again."""
    return st.Page(lambda: render(store), title=title, url_path=path, default=not path)


def pages_of(role: str) -> list[st.Page]:
    """Return the screens of a role, the first of them for the bare address."""
    if role == "scorer":
        return [page("Score", "", score.render), page("About this study", "about", welcome.render)]
    if role == "owner":
        return [
            page("Progress", "", progress.render),
            page("Import", "import", import_page.render),
            page("Prepare", "prepare", prepare.render),
            page("People", "people", people.render),
            page("Judging", "judging", judge_runs.render),
            page("Agreement", "agreement", agreement.render),
            page("Axis", "axis", axis.render),
            page("How many more?", "how_many_more", how_many.render),
            page("Judges", "judges", judges_page.render),
            page("Systems", "systems", systems.render),
            page("Disagreements", "disagreements", disagreements.render),
            *([page("Charters", "charters", charters.render)] if limits.chartered(store, study) else []),
            page("Release", "release", release.render),
        ]
    if role == "researcher":
        return [
            page("Agreement", "", agreement.render),
            page("Axis", "axis", axis.render),
            page("How many more?", "how_many_more", how_many.render),
            page("Judges", "judges", judges_page.render),
            page("Systems", "systems", systems.render),
            page("Disagreements", "disagreements", disagreements.render),
            page("Progress", "progress", progress.render),
            page("Judging", "judging", judge_runs.render),
        ]
    if role == "reviewer":
        return [page("Review", "", review.render)]
    return [page("Second Reader", "", stranger.render)]


Position = Literal["sidebar", "top", "hidden"]
POSITIONS: dict[str, Position] = {"owner": "sidebar", "researcher": "sidebar", "scorer": "top"}
"""Where a role finds its pages; one with a single page needs no list."""

role = person.role if person else ""
chosen = st.navigation(pages_of(role), position=POSITIONS.get(role, "hidden"), expanded=True)
if person and study:
    limits.show(store, person, study)
chosen.run()
if POSITIONS.get(role) == "sidebar":
    with st.sidebar:
        sign_out.button(store)
