"""Calls over real HTTP to the stub model: what is sent, what is read, and what each trouble becomes."""

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from judging.llm import Answer, CallFailed, Request, ask, close, parameter_problems, reply_of
from judging.panel import PanelJudge
from judging.shipped_panels import shipped
from judging.wire import AS_ASKED
from tests.judging.judges import ENVIRON, FAKE_KEY, PROMPT, SCHEMA, a_judge, a_panel, a_request
from tests.stub_client import Stub, running_stub


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    with running_stub(tmp_path_factory.mktemp("stub") / "journal.jsonl") as running:
        yield running


def answer(request: Request) -> Answer:
    async def once() -> Answer:
        try:
            return await ask(request, environ=ENVIRON)
        finally:
            await close()

    return asyncio.run(once())


def failure(request: Request) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        answer(request)
    return caught.value


def judge_of(server: Stub, mode: str = "", provider: str = "openai", **changes: Any) -> PanelJudge:
    return a_judge(base_url=server.url, model=f"{provider}/any{mode}", **changes)


def body_of(server: Stub) -> dict[str, Any]:
    body: dict[str, Any] = server.requests()[-1]["body"]
    return body


PROVIDERS = ["openai", "openrouter", "hosted_vllm"]
"""One goes through OpenAI's own client, the others through the library's."""


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_answer_comes_back_whole(server: Stub, provider: str) -> None:
    server.control(usage_cost=True, upstream="Upstream", fill={"score": 2})
    got = answer(a_request(judge_of(server, provider=provider)))
    assert json.loads(got.text or "")["score"] == 2
    assert (got.refusal, got.finish_reason, got.provider_model, got.provider) == (None, "stop", "any", "Upstream")
    assert got.usage is not None
    # The stub counts four characters as a token and takes 1 and 5 dollars for a million.
    assert got.cost_usd == pytest.approx((got.usage.prompt * 1 + got.usage.completion * 5) / 1e6)
    assert (got.usage.prompt, got.usage.completion) == (
        (len("You judge answers.\n" + PROMPT)) // 4,
        len(got.text or "") // 4,
    )
    assert reply_of(got.raw) == (got.text, None)
    assert json.loads(got.raw)["system_fingerprint"] == "fp_stub"
    assert got.request_id is not None
    assert got.request_id.startswith("req_")
    server.control(usage_cost=False, upstream="", fill={})


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_was_really_sent_is_recorded_without_the_prompt(server: Stub, provider: str) -> None:
    judge = judge_of(
        server, provider=provider, seed=7, reasoning_effort="low", extra={"top_p": 0.9, "cache_prompt": False}
    )
    got = answer(a_request(judge, max_tokens=55))
    body = body_of(server)
    assert {name: body[name] for name in ("temperature", "seed", "reasoning_effort", "top_p", "max_tokens")} == {
        "temperature": 0, "seed": 7, "reasoning_effort": "low", "top_p": 0.9, "max_tokens": 55,
    }  # fmt: skip
    assert body["cache_prompt"] is False
    assert body["response_format"]["json_schema"] == {"name": "verdict", "strict": True, "schema": SCHEMA}
    names = ("temperature", "seed", "reasoning_effort", "top_p", "max_tokens")
    assert {name: got.sent[name] for name in names} == {name: body[name] for name in names}
    assert got.sent["response_format"]["json_schema"] == {"name": "verdict", "strict": True, "schema": AS_ASKED}
    assert "messages" not in got.sent
    assert PROMPT not in json.dumps(dict(got.sent))


def test_a_judge_that_takes_no_temperature_is_sent_none_and_that_is_recorded(server: Stub) -> None:
    got = answer(a_request(judge_of(server, temperature="refused")))
    assert "temperature" not in body_of(server)
    assert "temperature" not in got.sent


@pytest.mark.parametrize(("mode", "sent"), [("json_object", {"type": "json_object"}), ("text", None)])
def test_a_schema_that_the_provider_does_not_take_stands_in_the_prompt(server: Stub, mode: str, sent: Any) -> None:
    got = answer(a_request(judge_of(server, schema_mode=mode)))
    body = body_of(server)
    assert body.get("response_format") == sent
    first, last = (message["content"] for message in body["messages"])
    assert json.dumps(SCHEMA) in first
    assert "JSON" in first
    assert last == PROMPT
    assert json.loads(got.text or "").keys() == {"why", "score"}


def test_free_text_is_asked_for_without_any_shape(server: Stub) -> None:
    got = answer(a_request(judge_of(server, schema_mode="text"), schema=None))
    assert [message["content"] for message in body_of(server)["messages"]] == ["You judge answers.", PROMPT]
    assert (got.text or "").startswith("Recommendation: ")


def test_openrouter_may_pass_a_call_on_only_to_the_providers_of_the_panel(server: Stub) -> None:
    answer(a_request(judge_of(server, provider="openrouter", upstream=["Maker", "Other"])))
    pinned = {"require_parameters": True, "allow_fallbacks": False, "order": ["Maker", "Other"]}
    assert body_of(server)["provider"] == pinned


def test_the_key_of_the_call_and_the_judges_own_key_go_in_headers(server: Stub) -> None:
    answer(a_request(judge_of(server), key="call-77"))
    headers = server.requests()[-1]["headers"]
    assert (headers["idempotency-key"], headers["authorization"]) == ("call-77", f"Bearer {FAKE_KEY}")


def test_a_server_of_ones_own_never_gets_a_real_key(server: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real-key-of-the-environment")
    answer(a_request(judge_of(server, key_env=None)))
    assert server.requests()[-1]["headers"]["authorization"] == "Bearer local"


def test_a_provider_that_does_not_count_is_not_counted_for(server: Stub) -> None:
    for provider in PROVIDERS:
        assert answer(a_request(judge_of(server, "@no_usage", provider))).usage is None


@pytest.mark.parametrize(
    ("mode", "text", "refusal", "finish"),
    [
        ("@empty", "", None, "stop"),
        ("@refusal", None, "I cannot judge that.", "stop"),
        ("@length", ..., None, "length"),
    ],
)
def test_odd_answers_are_answers(server: Stub, mode: str, text: Any, refusal: str | None, finish: str) -> None:
    got = answer(a_request(judge_of(server, mode)))
    assert (got.refusal, got.finish_reason) == (refusal, finish)
    assert text is ... or got.text == text
    assert reply_of(got.raw) == (got.text, refusal)


Trouble = tuple[str, str, str, int | None, float | None]
FAILURES: list[Trouble] = [
    ("@429", "limited", "no", 429, 1.0),
    ("@429ms", "limited", "no", 429, 1.0),
    ("@500", "server", "no", 500, None),
    ("@503", "server", "no", 503, None),
    ("@400", "refused_request", "no", 400, None),
    ("@401", "no_key", "no", 401, None),
    ("@402", "no_credit", "no", 402, None),
    ("@drop", "dropped", "maybe", None, None),
    ("@hang", "timeout", "maybe", None, None),
    ("@drip", "timeout", "maybe", None, None),
]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("trouble", FAILURES, ids=lambda trouble: trouble[0])
def test_each_trouble_becomes_its_kind_after_one_request(server: Stub, provider: str, trouble: Trouble) -> None:
    mode, kind, billed, status, after = trouble
    before = server.stats()["http"]
    got = failure(a_request(judge_of(server, mode, provider, timeout_s=0.7 if kind == "timeout" else 20.0)))
    assert (got.kind, got.billed, got.status, got.retry_after_s) == (kind, billed, status, after)
    assert server.stats()["http"] == before + 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_page_of_html_is_no_answer_but_may_be_paid_for(server: Stub, provider: str) -> None:
    got = failure(a_request(judge_of(server, "@html", provider)))
    assert (got.kind, got.billed) == ("nonsense", "maybe")


def test_where_nobody_listens_nothing_is_paid() -> None:
    got = failure(a_request(a_judge(base_url="http://127.0.0.1:1/v1")))
    assert (got.kind, got.billed, got.status) == ("server", "no", None)


def test_a_missing_key_stops_the_call_before_the_wire() -> None:
    with pytest.raises(CallFailed) as caught:
        asyncio.run(ask(a_request(), environ={"JUDGE_KEY": " "}))
    assert (caught.value.kind, caught.value.billed) == ("no_key", "no")
    assert "JUDGE_KEY" in caught.value.message


def test_a_parameter_the_model_does_not_take_is_never_dropped_in_silence(server: Stub) -> None:
    before = server.stats()["http"]
    got = failure(
        a_request(a_judge(model="anthropic/claude-opus-4-7", base_url=server.root, seed=1, temperature="refused"))
    )
    assert (got.kind, got.billed) == ("refused_request", "no")
    assert "seed" in got.message
    assert server.stats()["http"] == before


def test_what_a_model_is_known_not_to_take_is_said_before_anything_is_sent() -> None:
    fussy = a_judge(id="fussy", model="anthropic/claude-opus-4-7", temperature="accepted")
    seeded = a_judge(id="seeded", model="anthropic/claude-sonnet-4-6", seed=1)
    first, second = parameter_problems(a_panel(fussy, a_judge(id="plain"), seeded), temperature=0.0)
    assert (first.split(":")[0], second.split(":")[0]) == ("judge 'fussy'", "judge 'seeded'")
    assert "temperature" in first
    assert "seed" in second


@pytest.mark.parametrize("name", ["christian_leader", "credo", "worldviews", "local"])
def test_the_shipped_panels_send_nothing_that_is_known_to_be_refused(name: str) -> None:
    assert parameter_problems(shipped()[name], temperature=0.0) == []


def test_no_key_and_no_prompt_in_errors_and_logs(server: Stub, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for mode in ("", "@401", "@400", "@drop", "@html", "@429"):
        request = a_request(judge_of(server, mode))
        shown = repr(answer(request).sent) if not mode else ""
        if mode:
            got = failure(request)
            shown = repr(got) + str(got) + repr(vars(got)) + repr(got.__cause__) + repr(got.__context__)
        assert FAKE_KEY not in shown
        assert PROMPT not in shown
    assert FAKE_KEY not in caplog.text
    assert PROMPT not in caplog.text


def test_an_importing_program_waits_for_no_model_library_until_the_first_call() -> None:
    program = "import sys, judging.llm, judging.run; sys.exit('litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


OFFLINE = """
import socket, sys
tried = []
def refuse(event, details):
    if event == "socket.connect" or event == "socket.getaddrinfo":
        tried.append((event, details[1] if event == "socket.connect" else details[0]))
sys.addaudithook(refuse)
from judging.llm import prepare
library = prepare()
import atexit  # what is registered here runs when every thread has ended
atexit.register(lambda: print([one for one in tried if one[0] != "socket.connect" or not isinstance(one[1], str)]))
print(library.drop_params, library.suppress_debug_info, library.num_retries, library.cache, library.callbacks)
"""


def test_the_library_tries_no_network_when_it_is_imported() -> None:
    run = subprocess.run([sys.executable, "-c", OFFLINE], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["False True None None []", "[]"]
