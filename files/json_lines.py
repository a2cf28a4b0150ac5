"""JSONL: one JSON object a line, its values as the texts that would stand in a table's cells."""

import json
from collections.abc import Iterator
from typing import Any

from files.problems import Report

LIST_SEPARATOR = " | "


class _NotAllowed(ValueError):
    pass


def json_rows(text: str, report: Report) -> Iterator[tuple[int, dict[str, str]]]:
    """Give each line's number and cells; a line that is no flat object is reported and left out."""
    if text.lstrip().startswith("["):
        report.add(1, None, "a JSON list", "one object a line (JSONL), without a list around them")
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line, object_pairs_hook=_once, parse_float=str, parse_int=str, parse_constant=_no_number)
        except json.JSONDecodeError as problem:
            report.add(number, None, f"no JSON at character {problem.pos + 1}", "one whole JSON object a line")
        except (_NotAllowed, RecursionError) as problem:
            report.add(number, None, str(problem) or "lists within lists", "flat objects of texts, numbers and null")
        else:
            yield from _cells(number, found, report)


def _cells(number: int, found: Any, report: Report) -> Iterator[tuple[int, dict[str, str]]]:
    if not isinstance(found, dict):
        report.add(number, None, "no object", 'an object such as {"rater": "Ruth", "score": 3}')
        return
    cells: dict[str, str] = {}
    for key, value in found.items():
        column = key.strip().lower().replace(" ", "_")
        if isinstance(value, dict) or (isinstance(value, list) and not all(isinstance(one, str) for one in value)):
            report.add(number, column, "a value with parts of its own", "a text, a number, true, false or null")
        else:
            cells[column] = _cell(value)
    yield number, cells


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return LIST_SEPARATOR.join(value) if isinstance(value, list) else str(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise _NotAllowed(f"the key {twice[0]!r} twice")
    return dict(pairs)


def _no_number(found: str) -> None:
    raise _NotAllowed(f"{found}, which is no number in JSON")
