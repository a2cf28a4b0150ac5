"""From a benchmark file and a card to what a judge is sent, whole or not at all.

A benchmark that publishes its exact prompt is asked in its own words; any other in a frame of ours around its own
wording. What was put in is kept beside the messages, so that it can be searched for names before it goes out.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from blinding.draws import shuffled
from judging.prompts.cards import Assessment, Card, texts_of
from judging.prompts.our_words import standing_message, target_message
from judging.prompts.published import published_prompt
from judging.prompts.texts import benchmark_problems, card_problems, stage_problems, texts_for
from judging.prompts.wire_schema import wire_schema
from rubrics.schema import Benchmark

__all__ = ["Assessment", "Card", "Message", "Prompt", "PromptError", "prompt_problems", "render", "transcript"]

RESPONSE = "the response"
ASSESSMENTS = "the earlier assessments"


class PromptError(ValueError):
    """A prompt that cannot be made; ``problems`` has one line for each thing missing."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user"]
    text: str


@dataclass(frozen=True)
class Prompt:
    """What a judge is sent.

    ``schema`` is the JSON schema of the reply; the order of its keys is the order in which the reply is wanted.
    ``axis_order`` is the order in which the axes stand. ``hash`` is the SHA-256, in hex, of messages and schema as
    JSON with sorted keys. ``put_in`` are the texts of this one target, by what they are; it is not sent as such.
    """

    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    axis_order: tuple[str, ...]
    hash: str
    put_in: Mapping[str, str]


def render(
    benchmark: Benchmark,
    card: Card,
    *,
    stage: str,
    earlier: Sequence[Assessment] = (),
    shuffle: str | None = None,
    longest_reason: int | None = None,
) -> Prompt:
    """Make the prompt for one response.

    Parameters
    ----------
    benchmark : Benchmark
    card : Card
    stage : str
        Why the judge is asked: ``cross``, ``first``, ``second``, ``primary``, ``audit`` or ``adjudication``.
    earlier : sequence of Assessment
        For an adjudicator, the assessments in dispute, in any order; empty otherwise.
    shuffle : str, optional
        A seed by which the axes are put in another order for each target (and for each judge, where the judge's id
        is part of the seed); None keeps the order of the file.
    longest_reason : int, optional
        Characters a reason may have, such as fewer for a small model; None for our own limits.

    Raises
    ------
    PromptError
        With every text that is missing and everything that does not fit.
    """
    problems = [*benchmark_problems(benchmark), *card_problems(benchmark, card)]
    problems += stage_problems(benchmark, stage, earlier)
    if problems:
        raise PromptError([f"{_named(card)}: {problem}" for problem in problems])
    order = _order(benchmark, card, shuffle)
    messages = _messages(benchmark, card, order, stage=stage, earlier=earlier, longest_reason=longest_reason)
    schema = wire_schema(benchmark, order, longest_reason=longest_reason)
    return Prompt(messages, schema, order, _hash(messages, schema), _put_in(card, earlier))


def prompt_problems(benchmark: Benchmark, cards: Sequence[Card]) -> list[str]:
    """List everything that would stop a run before its first call, each once, with how many targets it concerns.

    Adjudications are looked at too: what a published text for them needs must be there before any dispute arises.
    """
    first: dict[str, Card] = {}
    counts: dict[str, int] = {}
    for card in cards:
        for problem in card_problems(benchmark, card):
            first.setdefault(problem, card)
            counts[problem] = counts.get(problem, 0) + 1
    total = len(cards)
    return benchmark_problems(benchmark) + [
        f"{problem} ({counts[problem]} of {total} targets, such as {_named(card)})" for problem, card in first.items()
    ]


def transcript(prompt: Prompt) -> str:
    """Write what was sent as one readable text: each message under its role."""
    return "\n\n".join(f"=== {message.role} ===\n{message.text}" for message in prompt.messages)


def _named(card: Card) -> str:
    return f"{card.label} under {card.module_id}"


def _order(benchmark: Benchmark, card: Card, seed: str | None) -> tuple[str, ...]:
    if seed is None:
        return benchmark.axis_ids
    purpose = f"order of axes for {card.label}|{card.module_id}"
    return tuple(shuffled(benchmark.axis_ids, seed=seed, purpose=purpose))


def _messages(
    benchmark: Benchmark,
    card: Card,
    order: Sequence[str],
    *,
    stage: str,
    earlier: Sequence[Assessment],
    longest_reason: int | None,
) -> tuple[Message, ...]:
    templates = benchmark.judging.templates
    if templates is None:
        standing = standing_message(benchmark, card, order, stage=stage, longest_reason=longest_reason)
        return Message("system", standing), Message("user", target_message(benchmark, card, earlier))
    texts = texts_for(benchmark, card, order)
    text = published_prompt(benchmark, templates, card, texts, stage=stage, earlier=earlier)
    return (Message("user", text),)


def _put_in(card: Card, earlier: Sequence[Assessment]) -> dict[str, str]:
    """The texts that differ from target to target, as they are before they become JSON; without what is not there."""
    texts = {
        "what the system was asked": card.prompt_text,
        "the reference answer": card.reference_answer,
        "the expected classification": card.authority_classification,
        "the expected considerations": "\n".join(card.considerations or ()),
        "the sources": "\n".join(card.sources or ()),
        ASSESSMENTS: "\n".join(text for one in earlier for text in texts_of(one)),
        RESPONSE: card.response_text,
    }
    return {what: text for what, text in texts.items() if text}


def _hash(messages: Sequence[Message], schema: Mapping[str, Any]) -> str:
    sent = {"messages": [{"role": one.role, "content": one.text} for one in messages], "schema": schema}
    canonical = json.dumps(sent, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
