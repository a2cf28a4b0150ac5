"""Prompts published as JSON: a list of questions with themes that are expected or to be avoided, or reference answers.

The list stands alone, or under `prompts`, `questions` or `tasks`; tiers may be lists of their own. The keys that are
read are those below; every other key of a prompt is left where it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from files.documents import Document, first_of, objects, text_of
from files.json_lines import cell
from files.layouts import Numbered
from files.problems import Report, shown

LISTED_UNDER = ("prompts", "questions", "tasks", "items")
ID = ("id", "promptId", "prompt_id", "questionId", "question_id", "key")
TEXT = ("prompt", "text", "question", "questionText", "promptText", "en")
CATEGORY = ("category", "tier", "axis", "section", "group")
REFERENCE = ("referenceAnswer", "reference_answer", "reference", "expectedAnswer")
LISTS = {
    "expected_themes": ("expectedThemes", "expected_themes"),
    "expected_avoidances": ("expectedAvoidances", "expected_avoidances"),
}


def listed(document: Any) -> Any:
    """Return the list of prompts in a document, None when there is none."""
    if isinstance(document, list):
        return document
    return first_of(document, *LISTED_UNDER) if isinstance(document, Mapping) else None


def fits(document: Any) -> bool:
    """Say whether a document holds prompts."""
    prompts = [one for _, one in objects(listed(document))]
    return all(first_of(one, *ID) is not None for one in prompts) and any(map(_text_keys, prompts))


def _text_keys(prompt: Document) -> bool:
    plain = first_of(prompt, *TEXT) is not None
    beside = first_of(prompt, *REFERENCE, *LISTS["expected_themes"], *LISTS["expected_avoidances"]) is not None
    return plain and (beside or first_of(prompt, *CATEGORY) is not None)


def prompts(document: Any, report: Report) -> Iterator[Numbered]:
    """Give the prompts: prompt, text, category, expected_themes, expected_avoidances, reference_answer."""
    for number, (key, prompt) in enumerate(objects(listed(document)), start=1):
        yield number, prompt_cells(number, key, prompt, report)


def prompt_cells(number: int, key: str, prompt: Document, report: Report) -> dict[str, str]:
    """Return one prompt's cells; `key` is its id where it stands under one."""
    cells = {
        "prompt": text_of(prompt, *ID) or ("" if key.isdecimal() else key),
        "text": next((text for key in TEXT if (text := _in_one_language(prompt.get(key)))), ""),
        "category": text_of(prompt, *CATEGORY),
        "reference_answer": _in_one_language(first_of(prompt, *REFERENCE)),
    }
    for ours, theirs in LISTS.items():
        cells[ours] = _parts(number, ours, first_of(prompt, *theirs), report)
    return cells


def _in_one_language(value: Any) -> str:
    """The text itself, or its English version where there are several languages."""
    if isinstance(value, Mapping):
        value = first_of(value, "en", "english", "English")
    return value if isinstance(value, str) else ""


def _parts(number: int, column: str, value: Any, report: Report) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        if any(" | " in one for one in value):
            report.add(number, column, shown(next(one for one in value if " | " in one)), "texts without ' | ' in them")
        return cell(value)
    report.add(number, column, "a value with parts of its own", "a list of texts")
    return ""
