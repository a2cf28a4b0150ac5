"""What a worker does between exchanges while it collects responses: stores each answer exactly as it came.

What the benchmark's format asks for is checked and noted; an answer that lacks it is kept and never asked for again.
"""

from dataclasses import dataclass
from typing import Any

from judging.prompts.collect import format_problems
from judging.replies.read import CUT_OFF
from judging.run.ending import Ending
from judging.wire import reply_of
from store import run_verdicts
from store.collected import Collected, add_responses
from store.response_check import storable
from store.run_verdicts import Unread


@dataclass
class CollectingWork(Ending):
    """Collecting's part of a worker's loop."""

    def read(self, most: int, *, of_all: bool = False) -> int:
        """Store the answers that came, and return how many."""
        mine = None if of_all else self.worker_id
        with self.store.reading() as session:
            replies = run_verdicts.unread(session, run_id=self.context.run_id, most=most, worker_id=mine)
        if not replies:
            return 0
        collected = [self._collected(reply) for reply in replies]
        with self.store.writing() as session:
            left = run_verdicts.still_unread(session, call_ids=[one.of.call_id for one in collected])
            new = [one for one in collected if one.of.call_id in left]
            add_responses(session, study_id=self.context.study_id, collected=new, now=self.utc())
        return len(replies)

    def open(self, most: int) -> int:
        """Begin nothing: every question was planned at the start."""
        del most
        return 0

    def _collected(self, reply: Unread) -> Collected:
        text, refusal = reply_of(reply.raw)
        said = text or refusal or ""
        kept = storable(said)
        problems = format_problems(self.context.benchmark.collecting.checks, said)
        if reply.finish_reason in CUT_OFF:
            problems.append(f"the answer was cut off at {reply.spec['max_tokens']} tokens")
        if kept != said:
            problems.append("the answer holds characters that cannot be stored; they are written as escapes")
        details: dict[str, Any] = {
            "format_problems": problems,
            "collected": {
                "run": self.context.run_id,
                "model": reply.provider_model,
                "finish_reason": reply.finish_reason,
                "refused": bool(refusal) and not text,
                "parameters": dict(reply.parameters or {}),
                "sent": reply.text_hash,
                "cost_usd": reply.cost_usd,
                "latency_s": reply.latency_s,
            },
        }
        return Collected(reply, reply.spec["replication"], kept, details, "valid", "; ".join(problems) or None)
