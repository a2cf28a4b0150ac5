"""Providers whose bodies are shaped otherwise: what they say is understood, and kept as they said it."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from judging.llm import Answer, CallFailed, Request, ask, close, reply_of
from judging.wire import AS_ASKED, Usage
from tests.judging.judges import ENVIRON, FAKE_KEY, PROMPT, a_judge, a_request

SAID = '{"why": "It keeps a promise.", "score": 3}'
ANTHROPIC = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-6",
    "content": [{"type": "text", "text": SAID}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 90, "cache_read_input_tokens": 30, "output_tokens": 20},
}
GEMINI = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": SAID}]}, "finishReason": "STOP"}],
    "usageMetadata": {
        "promptTokenCount": 90,
        "candidatesTokenCount": 20,
        "thoughtsTokenCount": 7,
        "totalTokenCount": 117,
    },
    "modelVersion": "gemini-2.5-pro",
    "responseId": "g1",
}
TOO_BUSY = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


@contextmanager
def answering(status: int, body: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that gives one answer to everything, and what it was sent."""
    seen: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["content-length"]))
            seen.append({"path": self.path, "body": json.loads(raw), "headers": dict(self.headers)})
            reply = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", seen
        finally:
            server.shutdown()
            thread.join()


def answer(request: Request) -> Answer:
    async def once() -> Answer:
        try:
            return await ask(request, environ=ENVIRON)
        finally:
            await close()

    return asyncio.run(once())


@pytest.mark.parametrize(
    ("model", "body", "usage", "finish"),
    [
        ("anthropic/claude-sonnet-4-6", ANTHROPIC, Usage(prompt=120, completion=20, cached=30), "stop"),
        ("gemini/gemini-2.5-pro", GEMINI, Usage(prompt=90, completion=27, reasoning=7), "stop"),
    ],
)
def test_an_answer_is_understood_and_kept_as_it_came(
    model: str, body: dict[str, Any], usage: Usage, finish: str
) -> None:
    with answering(200, body) as (url, seen):
        got = answer(a_request(a_judge(model=model, base_url=url)))
    assert (got.text, got.refusal, got.finish_reason) == (SAID, None, finish)
    assert reply_of(got.raw) == (SAID, None)
    assert json.loads(got.raw)["body"] == body
    assert got.usage == usage
    assert got.cost_usd is None
    assert got.provider_model == model.split("/")[1]
    assert FAKE_KEY in json.dumps(seen[0]["headers"])
    shown = json.dumps(dict(got.sent)) + got.raw
    assert FAKE_KEY not in shown
    assert PROMPT not in shown


def test_a_schema_that_a_dialect_changes_is_recorded_as_it_was_sent() -> None:
    with answering(200, ANTHROPIC) as (url, seen):
        got = answer(a_request(a_judge(model="anthropic/claude-sonnet-4-6", base_url=url)))
    sent = json.dumps(dict(got.sent))
    # Anthropic knows no minimum and maximum; the library moves them into a description.
    assert AS_ASKED not in sent
    assert "maximum" not in json.dumps(seen[0]["body"]["output_format"]).replace("maximum value", "")
    assert got.sent["output_format"] == seen[0]["body"]["output_format"]


def test_an_overloaded_provider_is_asked_later_and_nothing_is_paid() -> None:
    with answering(529, TOO_BUSY) as (url, _), pytest.raises(CallFailed) as caught:
        answer(a_request(a_judge(model="anthropic/claude-sonnet-4-6", base_url=url)))
    assert (caught.value.kind, caught.value.billed, caught.value.status) == ("server", "no", 529)
    assert "Overloaded" in caught.value.message
