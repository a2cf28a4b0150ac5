"""The scorer's first visit: consent and standpoint before the first score, and changing them later."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages import welcome
from store import people
from store.engine import Store, StoreError
from tests.pages.showing import in_store, show, signed_in, source, title, words
from tests.store.a_study import NOW, a_draft, an_open_study

HOSTILE = "<script>alert(1)</script> ![x](http://evil.example/x.png)"


def newcomer(store: Store, **changes: object) -> str:
    return in_store(store, lambda session: signed_in(session, an_open_study(session, **changes), "scorer"))


def may_score(store: Store, login: str) -> bool | None:
    with store.reading() as session:
        person = people.who(session, cookie_hash=login, now=NOW)
        assert person is not None
        return people.may_score(session, rater_id=person.rater_id)


def answer(app: AppTest, *, consent: bool, lane: str | None, **texts: str) -> AppTest:
    if consent:
        app.checkbox(key="consent").check()
    if lane:
        app.radio(key="lane").set_value(lane)
    for key, text in texts.items():
        (app.text_area if key == "conflict" else app.text_input)(key=key).set_value(text)
    return app.button[0].click().run()


def test_the_first_visit_asks_and_preselects_nothing(store: Store) -> None:
    app = show("welcome", store, newcomer(store))
    assert title(app) == "Welcome, and thank you"
    assert app.checkbox(key="consent").value is False
    assert app.radio(key="lane").value is None
    assert "Everyday judgement." in words(app)


def test_who_consents_and_can_score_may_score(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=True, lane=welcome.YES)
    assert title(app) == "About this study"
    assert may_score(store, login) is True


def test_who_answers_nothing_is_told_everything_that_is_missing(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=False, lane=None)
    assert "say whether you can score" in words(app)
    assert "tick the box" in words(app)
    assert may_score(store, login) is None


def test_who_does_not_agree_cannot_score(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=False, lane=welcome.YES)
    assert "tick the box" in words(app)
    assert may_score(store, login) is None


def test_who_cannot_score_from_there_is_thanked_and_stops(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=False, lane=welcome.NO)
    assert title(app) == "Thank you for saying so"
    assert may_score(store, login) is False
    assert title(show("welcome", store, login)) == "Thank you for saying so"


def test_a_mistake_can_be_put_right(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=False, lane=welcome.NO)
    app.button(key="change").click().run()
    assert title(app) == "Your answers again"
    app = answer(app, consent=True, lane=welcome.YES)
    assert title(app) == "About this study"
    assert may_score(store, login) is True


def test_who_may_score_can_answer_again(store: Store) -> None:
    login = newcomer(store)
    app = answer(show("welcome", store, login), consent=True, lane=welcome.YES)
    app.button(key="change").click().run()
    assert title(app) == "Your answers again"
    assert may_score(store, login) is True


def test_nothing_about_a_person_is_kept_without_consent() -> None:
    given = {"consent": False, "lane": welcome.NO, "conflict": "A", "tradition": "B", "qualification": "C"}
    kept = welcome.declaration(given, 1)
    assert (kept.conflict, kept.tradition, kept.qualification) == ("", "", "")
    assert (kept.consented, kept.can_score) == (False, False)


def test_what_was_written_is_kept_without_its_outer_blanks() -> None:
    given = {"consent": True, "lane": welcome.YES, "conflict": "  I know one. ", "tradition": "", "qualification": None}
    kept = welcome.declaration(given, 1)
    assert (kept.conflict, kept.tradition, kept.qualification) == ("I know one.", "", "")


def test_a_forged_answer_is_no_answer() -> None:
    with pytest.raises(StoreError, match="say whether you can score"):
        welcome.declaration({"consent": True, "lane": "HACK"}, 1)


def test_what_was_declared_is_shown_to_the_person_as_it_was_typed(store: Store) -> None:
    app = answer(show("welcome", store, newcomer(store)), consent=True, lane=welcome.YES, conflict=HOSTILE)
    assert f"What could sway you {HOSTILE}" in words(app)
    assert "Your tradition or church not given" in words(app)
    assert "<script" not in source(app)


def test_a_title_and_a_note_are_shown_as_they_are_typed(store: Store) -> None:
    app = show("welcome", store, newcomer(store, title=HOSTILE, note=HOSTILE))
    assert words(app).count(HOSTILE) == 2
    assert "<script" not in source(app)
    assert "<img" not in source(app)


def test_the_invented_are_marked(store: Store) -> None:
    assert "Invented for demonstration" in words(show("welcome", store, newcomer(store, invented=True)))


def test_a_study_in_preparation_can_be_read_about(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_draft(session), "scorer"))
    assert "Being prepared" in words(show("welcome", store, login))


def test_the_keys_are_those_of_the_ballot() -> None:
    ballot = (Path(welcome.__file__).parent / "ballot" / "words.js").read_text(encoding="utf-8")
    named = [re.sub(r"[,\s]+", " ", key) for key, _ in welcome.KEYS]
    assert named == [re.sub(r"\s+", " ", key) for key in re.findall(r'^  \["([^"]+)", "', ballot, re.MULTILINE)[-9:]]
