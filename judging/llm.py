"""The one file that talks to models: LiteLLM as a wire adapter, and nothing else of it.

It is told to try once, to fetch nothing and to print nothing: no retries, router, fallback, cache or budget of its
own, and no parameter dropped in silence. It is imported when the first call is made, because that takes seconds.
"""

import asyncio
import logging
import os
import time
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from judging.panel import Panel
from judging.wire import (
    Answer,
    Request,
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
from judging.wire_errors import CallFailed, classify, said

__all__ = ["Answer", "CallFailed", "Request", "Usage", "ask", "close", "parameter_problems", "prepare", "reply_of"]

OFFLINE = {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_MODE": "PRODUCTION",
}
"""Read by LiteLLM when it is imported: it then fetches no model lists, and no `.env` of the working folder."""

TALKATIVE = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "httpx", "httpcore", "asyncio.aiohttp")
NO_KEY = "local"
"""What a server of one's own is sent for a key, so that no real one of the environment reaches it."""


@cache
def prepare() -> Any:
    """Import LiteLLM, told to stay quiet and offline; done once, in a few seconds.

    Returns
    -------
    module
        LiteLLM.
    """
    os.environ.update(OFFLINE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about its own insides
        import litellm

        litellm.suppress_debug_info = True
        litellm.drop_params = False
        litellm.completion(model="openai/none", messages=[], mock_response="warm")  # loads the rest of it
    warnings.filterwarnings("ignore", "Items? .* on TypedDict class", UserWarning)  # parts of it loaded later
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return litellm


async def ask(request: Request, *, environ: Mapping[str, str] = os.environ) -> Answer:
    """Send one question once.

    Parameters
    ----------
    request : Request
    environ : mapping
        Where the judge's key is looked up.

    Raises
    ------
    CallFailed
        When no answer came: what that means, whether it may be paid for, and no key or prompt.
    """
    judge = request.judge
    key = environ.get(judge.key_env, "").strip() if judge.key_env else NO_KEY
    if not key:
        raise CallFailed("no_key", f"the environment variable {judge.key_env} is not set", billed="no")
    litellm = prepare()
    wire = _Wire(request.schema)
    start = time.monotonic()
    failed: CallFailed | None = None
    messages = wire_messages(request)
    try:
        async with asyncio.timeout(judge.timeout_s):
            response = await litellm.acompletion(
                model=judge.model,
                messages=messages,
                api_base=judge.base_url,
                api_key=key,
                timeout=judge.timeout_s,
                num_retries=0,
                logger_fn=wire.watch,
                extra_headers={"Idempotency-Key": request.key} if request.key else None,
                **wire_fields(request),
            )
    except Exception as error:  # noqa: BLE001 - the library raises many kinds; each becomes one of ours
        prompt = "\n".join(one["content"] for one in messages)
        failed = classify(error, sent=bool(wire.sent), secrets=(key,), prompt=prompt, now=datetime.now(UTC))
    if failed is not None:  # raised out here, so that the library's error, which holds key and prompt, is not kept
        raise failed
    return _answer(response, wire, time.monotonic() - start)


class _Wire:
    """What the library says it sent and got, word for word."""

    def __init__(self, schema: Mapping[str, Any] | None) -> None:
        self.schema = schema
        self.sent: dict[str, Any] = {}
        self.raw = ""

    def watch(self, details: Mapping[str, Any]) -> None:
        event = details.get("log_event_type")
        if event == "pre_api_call":
            body = details.get("additional_args", {}).get("complete_input_dict") or {}
            self.sent = really_sent(body, self.schema)
        original = details.get("original_response")
        if event == "post_api_call" and isinstance(original, str):
            self.raw = original


def _answer(response: Any, wire: _Wire, latency_s: float) -> Answer:
    raw = wire.raw or response.model_dump_json()
    body = as_table(raw)
    choice = response.choices[0]
    if choice.finish_reason == "error":
        raise CallFailed("server", "HTTP 200: the answer ended in an error", billed="maybe", status=200)
    text, refusal = choice.message.content, getattr(choice.message, "refusal", None)
    headers = getattr(response, "_response_headers", None) or {}
    return Answer(
        text=text,
        refusal=refusal,
        finish_reason=_finish(choice, body),
        provider_model=body.get("model") or response.model,
        provider=body.get("provider") if isinstance(body.get("provider"), str) else None,
        request_id=headers.get("x-request-id") or headers.get("request-id") or response.id,
        usage=usage_of(getattr(response, "usage", None), body),
        cost_usd=cost_of(body),
        raw=raw_of(raw, body, text, refusal),
        sent=wire.sent,
        latency_s=latency_s,
    )


def _finish(choice: Any, body: Mapping[str, Any]) -> str | None:
    """Why the answer ended, in the provider's words where they are there, else in the library's."""
    own = body.get("choices")
    if isinstance(own, list) and own and isinstance(own[0], dict) and isinstance(own[0].get("finish_reason"), str):
        return str(own[0]["finish_reason"])
    return choice.finish_reason if isinstance(choice.finish_reason, str) else None


def parameter_problems(panel: Panel, *, temperature: float | None) -> list[str]:
    """Say which judges would be sent what their model is known not to take, before anything is sent.

    Asks LiteLLM's table, which knows some of it; a provider may still refuse more. Takes the seconds of its import.
    """
    library = prepare()
    problems = []
    for judge in panel.judges:
        question = Request(judge, (), {"type": "object", "properties": {}}, temperature)
        model, fields = judge.model.split("/", 1)[1], wire_fields(question)
        fields.pop("extra_body", None)
        try:
            library.utils.get_optional_params(model=model, custom_llm_provider=judge.provider, **fields)
        except library.exceptions.UnsupportedParamsError as error:
            problems.append(f"judge {judge.id!r}: {said(str(error).split(' To drop')[0], secrets=(), prompt='')}")
    return problems


async def close() -> None:
    """Close the connections that were kept open; to be awaited in the event loop that made them, at its end."""
    litellm = prepare()
    await litellm.close_litellm_async_clients()
