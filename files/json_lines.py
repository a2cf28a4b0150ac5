"""JSONL, one JSON object a line, and a list of such objects; values as the texts that a table's cells would hold."""

import json
from collections.abc import Iterator
from typing import Any

from files.layouts import Numbered, column_name
from files.problems import Report

LIST_SEPARATOR = " | "
NOT_FLAT = "flat objects of texts, numbers and null"


class NotAllowed(ValueError):
    """JSON that says one thing twice, or has a number that is none."""


def json_rows(text: str, report: Report) -> Iterator[Numbered]:
    """Give each line's number and cells; a line that is no flat object is reported and left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line, object_pairs_hook=once, parse_float=str, parse_int=str, parse_constant=_no_number)
        except json.JSONDecodeError as problem:
            report.add(number, None, f"no JSON at character {problem.pos + 1}", "one whole JSON object a line")
        except (NotAllowed, RecursionError) as problem:
            report.add(number, None, str(problem) or "lists within lists", NOT_FLAT)
        else:
            yield from _cells(number, found, report)


def list_rows(listed: list[Any], report: Report) -> Iterator[Numbered]:
    """Give each object of a list with its place in it, counted from 1."""
    for number, found in enumerate(listed, start=1):
        yield from _cells(number, found, report)


def _cells(number: int, found: Any, report: Report) -> Iterator[Numbered]:
    if not isinstance(found, dict):
        report.add(number, None, "no object", 'an object such as {"rater": "Ruth", "score": 3}')
        return
    cells: dict[str, str] = {}
    for key, value in found.items():
        column = column_name(key)
        if isinstance(value, dict) or (isinstance(value, list) and not all(isinstance(one, str) for one in value)):
            report.add(number, column, "a value with parts of its own", "a text, a number, true, false or null")
        else:
            cells[column] = cell(value)
    yield number, cells


def cell(value: Any) -> str:
    """Return a plain JSON value, or a list of texts, as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return LIST_SEPARATOR.join(map(str, value)) if isinstance(value, list) else str(value)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object whose keys stand in it once."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise NotAllowed(f"the key {next(key for key in keys if keys.count(key) > 1)!r} twice")
    return made


def _no_number(found: str) -> None:
    raise NotAllowed(f"{found}, which is no number in JSON")
