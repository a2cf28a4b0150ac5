"""One JSON document: read strictly, and asked for its parts by name, with a problem where one is not there.

Numbers stay as they are written, so that a score is never rounded on the way in. `NaN`, which is no JSON but is
written by some software, is kept as that text and meets the same answer as in a table.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from files.json_lines import NotAllowed, cell, once
from files.problems import Report, refuse_whole, shown

Document = Mapping[str, Any]


def read_document(text: str, name: str) -> Any:
    """Return what a JSON text holds.

    Raises
    ------
    FileError
        When it is no JSON, or one key stands twice in an object.
    """
    try:
        return json.loads(text, object_pairs_hook=once, parse_float=str, parse_int=str, parse_constant=str)
    except json.JSONDecodeError as problem:
        refuse_whole(name, f"no JSON at character {problem.colno} ({problem.msg})", "JSON", row=problem.lineno)
    except (NotAllowed, RecursionError) as problem:
        refuse_whole(name, str(problem) or "lists within lists within lists", "JSON with each key once")


def objects(found: Any) -> Iterator[tuple[str, Document]]:
    """Give the objects of a list, or of an object of objects, with the key of each (its id, or its place)."""
    if isinstance(found, list):
        yield from ((str(place), one) for place, one in enumerate(found, start=1) if isinstance(one, Mapping))
    elif isinstance(found, Mapping):
        yield from ((str(key), one) for key, one in found.items() if isinstance(one, Mapping))


def first_of(found: Document, *keys: str) -> Any:
    """Return the value of the first of several keys that is there and not null; None when none is."""
    return next((found[key] for key in keys if found.get(key) is not None), None)


def text_of(found: Document, *keys: str) -> str:
    """Return a plain value as text; empty when none of the keys is there, or what is there has parts of its own."""
    value = first_of(found, *keys)
    flat = not isinstance(value, Mapping) and not (isinstance(value, list) and any(map(_has_parts, value)))
    return cell(value) if flat else ""


def _has_parts(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def need(found: Document, keys: tuple[str, ...], report: Report, number: int, allowed: str) -> str:
    """Return a text that must be there; report it, under the first of the keys, when it is not."""
    text = text_of(found, *keys)
    if not text.strip():
        value = first_of(found, *keys)
        said = "nothing" if value is None else shown(json.dumps(value, ensure_ascii=False))
        report.add(number, keys[0], said, allowed)
    return text
