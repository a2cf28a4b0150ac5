"""The owner's board: the gate module by module, reviewers, verdicts, comments to answer, and the text."""

import pytest
from streamlit.testing.v1 import AppTest

from pages import charters_board, charters_packets
from rubrics.reviews import ReviewEntry
from store import charters, review_comments, reviews, studies
from store.engine import Session, Store, StoreError
from store.review_work import ReviewRow
from tests.pages.showing import in_store, show, signed_in, source, words
from tests.store.a_review import EDITED, TEXT, a_chartered_study, a_reviewer, agree_to_all, put, say, signed
from tests.store.a_study import NOW, a_draft

HOSTILE = "<b>x</b> ![x](http://evil.example/x.png) =1+1 שלום"


def a_board(session: Session) -> tuple[str, list[ReviewRow]]:
    """An owner's login, and two reviewers; the first has signed with a hostile comment, the second written a word."""
    study_id = a_chartered_study(session)
    ruth, naomi = (a_reviewer(session, study_id, name)[0] for name in ("Ruth", "Naomi"))
    say(session, ruth, ReviewEntry("2", "open", "disagree", HOSTILE, "Sea salt belongs in it."))
    agree_to_all(session, ruth)
    signed(session, ruth, "changes_requested", reasons=HOSTILE, private_note="For you alone.")
    say(session, naomi, ReviewEntry("1", "settled", comment="Naomi's unsigned word"))
    return signed_in(session, study_id, "owner"), [ruth, naomi]


@pytest.fixture
def login(store: Store) -> str:
    return in_store(store, a_board)[0]


def button(app: AppTest, label: str, number: int = 0) -> AppTest:
    return [one for one in app.button if one.label == label][number].click().run()


def test_the_gate_is_told_module_by_module(store: Store, login: str) -> None:
    said = words(show("charters", store, login))
    assert "Bakers Not released version 1; 2 invited, 1 signed the present text" in said
    assert "Millers Not released no text; 0 invited, 0 signed the present text there is no charter yet." in said


def test_what_is_signed_shows_and_what_is_not_does_not(store: Store, login: str) -> None:
    app = show("charters", store, login)
    assert "<b>x" not in source(app)
    assert "For you alone." in words(app)
    assert words(app).count(HOSTILE) == 3
    assert "Naomi's unsigned word" not in source(app)
    assert "has written on one place" in words(app)
    assert "Ruth : disagrees; open" in words(app)
    assert "<ins>Sea salt </ins>" in source(app)


def test_a_packet_is_for_the_owner_alone(store: Store, login: str) -> None:
    with store.reading() as session:
        study_id = studies.find_study(session, slug="spring")
    assert charters_packets.packets_for(store, login, study_id, module="bakers", form="csv").count(b"Clause ") == 3
    stranger = in_store(store, lambda session: signed_in(session, study_id, "scorer"))
    for other in (stranger, None):
        with pytest.raises(StoreError, match="not open to you any more"):
            charters_packets.packets_for(store, other, study_id, module="bakers", form="csv")


def test_a_study_without_charters_says_so(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), "owner"))
    assert "has no charters" in words(show("charters", store, login))


def test_an_invited_reviewer_gets_a_link_and_needs_a_charter(store: Store, login: str) -> None:
    app = show("charters", store, login)
    app.text_input(key="reviewer_name").set_value("Boaz")
    app = button(app, "Make a personal link")
    assert "At least one charter is needed" in words(app)
    app.text_input(key="reviewer_name").set_value("Boaz")
    app.checkbox(key="review_millers").check()
    app.checkbox(key="reviewer_qualified").check()
    app = button(app, "Make a personal link")
    assert "/i/" in app.code[0].value
    with store.reading() as session:
        found = reviews.reviewers(session, study_id=1, now=NOW)
    assert [(one.name, one.module, one.qualified) for one in found][-1] == ("Boaz", "millers", True)


def test_somebody_invited_is_asked_for_another_charter_too(store: Store, login: str) -> None:
    app = show("charters", store, login)
    app.selectbox(key="charter_module").set_value("millers").run()
    app.checkbox(key="also_millers").check()
    app = button(app, "Ask them")
    assert "Ruth will find it behind their link." in words(app)
    with store.reading() as session:
        found = reviews.reviewers(session, study_id=1, now=NOW)
    assert [(one.name, one.module, one.qualified) for one in found][-1] == ("Ruth", "millers", True)


def test_qualification_is_recorded(store: Store, login: str) -> None:
    app = button(show("charters", store, login), "Record as not qualified", 1)
    assert "Naomi is recorded as not qualified" in words(app)
    with store.reading() as session:
        assert [one.qualified for one in reviews.reviewers(session, study_id=1, now=NOW)] == [True, False]


def test_a_comment_is_answered_in_words(store: Store, login: str) -> None:
    app = show("charters", store, login)
    app = button(app, "Answer")
    assert "Please answer in words" in words(app)
    assert "Please say what became of it" in words(app)
    key = next(one.key for one in app.radio if one.key and one.key.startswith("became_"))
    app.radio(key=key).set_value("taken_up")
    app.text_area(key=key.replace("became", "words")).set_value("It says so now.")
    app = button(app, "Answer")
    assert "1 of 2 are answered" in words(app)
    with store.reading() as session:
        answered = [one.reply for one in review_comments.comments(session, study_id=1) if one.reply]
    assert [(one.outcome, one.words) for one in answered] == [("taken_up", "It says so now.")]


def test_an_edit_is_shown_with_what_it_costs_before_it_is_put_in_force(store: Store) -> None:
    def approved(session: Session) -> str:
        study_id = a_chartered_study(session)
        ruth, _ = a_reviewer(session, study_id)
        agree_to_all(session, ruth)
        signed(session, ruth)
        return signed_in(session, study_id, "owner")

    app = show("charters", store, in_store(store, approved))
    box = app.text_area(key="charter_text_1_bakers")
    assert box.value == TEXT
    box.set_value(TEXT.replace("2. Salt", "1. Salt")).run()
    assert "found the clause number 1 again" in words(app)
    assert "Put this text in force" not in [one.label for one in app.button]
    app.text_area(key="charter_text_1_bakers").set_value(EDITED).run()
    assert "Changed: Clause 2" in words(app)
    assert "One approval of the text in force will not count until renewed." in words(app)
    app.text_input(key="charter_note_1_bakers").set_value("A little only.")
    app = button(app, "Put this text in force")
    assert "Version 2" in words(app)
    assert "signed version 1 (approved), not yet the present text" in words(app)
    reminder = next(str(one.value) for one in app.code)
    assert "The text has changed since in one place." in reminder
    with store.reading() as session:
        assert charters.in_force(session, study_id=1)["bakers"].note == "A little only."


def test_a_charter_that_an_owner_of_another_study_sends_is_refused(store: Store, login: str) -> None:
    app = show("charters", store, login)
    in_store(store, lambda session: put(session, 1, EDITED))
    app.text_area(key="charter_text_1_bakers").set_value(TEXT + "\n4. Late.\n").run()
    assert "Version 2" in words(app)
    assert "Changed: Clause 2" in words(app)


def test_how_far_is_said_without_what_was_written(store: Store) -> None:
    with store.writing() as session:
        _, (ruth, naomi) = a_board(session)
        board = charters_board.board(session, study_id=1, now=NOW)
        assert board is not None
        one = board.of(board.benchmark.modules[0])
    said = {reviewer.name: charters_board.how_far(reviewer, one, NOW) for reviewer in one.reviewers}
    assert said == {
        "Ruth": "changes requested, signed just now",
        "Naomi": "has written on one place, last just now; not signed",
    }
    assert ruth.qualified
    assert naomi.qualified
