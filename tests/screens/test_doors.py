"""Doors that stay shut: pages without a role, links that are forged or revoked, text that would do harm."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlmodel import select

from store import people, queue, responses, studies
from store.responses import Intake, NewPrompt, NewResponse, NewSystem
from store.tables import Invitation, Study
from tests.screens.conftest import Running, rater_of
from tests.screens.scoring import at

Enter = Callable[..., Page]
PATHS = (
    "",
    "progress",
    "prepare",
    "people",
    "import",
    "judging",
    "release",
    "agreement",
    "axis",
    "how_many_more",
    "judges",
    "systems",
    "disagreements",
    "charters",
    "review",
)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HARMFUL = """# A heading
<script>document.title = 'owned'</script><img src=x onerror="document.title='owned'">
![picture](https://example.org/track.png) [a link](https://example.org/) https://example.org/bare
[click](javascript:document.title='owned')

| a | b |
|---|---|
| 1 | <b onmouseover="document.title='owned'">2</b> |

> quoted **strongly**

```
<style>body{display:none}</style>
```

שלום עולם, ἐν ἀρχῇ ἦν ὁ λόγος
"""


@pytest.mark.parametrize("path", PATHS)
def test_the_first_request_to_a_fresh_process_shows_nothing_without_a_role(
    running: Running, browser: Browser, path: str
) -> None:
    running.server.restart()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/{path}")
    expect(page.get_by_text("personal link").first).to_be_visible(timeout=20_000)
    words = page.locator("body").inner_text()
    context.close()
    assert "Ruth" not in words
    assert "Krippendorff" not in words


def test_a_scorer_reaches_no_page_of_another_role(running: Running, enter: Enter) -> None:
    page = enter(running.server.port, running.scorer("Curious"))
    at(page, 1)
    for path in PATHS[1:]:
        page.goto(f"http://127.0.0.1:{running.server.port}/{path}")
        at(page, 1)
        assert "Ruth" not in page.locator("body").inner_text(), path


def test_a_link_leaves_no_trace_in_address_or_history(running: Running, enter: Enter) -> None:
    token = running.scorer("Private")
    page = enter(running.server.port, token)
    at(page, 1)
    assert token not in page.url
    page.go_back()
    assert token not in page.url
    cookies = page.context.cookies()
    assert [one["httpOnly"] for one in cookies if one["name"] == "second_reader"] == [True]
    assert token not in str(cookies)


def test_a_forged_link_learns_nothing(running: Running, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running.server.port}/i/forged")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="This link does not open anything")).to_be_visible()
    context.close()


def test_a_revoked_link_ends_at_the_next_act(running: Running, enter: Enter) -> None:
    token = running.scorer("Leaving")
    page = enter(running.server.port, token)
    at(page, 1)
    with running.store.writing() as session:
        invitation = session.exec(select(Invitation.id).where(Invitation.token_hash == people.hashed(token))).one()
        people.revoke(session, invitation_id=invitation or 0, by=None, now=datetime.now(UTC))
    page.keyboard.press("2")
    expect(page.get_by_role("alert").filter(has_text="signed out")).to_be_visible()
    page.reload()
    expect(page.get_by_text("personal link").first).to_be_visible()


def a_study_with(running: Running, text: str) -> str:
    """Open a study with one response of this text and return a scorer's link."""
    with running.store.writing() as session:
        benchmark = session.exec(select(Study.benchmark_hash)).first()
        plan = studies.StudyPlan(slug=f"one-{len(studies.list_studies(session))}", title="One response", seed="1")
        study_id = studies.create_study(session, plan=plan, benchmark_hash=benchmark or "", now=NOW)
        intake = Intake([NewPrompt("P", text)], [NewSystem("S")], [NewResponse("P", "S", text)])
        responses.take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
        marks = [int(one) for one in responses.marks(session, study_id=study_id)["mark"]]
        responses.decide_marks(session, study_id=study_id, mark_ids=marks, decision="keep", by=None, now=NOW)
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
    running_there = Running(running.server, running.store, study_id)
    return running_there.scorer("Reader")


def test_the_text_of_a_response_can_do_nothing(running: Running, browser: Browser) -> None:
    token = a_study_with(running, HARMFUL)
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    origin = f"http://127.0.0.1:{running.server.port}/"
    page.goto(f"{origin}i/{token}")
    page.get_by_role("button", name="Open").click()
    at(page, 1, total=1)
    shown = page.locator(".response")
    assert page.title() != "owned"
    assert shown.locator("script, img, a, style, iframe, [onerror], [onmouseover]").count() == 0
    assert shown.locator("table, blockquote, pre, h4, strong").count() == 5
    expect(shown).to_contain_text("![picture](https://example.org/track.png)")
    hebrew = shown.locator("p", has_text="שלום")
    assert hebrew.evaluate("node => getComputedStyle(node).direction") == "rtl"
    local = (origin, origin.replace("http", "ws"), "data:", "blob:")
    assert [one for one in asked if not one.startswith(local)] == []
    context.close()


def test_a_very_long_response_is_on_the_screen_with_its_rubric(running: Running, enter: Enter) -> None:
    page = enter(running.server.port, a_study_with(running, "word and deed, " * 2000))
    at(page, 1, total=1)
    expect(page.locator(".reading")).to_be_in_viewport(ratio=1)
    expect(page.locator("fieldset").first.locator("legend")).to_be_in_viewport()


def test_a_scorer_without_responses_is_told_what_comes(running: Running, enter: Enter) -> None:
    with running.store.writing() as session:
        token = people.invite(session, study_id=running.study_id, name="Early", role="scorer", now=datetime.now(UTC))
        rater_id = rater_of(session, token)
        assert queue.standing(session, rater_id=rater_id).total == 0
        from store.tables import Declaration

        people.declare(
            session, declaration=Declaration(rater_id=rater_id, consented=True, can_score=True, declared_at=NOW)
        )
    page = enter(running.server.port, token)
    expect(page.get_by_text("There is nothing to score yet")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("heading", name="Your responses")).to_be_visible()
