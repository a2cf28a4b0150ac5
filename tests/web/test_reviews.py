"""What a reviewer's browser is given and may send: their own review alone, as safe HTML, saved and signed once."""

from collections.abc import Iterator
from typing import Any

import pytest

from rubrics.reviews import ReviewEntry
from store.engine import Store
from store.tables import ReviewDraft, ReviewerStatement, SignOff
from tests.store.a_review import EDITED, TEXT, a_charter, a_chartered_study, a_reviewer, agree_to_all, put, say, signed
from tests.store.a_study import a_store
from tests.web.a_site import Browser, Site
from web import reviews

HOSTILE = TEXT + "\n4. See ![x](http://evil.example/x.png) & [here](javascript:alert(1)). שלום\n"
NOTHING: dict[str, Any] = {
    "classification": None,
    "agreement": None,
    "comment": "",
    "proposed": "",
    "source_checked": None,
}


class Desk(Site):
    """The routes, a study with charters, and two reviewers of the bakers', Ruth and Naomi."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.app.routes.extend(reviews.routes(store))
        with store.writing() as session:
            self.study_id = a_chartered_study(session, "charters")
            self.ruths, self.ruth_token = a_reviewer(session, self.study_id, now=self.now())
            self.naomis, self.naomi_token = a_reviewer(session, self.study_id, "Naomi", now=self.now())

    def put(self, text: str) -> None:
        """Put a text in force."""
        with self.store.writing() as session:
            put(session, self.study_id, text)


@pytest.fixture
def desk(store_url: str) -> Iterator[Desk]:
    with a_store(store_url) as store:
        yield Desk(store)


@pytest.fixture
def ruth(desk: Desk) -> Browser:
    return desk.browser().sign_in(desk.ruth_token)


def a_save(desk: Desk, **changes: Any) -> dict[str, Any]:
    entry = {**NOTHING, "comment": "How much?"}
    fields = {"key": desk.ruths.key, "part": "clause", "clause": "2", "tab": "a", "sequence": 1, "revision": 0}
    return {**fields, "before": 0, "charter": a_charter().hash, "entry": entry, **changes}


def a_signature(desk: Desk, **changes: Any) -> dict[str, Any]:
    fields = {"key": desk.ruths.key, "submission": "once", "charter": a_charter().hash, "before": 0, "seen": []}
    return {**fields, "form": {"decision": "declined", "reasons": "No bread is like this."}, **changes}


def opened(browser: Browser, key: str) -> Any:
    answer = browser.get(f"/review/charter/{key}")
    assert answer.status_code == 200, answer.text
    return answer.json()["review"]


def test_a_reviewer_finds_what_they_were_asked_to_review(desk: Desk, ruth: Browser) -> None:
    found = ruth.get("/review/open").json()
    assert (found["name"], found["study"]) == ("Ruth", "Spring run")
    (line,) = found["reviews"]
    assert (line["key"], line["module"], line["clauses"], line["answered"]) == (desk.ruths.key, "Bakers", 3, 0)
    card = opened(ruth, desk.ruths.key)
    assert [one["clause"] for one in card["clauses"]] == ["1", "2", "3"]
    assert card["clauses"][1]["sources"] == ["The Old Book 3"]
    (scenario,) = card["scenarios"]
    assert (scenario["title"], scenario["classified"], scenario["expected"]) == (
        "The burnt loaf",
        "Open",
        ["Is it edible?"],
    )


def test_a_charter_is_shown_as_safe_html(desk: Desk, ruth: Browser) -> None:
    desk.put(HOSTILE)
    html = opened(ruth, desk.ruths.key)["clauses"][3]["html"]
    assert "<img" not in html
    assert "<a" not in html
    assert 'dir="auto"' in html


def test_no_reviewer_gets_a_byte_of_another(desk: Desk, ruth: Browser) -> None:
    secret = "A word of Naomi's alone"
    with desk.store.writing() as session:
        say(session, desk.naomis, ReviewEntry("1", agreement="disagree", comment=secret))
        agree_to_all(session, desk.naomis)
        signed(session, desk.naomis, "declined", reasons=secret, private_note=secret)
    ruth.get("/review/open")
    opened(ruth, desk.ruths.key)
    ruth.send("/review/draft", a_save(desk))
    ruth.send("/review/sign", a_signature(desk))
    assert ruth.get(f"/review/charter/{desk.naomis.key}").status_code == 404
    assert ruth.send("/review/draft", a_save(desk, key=desk.naomis.key)).status_code == 404
    assert ruth.send("/review/sign", a_signature(desk, key=desk.naomis.key)).status_code == 404
    seen = b"".join(ruth.seen)
    for word in (secret, "Naomi", desk.naomis.key):
        assert word.encode() not in seen.replace(f"/review/charter/{desk.naomis.key}".encode(), b"")


def test_a_save_is_kept_and_says_whether_the_text_is_still_in_force(desk: Desk, ruth: Browser) -> None:
    answer = ruth.send("/review/draft", a_save(desk)).json()
    assert (answer["revision"], answer["current"]) == (1, True)
    assert opened(ruth, desk.ruths.key)["clauses"][1]["entry"]["comment"] == "How much?"
    desk.put(EDITED)
    assert ruth.send("/review/draft", a_save(desk, clause="3")).json()["current"] is False


def test_another_window_is_told_what_is_stored(desk: Desk, ruth: Browser) -> None:
    ruth.send("/review/draft", a_save(desk))
    answer = ruth.send("/review/draft", a_save(desk, tab="b", entry=NOTHING))
    assert (answer.status_code, answer.json()["why"]) == (409, "elsewhere")
    assert answer.json()["stored"]["entry"]["comment"] == "How much?"


def test_a_signature_sent_twice_is_stored_once_and_answered_the_same(desk: Desk, ruth: Browser) -> None:
    first, again = (ruth.send("/review/sign", a_signature(desk)).json() for _ in range(2))
    assert first["signed"] == again["signed"]
    assert first["review"]["last"]["decision"] == "declined"
    assert first["reviews"][0]["signedNow"] is True
    assert len(desk.rows(SignOff)) == 1


@pytest.mark.parametrize(
    ("changes", "status", "why"),
    [
        ({"charter": "0" * 64}, 409, "outdated"),
        ({"before": 7}, 409, "signed"),
        ({"seen": [["clause", "1", 3]]}, 409, "elsewhere"),
        ({"form": {"decision": "approved"}}, 422, "incomplete"),
        ({"form": {"decision": "perhaps"}}, 422, "malformed"),
        ({"form": {}}, 422, "incomplete"),
        ({"form": {"decision": "approved", "more": 1}}, 422, "malformed"),
        ({"key": "nobody's"}, 404, "unknown"),
    ],
)
def test_what_is_not_to_be_signed_is_refused_by_its_word(
    desk: Desk, ruth: Browser, changes: dict[str, Any], status: int, why: str
) -> None:
    answer = ruth.send("/review/sign", a_signature(desk, **changes))
    assert (answer.status_code, answer.json()["why"]) == (status, why)
    assert answer.json()["problems"]
    assert desk.rows(SignOff) == []


def test_of_tradition_and_training_nothing_is_kept_without_consent(desk: Desk, ruth: Browser) -> None:
    form = {"decision": "declined", "reasons": "So.", "qualification": "Master", "tradition": "Rye", "publish": True}
    ruth.send("/review/draft", a_save(desk, part="decision", clause="", entry=form))
    (draft,) = desk.rows(ReviewDraft)
    assert (draft.entry["qualification"], draft.entry["tradition"], draft.entry["publish"]) == ("", "", False)
    ruth.send("/review/sign", a_signature(desk, form=form))
    assert desk.rows(ReviewerStatement) == []
    ruth.send("/review/sign", a_signature(desk, submission="next", before=1, form={**form, "consented": True}))
    (stated,) = desk.rows(ReviewerStatement)
    assert (stated.tradition, stated.publish, stated.publish_name) == ("Rye", True, False)


@pytest.mark.parametrize("path", ["/review/open", "/review/charter/x"])
def test_nobody_else_comes_in(desk: Desk, path: str) -> None:
    for role in ("scorer", "researcher", "owner", None):
        browser = desk.browser()
        if role:
            browser.sign_in(desk.invite(role))
        answer = browser.get(path)
        assert (answer.status_code, answer.json()["why"]) == (401, "signed out")
    reviewer = desk.browser().sign_in(desk.ruth_token)
    assert reviewer.get("/ballot/open").status_code == 401


def test_a_revoked_link_saves_and_signs_nothing(desk: Desk, ruth: Browser) -> None:
    desk.revoke(desk.ruth_token)
    for answer in (
        ruth.get("/review/open"),
        ruth.send("/review/draft", a_save(desk)),
        ruth.send("/review/sign", a_signature(desk)),
    ):
        assert answer.status_code == 401
        assert "stays on this device" in answer.json()["problems"][0]
    assert desk.rows(SignOff) == desk.rows(ReviewDraft) == []


def test_foreign_pages_and_other_shapes_are_refused(desk: Desk, ruth: Browser) -> None:
    headers = {"origin": "https://evil.example", "content-type": "application/json"}
    assert ruth.post("/review/sign", content="{}", headers=headers).status_code == 403
    for form in (
        "{}",
        a_save(desk, part="whole"),
        a_save(desk, sequence=-1),
        a_save(desk, entry={"comment": 1}),
        a_save(desk, entry={"stars": 5}),
        a_save(desk, clause="2" * 500),
        a_save(desk, entry={"comment": "x" * 20_001}),
    ):
        answer = ruth.send("/review/draft", form)
        assert (answer.status_code, answer.json()["why"]) == (422, "malformed")
    assert desk.rows(ReviewDraft) == []


def test_after_an_edit_the_card_has_the_changed_clause_and_the_answers(desk: Desk, ruth: Browser) -> None:
    with desk.store.writing() as session:
        say(session, desk.ruths, ReviewEntry("2", agreement="disagree", comment="How much?"))
        agree_to_all(session, desk.ruths)
        signed(session, desk.ruths, "changes_requested")
    desk.put(EDITED)
    card = opened(ruth, desk.ruths.key)
    assert (card["since"], card["signed"], card["signedNow"]) == ({"version": 1, "note": ""}, True, False)
    assert [one["clause"] for one in card["clauses"] if one["change"]] == ["2"]
    second = card["clauses"][1]
    assert second["change"]["runs"] == [
        ["removed", "Salt "],
        ["added", "A little salt "],
        ["same", "belongs in it."],
    ]
    assert second["earlier"]["comment"] == "How much?"
    assert second["earlier"]["reply"] is None
    assert second["entry"] == NOTHING
