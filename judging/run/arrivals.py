"""Between the rows of a call and the wire: what is requested for a row, and what a row keeps of an answer."""

import json
from dataclasses import asdict

from judging import prices
from judging.llm import Answer, Request
from judging.panel import PanelJudge
from judging.prompts.render import Message
from store.calls import Todo
from store.tries import Answered


def request_for(judge: PanelJudge, call: Todo) -> Request:
    """Return the request for a call, exactly as it was planned."""
    sent = json.loads(call.text)
    effort = call.spec.get("reasoning_effort")
    return Request(
        judge=judge if effort is None else judge.model_copy(update={"reasoning_effort": effort}),
        messages=tuple(Message(one["role"], one["content"]) for one in sent["messages"]),
        schema=sent["schema"],
        temperature=call.spec["temperature"],
        max_tokens=call.spec["max_tokens"],
        seed=call.spec.get("seed", judge.seed),
        key=call.key,
    )


def answered(judge: PanelJudge, call: Todo, answer: Answer) -> Answered:
    """Return what is kept of an answer; where no cost can be known, what was reserved counts as its cost."""
    cost = prices.actual(judge, answer.usage, answer.cost_usd)
    return Answered(
        call_id=call.id,
        number=call.tries + 1,
        judge=call.judge,
        reserved_usd=call.reserve_usd,
        cost_usd=call.reserve_usd if cost is None else cost,
        raw=answer.raw,
        usage=None if answer.usage is None else asdict(answer.usage),
        parameters=answer.sent,
        finish_reason=answer.finish_reason,
        provider=answer.provider,
        provider_model=answer.provider_model,
        request_id=answer.request_id,
        latency_s=answer.latency_s,
    )
