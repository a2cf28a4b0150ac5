"""What is sent to a model and what is made of its answer: pure, and the same for every provider.

A judge's schema is sent as the provider's own JSON schema where the panel says that it is taken; else it stands in
the prompt, before the response, which stays last. Nothing is left out in silence: `Answer.sent` is what really went
over the wire.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judging.panel import PanelJudge
from judging.prompts.render import Message

PROMPT_FIELDS = {"messages", "system", "contents", "system_instruction", "systemInstruction"}
AS_ASKED = "the schema of the call, unchanged"
IN_WORDS = "Answer with one JSON object and nothing else, without markdown. It must fit this JSON schema:"


@dataclass(frozen=True)
class Request:
    """One question to one judge.

    `schema` None: free text. `temperature` and `seed` None: none is sent; where the judge does not take a temperature
    none is sent either. `max_tokens` None: as in the panel. `key` names the call; providers get it as Idempotency-Key.
    """

    judge: PanelJudge
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    key: str = ""


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider counted them; `reasoning` is part of `completion`, `cached` part of `prompt`."""

    prompt: int
    completion: int
    reasoning: int = 0
    cached: int = 0


@dataclass(frozen=True)
class Answer:
    """What came back.

    `text` None: nothing was said. `provider_model` is the model that answered, in the provider's words; `provider` the
    one that OpenRouter passed the call on to. `cost_usd` is the provider's own figure, None where it gives none.
    `raw` is the whole body. `sent` is what was really sent, without messages and without any key. `usage` None: the
    provider did not count.
    """

    text: str | None
    refusal: str | None
    finish_reason: str | None
    provider_model: str | None
    provider: str | None
    request_id: str | None
    usage: Usage | None
    cost_usd: float | None
    raw: str
    sent: Mapping[str, Any] = field(default_factory=dict)
    latency_s: float = 0.0


def wire_messages(request: Request) -> list[dict[str, str]]:
    """Return the messages as they are sent, with the schema among them where it is not sent as such."""
    messages = [{"role": one.role, "content": one.text} for one in request.messages]
    if request.schema is None or request.judge.schema_mode == "json_schema" or not messages:
        return messages
    words = f"{IN_WORDS}\n{json.dumps(request.schema, ensure_ascii=False)}"
    first = messages[0]
    parts = [first["content"], words] if first["role"] == "system" else [words, first["content"]]
    return [{**first, "content": "\n\n".join(parts)}, *messages[1:]]


def wire_fields(request: Request) -> dict[str, Any]:
    """Return everything that is asked for beside model and messages, as the judge's panel entry allows it."""
    judge = request.judge
    fields: dict[str, Any] = {"max_tokens": request.max_tokens or judge.max_tokens}
    if judge.temperature == "accepted" and request.temperature is not None:
        fields["temperature"] = request.temperature
    seed = judge.seed if request.seed is None else request.seed
    optional = {"seed": seed, "reasoning_effort": judge.reasoning_effort, "top_p": judge.extra.top_p}
    fields |= {name: value for name, value in optional.items() if value is not None}
    if shape := response_format(request):
        fields["response_format"] = shape
    if body := extra_body(judge):
        fields["extra_body"] = body
    return fields


def response_format(request: Request) -> dict[str, Any] | None:
    """How the provider is to hold the model to the schema; None where it is not asked to."""
    if request.schema is None or request.judge.schema_mode == "text":
        return None
    if request.judge.schema_mode == "json_object":
        return {"type": "json_object"}
    schema = {"name": "verdict", "strict": True, "schema": dict(request.schema)}
    return {"type": "json_schema", "json_schema": schema}


def extra_body(judge: PanelJudge) -> dict[str, Any]:
    """Fields that only some servers know: whom OpenRouter may pass the call on to, and how local servers answer."""
    body: dict[str, Any] = {}
    if judge.provider == "openrouter":
        pinned = {"order": list(judge.upstream)} if judge.upstream else {}
        body["provider"] = {"require_parameters": True, "allow_fallbacks": False, **pinned}
    if judge.extra.cache_prompt is not None:
        body["cache_prompt"] = judge.extra.cache_prompt
    if judge.extra.enable_thinking is not None:
        body["chat_template_kwargs"] = {"enable_thinking": judge.extra.enable_thinking}
    return body


def really_sent(body: Mapping[str, Any], schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a request's body as plain JSON, without what is stored once for many calls.

    The prompt is left out. The reply's schema stands there as `AS_ASKED` where it went out unchanged, and in full
    where the provider's dialect made another of it.
    """
    kept = {name: value for name, value in body.items() if name not in PROMPT_FIELDS and value not in ({}, None)}
    plain: dict[str, Any] = json.loads(json.dumps(_without_schema(kept, schema), default=str))
    return plain


def _without_schema(value: Any, schema: Mapping[str, Any] | None) -> Any:
    if not isinstance(value, dict):
        return value
    if schema is not None and value == schema:
        return AS_ASKED
    return {name: _without_schema(inner, schema) for name, inner in value.items()}


def reply_of(raw: str) -> tuple[str | None, str | None]:
    """Read text and refusal out of a stored body; both None where nothing was said."""
    return _reply_in(as_table(raw))


def _reply_in(body: Mapping[str, Any]) -> tuple[str | None, str | None]:
    if "said" in body:
        return body["said"].get("text"), body["said"].get("refusal")
    choices = body.get("choices") or [{}]
    message = choices[0].get("message") or {}
    return message.get("content"), message.get("refusal")


def raw_of(raw: str, body: Mapping[str, Any], text: str | None, refusal: str | None) -> str:
    """Write down a body so that `reply_of` finds the reply in it: as it came, or beside what was understood.

    `body` is `as_table(raw)`.
    """
    try:
        if _reply_in(body) == (text, refusal):
            return raw
    except (AttributeError, IndexError, KeyError, TypeError):
        pass  # not shaped as most are
    return json.dumps({"said": {"text": text, "refusal": refusal}, "body": body or raw})


def as_table(raw: str) -> dict[str, Any]:
    """Read a body as a JSON object; empty where it is none."""
    try:
        body = json.loads(raw)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def cost_of(body: Mapping[str, Any]) -> float | None:
    """The provider's own figure for what the call cost, in US dollars; None where there is none."""
    usage = body.get("usage")
    cost = usage.get("cost") if isinstance(usage, dict) else None
    return float(cost) if isinstance(cost, int | float) and not isinstance(cost, bool) and cost >= 0 else None


def usage_of(usage: Any, body: Mapping[str, Any]) -> Usage | None:
    """Read the provider's count; None where an OpenAI-like body has none (the library would make one up)."""
    if usage is None or ("choices" in body and not body.get("usage")):
        return None
    details, prompt_details = usage.completion_tokens_details, usage.prompt_tokens_details
    return Usage(
        prompt=int(usage.prompt_tokens or 0),
        completion=int(usage.completion_tokens or 0),
        reasoning=int(getattr(details, "reasoning_tokens", None) or 0),
        cached=int(getattr(prompt_details, "cached_tokens", None) or 0),
    )
