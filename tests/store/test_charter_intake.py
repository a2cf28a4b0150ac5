"""Charters come in whole or not at all, on both databases; the newest is in force and every version stays."""

import pytest
from sqlmodel import select

from rubrics.charters import Charter as CharterText
from rubrics.charters import parse_charter
from store import events, run_targets
from store.charter_intake import take_in_charters
from store.engine import Session, StoreError
from store.studies import modules_of
from store.tables import Charter
from tests.store.a_study import NOW, a_draft


def a_charter(words: str) -> CharterText:
    return parse_charter(f"# Ours\n\n1. {words}\n", "ours.md")


def take(session: Session, study_id: int, **charters: CharterText) -> tuple[str, ...]:
    return take_in_charters(session, study_id=study_id, charters=charters, by=None, now=NOW)


def in_force(session: Session, study_id: int) -> dict[str, str]:
    return {module: text for module, (_, text) in run_targets.charters(session, study_id=study_id).items()}


def test_the_newest_is_in_force_and_every_version_stays(session: Session) -> None:
    study_id = a_draft(session)
    (module,) = a_module(session, study_id)
    assert take(session, study_id, **{module: a_charter("Do good.")}) == (module,)
    assert take(session, study_id, **{module: a_charter("Do good.")}) == ()
    assert take(session, study_id, **{module: a_charter("Do better.")}) == (module,)
    assert in_force(session, study_id) == {module: "# Ours\n\n1. Do better.\n"}
    assert len(session.exec(select(Charter)).all()) == 2
    log = events.log(session, study_id=study_id)
    assert list(log["act"]).count("added charter") == 2


def test_an_earlier_text_does_not_come_back_unsaid(session: Session) -> None:
    study_id = a_draft(session)
    (module,) = a_module(session, study_id)
    for words in ("Do good.", "Do better."):
        take(session, study_id, **{module: a_charter(words)})
    with pytest.raises(StoreError, match="this text was in force before and has been replaced"):
        take(session, study_id, **{module: a_charter("Do good.")})
    assert in_force(session, study_id) == {module: "# Ours\n\n1. Do better.\n"}


def test_with_an_unknown_module_nothing_comes_in(session: Session) -> None:
    study_id = a_draft(session)
    (module,) = a_module(session, study_id)
    with pytest.raises(StoreError, match="there is no module 'pagan'; allowed: "):
        take(session, study_id, pagan=a_charter("Do good."), **{module: a_charter("Do good.")})
    assert in_force(session, study_id) == {}


def a_module(session: Session, study_id: int) -> list[str]:
    return list(modules_of(session, study_id))
