"""Charters come in whole or not at all, on both databases; the newest is in force and every version stays."""

import pytest
from sqlmodel import select

from store import charters, events, run_targets
from store.engine import Session, StoreError
from store.tables import Charter
from tests.store.a_review import EDITED, TEXT, a_charter, a_chartered_study, put
from tests.store.a_study import NOW


def in_force(session: Session, study_id: int) -> dict[str, tuple[int, str]]:
    found = charters.in_force(session, study_id=study_id)
    asked = run_targets.charters(session, study_id=study_id)
    assert {module: one.hash for module, one in found.items()} == {
        module: hash_ for module, (hash_, _) in asked.items()
    }
    return {module: (one.version, one.text) for module, one in found.items()}


def test_the_newest_is_in_force_and_every_version_stays(session: Session) -> None:
    study_id = a_chartered_study(session)
    put(session, study_id, TEXT)
    assert in_force(session, study_id) == {"bakers": (1, TEXT)}
    put(session, study_id, EDITED, note=" A little only. ")
    assert in_force(session, study_id) == {"bakers": (2, EDITED)}
    kept = charters.versions(session, study_id=study_id)
    assert [(one.version, one.text, one.note) for one in kept] == [(1, TEXT, ""), (2, EDITED, "A little only.")]
    log = events.log(session, study_id=study_id)
    assert list(log["act"]).count("added charter") == 2


def test_an_earlier_text_comes_back_as_a_version_of_its_own(session: Session) -> None:
    study_id = a_chartered_study(session)
    for text in (EDITED, TEXT):
        put(session, study_id, text)
    assert in_force(session, study_id) == {"bakers": (3, TEXT)}
    first, _, third = charters.versions(session, study_id=study_id)
    assert first.hash == third.hash


def test_with_an_unknown_module_or_an_odd_note_nothing_comes_in(session: Session) -> None:
    study_id = a_chartered_study(session, text=None)
    taken = {"pagan": a_charter(), "bakers": a_charter()}
    with pytest.raises(StoreError) as refused:
        charters.take_in_charters(
            session, study_id=study_id, charters=taken, by=None, now=NOW, note="a\x00" + "b" * 3000
        )
    assert [problem.split(";")[0] for problem in refused.value.problems] == [
        "there is no module 'pagan'",
        "what is new takes 3,002 characters",
        "there is a hidden character in what is new (U+0000)",
    ]
    assert in_force(session, study_id) == {}


def test_two_owners_do_not_replace_a_text_that_one_of_them_never_saw(session: Session) -> None:
    study_id = a_chartered_study(session)
    seen = a_charter(TEXT).hash
    put(session, study_id, EDITED, replacing={"bakers": seen})
    with pytest.raises(StoreError, match="version 2 was put in force meanwhile"):
        put(session, study_id, TEXT + "\n4. Late.\n", replacing={"bakers": seen})
    assert in_force(session, study_id) == {"bakers": (2, EDITED)}


def test_each_study_and_module_counts_its_own_versions(session: Session) -> None:
    first, second = a_chartered_study(session), a_chartered_study(session, "autumn")
    put(session, first, EDITED)
    put(session, first, TEXT, "millers")
    assert [one.version for one in charters.versions(session, study_id=first)] == [1, 2, 1]
    assert [one.version for one in charters.versions(session, study_id=second)] == [1]
    assert len(session.exec(select(Charter)).all()) == 4
