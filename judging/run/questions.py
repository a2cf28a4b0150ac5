"""From what a protocol wants asked to calls as they are planned: rendered, priced, and known by a key.

The key is SHA-256 over everything that is really sent and what it is about, so the same question has one key on every
machine and after every crash. Prices, keys, addresses and pace are not in it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judging import prices
from judging.panel import PanelJudge
from judging.prompts.cards import Assessment, Card
from judging.prompts.render import Message, Prompt, render
from judging.protocols.terms import Call, Target
from judging.run.context import Context
from store.calls import NewCall


@dataclass(frozen=True)
class Asked:
    """One target with what a question about it needs: `earlier` are assessments by verdict id, `cut_off` the calls
    (judge, stage, replicate, attempt) whose reply ended at the longest length."""

    target: Target
    card: Card
    earlier: Mapping[int, Assessment]
    cut_off: frozenset[tuple[str, str, int, int]] = frozenset()


def canonical(table: Mapping[str, Any]) -> str:
    """Write a table the same way on every machine."""
    return json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hashed(table: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of a table's canonical JSON."""
    return hashlib.sha256(canonical(table).encode()).hexdigest()


def sent_text(messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
    """Write down what is sent, with the schema's keys in the order in which the reply is wanted."""
    sent = {"messages": [{"role": one.role, "content": one.text} for one in messages], "schema": schema}
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":"))


def longest_reply(judge: PanelJudge, call: Call, asked: Asked) -> int:
    """The most tokens of a reply: twice as many once one was cut off, and never more than that."""
    before = {(call.judge, call.stage, call.replicate, attempt) for attempt in range(1, call.attempt)}
    return judge.max_tokens * 2 if before & asked.cut_off else judge.max_tokens


def judge_calls(context: Context, asked: Asked, calls: Sequence[Call]) -> list[NewCall]:
    """Plan calls about one target."""
    rendered: dict[tuple[Any, ...], tuple[Prompt, str]] = {}
    planned = []
    for call in calls:
        shuffle = f"{context.settings.seed} {call.judge}" if context.shuffle_axes else None
        longest_reason = context.judges[call.judge].longest_reason
        which = (call.stage, shuffle, longest_reason, call.earlier)
        if which not in rendered:
            rendered[which] = _rendered(context, asked, call, shuffle, longest_reason)
        planned.append(_planned(context, asked, call, *rendered[which]))
    return planned


def _rendered(
    context: Context, asked: Asked, call: Call, shuffle: str | None, longest_reason: int | None
) -> tuple[Prompt, str]:
    prompt = render(
        context.benchmark,
        asked.card,
        stage=call.stage,
        earlier=[asked.earlier[one] for one in call.earlier],
        shuffle=shuffle,
        longest_reason=longest_reason,
    )
    return prompt, sent_text(prompt.messages, prompt.schema)


def _planned(context: Context, asked: Asked, call: Call, prompt: Prompt, text: str) -> NewCall:
    judge = context.judges[call.judge]
    longest = longest_reply(judge, call, asked)
    spec: dict[str, Any] = {
        "max_tokens": longest,
        "temperature": context.benchmark.judging.temperature,
        "axis_order": list(prompt.axis_order),
        "earlier": list(call.earlier),
    }
    about = {
        "run": [context.kind, context.protocol],
        "benchmark": context.benchmark_hash,
        "stage": call.stage,
        "target": asked.target.key,
        "judge": judge.identity,
        "sent": prompt.hash,
        "max_tokens": longest,
        "temperature": spec["temperature"],
        "replicate": call.replicate,
        "attempt": call.attempt,
    }
    return NewCall(
        key=hashed(about),
        subject=asked.target.id,
        judge=call.judge,
        stage=call.stage,
        replicate=call.replicate,
        attempt=call.attempt,
        text_hash=prompt.hash,
        text=text,
        spec=spec,
        reserve_usd=prices.reserve(judge, len(text.encode()), longest),
    )
