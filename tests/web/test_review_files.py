"""A reviewer's packet and the file that comes back: their own alone, shown first, taken in as drafts."""

import base64
import io
from collections.abc import Iterator
from typing import Any

import pytest
from docx import Document

from files.packet_word import MEDIA
from rubrics.reviews import ReviewEntry
from store.tables import ReviewDraft, SignOff
from tests.files.packets import fill, saved
from tests.store.a_review import EDITED, agree_to_all, say, signed
from tests.store.a_study import a_store
from tests.web.a_site import Browser
from tests.web.test_reviews import Desk

FORMULA = '=HYPERLINK("http://evil.example","see")'


@pytest.fixture
def desk(store_url: str) -> Iterator[Desk]:
    with a_store(store_url) as store:
        yield Desk(store)


@pytest.fixture
def ruth(desk: Desk) -> Browser:
    return desk.browser().sign_in(desk.ruth_token)


def word(browser: Browser, desk: Desk) -> bytes:
    answer = browser.get(f"/review/packet/{desk.ruths.key}/word")
    assert answer.status_code == 200, answer.text
    return answer.content


def filled(content: bytes, **more: str) -> bytes:
    document = Document(io.BytesIO(content))
    fill(document, "Clause 2", agreement="I disagree", comment=FORMULA, **more)
    return saved(document)


def a_form(desk: Desk, file: bytes, **changes: Any) -> dict[str, Any]:
    sent = base64.b64encode(file).decode()
    return {"key": desk.ruths.key, "name": "back.docx", "content": sent} | changes


def test_the_packet_has_what_the_reviewer_wrote_and_nothing_of_others(desk: Desk, ruth: Browser) -> None:
    secret = "A word of Naomi's alone"
    with desk.store.writing() as session:
        say(session, desk.ruths, ReviewEntry("1", "settled", "agree", "Ruth's own"))
        say(session, desk.naomis, ReviewEntry("1", agreement="disagree", comment=secret))
        agree_to_all(session, desk.naomis)
        signed(session, desk.naomis, "declined", reasons=secret)
    for form in ("word", "csv", "html", "pdf"):
        answer = ruth.get(f"/review/packet/{desk.ruths.key}/{form}")
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith('attachment; filename="bakers-version-1.')
        assert answer.headers["cache-control"] == "no-store"
    csv = ruth.get(f"/review/packet/{desk.ruths.key}/csv").text
    assert "Ruth's own" in csv
    assert "Research benchmark, not a word of the guild." in csv
    document = Document(io.BytesIO(word(ruth, desk)))
    text = "\n".join(cell.text for table in document.tables for row in table.rows for cell in row.cells)
    assert "Ruth's own" in text
    for told in (csv, text, ruth.get(f"/review/packet/{desk.ruths.key}/html").text):
        assert secret not in told
        assert "eclined" not in told
        assert "0 of 2 approvals" not in told
    assert ruth.get(f"/review/packet/{desk.ruths.key}/word").headers["content-type"] == MEDIA


@pytest.mark.parametrize("form", ["exe", "..", "word.docx"])
def test_there_are_four_forms_and_no_other(desk: Desk, ruth: Browser, form: str) -> None:
    assert ruth.get(f"/review/packet/{desk.ruths.key}/{form}").status_code == 404


def test_nobody_gets_or_gives_anothers(desk: Desk, ruth: Browser) -> None:
    content = filled(word(ruth, desk))
    stranger, naomi = desk.browser(), desk.browser().sign_in(desk.naomi_token)
    assert stranger.get(f"/review/packet/{desk.ruths.key}/word").status_code == 401
    assert naomi.get(f"/review/packet/{desk.ruths.key}/word").status_code == 404
    for path in ("/review/returned", "/review/returned/take"):
        assert stranger.send(path, a_form(desk, content)).status_code == 401
        assert naomi.send(path, a_form(desk, content)).status_code == 404
        assert ruth.post(path, content="{}", headers={"origin": "http://evil.example"}).status_code == 403
    assert desk.rows(ReviewDraft) == []


def test_a_file_is_looked_at_without_keeping_anything_and_then_taken_in(desk: Desk, ruth: Browser) -> None:
    form = a_form(desk, filled(word(ruth, desk), classification="holy"))
    found = ruth.send("/review/returned", form).json()["returned"]
    assert found["fresh"] == [
        {
            "part": "clause",
            "clause": "2",
            "title": "Clause 2",
            "said": [["Do you agree?", "I disagree"], ["Comment", FORMULA]],
        }
    ]
    (problem,) = found["problems"]
    assert problem.startswith("back.docx, table 3 (Clause 2), How firmly is it held?: found 'holy'; allowed: 'Settled'")
    assert desk.rows(ReviewDraft) == []
    answer = ruth.send("/review/returned/take", form).json()
    assert (answer["taken"], answer["left"]) == (1, [])
    assert answer["review"]["clauses"][1]["entry"]["comment"] == FORMULA
    (draft,) = desk.rows(ReviewDraft)
    assert (draft.clause, draft.tab) == ("2", "file")
    assert desk.rows(SignOff) == []


def test_words_on_the_page_give_way_only_in_the_revision_that_was_seen(desk: Desk, ruth: Browser) -> None:
    content = filled(word(ruth, desk))
    with desk.store.writing() as session:
        say(session, desk.ruths, ReviewEntry("2", agreement="agree", comment="Typed."))
    found = ruth.send("/review/returned", a_form(desk, content)).json()["returned"]
    (beside,) = found["otherwise"]
    assert beside["here"] == [["Do you agree?", "I agree"], ["Comment", "Typed."]]
    assert found["fresh"] == []
    over = [["clause", "2", beside["revision"]]]
    with desk.store.writing() as session:
        say(session, desk.ruths, ReviewEntry("2", agreement="agree", comment="Typed again."))
    refused = ruth.send("/review/returned/take", a_form(desk, content, over=over)).json()
    assert (refused["taken"], refused["left"]) == (0, ["clause 2"])
    again = ruth.send("/review/returned", a_form(desk, content)).json()["returned"]["otherwise"][0]
    over = [["clause", "2", again["revision"]]]
    assert ruth.send("/review/returned/take", a_form(desk, content, over=over)).json()["taken"] == 1


def test_nothing_comes_over_what_was_signed_meanwhile(desk: Desk, ruth: Browser) -> None:
    content = filled(word(ruth, desk))
    with desk.store.writing() as session:
        agree_to_all(session, desk.ruths)
        signed(session, desk.ruths)
    answer = ruth.send("/review/returned/take", a_form(desk, content))
    assert (answer.status_code, answer.json()["why"]) == (409, "signed")


def test_an_edit_in_between_is_said(desk: Desk, ruth: Browser) -> None:
    content = filled(word(ruth, desk))
    desk.put(EDITED)
    found = ruth.send("/review/returned", a_form(desk, content)).json()["returned"]
    assert "version 2 is in force by now" in found["problems"][0]
    assert [one["clause"] for one in found["fresh"]] == ["2"]


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"content": "%%%"}, 422, "did not arrive whole"),
        ({"content": base64.b64encode(b"%PDF").decode()}, 422, "found a PDF"),
        ({"name": "x" * 201}, 422, "name"),
        ({"over": [["decision", "", 1]]}, 422, "over"),
        ({"content": "A" * 6_000_000}, 413, "too long"),
    ],
)
def test_what_cannot_be_taken_in_is_told(
    desk: Desk, ruth: Browser, changes: dict[str, Any], status: int, says: str
) -> None:
    answer = ruth.send("/review/returned/take", a_form(desk, b"", **changes))
    assert answer.status_code == status
    assert says in " ".join(answer.json()["problems"])
    assert desk.rows(ReviewDraft) == []
