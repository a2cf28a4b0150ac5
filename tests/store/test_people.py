"""Who comes in: a link opens for one person on any device until it is revoked or expires, and for nobody else."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from store import people, verdicts
from store.engine import Session, StoreError
from store.events import log
from store.people import Person
from store.tables import Declaration, Invitation, Login, Rater
from tests.store.a_study import NOW, a_draft

HOUR = timedelta(hours=1)
ODD_NAMES = ["*", "../x", "%", "Ruth", "Ruth", "Ruth ", " Ruth", "'; DROP TABLE rater; --", "שרה", "null"]


def invite(session: Session, study_id: int | None, name: str = "Ruth", role: str = "scorer", **more: object) -> str:
    return people.invite(session, study_id=study_id, name=name, role=role, now=NOW, **more)  # type: ignore[arg-type]


def open_link(session: Session, token: str, *, at: datetime = NOW) -> str | None:
    return people.open_invitation(session, token=token, now=at)


def who(session: Session, cookie: str | None, *, at: datetime = NOW) -> Person | None:
    return people.who(session, cookie_hash=people.hashed(cookie or ""), now=at)


def invitation_id(session: Session, token: str) -> int:
    query = select(Invitation.id).where(Invitation.token_hash == people.hashed(token))
    return session.exec(query).one() or 0


def test_a_link_leads_to_its_person(session: Session) -> None:
    study_id = a_draft(session)
    token = invite(session, study_id, " Ruth ", "researcher")
    person = who(session, open_link(session, token))
    assert person is not None
    assert (person.name, person.role, person.study_id) == ("Ruth", "researcher", study_id)
    assert person.invitation_id == invitation_id(session, token)


def test_tokens_and_cookies_have_256_bits_and_only_their_hashes_are_kept(session: Session) -> None:
    """32 bytes in URL-safe base 64 without padding are 43 characters."""
    token = invite(session, None, role="owner")
    cookie = open_link(session, token)
    assert cookie is not None
    assert (len(token), len(cookie)) == (43, 43)
    kept = [*session.exec(select(Invitation.token_hash)).all(), *session.exec(select(Login.cookie_hash)).all()]
    assert kept == [people.hashed(token), people.hashed(cookie)]


def test_a_link_opens_again_on_another_device(session: Session) -> None:
    token = invite(session, a_draft(session))
    cookies = [open_link(session, token) for _ in range(3)]
    assert len(set(cookies)) == 3
    assert len({who(session, cookie) for cookie in cookies}) == 1


def test_asking_whether_a_link_is_good_changes_nothing(session: Session) -> None:
    token = invite(session, a_draft(session))
    assert people.invitation_is_good(session, token=token, now=NOW)
    assert not people.invitation_is_good(session, token="forged", now=NOW)
    assert session.exec(select(Login)).all() == []


@pytest.mark.parametrize("token", ["", "*", "../x", "%", "forged", "a" * 100_000, "\x00", "שלום"])
def test_a_forged_link_opens_nothing(session: Session, token: str) -> None:
    invite(session, a_draft(session))
    assert open_link(session, token) is None
    assert who(session, token) is None
    assert session.exec(select(Login)).all() == []


def test_the_hash_that_is_kept_opens_nothing(session: Session) -> None:
    token = invite(session, a_draft(session))
    cookie = open_link(session, token)
    assert open_link(session, people.hashed(token)) is None
    assert who(session, people.hashed(cookie or "")) is None


def test_a_revoked_link_opens_nothing_and_ends_every_login_it_made(session: Session) -> None:
    study_id = a_draft(session)
    token, other = invite(session, study_id), invite(session, study_id, "Naomi")
    cookies = [open_link(session, token), open_link(session, token)]
    naomi = open_link(session, other)
    people.revoke(session, invitation_id=invitation_id(session, token), by=None, now=NOW)
    session.flush()
    assert [who(session, cookie) for cookie in cookies] == [None, None]
    assert open_link(session, token) is None
    assert who(session, naomi) is not None
    assert log(session, study_id=study_id).iloc[0]["act"] == "revoked"


def test_revoking_twice_or_nothing_at_all_changes_nothing(session: Session) -> None:
    study_id = a_draft(session)
    number = invitation_id(session, invite(session, study_id))
    people.revoke(session, invitation_id=number, by=None, now=NOW)
    before = len(log(session, study_id=study_id))
    people.revoke(session, invitation_id=number, by=None, now=NOW + HOUR)
    people.revoke(session, invitation_id=987_654, by=None, now=NOW)
    assert len(log(session, study_id=study_id)) == before
    assert session.exec(select(Invitation.revoked_at)).all() == [NOW]


def test_an_expired_link_opens_nothing_and_its_logins_end_with_it(session: Session) -> None:
    """Two days: the last moment it is good is just before the end of the second."""
    token = invite(session, a_draft(session), days=2)
    cookie = open_link(session, token)
    end = NOW + timedelta(days=2)
    assert who(session, cookie, at=end - timedelta(microseconds=1)) is not None
    assert who(session, cookie, at=end) is None
    assert open_link(session, token, at=end) is None


def test_signing_out_ends_this_browser_only(session: Session) -> None:
    token = invite(session, a_draft(session))
    here, there = open_link(session, token), open_link(session, token)
    people.log_out(session, cookie=here or "", now=NOW)
    people.log_out(session, cookie="", now=NOW)
    assert who(session, here) is None
    assert who(session, there) is not None
    assert open_link(session, token) is not None


def test_nobody_comes_in_by_their_name(session: Session) -> None:
    """Field case 45: odd names, and two people of one name, are so many people."""
    study_id = a_draft(session)
    tokens = [invite(session, study_id, name) for name in ODD_NAMES]
    found = [who(session, open_link(session, token)) for token in tokens]
    assert [person.name for person in found if person] == [name.strip() for name in ODD_NAMES]
    assert len({person.rater_id for person in found if person}) == len(ODD_NAMES)
    assert len(set(session.exec(select(Rater.key)).all())) == len(ODD_NAMES)
    for name in ODD_NAMES:
        assert open_link(session, name) is None
        assert who(session, name) is None


def test_the_same_key_is_the_same_person_with_another_link(session: Session) -> None:
    study_id = a_draft(session)
    first, second = (invite(session, study_id, "Ruth", key="R1") for _ in range(2))
    other = invite(session, a_draft(session, slug="other"), "Ruth", key="R1")
    persons = [who(session, open_link(session, token)) for token in (first, second, other)]
    assert len({person.rater_id for person in persons if person}) == 2
    assert persons[0] is not None
    assert persons[1] is not None
    assert persons[0].rater_id == persons[1].rater_id


def test_a_person_is_never_given_the_key_of_a_judge(session: Session) -> None:
    study_id = a_draft(session)
    verdicts.judge(session, study_id=study_id, name="Hollin", family="", model="", now=NOW)
    with pytest.raises(StoreError, match="'Hollin' is an LLM judge of this study; only people are invited"):
        invite(session, study_id, "Hollin", key="Hollin")


def test_every_problem_of_an_invitation_is_named(session: Session) -> None:
    with pytest.raises(StoreError) as error:
        invite(session, None, " \t", "king", days=0)
    assert list(error.value.problems) == [
        "a name is needed, so that you can tell your people apart",
        "role 'king' is unknown; allowed: owner, researcher, scorer, reviewer",
        "a king is invited to one study; only an owner may have all",
        "an invitation lasts at least 1 day; found 0",
    ]
    assert session.exec(select(Rater)).all() == []
    with pytest.raises(StoreError, match=r"hidden character that cannot be saved \(U\+0000\)"):
        invite(session, None, "Ru\x00th", "owner")


def test_an_owner_of_all_has_no_study_and_a_scorer_always_one(session: Session) -> None:
    person = who(session, open_link(session, invite(session, None, "Anna", "owner")))
    assert person is not None
    assert (person.role, person.study_id) == ("owner", None)
    with pytest.raises(StoreError, match="a scorer is invited to one study"):
        invite(session, None)


def test_the_last_declaration_counts_and_the_earlier_ones_stay(session: Session) -> None:
    person = who(session, open_link(session, invite(session, a_draft(session))))
    assert person is not None
    said = [people.may_score(session, rater_id=person.rater_id)]
    for consented, can_score in ((True, False), (False, True), (True, True), (False, False)):
        said_now = Declaration(rater_id=person.rater_id, consented=consented, can_score=can_score, declared_at=NOW)
        people.declare(session, declaration=said_now)
        said.append(people.may_score(session, rater_id=person.rater_id))
    assert said == [None, False, False, True, False]
    assert len(session.exec(select(Declaration)).all()) == 4


def test_the_owner_sees_the_links_of_one_study(session: Session) -> None:
    study_id, other = a_draft(session), a_draft(session, slug="other")
    token = invite(session, study_id)
    invite(session, study_id, "Naomi", "researcher")
    invite(session, other, "Orpah")
    open_link(session, token)
    people.revoke(session, invitation_id=invitation_id(session, token), by=None, now=NOW + HOUR)
    session.flush()
    links = people.invitations(session, study_id=study_id)
    assert list(links[["name", "role"]].itertuples(index=False, name=None)) == [
        ("Ruth", "scorer"),
        ("Naomi", "researcher"),
    ]
    assert list(links["opened"]) == [True, False]
    assert links["revoked_at"][0] == NOW + HOUR
