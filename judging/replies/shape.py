"""The shape of a judge's reply: which keys, in which order, and what each may hold.

A benchmark that publishes its exact prompt shows the shape in it as an example in JSON, and that example is taken at
its word: a text of choices with ``|`` between them, a list of texts, a confidence, one entry for each axis. Every
other benchmark has our own shape, made from its settings, with the reason before the score where the file says so.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rubrics.schema import Benchmark
from rubrics.templates import JudgeRules

FieldKind = Literal["axes", "choice", "texts", "text", "confidence"]
Part = Literal["reason", "score", "confidence"]


class ShapeError(ValueError):
    """A published prompt that does not show what a reply is to look like."""


@dataclass(frozen=True)
class Field:
    """One key of a reply: ``axes`` holds an entry for each axis, ``texts`` a list; ``choices`` only for ``choice``.

    ``shown`` is what the published prompt shows in the place of a text or list.
    """

    name: str
    kind: FieldKind
    choices: tuple[str, ...] = ()
    shown: Any = None


@dataclass(frozen=True)
class Shape:
    """The keys of a reply and of each axis in it, in the order in which they are asked for.

    ``parts`` maps the key of an axis's entry to what it holds. ``most_entries`` bounds each list and
    ``words_below`` each text (fewer words than this); None where the benchmark sets no bound. ``reason_shown`` is what
    a published prompt shows in the place of a reason; None where the shape is ours, or has no reasons.
    """

    fields: tuple[Field, ...]
    parts: Mapping[str, Part]
    most_entries: int | None = None
    words_below: int | None = None
    reason_shown: str | None = None

    @property
    def axes(self) -> str:
        """The key under which the axes stand."""
        return next(field.name for field in self.fields if field.kind == "axes")

    def key_of(self, part: Part) -> str | None:
        """The key of a part within an axis's entry, or None where the shape has no such part."""
        return next((key for key, held in self.parts.items() if held == part), None)


def shape_of(benchmark: Benchmark) -> Shape:
    """Give the shape in which a benchmark wants its replies.

    Raises
    ------
    ShapeError
        If the published prompt shows no shape, or one without a score for each axis.
    """
    rules = benchmark.judging
    return _own(rules) if rules.templates is None else _published(rules.templates.evaluation, rules)


def _own(rules: JudgeRules) -> Shape:
    parts: dict[str, Part] = {"reason": "reason", "score": "score"}
    if not rules.reason_before_score:
        parts = {"score": "score", "reason": "reason"}
    if rules.axis_confidence:
        parts["confidence"] = "confidence"
    fields = [Field("axes", "axes")]
    if rules.overall_confidence:
        fields.append(Field("overall_confidence", "confidence"))
    return Shape(tuple(fields), parts)


def _published(template: str, rules: JudgeRules) -> Shape:
    example = next(_objects(template), None)
    if example is None:
        raise ShapeError("the published prompt shows no JSON object, so it is not known what a reply must hold")
    parts: dict[str, Part] = {}
    fields, reason = [], None
    for name, shown in example.items():
        field = _field(name, shown)
        if field.kind == "axes":
            entry = next(iter(shown.values()))
            parts = {key: _part(key, held) for key, held in entry.items()}
            reason = next((held for held in entry.values() if isinstance(held, str)), None)
        fields.append(field)
    if [field.kind for field in fields].count("axes") != 1 or list(parts.values()).count("score") != 1:
        raise ShapeError("the JSON object in the published prompt does not show one score for each axis")
    return Shape(tuple(fields), parts, rules.most_list_entries, rules.summary_words_below, reason)


def _objects(template: str) -> Iterator[dict[str, Any]]:
    """Every JSON object with something in it that a text shows; placeholders are none."""
    decoder, start = json.JSONDecoder(), template.find("{")
    while start >= 0:
        try:
            found, _ = decoder.raw_decode(template, start)
        except ValueError:
            found = None
        if found:
            yield found
        start = template.find("{", start + 1)


def _field(name: str, shown: Any) -> Field:
    if isinstance(shown, dict) and len(shown) == 1 and isinstance(next(iter(shown.values())), dict):
        return Field(name, "axes")
    if isinstance(shown, list):
        return Field(name, "texts", shown=shown)
    if isinstance(shown, str):
        return Field(name, "choice", tuple(shown.split("|"))) if "|" in shown else Field(name, "text", shown=shown)
    if isinstance(shown, float) and "confidence" in name:
        return Field(name, "confidence")
    raise ShapeError(f"the published prompt shows {shown!r} for {name!r}; it is not known what may stand there")


def _part(key: str, shown: Any) -> Part:
    if isinstance(shown, str):
        return "reason"
    return "confidence" if "confidence" in key else "score"
