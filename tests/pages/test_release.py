"""The page Release: for the owner alone, after scoring has ended; who takes something is looked at at that moment."""

import zipfile
from io import BytesIO

import pytest

from pages.release import bundle_for, file_for
from store import events, people, studies
from store.engine import Session, Store, StoreError
from tests.pages.scored import a_scored_study
from tests.pages.showing import in_store, show, signed_in, title, words
from tests.store.a_study import NOW


def ended(session: Session, role: str = "owner") -> str:
    study_id = a_scored_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def buttons(store: Store, login: str | None) -> list[str]:
    return [one.proto.label for one in show("release", store, login).get("download_button")]


def test_the_owner_sees_what_goes_out_and_what_stays(store: Store) -> None:
    app = show("release", store, in_store(store, ended))
    assert title(app) == "Release"
    said = words(app)
    assert "names of people: they are numbered" in said
    assert "Invented; claims nothing." in said
    assert "Download the bundle (ZIP)" in buttons(store, in_store(store, lambda s: signed_in(s, 1, "owner", "Two")))


def test_nothing_can_be_taken_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    assert buttons(store, login) == []
    with pytest.raises(StoreError, match="results leave only when scoring is closed"):
        bundle_for(store, login, 1, named=False)


@pytest.mark.parametrize("role", ["scorer", "researcher", "reviewer"])
def test_nobody_else_sees_the_page_or_takes_a_file(store: Store, role: str) -> None:
    login = in_store(store, lambda session: ended(session, role))
    app = show("release", store, login)
    assert title(app) == "This page is not open to you"
    assert not app.get("download_button")
    for named in (True, False):
        with pytest.raises(StoreError, match="not open to you"):
            bundle_for(store, login, 1, named=named)
        with pytest.raises(StoreError, match="not open to you"):
            file_for(store, login, 1, "report.html", named=named)


def test_a_stranger_and_an_owner_of_another_study_take_nothing(store: Store) -> None:
    in_store(store, ended)
    with pytest.raises(StoreError):
        bundle_for(store, None, 1, named=False)
    other = in_store(store, lambda session: signed_in(session, a_second_study(session), "owner"))
    with pytest.raises(StoreError, match="not open to you"):
        bundle_for(store, other, 1, named=False)


def a_second_study(session: Session) -> int:
    from tests.store.a_study import a_draft

    return a_draft(session, slug="autumn")


def test_a_revoked_owner_takes_nothing_more_although_it_was_made_before(store: Store) -> None:
    login = in_store(store, ended)
    assert file_for(store, login, 1, "report.html", named=False).startswith(b"<!doctype html>")
    with store.writing() as session:
        invitation = int(people.invitations(session, study_id=1)["invitation"].iloc[0])
        people.revoke(session, invitation_id=invitation, by=None, now=NOW)
    with pytest.raises(StoreError, match="not open to you"):
        file_for(store, login, 1, "report.html", named=False)


def test_each_download_stands_in_the_log_with_who_took_it(store: Store) -> None:
    login = in_store(store, ended)
    content = bundle_for(store, login, 1, named=True)
    file_for(store, login, 1, "data/scores.csv", named=False)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert "manifest.json" in archive.namelist()
    with store.reading() as session:
        log = events.log(session, study_id=1)
    assert log["act"].tolist()[:2] == ["released a file", "released a bundle"]
    assert log["who"].tolist()[:2] == ["Owner", "Owner"]
    assert log["details"][0] == {"file": "data/scores.csv", "systems_named": False}
    app = show("release", store, login)
    assert log["details"][1]["receipt"] in "".join(words(app).split())


def test_a_file_that_a_study_does_not_have_is_refused_in_words(store: Store) -> None:
    login = in_store(store, ended)
    with pytest.raises(StoreError, match=r"this study has no figures/nothing\.svg"):
        file_for(store, login, 1, "figures/nothing.svg", named=False)
