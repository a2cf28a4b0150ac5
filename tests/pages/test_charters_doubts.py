"""Clauses that scorers found unclear: in their words, without a name, and the owner's answer to them."""

import pytest
from streamlit.testing.v1 import AppTest

from store import clause_doubts
from store.engine import Session, Store
from tests.pages.showing import in_store, show, signed_in, source, words
from tests.store.a_gap import person
from tests.store.test_duties import a_guild, unclear

HOSTILE = "What salt? <b>x</b> ![x](http://evil.example/x.png)"


def doubted(session: Session) -> str:
    """Ruth and Boaz each called truth unclear because of a clause."""
    study_id = a_guild(session)
    for name, clause in (("Ruth", "2"), ("Boaz", "3")):
        unclear(session, person(session, study_id, name, modules=("bakers",)), clause, why=HOSTILE)
    return signed_in(session, study_id, "owner")


def answered(app: AppTest, number: int, outcome: str | None, reply: str) -> AppTest:
    key = [one.key for one in app.radio if one.key and one.key.startswith("came_")][number]
    app.radio(key=key).set_value(outcome)
    app.text_area(key=key.replace("came_", "said_")).set_value(reply)
    return [one for one in app.button if one.label == "Answer"][number].click().run()


@pytest.fixture
def board(store: Store) -> AppTest:
    return show("charters", store, in_store(store, doubted))


def test_doubts_show_as_they_were_typed_and_nobody_is_named(board: AppTest) -> None:
    page = words(board)
    assert "0 of 2 are answered." in page
    assert f"Clause 2 a scorer, on version 1, scoring “Truth” {HOSTILE}" in page
    assert page.count(HOSTILE) == 2
    assert not [name for name in ("Ruth", "Boaz", "<b>x") if name in source(board)]
    assert not [one for one in board.markdown if "evil" in str(one.value)]


def test_an_answer_is_kept_for_the_scorer_and_what_is_open_comes_first(store: Store, board: AppTest) -> None:
    page = words(answered(board, 0, "answered", "Sea salt."))
    assert "Your answer is kept." in page
    assert "1 of 2 are answered." in page
    assert page.index("Clause 3 a scorer") < page.index("Clause 2 a scorer") < page.index("Sea salt.")
    with store.reading() as session:
        replies = [one.reply for one in clause_doubts.doubts(session, study_id=1)]
    assert [(one.outcome, one.words) for one in replies if one] == [("answered", "Sea salt.")]


def test_an_answer_without_words_or_outcome_is_refused_and_nothing_kept(board: AppTest) -> None:
    page = words(answered(board, 0, None, " "))
    assert "Please say what became of it. Please answer in words; whoever wrote the comment reads them." in page
    assert "0 of 2 are answered." in page


def test_a_charter_that_nobody_found_unclear_says_nothing_of_it(store: Store, board: AppTest) -> None:
    board.selectbox(key="charter_module").set_value("millers").run()
    assert "Unclear to scorers" not in [one.value for one in board.subheader]
