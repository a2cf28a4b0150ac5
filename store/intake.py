"""Prompts, systems and responses as they come in, before the store knows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class NewPrompt:
    """A prompt as it comes in; `details` holds themes, avoidances, considerations, sources."""

    key: str
    text: str
    category: str = ""
    reference_answer: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewSystem:
    """A system as it comes in."""

    name: str
    family: str = ""
    grounded: bool = False
    own: bool = False


@dataclass(frozen=True)
class NewResponse:
    """A response as it comes in, by the prompt's key and the system's name.

    `label` is there only when a file brings one; `own_id` is any other id that the response has where it comes from.
    """

    prompt: str
    system: str
    text: str
    replication: int = 1
    label: str | None = None
    own_id: str = ""


@dataclass(frozen=True)
class Intake:
    """Everything one import brings into a study."""

    prompts: Sequence[NewPrompt] = ()
    systems: Sequence[NewSystem] = ()
    responses: Sequence[NewResponse] = ()
    source: str = ""
