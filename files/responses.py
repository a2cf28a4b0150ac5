"""Responses from a file, with the prompts and systems that the file itself describes.

A prompt is described by its text (column prompt_text), a system by its maker (column family). A prompt or system
that neither the study, nor a file of prompts or systems, nor the file itself describes is most often a misspelling,
and is refused; so is an empty response. Where that is how it is, somebody must say so (`Declared`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from blinding.labels import is_label
from files.cells import count
from files.descriptions import Described
from files.layouts import PLAIN, Layout, Progress
from files.problems import shown
from files.prompts import with_line_feeds
from files.scoring_keys import Author, with_author
from files.tables import Columns, Row, Table
from store.contents import Contents
from store.many_rows import without_collecting
from store.responses import Intake, NewPrompt, NewResponse, NewSystem

LABEL_FORM = "R- and ten digits or capitals (no 0, 1, I, L, O, U)"
DESCRIBING = ("prompt_text", "category", "reference_answer", "family", "grounded", "own")
OPTIONAL = ("replication", "response", "own_id", *DESCRIBING)
COLUMNS = Columns(("prompt", "system", "text"), OPTIONAL, holding="responses")
WITH_KEY = Columns(("text",), ("prompt", "system", *OPTIONAL), holding="responses")


@dataclass(frozen=True)
class Declared:
    """What a person says of a file of responses that would otherwise be taken for a mistake.

    `empty_texts`: some responses have no text. `new_systems`: a system that nothing describes is new, its maker not
    known. `new_prompts`: a prompt that nothing describes is new, and its id all there is of it. `counted`: several
    answers of one system to one prompt are numbered in the order of the file.
    """

    empty_texts: bool = False
    new_systems: bool = False
    new_prompts: bool = False
    counted: bool = False


NOTHING = Declared()


@without_collecting()
def read_responses(
    content: bytes,
    name: str,
    *,
    there: Contents,
    prompts: Sequence[NewPrompt] = (),
    systems: Sequence[NewSystem] = (),
    layout: Layout = PLAIN,
    declared: Declared = NOTHING,
    key: Mapping[str, Author] | None = None,
    progress: Progress | None = None,
) -> Intake:
    """Read responses.

    Parameters
    ----------
    content : bytes
        A file with the columns prompt, system, text, and optional replication (1 when empty), prompt_text, category,
        reference_answer, family, grounded, own, response (a label such as R-2345678ABC that the response is known by
        elsewhere), and own_id (any other id it has).
    name : str
        How the reader knows the file.
    there : Contents
        What the study holds already.
    prompts, systems : sequences
        Of files that come in together with this one.
    layout : Layout
        What the file's columns stand for, where they are not called as ours.
    declared : Declared
    key : mapping of label or id to Author, optional
        Of an anonymised file: who wrote each response.
    progress : callable, optional

    Raises
    ------
    FileError
        With every problem of the file.
    """
    columns = COLUMNS if key is None else WITH_KEY
    table = Table(content, name, columns, layout=layout, progress=progress)
    described = Described(table, [*there.prompts, *prompts], [*there.systems, *systems])
    described.take_all(new_prompts=declared.new_prompts, new_systems=declared.new_systems)
    reading = _Reading(table, declared)
    responses = []
    for found in table:
        row = found if key is None else with_author(table, found, key)
        responses.append(reading.response(row))
        described.take(row)
    described.refuse_unknown(reading.rows)
    table.report.refuse()
    return Intake(
        prompts=[*prompts, *described.new_prompts(responses)],
        systems=[*systems, *described.new_systems(responses)],
        responses=responses,
        source=name,
    )


class _Reading:
    """Reads row after row and remembers where each response, label and id was first seen."""

    def __init__(self, table: Table, declared: Declared) -> None:
        self.table, self.declared = table, declared
        self.rows: dict[tuple[str, str, int], int] = {}
        self.answers: dict[tuple[str, str], int] = {}
        self.seen: dict[tuple[str, str], int] = {}

    def response(self, row: Row) -> NewResponse:
        """Return the response of a row; what is wrong with it is reported."""
        response = self._response(row)
        key = (response.prompt, response.system, response.replication)
        if all(key) and key in self.rows:
            found = f"the same prompt, system and replication as in {self.table.at(self.rows[key])}"
            allowed = "each once; number further answers in column replication"
            allowed += ", or say that the order of the file numbers them"
            self.table.report.add(row.number, None, found, allowed)
        self.rows.setdefault(key, row.number)
        for column, text in (("response", response.label), ("own_id", response.own_id)):
            first = self.seen.setdefault((column, text), row.number) if text else row.number
            if first != row.number:
                what = "label" if column == "response" else "id"
                found = f"{text} again (first in {self.table.at(first)})"
                self.table.report.add(row.number, column, found, f"each {what} once")
        return response

    def _response(self, row: Row) -> NewResponse:
        label = row.text("response")
        if label and not is_label(label):
            allowed = f"{LABEL_FORM}, or empty; an id of another form stands in column own_id"
            self.table.report.add(row.number, "response", shown(label), allowed)
        if not self.declared.empty_texts:
            self.table.need(row, "text", "the whole response")
        prompt = self.table.need(row, "prompt", "the prompt's id")
        system = self.table.need(row, "system", "the system's name")
        return NewResponse(
            prompt=prompt,
            system=system,
            text=with_line_feeds(row.cells.get("text", "")),
            replication=self._replication(row, prompt, system),
            label=label or None,
            own_id=row.text("own_id"),
        )

    def _replication(self, row: Row, prompt: str, system: str) -> int:
        if not self.declared.counted or row.text("replication"):
            return count(row, "replication", self.table.report, default=1)
        self.answers[prompt, system] = self.answers.get((prompt, system), 0) + 1
        return self.answers[prompt, system]
