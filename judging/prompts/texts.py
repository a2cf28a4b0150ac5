"""What takes the place of each placeholder, and what is missing for it: known before the first call is made."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from judging.prompts.axes_text import axes_text
from judging.prompts.cards import Assessment, Card
from judging.replies.shape import Shape, ShapeError, shape_of
from rubrics.entries import Entry
from rubrics.protocols import SecondReading
from rubrics.schema import Benchmark, Module
from rubrics.templates import PLACEHOLDERS, placeholders

STAGES = ("cross", "first", "second", "primary", "audit", "adjudication")
EMPTY_ANSWER = "(The answer is empty.)"
REFERENCE = "reference answer"
EARLIER = "EARLIER_ASSESSMENTS_JSON"

ON_CARD: Mapping[str, Callable[[Card], str | None]] = {
    "PROMPT_TEXT": lambda card: card.prompt_text,
    "SCENARIO_TEXT": lambda card: card.prompt_text,
    "MODULE_CHARTER": lambda card: card.charter,
    "AUTHORITY_CLASSIFICATION": lambda card: card.authority_classification,
    "EXPECTED_CONSIDERATIONS_JSON": lambda card: _json_list(card.considerations),
    "SOURCE_REFERENCES_JSON": lambda card: _json_list(card.sources),
    "REFERENCE_ANSWER": lambda card: card.reference_answer,
    "ANSWER_TEXT": lambda card: card.response_text if card.response_text.strip() else EMPTY_ANSWER,
}


def texts_for(benchmark: Benchmark, card: Card, order: Sequence[str]) -> dict[str, str]:
    """Give the text of every placeholder that has one; an empty response is said to be empty."""
    filled = {name: text for name, of in ON_CARD.items() if (text := of(card)) is not None and text.strip()}
    note = benchmark.judging.templates.condition_note if benchmark.judging.templates else None
    if note is not None:
        filled["CONDITION_NOTE"] = note.strip()
    if benchmark.instructions:
        filled["INSTRUCTIONS"] = instructions(benchmark)
    filled["MODULE_TITLE"] = module_of(benchmark, card).name
    filled["DIMENSIONS"] = axes_text(benchmark, order)
    return filled


def instructions(benchmark: Benchmark) -> str:
    """The published scoring instructions, one a line."""
    return "\n".join(f"- {line.strip()}" for line in benchmark.instructions)


def module_of(benchmark: Benchmark, card: Card) -> Module:
    """The module a card is judged from."""
    return next(module for module in benchmark.modules if module.id == card.module_id)


def assessments_json(benchmark: Benchmark, card: Card, earlier: Sequence[Assessment]) -> str:
    """Write earlier assessments as a JSON list in the shape of a reply, without names.

    Their order is that of their hashes together with the target's, so it says nothing about who spoke first and is
    the same on every machine.
    """
    shape = shape_of(benchmark)
    written = [json.dumps(_as_reply(shape, benchmark, one), ensure_ascii=False) for one in earlier]
    written.sort(key=lambda text: sha256(f"{card.label}|{card.module_id}|{text}".encode()).digest())
    return json.dumps([json.loads(text) for text in written], ensure_ascii=False, indent=2)


def _as_reply(shape: Shape, benchmark: Benchmark, assessment: Assessment) -> dict[str, Any]:
    given = assessment.entries
    said: dict[str, Any] = {}
    for field in shape.fields:
        if field.kind == "axes":
            said[field.name] = {
                axis: _axis_as_reply(shape, given[axis]) for axis in benchmark.axis_ids if axis in given
            }
        elif field.kind == "confidence":
            said[field.name] = assessment.confidence
        elif field.name in assessment.extras:
            said[field.name] = assessment.extras[field.name]
    return said


def _axis_as_reply(shape: Shape, entry: Entry) -> dict[str, Any]:
    score = int(entry.value) if entry.value is not None and entry.value == int(entry.value) else entry.value
    held = {"reason": entry.why, "score": score, "confidence": entry.confidence}
    return {key: held[part] for key, part in shape.parts.items()}


def benchmark_problems(benchmark: Benchmark) -> list[str]:
    """Say why no prompt at all can be made of a benchmark; empty when one can."""
    try:
        shape_of(benchmark)
    except ShapeError as error:
        return [str(error)]
    return []


def card_problems(benchmark: Benchmark, card: Card) -> Iterator[str]:
    """Say everything a card lacks for its benchmark's prompt, one line each."""
    if card.module_id not in {module.id for module in benchmark.modules}:
        allowed = ", ".join(module.id for module in benchmark.modules)
        yield f"there is no module {card.module_id!r}; allowed: {allowed}"
    templates = benchmark.judging.templates
    if templates:
        wanted = placeholders(templates.evaluation) + placeholders(templates.adjudication_addition or "")
        for name in dict.fromkeys(wanted):
            text = ON_CARD[name](card) if name in ON_CARD else "said by the file"
            if text is None or not text.strip():
                yield f"no text for {{{name}}}: {PLACEHOLDERS[name]}"
    else:
        if not card.prompt_text.strip():
            yield "no text of what the system was asked"
        if _speaks_of_a_reference(benchmark) and not (card.reference_answer or "").strip():
            yield "no reference answer, against which the benchmark's own wording judges"
    classes = benchmark.authority_classes
    if card.authority_classification is not None and classes and card.authority_classification not in classes:
        yield f"the classification {card.authority_classification!r} is not one of {', '.join(classes)}"


def stage_problems(benchmark: Benchmark, stage: str, earlier: Sequence[Assessment]) -> Iterator[str]:
    """Say what does not fit between a stage and what was given for it."""
    if stage not in STAGES:
        yield f"there is no stage {stage!r} for judges; allowed: {', '.join(STAGES)}"
    if stage == "second" and not isinstance(benchmark.protocol, SecondReading):
        yield "the benchmark has no second judge, so there is nothing to tell one"
    if stage == "adjudication" and len(earlier) < 2:
        yield f"no text for {{{EARLIER}}}: {len(earlier)} earlier assessments; an adjudicator is shown both"
    if stage != "adjudication" and earlier:
        yield f"{len(earlier)} earlier assessments at stage {stage!r}; only an adjudicator is shown any"
    templates = benchmark.judging.templates
    if stage == "adjudication" and templates and templates.adjudication_addition is None:
        yield "the benchmark publishes no text for an adjudicator"


def _speaks_of_a_reference(benchmark: Benchmark) -> bool:
    wording = [*benchmark.instructions, *(axis.question for axis in benchmark.axes)]
    return any(REFERENCE in text.casefold() for text in wording)


def _json_list(texts: tuple[str, ...] | None) -> str | None:
    return None if texts is None else json.dumps(list(texts), ensure_ascii=False, indent=2)
