"""Finding the one JSON object in what a model wrote, without mending it.

Understood, and noted as salvaged: a byte order mark or white space, thinking in tags before the reply, a fenced block
or prose around exactly one object, and line breaks within a text. Everything else is refused with the reason: two
objects, a list, a key given twice, NaN, trailing commas, comments, single or curly quotes, an end that is missing.
What would have to be guessed is asked again, not guessed.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

BLANK = " \t\r\n\f\v\ufeff\u200b\xa0"
_THINKING = re.compile(r"\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_CLOSED = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """The object, or why there is none; ``notes`` say what had to be passed over to find it.

    ``final``: the problem holds however much of the text around is left out.
    """

    reply: dict[str, Any] | None
    problem: str = ""
    notes: tuple[str, ...] = ()
    final: bool = False


class _NotStrict(ValueError):
    """JSON that Python would read although its meaning is not certain."""


def find_object(text: str) -> Found:
    """Find the one JSON object in a reply.

    Parameters
    ----------
    text : str
        What the model wrote, whole.

    Returns
    -------
    Found
        With ``reply`` None and a ``problem`` when there is not exactly one object in strict JSON. Never raises.
    """
    bare = text.strip(BLANK)
    found = _loaded(bare)
    if found.reply is not None or found.final:
        return found
    spoken, notes = _without_thinking(bare)
    if _OPENED.match(spoken):
        return Found(None, "the thinking before the reply never ends; nothing comes after it")
    start, end = spoken.find("{"), spoken.rfind("}")
    if start < 0 or end < start:
        return Found(None, "there is no whole JSON object in the reply")
    before, inside, after = spoken[:start].rstrip(), spoken[start : end + 1], spoken[end + 1 :].lstrip()
    if before.endswith("[") or after.startswith(("]", ",")):
        return Found(None, "the reply is a list; one JSON object is allowed")
    if before or after:
        notes += ("text around the JSON object was passed over",)
    found = _loaded(inside)
    if found.reply is None and not found.final:
        loose = _loaded(inside, strict=False)
        if loose.reply is not None:
            return Found(loose.reply, notes=(*notes, "line breaks within a text were let pass"))
    return Found(found.reply, found.problem, notes)


def _loaded(text: str, *, strict: bool = True) -> Found:
    try:
        value = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant, strict=strict)
    except _NotStrict as error:
        return Found(None, str(error), final=True)
    except RecursionError:
        return Found(None, "the reply is nested too deeply", final=True)
    except ValueError as error:
        place = f" at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        said = error.msg if isinstance(error, json.JSONDecodeError) else "a number has too many digits"
        return Found(None, f"not valid JSON{place}: {said}")
    if not isinstance(value, dict):
        return Found(None, f"the reply is {kind_of(value)}; one JSON object is allowed", final=True)
    return Found(value)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise _NotStrict(f"a key is given twice: {key[:80]!r}; it is not certain which counts")
        read[key] = value
    return read


def _no_constant(name: str) -> None:
    raise _NotStrict(f"found {name}, which is no number")


def _without_thinking(text: str) -> tuple[str, tuple[str, ...]]:
    """The text after thinking in tags; some servers send only the tag that ends it."""
    spoken = text
    while block := _THINKING.match(spoken):
        spoken = spoken[block.end() :]
    if spoken == text and not _OPENED.match(text) and (ends := list(_CLOSED.finditer(text))):
        spoken = text[ends[-1].end() :]
    spoken = spoken.strip(BLANK)
    return spoken, () if spoken == text else ("thinking before the reply was passed over",)


def kind_of(value: object) -> str:
    """Say in words what kind of JSON value something is, with its text where it is short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"the text {value[:60]!r}"
    return f"the number {value!r:.60}"
