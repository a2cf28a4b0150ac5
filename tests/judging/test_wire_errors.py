"""What an error of a provider means, and what of it may be shown."""

import pickle
from datetime import UTC, datetime

import pytest

from judging.wire_errors import CallFailed, classify, retry_after, said

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Fri, 20 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Fri, 20 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({}, None),
    ],
)
def test_how_long_a_provider_wants_us_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW) == seconds


class HTTPStatusError(Exception):
    """As httpx raises it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.response = type("Response", (), {"status_code": status, "headers": {}})()


@pytest.mark.parametrize(
    ("status", "text", "kind", "billed"),
    [
        (529, "overloaded", "server", "no"),
        (504, "upstream took too long", "timeout", "maybe"),
        (524, "a timeout occurred", "timeout", "maybe"),
        (403, "your input was flagged", "refused_request", "no"),
        (422, "response_format is not available", "refused_request", "no"),
        (429, "You exceeded your current quota (insufficient_quota)", "no_credit", "no"),
        (429, "slow down", "limited", "no"),
        (200, "Expecting value: line 1", "nonsense", "maybe"),
    ],
)
def test_an_http_status_means(status: int, text: str, kind: str, billed: str) -> None:
    got = classify(HTTPStatusError(status, text), sent=True, secrets=(), prompt="", now=NOW)
    assert (got.kind, got.billed, got.status) == (kind, billed, status)


@pytest.mark.parametrize("sent", [True, False])
def test_what_was_never_sent_cannot_have_been_paid(sent: bool) -> None:
    got = classify(RuntimeError("something inside"), sent=sent, secrets=(), prompt="", now=NOW)
    assert (got.kind, got.billed) == (("nonsense", "maybe") if sent else ("refused_request", "no"))


def test_what_a_provider_says_is_kept_without_keys_addresses_and_prompt() -> None:
    text = '{"error": {"message": "Incorrect API key: sk-abcd*****wxyz. See https://maker.example/keys", "type": "x"}}'
    assert said(text, secrets=(), prompt="") == "Incorrect API key: (key) See (address)"
    assert said("found my-own-key here", secrets=("my-own-key",), prompt="") == "found (key) here"
    prompt = "The answer says that one should keep the money."
    repeats = "cannot parse 'says  that one should keep' in your input"
    assert said(repeats, secrets=(), prompt=prompt) == "(what the provider said repeats the prompt and is not kept)"
    assert said("odd thing Traceback (most recent call last): File '/home/me'", secrets=(), prompt="") == "odd thing"
    assert len(said("x" * 5000, secrets=(), prompt="")) == 300


def test_a_failure_survives_being_sent_to_another_process() -> None:
    got = pickle.loads(
        pickle.dumps(CallFailed("limited", "HTTP 429: slow down", billed="no", status=429, retry_after_s=3))
    )
    assert (got.kind, got.message, got.billed, got.status, got.retry_after_s) == (
        "limited", "HTTP 429: slow down", "no", 429, 3,
    )  # fmt: skip
