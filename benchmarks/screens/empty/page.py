"""The script of the empty page: Streamlit runs it from top to bottom at every click."""

import streamlit as st


def add() -> None:
    """Count a click."""
    st.session_state.count += 1


st.session_state.setdefault("count", 1)
st.title(f"Count {st.session_state.count}", anchor=False)
st.button("Again", on_click=add)
