"""Texts with placeholders: what a system is asked, and what a judge is sent.

A placeholder is a name in capitals within braces, ``{ANSWER_TEXT}``. Other braces, such as those of a JSON example,
are left alone. The names below are all there are; a template with another one is refused when the file is read, so
that no request goes out with a hole in it.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import StringConstraints, field_validator

from rubrics.fields import Closed, Count, Flag, Prose, Temperature, refuse
from rubrics.words import unprintable

Template = Annotated[str, StringConstraints(min_length=1, max_length=50_000)]
Use = Literal["collecting", "evaluation", "adjudication"]

PLACEHOLDERS: dict[str, str] = {
    "PROMPT_TEXT": "what the system was asked",
    "SCENARIO_TEXT": "what the system was asked, where the benchmark calls it a scenario",
    "MODULE_TITLE": "the name of the module the answer is judged from",
    "MODULE_CHARTER": "the whole charter of that module",
    "CONDITION_NOTE": "the condition note of the benchmark file",
    "DIMENSIONS": "every axis with its anchors or bands",
    "INSTRUCTIONS": "the scoring instructions of the benchmark file",
    "AUTHORITY_CLASSIFICATION": "the expected classification of the prompt under that module",
    "EXPECTED_CONSIDERATIONS_JSON": "what an answer is expected to weigh, as a JSON list",
    "SOURCE_REFERENCES_JSON": "the sources of the prompt's rubric, as a JSON list",
    "REFERENCE_ANSWER": "the reference answer of the prompt",
    "ANSWER_TEXT": "the answer to evaluate",
    "EARLIER_ASSESSMENTS_JSON": "the earlier evaluations, without names and in shuffled order, as a JSON list",
}
"""Every placeholder there is, and what takes its place."""

_PROMPT = frozenset({"PROMPT_TEXT", "SCENARIO_TEXT"})
_ALLOWED: dict[Use, frozenset[str]] = {
    "collecting": _PROMPT,
    "evaluation": frozenset(PLACEHOLDERS) - {"EARLIER_ASSESSMENTS_JSON"},
    "adjudication": frozenset(PLACEHOLDERS),
}
_NEEDED: dict[Use, frozenset[str]] = {
    "collecting": frozenset(),
    "evaluation": frozenset({"ANSWER_TEXT", "DIMENSIONS"}),
    "adjudication": frozenset({"EARLIER_ASSESSMENTS_JSON"}),
}

_PLACEHOLDER = re.compile(r"\{([A-Z][A-Z0-9_]*)\}")


def placeholders(template: str) -> tuple[str, ...]:
    """Names of the placeholders in a template, each once, in order of appearance."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(template)))


def fill(template: str, texts: Mapping[str, str]) -> str:
    """Put texts in the place of placeholders, in one pass: a placeholder inside a text is not filled.

    Raises
    ------
    KeyError
        If a placeholder has no text; the message names all of them.
    """
    missing = [name for name in placeholders(template) if name not in texts]
    if missing:
        raise KeyError(f"no text for {', '.join(missing)}")
    return _PLACEHOLDER.sub(lambda found: texts[found.group(1)], template)


def template_problems(template: str, use: Use) -> list[str]:
    """Say what is wrong with a template for its use; an empty list when nothing is."""
    names = set(placeholders(template))
    allowed = _ALLOWED[use]
    problems = [
        f"unknown placeholder {{{name}}}; allowed here: {', '.join(sorted(allowed))}"
        for name in sorted(names - allowed)
    ]
    problems += [f"the placeholder {{{name}}} is missing" for name in sorted(_NEEDED[use] - names)]
    if use == "collecting" and not names & _PROMPT:
        problems.append("neither {PROMPT_TEXT} nor {SCENARIO_TEXT} is in it; the prompt's own text must be sent")
    if hidden := unprintable(template):
        problems.append(f"holds a character that cannot be shown or stored: {', '.join(hidden)}")
    return problems


class JudgeTemplates(Closed):
    """The exact texts a judge is sent, where the benchmark publishes them.

    ``condition_note`` takes the place of ``{CONDITION_NOTE}``; ``adjudication_addition`` is added for a judge who
    settles a dispute.
    """

    evaluation: Template
    condition_note: Prose | None = None
    adjudication_addition: Template | None = None

    @field_validator("evaluation")
    @classmethod
    def _evaluation_is_whole(cls, text: str) -> str:
        refuse(((), said) for said in template_problems(text, "evaluation"))
        return text

    @field_validator("adjudication_addition")
    @classmethod
    def _addition_is_whole(cls, text: str | None) -> str | None:
        if text is not None:
            refuse(((), said) for said in template_problems(text, "adjudication"))
        return text


class JudgeRules(Closed):
    """How judges are asked and what their replies must hold.

    ``attempts`` is how often a judge is asked in all when a reply cannot be read. ``reason_before_score``: the
    reason stands before the score in the reply. ``axis_confidence`` and ``overall_confidence``: the reply states
    how sure the judge is, from 0 to 1. ``most_list_entries`` and ``summary_words_below`` bound the lists and the
    summary of a reply that has them. ``any_number``: a judge's score that comes with a file may lie between the
    axis's scores or beyond them, as a mean of several replies does; people's never may. ``templates`` is absent where
    a benchmark publishes no exact prompt.
    """

    temperature: Temperature | None = None
    attempts: Count
    reason_before_score: Flag
    axis_confidence: Flag = False
    overall_confidence: Flag = False
    most_list_entries: Count | None = None
    summary_words_below: Count | None = None
    published_judges: Prose | None = None
    any_number: Flag = False
    templates: JudgeTemplates | None = None
