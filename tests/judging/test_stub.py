"""The stub model itself: what it counts and how it misbehaves, over real HTTP."""

import json
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.stub_client import Stub

AXIS = {"type": "object", "properties": {"why": {"type": "string"}, "score": {"type": "integer", "maximum": 3}}}
SCHEMA = {"type": "object", "properties": {"truth": AXIS, "care": AXIS}}


def ask(stub: Stub, model: str = "any", text: str = "How good?", **more: Any) -> Any:
    shape = {"type": "json_schema", "json_schema": {"name": "v", "schema": SCHEMA}}
    body = {"model": model, "messages": [{"role": "user", "content": text}], "response_format": shape, **more}
    with urlopen(Request(f"{stub.url}/chat/completions", data=json.dumps(body).encode()), timeout=30) as reply:
        return json.load(reply)


def turned_away(call: Callable[[], object]) -> tuple[int, str | None, str]:
    """Status, Retry-After and text of an error."""
    with pytest.raises(HTTPError) as caught:
        call()
    with caught.value as error:
        return error.code, error.headers["retry-after"], error.read().decode()


def said(answer: Any) -> Any:
    return json.loads(answer["choices"][0]["message"]["content"])


def test_it_answers_in_the_schema_and_the_same_every_time(stub: Stub) -> None:
    first, second = said(ask(stub)), said(ask(stub))
    assert first == second
    assert {axis: entry.keys() for axis, entry in first.items()} == {
        "truth": {"why", "score"},
        "care": {"why", "score"},
    }
    assert all(entry["score"] in range(4) for entry in first.values())


def test_a_schema_in_the_prompt_is_answered_too(stub: Stub) -> None:
    answer = ask(stub, text=f"Reply in JSON like this: {json.dumps(SCHEMA)}. Thanks.", response_format=None)
    assert said(answer).keys() == {"truth", "care"}


def test_it_counts_what_was_paid_and_what_was_paid_again(stub: Stub) -> None:
    ask(stub, text="one")
    ask(stub, text="one")
    ask(stub, text="two")
    assert turned_away(lambda: ask(stub, model="any@429", text="three"))[:2] == (429, "1")
    stats = stub.stats()
    assert {name: stats[name] for name in ("http", "paid", "paid_keys", "paid_again", "free", "delivered")} == {
        "http": 4, "paid": 3, "paid_keys": 2, "paid_again": 1, "free": 1, "delivered": 3,
    }  # fmt: skip
    assert [fact["fact"] for fact in stub.journal()] == ["paid", "delivered"] * 3 + ["free"]


def test_a_rule_decides_what_is_said_to_whom(stub: Stub) -> None:
    stub.control(rules=[{"model": "kind", "fill": {"truth.score": 3}}, {"contains": "odd", "mode": "empty"}])
    assert said(ask(stub, model="kind"))["truth"]["score"] == 3
    assert ask(stub, text="an odd one")["choices"][0]["message"]["content"] == ""


def test_a_mode_can_end_after_some_tries_of_the_same_question(stub: Stub) -> None:
    for _ in range(2):
        assert turned_away(lambda: ask(stub, model="any@500:2"))[0] == 500
    assert said(ask(stub, model="any@500:2"))


def test_a_client_that_goes_away_is_noticed(stub: Stub) -> None:
    body = json.dumps({"model": "any@hang", "messages": []}).encode()
    with pytest.raises(TimeoutError):
        urlopen(Request(f"{stub.url}/chat/completions", data=body), timeout=0.2)
    while stub.stats()["open"]:
        pass
    assert [fact["fact"] for fact in stub.journal()] == ["paid", "gone"]


def test_an_unknown_setting_is_refused_with_the_known_ones(stub: Stub) -> None:
    status, _, text = turned_away(lambda: stub.control(lateness=3))
    assert status == 400
    assert "latency_s" in text
