"""The JSON schema of a reply, as it is sent to a provider that offers one.

Providers know different parts of JSON Schema, so it keeps to what all take: every key required and no other allowed,
an `enum` for a few scores and a range for many, and a bound on every text and list, without which a small model may
never come to an end. What a provider does not enforce is checked when the reply is read.
"""

from collections.abc import Sequence
from typing import Any

from judging.replies.shape import Field, Shape, shape_of
from rubrics.axes import Axis
from rubrics.entries import LONGEST_WHY
from rubrics.schema import Benchmark

LONGEST_SENTENCE = 300
LONGEST_LIST_ENTRY = 400
LONGEST_TEXT = 2000
MOST_ENTRIES = 20
CHARACTERS_A_WORD = 10


def wire_schema(benchmark: Benchmark, order: Sequence[str], *, longest_reason: int | None = None) -> dict[str, Any]:
    """Make the schema of a reply.

    Parameters
    ----------
    benchmark : Benchmark
    order : sequence of axis ids
        The order of the axes' keys.
    longest_reason : int, optional
        Characters a reason may have; None for `reason_limit` of each axis.

    Returns
    -------
    dict
        Its keys are in the order in which a reply is to be written.
    """
    shape = shape_of(benchmark)
    entries = {name: _entry(shape, benchmark.axis(name), longest_reason) for name in order}
    return _closed({field.name: _field(shape, field, entries) for field in shape.fields})


def reason_limit(axis: Axis, longest: int | None = None) -> int:
    """Characters a reason may have: one sentence for a choice of a few scores, more where there are many.

    ``longest`` takes the place of that; either way it is at most what any rater's reason may have.
    """
    ours = LONGEST_SENTENCE if axis.as_choices else LONGEST_WHY
    return min(longest or ours, LONGEST_WHY)


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _field(shape: Shape, field: Field, entries: dict[str, Any]) -> dict[str, Any]:
    if field.kind == "axes":
        return _closed(entries)
    if field.kind == "choice":
        return {"type": "string", "enum": list(field.choices)}
    if field.kind == "confidence":
        return _share()
    if field.kind == "texts":
        entry = {"type": "string", "maxLength": LONGEST_LIST_ENTRY}
        return {"type": "array", "items": entry, "maxItems": min(shape.most_entries or MOST_ENTRIES, MOST_ENTRIES)}
    words = shape.words_below or LONGEST_TEXT
    return {"type": "string", "maxLength": min(words * CHARACTERS_A_WORD, LONGEST_TEXT)}


def _entry(shape: Shape, axis: Axis, longest_reason: int | None) -> dict[str, Any]:
    reason = {"type": "string", "maxLength": reason_limit(axis, longest_reason)}
    held = {"reason": reason, "score": _score(axis), "confidence": _share()}
    return _closed({key: held[part] for key, part in shape.parts.items()})


def _score(axis: Axis) -> dict[str, Any]:
    values = [int(value) if value.is_integer() else value for value in axis.values()]
    kind = "integer" if all(isinstance(value, int) for value in values) else "number"
    if axis.as_choices:
        if axis.may_not_apply:
            return {"type": [kind, "null"], "enum": [*values, None]}
        return {"type": kind, "enum": values}
    scale = {"type": kind, "minimum": values[0], "maximum": values[-1]}
    return {"anyOf": [scale, {"type": "null"}]} if axis.may_not_apply else scale


def _share() -> dict[str, Any]:
    return {"type": "number", "minimum": 0, "maximum": 1}
