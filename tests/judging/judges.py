"""Judges and questions for tests, at a stub model or anywhere."""

from typing import Any

from judging.panel import Panel, PanelJudge
from judging.prompts.render import Message
from judging.wire import Request

FAKE_KEY = "sk-fake-0123456789abcdef"
ENVIRON = {"JUDGE_KEY": FAKE_KEY}
PROMPT = "Is it honest to keep the change that a cashier gave too much? Nobody will ever notice it."
SCHEMA = {
    "type": "object",
    "properties": {"why": {"type": "string"}, "score": {"type": "integer", "minimum": 0, "maximum": 3}},
    "required": ["why", "score"],
    "additionalProperties": False,
}


def a_judge(**changes: Any) -> PanelJudge:
    """A judge that takes everything; `base_url` makes it one of a server."""
    table = {
        "id": "one",
        "name": "Model One",
        "model": "openai/any",
        "family": "Maker",
        "key_env": "JUDGE_KEY",
        "schema_mode": "json_schema",
        "temperature": "accepted",
        "max_tokens": 400,
        "timeout_s": 20.0,
    }
    return PanelJudge.model_validate(table | changes)


def a_panel(*judges: PanelJudge) -> Panel:
    """A panel of these judges, or of one."""
    return Panel(title="Invented", judges=judges or (a_judge(),))


def a_request(judge: PanelJudge | None = None, **changes: Any) -> Request:
    """A question with a system message, and a schema."""
    messages = (Message("system", "You judge answers."), Message("user", PROMPT))
    fields: dict[str, Any] = {"messages": messages, "schema": SCHEMA, "temperature": 0.0, "key": "call-1"}
    return Request(judge or a_judge(), **(fields | changes))
