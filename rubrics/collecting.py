"""How the responses are collected: what a system is sent, how often, and what its answer must look like.

The checks are mechanical. A response that fails one is kept, scored and shown as failing; it is never asked for
again until it complies.
"""

from typing import Annotated, Literal

from pydantic import StringConstraints, ValidationInfo, field_validator

from rubrics.fields import Closed, Count, Flag, Label, PromptId, Prose, Temperature, Where, refuse, shaped
from rubrics.templates import Template, template_problems

Language = Annotated[str, shaped(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", "a language code such as en or pt-BR")]


class FormatChecks(Closed):
    """What can be checked of an answer without reading it; None or false where a benchmark does not ask it."""

    first_characters: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    min_words: Count | None = None
    max_words: Count | None = None
    no_follow_up_question: Flag = False

    @field_validator("max_words")
    @classmethod
    def _words_in_order(cls, most: int | None, info: ValidationInfo) -> int | None:
        least = info.data.get("min_words")
        if most is not None and least is not None and most < least:
            refuse([((), f"at most {most} words, but min_words is {least}; max_words must not be smaller")])
        return most


class Collecting(Closed):
    """The rules for asking the systems.

    ``prompt`` is what is sent, with ``{PROMPT_TEXT}`` or ``{SCENARIO_TEXT}`` where the prompt's own text goes; the
    bare placeholder sends the prompt as it stands. ``runs`` is how often each prompt is put to each system. None
    means that the benchmark does not fix it and nothing is sent for it. ``grounded_systems`` says how systems with
    a library of their own are asked: like the others, through their own pipeline, or not at all.
    """

    prompt: Template
    system_prompt: Prose | None = None
    temperature: Temperature | None = None
    runs: Count
    max_answer_tokens: Count | None = None
    reasoning_effort: Literal["none", "low", "medium", "high"] | None = None
    tools: Flag = False
    grounded_systems: Literal["same_prompt", "own_pipeline", "excluded"] = "same_prompt"
    retries: Flag = False
    checks: FormatChecks = FormatChecks()

    @field_validator("prompt")
    @classmethod
    def _known_placeholders(cls, prompt: str) -> str:
        refuse(((), said) for said in template_problems(prompt, "collecting"))
        return prompt


class Tier(Closed):
    """A group of prompts reported on its own; ``prompts`` is how many it has, where that is fixed."""

    id: PromptId
    name: Label
    description: Prose
    prompts: Count | None = None


class Tasks(Closed):
    """The prompts a benchmark expects.

    ``called`` is the word for one of them on screen. ``prompts`` is how many there are in full, None where that is
    open; a study may use fewer. ``languages`` are codes such as ``en``; one study is in one language.
    """

    called: Label
    prompts: Count | None = None
    languages: tuple[Language, ...]
    tiers: tuple[Tier, ...] = ()

    @field_validator("languages")
    @classmethod
    def _one_language_at_least(cls, languages: tuple[str, ...]) -> tuple[str, ...]:
        if not languages:
            refuse([((), "the list is empty; at least one language is needed")])
        return languages

    @field_validator("tiers")
    @classmethod
    def _tiers_add_up(cls, tiers: tuple[Tier, ...], info: ValidationInfo) -> tuple[Tier, ...]:
        total, sizes = info.data.get("prompts"), [tier.prompts for tier in tiers]
        problems: list[tuple[Where, str]] = []
        if tiers and total is not None and None not in sizes and sum(n or 0 for n in sizes) != total:
            problems.append(((), f"the tiers have {sum(n or 0 for n in sizes)} prompts together, not {total}"))
        refuse(problems)
        return tiers
