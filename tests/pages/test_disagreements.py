"""Disagreements: the most disputed first, reasons side by side, an address that leads back, a discussion."""

import pytest
from streamlit.testing.v1 import AppTest

from store import frames, notes, studies
from store.engine import Session, Store
from store.unblinding import unblind
from tests.pages.scored import PEOPLE, SAID, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW

JUDGES: Scores = {"Hollin": (0, 1, 3, 0), "Marlpit": (0, 0, 3, 1)}
"""On Care, beside people's 0, 1, 2, 3: medians 0, 0.5, 3, 0.5; apart by 0, 0.5, 1, 2.5. Judges apart by 0, 1, 0, 1."""
HOSTILE = "<img src=x onerror=alert(1)> ![x](http://evil.example/x.png)"


def ended(session: Session, role: str = "researcher", *, named: bool = False) -> str:
    study_id = a_scored_study(session, PEOPLE, JUDGES)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    if named:
        unblind(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role, "Naomi")


def labels(store: Store) -> list[str]:
    with store.reading() as session:
        return sorted(frames.responses(session, study_id=1)["response"])


def opened(store: Store, login: str, **asks: str) -> AppTest:
    app = show("disagreements", store, login)
    for name, value in asks.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, app.exception
    return app


def listed(app: AppTest) -> list[str]:
    (table,) = [str(one.value) for one in app.html if "furthest apart first" in str(one.value)]
    return [without_tags(line) for line in table.split("<tr>")[2:]]


def test_nothing_shows_while_the_study_is_open_whatever_the_address_asks(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = opened(store, login, response=labels(store)[0])
    assert "Results are hidden until scoring is closed" in words(app)
    assert SAID not in source(app)
    assert "Hollin" not in source(app)


def test_the_furthest_apart_come_first(store: Store) -> None:
    found = listed(opened(store, in_store(store, ended), on="care"))
    first, second, third, fourth = labels(store)
    assert [line.split(" ")[0] for line in found] == [fourth, third, second, first]
    assert found[0].startswith(f"{fourth} Care 2.5 3, 3 0, 1 0.5")


def test_the_order_may_be_by_the_judges_among_themselves(store: Store) -> None:
    found = listed(opened(store, in_store(store, ended), on="care", between="judges"))
    assert [line.split(" ")[2] for line in found] == ["1", "1", "0", "0"]


def test_systems_are_named_only_after_unblinding(store: Store) -> None:
    login = in_store(store, ended)
    app = opened(store, login)
    assert "Alder" not in source(app)
    assert [one.key for one in app.selectbox if one.key == "system"] == []
    assert "Alder" not in source(opened(store, login, response=labels(store)[0]))
    in_store(store, lambda session: unblind(session, study_id=1, by=None, now=NOW))
    app = opened(store, login, system="Alder")
    assert len(listed(app)) == 2
    assert "Beech" not in " ".join(listed(app))


def test_an_address_opens_its_response_with_every_reason(store: Store) -> None:
    login, label = in_store(store, ended), labels(store)[3]
    app = opened(store, login, response=label)
    page = words(app)
    assert f"Response {label}" in [one.value for one in app.header]
    assert page.count(SAID) == 8
    assert "3 Rater 1" in page
    assert "0 Hollin" in page
    assert "What counts of them: 0.5." in page
    assert "Ann" not in page


def test_an_unknown_response_is_told_and_opens_nothing(store: Store) -> None:
    page = words(opened(store, in_store(store, ended), response="R-nothing"))
    assert "is not in this study" in page
    assert SAID not in page


def test_a_note_is_kept_with_its_author_and_shown_as_it_was_typed(store: Store) -> None:
    login, label = in_store(store, ended), labels(store)[0]
    app = opened(store, login, response=label)
    app.text_area[0].set_value(HOSTILE)
    app.button[0].click().run()
    assert "The note is kept." in words(app)
    assert HOSTILE in words(app)
    assert "<img" not in source(app)
    assert "Naomi, " in words(app)
    assert app.text_area[0].value == ""
    with store.reading() as session:
        assert notes.counted(session, study_id=1)["notes"].tolist() == [1]
    with_notes = listed(opened(store, login, discussed="yes"))
    assert [line.split(" ")[0] for line in with_notes] == [label]


def test_a_blank_note_is_refused_in_words_and_stays_in_its_field(store: Store) -> None:
    login = in_store(store, ended)
    app = opened(store, login, response=labels(store)[0])
    app.text_area[0].set_value("  ...  ")
    app.button[0].click().run()
    assert "Please write a sentence." in words(app)
    assert app.text_area[0].value == "  ...  "


@pytest.mark.parametrize("role", ["scorer", "reviewer"])
def test_no_address_opens_anything_to_another_role(store: Store, role: str) -> None:
    login = in_store(store, lambda session: ended(session, role))
    app = opened(store, login, response=labels(store)[0])
    assert app.title[0].value == "This page is not open to you"
    assert not app.html
