"""Responses from a file, with the prompts and systems that the file itself describes.

A prompt is described by its text (column prompt_text), a system by its maker (column family). A prompt or system
that neither the study, nor a file of prompts or systems, nor the file itself describes is most often a misspelling,
and is refused.
"""

from collections.abc import Iterable, Sequence

from blinding.labels import is_label
from files.cells import count
from files.problems import shown
from files.prompts import with_line_feeds
from files.tables import Columns, Row, Table
from store.contents import Contents
from store.responses import Intake, NewPrompt, NewResponse, NewSystem

COLUMNS = Columns(
    required=("prompt", "system", "text"),
    optional=("replication", "prompt_text", "category", "family", "response"),
)
MOST_NAMED = 10


def read_responses(
    content: bytes,
    name: str,
    *,
    there: Contents,
    prompts: Sequence[NewPrompt] = (),
    systems: Sequence[NewSystem] = (),
) -> Intake:
    """Read responses.

    Parameters
    ----------
    content : bytes
        CSV or JSONL with the columns prompt, system, text, and optional replication (1 when empty), prompt_text,
        category, family, and response (a label such as R-2345678ABC that the response is known by elsewhere).
    name : str
        How the reader knows the file.
    there : Contents
        What the study holds already.
    prompts, systems : sequences
        Of files that come in together with this one.

    Raises
    ------
    FileError
        With every problem of the file.
    """
    table = Table(content, name, COLUMNS)
    described = _Described(table, [*there.prompts, *prompts], [*there.systems, *systems])
    rows: dict[tuple[str, str, int], int] = {}
    labels: dict[str, int] = {}
    responses = []
    for row in table:
        response = _response(table, row)
        key = (response.prompt, response.system, response.replication)
        if all(key) and key in rows:
            found = f"the same prompt, system and replication as in {table.at(rows[key])}"
            table.report.add(row.number, None, found, "each once; number further answers in column replication")
        rows.setdefault(key, row.number)
        if response.label and response.label in labels:
            found = f"{response.label} again (first in {table.at(labels[response.label])})"
            table.report.add(row.number, "response", found, "each label once")
        labels.setdefault(response.label or "", row.number)
        described.take(row)
        responses.append(response)
    described.refuse_unknown(rows)
    table.report.refuse()
    return Intake(
        prompts=[*prompts, *described.new_prompts()],
        systems=[*systems, *described.new_systems()],
        responses=responses,
        source=name,
    )


def _response(table: Table, row: Row) -> NewResponse:
    label = row.text("response")
    if label and not is_label(label):
        table.report.add(row.number, "response", shown(label), "R- and ten digits or capitals, or empty")
    table.need(row, "text", "the whole response")
    return NewResponse(
        prompt=table.need(row, "prompt", "the prompt's id"),
        system=table.need(row, "system", "the system's name"),
        text=with_line_feeds(row.cells.get("text", "")),
        replication=count(row, "replication", table.report, default=1),
        label=label or None,
    )


class _Facts:
    """What is said of one kind of thing (prompt texts, categories, makers), each said once or the same each time."""

    def __init__(self, table: Table, column: str, of: str, known: dict[str, str]) -> None:
        self.table = table
        self.column = column
        self.of = of
        self.known = known
        self.said: dict[str, tuple[str, int]] = {}

    def take(self, row: Row) -> None:
        """Note what the row says; report it when something else was said before."""
        key, text = row.text(self.of), with_line_feeds(row.text(self.column))
        if not key or not text:
            return
        before, at = self.said.setdefault(key, (text, row.number))
        if before != text:
            found, allowed = f"{shown(text)} for '{key}'", f"the same as in {self.table.at(at)}: {shown(before)}"
            self.table.report.add(row.number, self.column, found, allowed)
        elif self.known.get(key, text) != text:
            found, allowed = f"{shown(text)} for '{key}'", f"what is known already: {shown(self.known[key])}"
            self.table.report.add(row.number, self.column, found, allowed)

    def of_new(self, key: str) -> str:
        """Return what the file says of a key, empty when nothing."""
        return self.said.get(key, ("", 0))[0]


class _Described:
    """The prompts and systems that are known, and those that the file describes."""

    def __init__(self, table: Table, prompts: Sequence[NewPrompt], systems: Sequence[NewSystem]) -> None:
        self.table = table
        self.prompts = {prompt.key for prompt in prompts}
        self.systems = {system.name for system in systems}
        self.texts = _Facts(table, "prompt_text", "prompt", {one.key: one.text for one in prompts})
        self.categories = _Facts(table, "category", "prompt", {one.key: one.category for one in prompts})
        self.families = _Facts(table, "family", "system", {one.name: one.family for one in systems})
        self.with_family: dict[str, None] = {}

    def take(self, row: Row) -> None:
        """Note what a row says of its prompt and its system."""
        for facts in (self.texts, self.categories, self.families):
            facts.take(row)
        if "family" in row.cells:
            self.with_family[row.text("system")] = None

    def refuse_unknown(self, rows: dict[tuple[str, str, int], int]) -> None:
        """Report each row whose prompt or system nothing describes."""
        for (prompt, system, _), number in rows.items():
            if prompt and prompt not in self.prompts and prompt not in self.texts.said:
                hint = "or give its text in column prompt_text or in a file of prompts"
                self.table.report.add(
                    number, "prompt", f"{shown(prompt)}, which is unknown", _named(self.prompts, hint)
                )
            if system and system not in self.systems and system not in self.with_family:
                hint = "or give its maker in column family or in a file of systems"
                self.table.report.add(
                    number, "system", f"{shown(system)}, which is unknown", _named(self.systems, hint)
                )

    def new_prompts(self) -> list[NewPrompt]:
        """The prompts that only this file describes."""
        fresh = [key for key in self.texts.said if key not in self.prompts]
        return [NewPrompt(key, self.texts.of_new(key), self.categories.of_new(key)) for key in fresh]

    def new_systems(self) -> list[NewSystem]:
        """The systems that only this file describes."""
        fresh = [name for name in self.with_family if name and name not in self.systems]
        return [NewSystem(name, self.families.of_new(name)) for name in fresh]


def _named(known: Iterable[str], hint: str) -> str:
    names = sorted(known)
    if not names:
        return hint.removeprefix("or ")
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}; {hint}"
