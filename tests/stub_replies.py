"""What the stub model says: an instance of the JSON schema it was given, or that instance spoilt on purpose.

Pure: a request body goes in, the text of a reply comes out. Numbers depend on the request, so medians are not
trivial, and the same request always gets the same reply.
"""

import hashlib
import json
import time
from collections.abc import Mapping
from typing import Any

SENTENCE = "The answer says plainly what it holds and gives one reason for it."
USD_IN, USD_OUT = 1.0, 5.0
"""What a million prompt and completion tokens cost here."""
Json = Any


def key_of(body: Mapping[str, Json]) -> str:
    """Two requests are the same question when model and messages are the same."""
    question = json.dumps([body.get("model"), body.get("messages")], sort_keys=True)
    return hashlib.sha256(question.encode()).hexdigest()[:24]


def share_of(text: str) -> float:
    """A number from 0 to below 1 that depends on the text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def all_text(body: Mapping[str, Json]) -> str:
    """Every message's text, in order."""
    return "\n".join(str(message.get("content", "")) for message in body.get("messages", []))


def schema_of(body: Mapping[str, Json]) -> dict[str, Json] | None:
    """The schema to answer in: of `response_format`, else the first one that stands in a message."""
    wanted = body.get("response_format") or {}
    if wanted.get("type") == "json_schema":
        schema: dict[str, Json] = wanted["json_schema"]["schema"]
        return schema
    text, decoder = all_text(body), json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(text, start)
        except ValueError:
            found = None
        if isinstance(found, dict) and "properties" in found:
            return found
        start = text.find("{", start + 1)
    return None


def reply_text(body: Mapping[str, Json], *, fill: Mapping[str, Json], words: int) -> str:
    """A good reply: JSON that fits the schema, or prose of so many words where there is none."""
    schema = schema_of(body)
    if schema is None:
        prose = ("Recommendation: " + SENTENCE + " " + f"{SENTENCE} " * (words // 13 + 1)).split()
        return " ".join(prose[:words]).rstrip(".") + "."
    return json.dumps(instance(schema, schema, key_of(body), "", fill))


def instance(schema: Json, root: Json, seed: str, path: str, fill: Mapping[str, Json]) -> Json:
    """Something that fits the schema. `fill` gives values by the end of their path, such as `truth.score`."""
    for end, value in fill.items():
        if path == end or path.endswith(f".{end}"):
            return value
    if "$ref" in schema:
        meant = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            meant = meant[part]
        return instance(meant, root, seed, path, fill)
    return _made(schema, root, seed, path, fill)


def _made(schema: Json, root: Json, seed: str, path: str, fill: Mapping[str, Json]) -> Json:
    draw = share_of(f"{seed}|{path}")
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        options = [option for option in schema["enum"] if option is not None] or schema["enum"]
        return options[int(draw * len(options))]
    for word in ("anyOf", "oneOf"):
        if word in schema:
            choices = [option for option in schema[word] if option.get("type") != "null"] or schema[word]
            return instance(choices[0], root, seed, path, fill)
    kinds = schema.get("type", "object")
    kind = next((one for one in kinds if one != "null"), "null") if isinstance(kinds, list) else kinds
    if kind == "object":
        inside = schema.get("properties", {}).items()
        return {name: instance(part, root, seed, f"{path}.{name}".strip("."), fill) for name, part in inside}
    if kind == "array":
        least = max(1, schema.get("minItems", 1))
        return [
            instance(schema.get("items", {"type": "string"}), root, seed, f"{path}.{n}", fill) for n in range(least)
        ]
    return _leaf(kind, schema, draw)


def _leaf(kind: str, schema: Json, draw: float) -> Json:
    low = schema.get("minimum", 0)
    high = schema.get("maximum", low + 3)
    if kind == "integer":
        return int(low) + int(draw * (int(high) - int(low) + 1))
    if kind == "number":
        return round(low + draw * (high - low), 2)
    if kind == "boolean":
        return draw < 0.5
    if kind == "null":
        return None
    return SENTENCE[: schema.get("maxLength", len(SENTENCE))].ljust(schema.get("minLength", 0), ".")


def spoilt(text: str, mode: str) -> str:
    """The same reply as a model in a bad mode would write it; unchanged in a mode that spoils no text."""
    if mode == "out_of_range":
        return json.dumps(json.loads(text, parse_int=lambda _: 999, parse_float=lambda _: 999.0))
    written = {
        "length": text[: len(text) // 2],
        "malformed": text.replace('":', '" ', 1).rstrip("}") + ",,",
        "wrong_schema": json.dumps({"verdict": "fine", "rating": "4/5"}),
        "fenced": f"Here is my assessment.\n```json\n{text}\n```\nI hope this helps.",
        "thinking": f"<think>Perhaps {{2}}? No, rather 1.</think>\n{text}",
        "empty": "",
    }
    return written.get(mode, text)


def completion(body: Mapping[str, Json], good: str, mode: str, *, with_cost: bool) -> dict[str, Json]:
    """The body of a chat completion around a good reply, or around what a bad mode makes of it."""
    text: str | None = spoilt(good, mode)
    message = {"role": "assistant", "content": text}
    if mode == "refusal":
        message = {"role": "assistant", "content": None, "refusal": "I cannot judge that."}
    tokens_in, tokens_out = len(all_text(body)) // 4, len(text or "") // 4
    usage: dict[str, Json] = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    usage["total_tokens"] = tokens_in + tokens_out
    if with_cost:
        usage["cost"] = (tokens_in * USD_IN + tokens_out * USD_OUT) / 1e6
    reply: dict[str, Json] = {
        "id": f"chatcmpl-{key_of(body)}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body.get("model"),
        "system_fingerprint": "fp_stub",
        "choices": [{"index": 0, "message": message, "finish_reason": "length" if mode == "length" else "stop"}],
    }
    return reply if mode == "no_usage" else {**reply, "usage": usage}
