"""The charter as a file for experts who work offline, empty, in every form."""

from functools import partial

import streamlit as st

from pages import access, acting, look
from pages.charters_board import ModuleBoard
from publishing import packets
from store.engine import Store
from store.studies import StudyCard

ROLES = ("owner",)


def packets_for(store: Store, login: str | None, study_id: int, *, module: str, form: str) -> bytes:
    """Make a packet for the person behind a browser.

    Raises
    ------
    StoreError
        When the person may not have it (any more), or there is no charter.
    """
    with store.reading() as session:
        acting.allowed(session, login, ROLES, study_id)
        made = packets.packet_of(session, study_id=study_id, module=module)
    return packets.FORMS[form].write(made)


def show(store: Store, card: StudyCard, one: ModuleBoard) -> None:
    """Show the buttons that give out one charter's packet; nothing while there is no charter."""
    if one.in_force is None:
        return
    st.subheader("For experts who work offline", anchor=False)
    look.prose(
        "The charter as a form to fill in. A reviewer finds it behind their own link too, and gives the Word file or "
        "the spreadsheet back there: they see everything once more, and sign."
    )
    with st.container(horizontal=True, key="packets"):
        for name, form in packets.FORMS.items():
            st.download_button(
                form.says,
                partial(packets_for, store, access.login(), card.id, module=one.module.id, form=name),
                file_name=packets.file_name(one.module.id, one.in_force.version, form),
                mime=form.media,
                on_click="ignore",
                key=f"packet_{one.module.id}_{name}",
            )
    look.prose(
        "A file that an expert sends to you instead becomes their drafts, which they sign behind their link, by this "
        "command in a terminal:"
    )
    command = f"secondreader charter read-back {card.slug} {one.module.id} FILE --reviewer NAME"
    st.code(command, language=None, wrap_lines=True)
