"""The key of an anonymised file of responses: which system wrote the response behind each label.

JSON: an object from label to system, or to an object with the system and maybe the prompt and the run; or a list of
such objects with their labels. It may stand under `key`, `responses`, `entries` or `mapping`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from files.decoding import decoded
from files.documents import first_of, read_document, text_of
from files.problems import Report, refuse_whole, shown
from files.tables import Row, Table

UNDER = ("key", "scoringKey", "responses", "entries", "mapping", "items")
LABEL = ("responseId", "response_id", "anonId", "anonymousId", "label", "id", "response")
SYSTEM = ("system", "model", "modelId", "model_id", "systemId", "author")
PROMPT = ("promptId", "prompt_id", "prompt", "questionId")
RUN = ("replication", "run", "runIndex", "epoch")
FORM = 'a key such as {"R-2345678ABC": {"model": "...", "promptId": "TL-01"}}'


class Author(NamedTuple):
    """Who wrote a response, and to which prompt, where the key says so; `run` counts from 1, empty where unsaid."""

    system: str
    prompt: str = ""
    run: str = ""


def read_key(content: bytes, name: str) -> dict[str, Author]:
    """Read a scoring key.

    Raises
    ------
    FileError
        With every problem: no such JSON, an entry without a label or system, a label twice.
    """
    document = read_document(decoded(content, name), name)
    report = Report(name, counted="entry")
    found: dict[str, Author] = {}
    for number, (label, author) in enumerate(_entries(document, name), start=1):
        if not label:
            report.add(number, LABEL[0], "nothing", "the label of a response")
        elif not author.system:
            report.add(number, "system", f"nothing for {shown(label)}", "the system that wrote it")
        elif label in found:
            report.add(number, LABEL[0], f"{shown(label)} again", "each label once")
        found[label] = author
    report.refuse()
    return found


def _entries(document: Any, name: str) -> Iterator[tuple[str, Author]]:
    inside = first_of(document, *UNDER) if isinstance(document, Mapping) else None
    listed = inside if isinstance(inside, Mapping | list) else document
    if isinstance(listed, Mapping) and listed:
        for label, told in listed.items():
            if isinstance(told, Mapping):
                yield str(label), _author(told)
            elif isinstance(told, str):
                yield str(label), Author(told)
            elif listed is not document:
                yield str(label), Author("")
    elif isinstance(listed, list) and listed:
        for told in listed:
            yield (text_of(told, *LABEL), _author(told)) if isinstance(told, Mapping) else ("", Author(""))
    else:
        refuse_whole(name, "no list of responses", FORM)


def _author(told: Mapping[str, Any]) -> Author:
    return Author(text_of(told, *SYSTEM), text_of(told, *PROMPT), text_of(told, *RUN))


def with_author(table: Table, row: Row, key: Mapping[str, Author]) -> Row:
    """Return a row with the system, prompt and replication that the key says; report it when the key knows it not."""
    label = row.text("response") or row.text("own_id")
    author = key.get(label)
    if author is None:
        allowed = "a response that the scoring key names"
        table.report.add(row.number, "response", shown(label), allowed)
        return row
    cells = dict(row.cells)
    for column, told in (("system", author.system), ("prompt", author.prompt), ("replication", author.run)):
        there = row.text(column)
        if told and there and there != told:
            table.report.add(row.number, column, shown(there), f"what the scoring key says of {label}: {shown(told)}")
        cells[column] = there or told
    return Row(row.number, cells)
