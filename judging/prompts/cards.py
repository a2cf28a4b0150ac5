"""What a judge is given: the response with what belongs to it, and the earlier assessments of a dispute.

Neither has a place for the author, the system or another judge, so nothing can show them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from judging.replies.fields import Extra
from rubrics.entries import Entry


@dataclass(frozen=True)
class Card:
    """One response under one module.

    ``response_text`` is the shown text, with the owner's redactions made. ``label`` is never sent; it only names the
    target in errors and draws. Of the rest None means that there is none, and a benchmark that needs it cannot be
    judged without; an empty ``considerations`` or ``sources`` says that none applies.
    """

    label: str
    module_id: str
    prompt_text: str
    response_text: str
    reference_answer: str | None = None
    considerations: tuple[str, ...] | None = None
    authority_classification: str | None = None
    sources: tuple[str, ...] | None = None
    charter: str | None = None


@dataclass(frozen=True)
class Assessment:
    """What an earlier judge said, as `judging.replies.read.Reading` has it, without who it was."""

    entries: Mapping[str, Entry]
    confidence: float | None = None
    extras: Mapping[str, Extra] = field(default_factory=dict)


def texts_of(assessment: Assessment) -> Iterator[str]:
    """Every text of an assessment: its reasons, and what it says beside the axes."""
    yield from (entry.why for entry in assessment.entries.values())
    for extra in assessment.extras.values():
        yield from (extra,) if isinstance(extra, str) else extra
