"""The values of a reply: each exactly of the kind its place allows, or a sentence on what was found instead."""

from collections.abc import Mapping, Sequence
from typing import Any

from judging.replies.json_text import kind_of
from judging.replies.shape import Field, Shape
from rubrics.axes import Axis, written
from rubrics.entries import Entry
from rubrics.schema import Benchmark
from rubrics.words import unprintable

Extra = str | tuple[str, ...]
_MISSING = object()


def read_axes(benchmark: Benchmark, shape: Shape, reply: Mapping[str, Any]) -> tuple[dict[str, Entry], list[str]]:
    """Read the entry of every axis.

    Returns
    -------
    entries, problems
        Entries in the order of the benchmark, only those that are sound; a line for everything else, none when the
        reply has exactly the axes of the benchmark.
    """
    found = reply.get(shape.axes)
    if not isinstance(found, dict):
        return {}, [] if shape.axes not in reply else [f"{shape.axes}: found {kind_of(found)}; an object is allowed"]
    problems = key_problems(found, benchmark.axis_ids, shape.axes)
    entries = {}
    for axis in benchmark.axes:
        if axis.id not in found:
            continue
        entry, wrong = _entry(axis, shape, found[axis.id], f"{shape.axes}.{axis.id}")
        problems += wrong
        if entry is not None:
            entries[axis.id] = entry
    return entries, problems


def read_extras(shape: Shape, reply: Mapping[str, Any]) -> tuple[float | None, dict[str, Extra], list[str]]:
    """Read everything beside the axes: the overall confidence (None where there is none), texts and lists, problems."""
    problems = key_problems(reply, [field.name for field in shape.fields], "the reply")
    confidence: float | None = None
    extras: dict[str, Extra] = {}
    for field in shape.fields:
        value = reply.get(field.name, _MISSING)
        if value is _MISSING or field.kind == "axes":
            continue
        if field.kind == "confidence":
            confidence, wrong = _confidence(value, field.name)
        else:
            wrong = _text_problems(field, value)
            extras[field.name] = tuple(value) if isinstance(value, list) else value
        problems += wrong
    return confidence, extras, problems


def key_problems(found: Mapping[str, Any], wanted: Sequence[str], where: str) -> list[str]:
    """Name the keys that are missing and those that are not among the wanted ones."""
    missing = [f"{where}: {key!r} is missing" for key in wanted if key not in found]
    allowed = ", ".join(wanted)
    return missing + [f"{where}: unknown key {key[:80]!r}; allowed: {allowed}" for key in found if key not in wanted]


def _entry(axis: Axis, shape: Shape, found: Any, where: str) -> tuple[Entry | None, list[str]]:
    if not isinstance(found, dict):
        return None, [f"{where}: found {kind_of(found)}; an object with {', '.join(shape.parts)} is allowed"]
    problems = key_problems(found, list(shape.parts), where)
    why, score, confidence = "", None, None
    for key, part in shape.parts.items():
        if key not in found:
            continue
        value, place = found[key], f"{where}.{key}"
        if part == "reason":
            why, wrong = (value, []) if isinstance(value, str) else ("", [f"{place}: found {kind_of(value)}; a text"])
        elif part == "score":
            score, wrong = _score(axis, value, place)
        else:
            confidence, wrong = _confidence(value, place)
        problems += wrong
    if problems:
        return None, problems
    return Entry("value" if score is not None else "not_applicable", score, why.strip(), confidence), []


def _score(axis: Axis, value: Any, where: str) -> tuple[float | None, list[str]]:
    """The score exactly as given; None stands for null, which is allowed only where an axis may not apply."""
    if value is None and axis.may_not_apply:
        return None, []
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and (exactly := [score for score in axis.values() if score == value]):
        return exactly[0], []
    return None, [f"{where}: found {kind_of(value)}; allowed: {allowed_scores(axis)}"]


def allowed_scores(axis: Axis) -> str:
    """The scores of an axis in words: each of a few, or the range; with null where the axis may not apply."""
    if axis.as_choices:
        scores = ", ".join(written(score) for score in axis.values())
    else:
        whole = axis.step == 1 and axis.lowest.is_integer()
        steps = "whole numbers" if whole else f"numbers in steps of {written(axis.step)}"
        scores = f"{steps} from {written(axis.lowest)} to {written(axis.highest)}"
    return f"{scores}, or null" if axis.may_not_apply else scores


def _confidence(value: Any, where: str) -> tuple[float | None, list[str]]:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value), []
    return None, [f"{where}: found {kind_of(value)}; allowed: a number from 0 to 1"]


def _text_problems(field: Field, value: Any) -> list[str]:
    texts = value if field.kind == "texts" and isinstance(value, list) else [value]
    if field.kind == "texts" and not isinstance(value, list):
        return [f"{field.name}: found {kind_of(value)}; a list of texts is allowed"]
    for text in texts:
        if not isinstance(text, str):
            return [f"{field.name}: found {kind_of(text)}; a text is allowed"]
        if hidden := unprintable(text):
            return [f"{field.name}: holds a character that cannot be stored ({', '.join(hidden)})"]
    if field.kind == "choice" and value not in field.choices:
        return [f"{field.name}: found {kind_of(value)}; allowed: {', '.join(field.choices)}"]
    return []
