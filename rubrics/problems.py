"""What is wrong with a benchmark file, in lines a person can act on: file, place, what was found, what is allowed."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rubrics.fields import Closed


class RubricError(ValueError):
    """A benchmark file that cannot be used; ``problems`` has one line for each thing wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def describe(error: ValidationError, *, name: str, schema: type[Closed]) -> list[str]:
    """Turn pydantic's errors into lines ``name: place: what is wrong``.

    Parameters
    ----------
    error : ValidationError
        From validating against ``schema``.
    name : str
        The file, as its reader knows it.
    schema : type[Closed]
        The outermost model; the keys that are allowed at each place are read off it.
    """
    lines = []
    for line in error.errors(include_url=False):
        if line["type"] == "default_factory_not_called":
            continue  # the key it would have been read from is itself reported
        steps, table = _follow(line["loc"], schema)
        place = ".".join(str(step) for step in steps)
        said = _say(line, table)
        lines.append(f"{name}: {place}: {said}" if place else f"{name}: {said}")
    return list(dict.fromkeys(lines))


def _tables(annotation: Any) -> Iterator[type[Closed]]:
    """Every closed table within an annotation such as ``tuple[Axis, ...] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, Closed):
        yield annotation
    for inner in get_args(annotation):
        yield from _tables(inner)


def _kind(table: type[Closed]) -> str | None:
    """The value of ``kind`` by which a table is told apart from its alternatives."""
    field = table.model_fields.get("kind")
    return str(get_args(field.annotation)[0]) if field else None


def _follow(loc: Sequence[int | str], schema: type[Closed]) -> tuple[list[int | str], type[Closed] | None]:
    """Follow a place through the schema: the steps as they stand in the file, and the table the last one is in."""
    steps: list[int | str] = []
    table: type[Closed] | None = schema
    choices: list[type[Closed]] = [schema]
    for step in loc:
        if isinstance(step, str) and len(choices) > 1 and (chosen := [t for t in choices if _kind(t) == step]):
            choices = chosen
            continue
        if step == "[key]":
            continue
        steps.append(step)
        if isinstance(step, int):
            continue
        table = choices[0] if choices else None
        field = table.model_fields.get(step) if table else None
        choices = list(_tables(field.annotation)) if field else []
    return steps, table


def _shown(found: Any) -> str:
    text = repr(found)
    return text if len(text) <= 60 else f"{text[:57]}..."


_WANTED = {
    "string_type": "text in quotes",
    "float_type": "a number",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def _say(line: ErrorDetails, table: type[Closed] | None) -> str:
    """One problem in plain words."""
    kind, context = line["type"], line.get("ctx", {})
    whole = {
        "rubric": line["msg"],
        "missing": "missing; this key must be given",
        "extra_forbidden": f"unknown key; allowed here: {', '.join(table.model_fields) if table else 'none'}",
        "union_tag_not_found": "the key kind is missing; it says which protocol this is",
    }
    if kind in whole:
        return whole[kind]
    found = _shown(context.get("tag", line["input"]))
    allowed = _WANTED.get(kind) or context.get("expected") or context.get("expected_tags")
    if not allowed:
        allowed = line["msg"].removeprefix("Input should be ").removeprefix("String should have ")
    return f"found {found}; allowed: {allowed}"
