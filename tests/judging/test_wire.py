"""What is sent and what is made of an answer, without any wire."""

import json

import pytest

from judging.prompts.render import Message
from judging.wire import (
    AS_ASKED,
    Usage,
    as_table,
    cost_of,
    raw_of,
    really_sent,
    reply_of,
    usage_of,
    wire_fields,
    wire_messages,
)
from tests.judging.judges import SCHEMA, a_judge, a_request


def test_an_openai_like_body_is_kept_as_it_came() -> None:
    raw = '{"choices": [{"message": {"content": "Yes.", "refusal": null}}],  "more": 1}'
    assert raw_of(raw, as_table(raw), "Yes.", None) == raw
    assert reply_of(raw) == ("Yes.", None)


@pytest.mark.parametrize("raw", ['{"content": [{"type": "text", "text": "Yes."}]}', '{"choices": ["odd"]}', "<html>"])
def test_any_other_body_is_kept_beside_what_was_understood(raw: str) -> None:
    kept = raw_of(raw, as_table(raw), "Yes.", None)
    assert reply_of(kept) == ("Yes.", None)
    assert json.loads(kept)["body"] == (as_table(raw) or raw)


@pytest.mark.parametrize("raw", ["", "null", "[]", "{}", '{"choices": []}'])
def test_a_body_without_a_reply_has_none(raw: str) -> None:
    assert reply_of(raw) == (None, None)


def test_the_schema_goes_before_the_response_where_there_is_no_system_message() -> None:
    request = a_request(a_judge(schema_mode="text"), messages=(Message("user", "Judge this: ..."),))
    (message,) = wire_messages(request)
    assert message["role"] == "user"
    assert message["content"].endswith(f"{json.dumps(SCHEMA)}\n\nJudge this: ...")


def test_nothing_optional_is_asked_for_unless_the_panel_or_the_call_says_so() -> None:
    assert wire_fields(a_request(schema=None, temperature=None)) == {"max_tokens": 400}
    assert wire_fields(a_request(a_judge(seed=3), schema=None, seed=0))["seed"] == 0


def test_a_local_server_is_told_how_to_answer() -> None:
    judge = a_judge(base_url="http://127.0.0.1:1/v1", extra={"cache_prompt": False, "enable_thinking": False})
    assert wire_fields(a_request(judge))["extra_body"] == {
        "cache_prompt": False,
        "chat_template_kwargs": {"enable_thinking": False},
    }


def test_openrouter_never_changes_the_provider_by_itself() -> None:
    judge = a_judge(model="openrouter/maker/model")
    assert wire_fields(a_request(judge))["extra_body"] == {
        "provider": {"require_parameters": True, "allow_fallbacks": False}
    }


def test_the_prompt_is_not_recorded_twice() -> None:
    body = {"system": "a", "messages": [], "contents": [1], "max_tokens": 5, "extra_body": {}, "seed": None, "odd": {1}}
    assert really_sent(body) == {"max_tokens": 5, "odd": "{1}"}


def test_a_schema_is_recorded_in_full_only_where_the_provider_got_another() -> None:
    body = {"response_format": {"json_schema": {"strict": True, "schema": SCHEMA}}}
    kept = {"response_format": {"json_schema": {"strict": True, "schema": AS_ASKED}}}
    assert really_sent(body, SCHEMA) == kept
    assert really_sent(body, {**SCHEMA, "title": "Another"}) == body
    assert body["response_format"]["json_schema"]["schema"] is SCHEMA


@pytest.mark.parametrize(
    ("body", "cost"),
    [
        ({"usage": {"cost": 0.25}}, 0.25),
        ({"usage": {"cost": 0}}, 0.0),
        ({"usage": {"cost": "0.25"}}, None),
        ({"usage": {"cost": True}}, None),
        ({"usage": {"cost": -1}}, None),
        ({"usage": {}}, None),
        ({}, None),
    ],
)
def test_only_a_number_of_the_providers_own_is_a_cost(body: dict[str, object], cost: float | None) -> None:
    assert cost_of(body) == cost


class Counted:
    """As the library counts."""

    prompt_tokens, completion_tokens = 10, 4
    completion_tokens_details = None
    prompt_tokens_details = type("Details", (), {"cached_tokens": 6})()


def test_tokens_are_counted_only_where_the_provider_did() -> None:
    assert usage_of(Counted(), {"choices": [], "usage": {"prompt_tokens": 10}}) == Usage(10, 4, 0, 6)
    assert usage_of(Counted(), {"choices": []}) is None
    assert usage_of(None, {}) is None
