"""Whatever else is sent to the ballot's routes is refused, in words, and leaves the store as it was."""

import json
from typing import Any

import pytest

from store import people
from store.tables import Declaration, Draft, Flag, Score, Sheet
from tests.store.a_study import a_scorer
from tests.web.a_site import Browser, Site, a_draft_form, a_submission_form, chosen
from web.answering import MOST_BYTES

READS = ("/ballot/open", "/ballot/place/1", "/ballot/passage/1/0")


def writes(key: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("/ballot/draft", a_draft_form(key)),
        ("/ballot/submit", a_submission_form(key)),
        ("/ballot/flag", {"key": key, "reason": "It names its maker."}),
    ]


def nothing_stored(site: Site) -> bool:
    return not any(site.rows(table) for table in (Draft, Sheet, Score, Flag))


@pytest.mark.parametrize("who", ["stranger", "owner", "owner of the study", "researcher", "reviewer", "odd cookie"])
def test_nobody_but_a_scorer_gets_anything(site: Site, who: str) -> None:
    visitor = site.browser()
    if who == "odd cookie":
        visitor.client.cookies.set("second_reader", "forged")
    elif who != "stranger":
        visitor.sign_in(site.invite(who.split(maxsplit=1)[0], everywhere=who == "owner"))
    answers = [visitor.get(path) for path in READS]
    answers += [visitor.send(path, form) for path, form in writes(site.ruth.keys[0])]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.text for answer in answers} == {
        '{"why":"signed out","problems":["You are signed out here. Open your personal link again; nothing is lost."],'
        '"stored":null}'
    }
    assert nothing_stored(site)


@pytest.mark.parametrize("declared", [None, (False, True), (True, False)])
def test_nobody_scores_who_has_not_consented_and_said_that_they_can(
    site: Site, declared: tuple[bool, bool] | None
) -> None:
    with site.store.writing() as session:
        orpah = a_scorer(session, site.study_id, "Orpah", declared=False, now=site.now())
        if declared:
            consented, can_score = declared
            said = Declaration(
                rater_id=orpah.rater_id, consented=consented, can_score=can_score, declared_at=site.now()
            )
            people.declare(session, declaration=said)
    visitor = site.browser(orpah)
    answers = [visitor.get(path) for path in READS]
    answers += [visitor.send(path, form) for path, form in writes(orpah.keys[0])]
    assert {(answer.status_code, answer.json()["why"]) for answer in answers} == {(401, "undeclared")}
    assert nothing_stored(site)


def test_another_scorers_keys_open_nothing(site: Site) -> None:
    """Field case 43."""
    ruth = site.browser(site.ruth)
    answers = [ruth.send(path, form) for key in site.naomi.keys for path, form in writes(key)]
    assert {(answer.status_code, answer.json()["why"]) for answer in answers} == {(404, "unknown")}
    own = {ruth.get(f"/ballot/place/{position}").json()["place"]["key"] for position in (1, 2, 3, 4)}
    assert own == set(site.ruth.keys)
    assert nothing_stored(site)


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "application/json"},
        {"content-type": "application/json", "origin": "null"},
        {"content-type": "application/json", "origin": "http://evil.example"},
        {"content-type": "application/json", "origin": "http://testserver:8080"},
        {"content-type": "application/json", "origin": "http://nottestserver"},
        {"origin": "http://testserver"},
        {"origin": "http://testserver", "content-type": "text/plain"},
        {"origin": "http://testserver", "content-type": "text/plain; application/json"},
        {"origin": "http://testserver", "content-type": "application/x-www-form-urlencoded"},
    ],
)
def test_another_sites_page_can_have_nothing_stored(light_site: Site, headers: dict[str, str]) -> None:
    ruth = light_site.browser(light_site.ruth)
    for path, form in writes(light_site.ruth.keys[0]):
        answer = ruth.post(path, content=json.dumps(form), headers=headers)
        assert answer.status_code in (403, 415)
        assert answer.json()["why"] == "foreign"
    assert nothing_stored(light_site)


def test_a_content_type_may_say_its_character_set(light_site: Site) -> None:
    ruth = light_site.browser(light_site.ruth)
    headers = {"origin": "http://testserver", "content-type": "Application/JSON; charset=utf-8"}
    form = json.dumps(a_draft_form(light_site.ruth.keys[0]))
    assert ruth.post("/ballot/draft", content=form, headers=headers).status_code == 200


MALFORMED: list[str | bytes] = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"text"',
    b"\xff\xfe{}",
    b'{"key": "\xc3\x28"}',
    '{"key": "a", "key": "b"}',
    "[" * 5000,
    '{"entries":' * 500,
]


@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_no_form_is_refused(light_site: Site, content: str | bytes) -> None:
    ruth = light_site.browser(light_site.ruth)
    for path, _ in writes(""):
        answer = ruth.send(path, content)
        assert (answer.status_code, answer.json()["why"]) == (422, "malformed")
        assert answer.json()["problems"]
    assert nothing_stored(light_site)


SPOILT: list[dict[str, Any]] = [
    {"extra": 1},
    {"version": -1},
    {"version": "0"},
    {"version": True},
    {"version": 0.0},
    {"version": 2**31},
    {"version": 10**400},
    {"key": ""},
    {"key": None},
    {"key": 7},
    {"key": "x" * 101},
    {"key": "nul\x00"},
    {"key": "two words"},
    {"entries": None},
    {"entries": []},
    {"entries": {"": {}}},
    {"entries": chosen(truth="2")},
    {"entries": chosen(truth={"kind": "value", "value": 2, "why": "So.", "confidence": 1})},
    {"entries": chosen(truth={"kind": "guess", "value": None, "why": "So."})},
    {"entries": chosen(truth={"kind": "value", "value": "2", "why": "So."})},
    {"entries": chosen(truth={"kind": "value", "value": True, "why": "So."})},
    {"entries": chosen(truth={"kind": "value", "value": [2], "why": "So."})},
    {"entries": chosen(truth={"kind": "value", "value": 10**400, "why": "So."})},
    {"entries": chosen(truth={"kind": "value", "value": 2, "why": None})},
    {"entries": chosen(truth={"kind": "value", "value": 2, "why": "a" * 5001})},
]


@pytest.mark.parametrize("changes", SPOILT, ids=str)
def test_a_spoilt_form_is_refused_with_its_place(light_site: Site, changes: dict[str, Any]) -> None:
    ruth = light_site.browser(light_site.ruth)
    key = light_site.ruth.keys[0]
    for path, form in (("/ballot/submit", a_submission_form(key)), ("/ballot/draft", a_draft_form(key))):
        answer = ruth.send(path, {**form, **changes})
        assert (answer.status_code, answer.json()["why"]) == (422, "malformed")
        assert all(next(iter(changes)) in problem for problem in answer.json()["problems"])
    assert nothing_stored(light_site)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"])
def test_numbers_that_are_none_are_refused(light_site: Site, number: str) -> None:
    key = light_site.ruth.keys[0]
    content = (
        f'{{"key": "{key}", "submission": "s", "version": 0, "entries": '
        f'{{"truth": {{"kind": "value", "value": {number}, "why": "It is so."}}}}}}'
    )
    answer = light_site.browser(light_site.ruth).send("/ballot/submit", content)
    assert (answer.status_code, answer.json()["why"]) == (422, "malformed")
    assert nothing_stored(light_site)


@pytest.mark.parametrize(("value", "shown"), [(1.5, "1.5"), (4, "4"), (-1, "-1"), (99, "99"), (2.0000001, "2.0000001")])
def test_a_score_that_no_anchor_has_is_refused_in_words(light_site: Site, value: float, shown: str) -> None:
    form = a_submission_form(
        light_site.ruth.keys[0], entries=chosen(truth={"kind": "value", "value": value, "why": "It is so."})
    )
    answer = light_site.browser(light_site.ruth).send("/ballot/submit", form)
    assert (answer.status_code, answer.json()["why"]) == (422, "incomplete")
    assert answer.json()["problems"] == [f"Truth: {shown} is not one of its scores. Possible: 0, 1, 2, 3."]
    assert nothing_stored(light_site)


def test_everything_missing_is_named_at_once(light_site: Site) -> None:
    """Field case 4: an empty form is no progress."""
    ruth = light_site.browser(light_site.ruth)
    unfinished = {
        "truth": {"kind": "value", "value": None, "why": "..."},
        "care": {"kind": None, "value": None, "why": "It is kind."},
    }
    answer = ruth.send("/ballot/submit", a_submission_form(light_site.ruth.keys[0], entries=unfinished))
    assert answer.json()["problems"] == [
        "Truth has no score yet. Please choose one.",
        "Truth has no reason yet. Please write one sentence, in words, saying why.",
        "Care has no score yet. Please choose one.",
    ]
    empty = ruth.send("/ballot/submit", a_submission_form(light_site.ruth.keys[0], entries={}))
    assert len(empty.json()["problems"]) == 2
    assert ruth.get("/ballot/open").json()["standing"]["done"] == 0
    assert nothing_stored(light_site)


def test_an_axis_that_the_benchmark_does_not_have_is_refused(light_site: Site) -> None:
    ruth = light_site.browser(light_site.ruth)
    key = light_site.ruth.keys[0]
    beauty = chosen(beauty={"kind": "value", "value": 2, "why": "It is lovely."})
    submitted = ruth.send("/ballot/submit", a_submission_form(key, entries=beauty))
    assert (submitted.status_code, submitted.json()["why"]) == (422, "incomplete")
    drafted = ruth.send("/ballot/draft", a_draft_form(key, entries=beauty))
    assert drafted.json()["problems"] == ["This benchmark has no beauty."]
    assert nothing_stored(light_site)


@pytest.mark.parametrize("said_length", ["true", "none"])
def test_a_body_beyond_all_measure_is_not_read_to_its_end(light_site: Site, said_length: str) -> None:
    read = 0

    def endless() -> Any:
        nonlocal read
        while read < 100 * MOST_BYTES:
            read += 65_536
            yield b" " * 65_536

    ruth = light_site.browser(light_site.ruth)
    headers = {"origin": "http://testserver", "content-type": "application/json"}
    content = endless() if said_length == "none" else b" " * (MOST_BYTES + 1)
    answer = ruth.post("/ballot/draft", content=content, headers=headers)
    assert (answer.status_code, answer.json()["why"]) == (413, "too long")
    assert nothing_stored(light_site)


@pytest.mark.parametrize("path", ["/ballot/open", "/ballot/place/1"])
def test_reading_routes_take_no_post_and_writing_routes_no_get(light_site: Site, path: str) -> None:
    ruth: Browser = light_site.browser(light_site.ruth)
    assert ruth.send(path, {}).status_code == 405
    for written, _ in writes(""):
        assert ruth.get(written).status_code == 405
