"""The prompt as it would be sent, for one response of the owner's choice."""

from html import escape

import streamlit as st

from judging.preview import preview, targets_to_preview
from judging.prompts.render import PromptError
from pages import look
from store.engine import Store
from store.studies import StudyCard

WHO = {"system": "What the judge is told first", "user": "What the judge is asked"}


def show(store: Store, card: StudyCard) -> None:
    """Show the prompt of a response that is picked."""
    st.header("What a judge is sent", anchor=False)
    look.prose(
        "The anchors are the ones that people read. Who wrote the response, other judges and people are not in it.",
    )
    if not st.toggle("Show the prompt for a response", key="preview"):
        return
    with store.reading() as session:
        names = targets_to_preview(session, study_id=card.id)
        picked = st.selectbox("Response", list(names), format_func=lambda one: names.get(one, ""), key="preview_of")
        if picked not in names:
            return
        try:
            prompt = preview(session, study_id=card.id, target_id=picked)
        except PromptError as error:
            look.notice("No prompt can be made for this response.", *error.problems, kind="bad")
            return
    for message in prompt.messages:
        st.html(f'<h3>{escape(WHO[message.role])}</h3><div class="sr-context" dir="auto">{escape(message.text)}</div>')
