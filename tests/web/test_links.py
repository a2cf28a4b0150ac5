"""A link is opened by a click, gives nothing away before, and stays nowhere but in its person's cookie."""

from datetime import UTC, datetime
from http.cookies import SimpleCookie
from urllib.parse import quote, unquote

import pytest

from store.tables import Login
from tests.web.a_site import Browser, Site
from web.identity import COOKIE, COOKIE_SECONDS

FORGED = ["forged", "*", "..%2Fx", "a/b/c", "a" * 5000, "%00", "%D7%A9", "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"]


def test_fetching_a_link_changes_nothing(site: Site) -> None:
    visitor = site.browser()
    for _ in range(3):
        answer = visitor.get(f"/i/{site.ruth.token}")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert visitor.client.head(f"/i/{site.ruth.token}").status_code == 200
    assert site.rows(Login) == []


@pytest.mark.parametrize("token", FORGED)
def test_the_page_is_the_same_for_a_good_link_and_a_forged_one(light_site: Site, token: str) -> None:
    good = light_site.browser().get(f"/i/{light_site.ruth.token}")
    forged = light_site.browser().get(f"/i/{token}")
    assert forged.status_code == good.status_code == 200
    assert forged.text.replace(quote(unquote(token), safe=""), "TOKEN") == good.text.replace(
        light_site.ruth.token, "TOKEN"
    )
    assert "<script>" not in forged.text
    assert forged.headers["cache-control"] == good.headers["cache-control"] == "no-store"


def test_opening_a_link_leads_in_with_a_cookie_of_its_own(site: Site) -> None:
    visitor = site.browser()
    answer = visitor.post(f"/i/{site.ruth.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert site.ruth.token not in str(answer.headers)
    morsel = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "lax", "/")
    assert int(morsel["max-age"]) == COOKIE_SECONDS
    assert morsel["secure"] == ""
    assert morsel["domain"] == ""
    assert morsel.value not in (site.ruth.token, "")
    assert visitor.get("/ballot/open").status_code == 200


@pytest.mark.parametrize(
    ("address", "headers"), [("https://testserver", {}), ("http://testserver", {"x-forwarded-proto": "https"})]
)
def test_over_https_the_cookie_never_travels_in_the_open(
    light_site: Site, address: str, headers: dict[str, str]
) -> None:
    visitor = light_site.browser(address=address)
    answer = visitor.post(f"/i/{light_site.ruth.token}", headers={"origin": address, **headers})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_link_opens_again_on_another_device(site: Site) -> None:
    first, second = site.browser(site.ruth), site.browser(site.ruth)
    assert first.cookie != second.cookie
    assert [one.get("/ballot/open").status_code for one in (first, second)] == [200, 200]


def test_forged_revoked_and_expired_links_are_answered_alike(site: Site) -> None:
    revoked = site.invite("scorer")
    site.revoke(revoked)
    expired = site.invite("scorer", now=datetime(2020, 1, 1, tzinfo=UTC), days=1)
    answers = [site.browser().post(f"/i/{token}") for token in (*FORGED, revoked, expired)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert not any("set-cookie" in answer.headers for answer in answers)
    assert "Please ask the person who invited you for a new one." in answers[0].text
    assert site.rows(Login) == []


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://testserver.evil.example", "https://", ""]
)
def test_only_our_own_page_opens_a_link(light_site: Site, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    answer = light_site.browser().post(f"/i/{light_site.ruth.token}", headers=headers)
    assert answer.status_code == 403
    assert light_site.rows(Login) == []
    assert "docs/operations.md" in answer.text


def test_no_server_on_the_way_is_told_the_link_as_a_referrer(site: Site) -> None:
    # "same-origin" would send the whole address with every request for the page's own style and script.
    visitor = site.browser()
    shown, forged = visitor.get(f"/i/{site.ruth.token}"), visitor.post("/i/forged")
    foreign = visitor.post(f"/i/{site.ruth.token}", headers={"origin": "http://evil.example"})
    assert [answer.status_code for answer in (shown, forged, foreign)] == [200, 404, 403]
    assert {answer.headers["referrer-policy"] for answer in (shown, forged, foreign)} == {"strict-origin"}


def test_a_revoked_link_ends_every_browser_at_its_next_request(site: Site) -> None:
    browsers = [site.browser(site.ruth), site.browser(site.ruth)]
    site.revoke(site.ruth.token)
    assert [one.get("/ballot/open").status_code for one in browsers] == [401, 401]
    assert site.browser(site.naomi).get("/ballot/open").status_code == 200


def test_signing_out_ends_this_browser_only(site: Site) -> None:
    here, there = site.browser(site.ruth), site.browser(site.ruth)
    cookie = here.cookie
    answer = here.post("/sign-out")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert here.cookie is None
    assert with_cookie(site, cookie).get("/ballot/open").status_code == 401
    assert there.get("/ballot/open").status_code == 200


def with_cookie(site: Site, cookie: str | None) -> Browser:
    """A browser that goes on using a cookie, as a thief would."""
    thief = site.browser()
    thief.client.cookies.set(COOKIE, cookie or "")
    return thief


def test_nobody_is_signed_out_by_another_site(light_site: Site) -> None:
    visitor = light_site.browser(light_site.ruth)
    assert visitor.post("/sign-out", headers={"origin": "http://evil.example"}).status_code == 403
    assert visitor.client.get("/sign-out").status_code == 405
    assert visitor.get("/ballot/open").status_code == 200
    assert light_site.browser().post("/sign-out").status_code == 303
