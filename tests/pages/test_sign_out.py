"""Signing out ends one browser's login in the store."""

from pages.sign_out import end_login
from store import people
from store.engine import Session, Store
from tests.pages.showing import CENTURY, in_store
from tests.store.a_study import NOW, a_draft


def two_browsers(session: Session) -> list[str]:
    token = people.invite(session, study_id=a_draft(session), name="A", role="owner", now=NOW, days=CENTURY)
    return [people.open_invitation(session, token=token, now=NOW) or "" for _ in range(2)]


def test_one_login_ends_and_the_other_stays(store: Store) -> None:
    here, elsewhere = in_store(store, two_browsers)
    end_login(store, here)
    with store.reading() as session:
        assert people.who(session, cookie_hash=people.hashed(here), now=NOW) is None
        assert people.who(session, cookie_hash=people.hashed(elsewhere), now=NOW) is not None


def test_without_a_cookie_nobody_is_signed_out(store: Store) -> None:
    here, _ = in_store(store, two_browsers)
    end_login(store, None)
    with store.reading() as session:
        assert people.who(session, cookie_hash=people.hashed(here), now=NOW) is not None
